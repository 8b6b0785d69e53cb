// SPDX-License-Identifier: Apache-2.0

#include "tb/file/fuzz.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <sstream>
#include <stdexcept>

#include "sim/file/dot_file.hpp"
#include "sim/file/filter_bank.hpp"
#include "sim/file/float_text.hpp"
#include "sim/file/input_error.hpp"
#include "sim/file/input_file.hpp"
#include "sim/file/mppa_program.hpp"
#include "sim/file/npy.hpp"
#include "sim/file/png.hpp"
#include "sim/file/sm_arch.hpp"
#include "sim/file/sm_program.hpp"
#include "sim/file/testfloat_file.hpp"
#include "sim/golden/program/mppa_assembler.hpp"
#include "sim/sfu/sfu_sweep.hpp"
#include "sim/sme/amx_state.hpp"
#include "sim/sme/sme_launch.hpp"
#include "sim/sme/sme_program.hpp"
#include "sim/sme/sme_state.hpp"

namespace weft::fuzz {
namespace {

using namespace sim;

void fuzz_npy(const std::string& file) { npy::read(file); }

void fuzz_png(const std::string& file) { png::read_grey(file); }

void fuzz_filters(const std::string& file) { read_filter_bank(file); }

void fuzz_testfloat(const std::string& file) {
  testfloat_file vectors(file, {32, 32, 32, 32});
  while (!vectors.read(1000).empty()) {
  }
}

void fuzz_dot(const std::string& file) {
  dot_file vectors(file, *golden::dpa::find("v100-hmma-fp16"));
  while (vectors.next()) {
  }
}

void fuzz_sme_state(const std::string& file) {
  golden::sme::state s;
  golden::sme::paged_memory memory;
  auto text = open_state(file);
  read_state(text, file, s, memory);
}

void fuzz_amx_state(const std::string& file) {
  golden::amx::state s;
  golden::sme::paged_memory memory;
  auto text = open_state(file);
  read_state(text, file, s, memory);
}

void fuzz_program(const std::string& file) {
  golden::sme::paged_memory memory;
  load_program(file, 0x1'0000, memory);
}

void fuzz_mppa(const std::string& file) { read_mppa_program(file, 1 << 20); }

void fuzz_sm_arch(const std::string& file) { read_sm_arch(file); }

void fuzz_sm_program(const std::string& file) { read_sm_program(file); }

void fuzz_mppa_core(const std::string& file) {
  try {
    golden::mppa_core::assemble(read_file(file));
  } catch (const golden::mppa_core::assembly_error& e) {
    throw input_error(file + ": " + e.what());
  }
}

void fuzz_sweep(const std::string& file) { read_sweep(file); }

void fuzz_number(const std::string& file) {
  const auto text = read_file(file);
  for (const auto& f : {golden::Binary16, golden::Binary32, golden::Binary64}) parse_float(text, f);
}

constexpr parser Parsers[] = {{"npy", fuzz_npy},
                              {"png", fuzz_png},
                              {"filters", fuzz_filters},
                              {"testfloat", fuzz_testfloat},
                              {"dot", fuzz_dot},
                              {"sme_state", fuzz_sme_state},
                              {"amx_state", fuzz_amx_state},
                              {"program", fuzz_program},
                              {"mppa", fuzz_mppa},
                              {"sm_arch", fuzz_sm_arch},
                              {"sm_program", fuzz_sm_program},
                              {"mppa_core", fuzz_mppa_core},
                              {"sweep", fuzz_sweep},
                              {"number", fuzz_number}};

/// A file in memory, under a path.
class memory_file {
 public:
  explicit memory_file(std::span<const std::uint8_t> bytes) : fd_(::memfd_create("bytes", 0)) {
    if (fd_ < 0) throw std::runtime_error("memfd_create");
    while (!bytes.empty()) {
      const auto n = ::write(fd_, bytes.data(), bytes.size());
      if (n <= 0) throw std::runtime_error("write to a file in memory");
      bytes = bytes.subspan(static_cast<std::size_t>(n));
    }
  }
  ~memory_file() { ::close(fd_); }
  memory_file(const memory_file&)            = delete;
  memory_file& operator=(const memory_file&) = delete;

  std::string path() const { return "/proc/self/fd/" + std::to_string(fd_); }

 private:
  int fd_;
};

}  // namespace

std::span<const parser> parsers() { return Parsers; }

std::string complaint(const parser& p, std::span<const std::uint8_t> bytes) {
  const memory_file file(bytes);
  try {
    p.read(file.path());
  } catch (const input_error& e) {
    return e.what();
  }
  return "";
}

}  // namespace weft::fuzz
