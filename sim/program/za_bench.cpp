// SPDX-License-Identifier: Apache-2.0

#include "sim/program/za_bench.hpp"

#include <elf.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "sim/file/input_error.hpp"
#include "sim/file/input_file.hpp"
#include "sim/file/output_file.hpp"
#include "sim/harness/lockstep.hpp"
#include "sim/harness/processor_time.hpp"
#include "sim/program/za_engine.hpp"
#include "sim/sme/sme_launch.hpp"
#include "sim/sme/sme_schedule.hpp"
#include "sim/sme/sme_state.hpp"
#include "sim/sme/sme_utilisation.hpp"
#include "sim/verilated/sme_core/sme_core_engine.hpp"

namespace weft::sim {
namespace {

namespace fs = std::filesystem;
using golden::sme::paged_memory, golden::sme::stop_e;

constexpr const char* Qemu = "qemu-aarch64";

/// A program with its initial and final state.
struct program_t {
  golden::sme::state registers;
  paged_memory memory;
};

struct engine {
  std::string name;
  std::function<za_result(program_t&)> run;
};

struct measured {
  za_result result;
  program_t end;
  double seconds;  ///< of one run
};

/// Repeats the program until enough time has passed.
measured time_of(const program_t& start, const engine& on, double enough) {
  measured m{};
  int runs         = 0;
  const auto first = processor_time();
  do {
    m.end            = start;
    const auto begin = processor_time();
    m.result         = on.run(m.end);
    m.seconds += processor_time() - begin;
    ++runs;
  } while (processor_time() < first + enough);
  m.seconds = std::max(m.seconds, 1e-9) / runs;
  return m;
}

/// A temporary file, removed by the destructor.
class temporary_file {
 public:
  explicit temporary_file(const std::string& bytes) {
    path_        = (fs::temp_directory_path() / "weft-XXXXXX").string();
    const int fd = ::mkstemp(path_.data());
    if (fd < 0) throw input_error(path_ + ": cannot be written");
    ::fchmod(fd, 0700);
    ::close(fd);
    std::ofstream(path_, std::ios::binary) << bytes;
  }
  ~temporary_file() { ::unlink(path_.c_str()); }
  temporary_file(const temporary_file&)            = delete;
  temporary_file& operator=(const temporary_file&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// The file offset of an executable's entry.
std::optional<std::size_t> entry_of(const std::string& bytes) {
  const auto get = [&](std::size_t at, auto& x) {
    if (at > bytes.size() || bytes.size() - at < sizeof x) return false;
    std::memcpy(&x, &bytes[at], sizeof x);
    return true;
  };
  Elf64_Ehdr header;
  if (!get(0, header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
      header.e_machine != EM_AARCH64 || header.e_type != ET_EXEC) {
    return {};
  }
  for (std::size_t i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr p;
    if (!get(header.e_phoff + i * sizeof p, p)) return {};
    const auto offset = header.e_entry - p.p_vaddr;
    if (p.p_type == PT_LOAD && header.e_entry >= p.p_vaddr && offset < p.p_filesz) {
      return p.p_offset + offset;
    }
  }
  return {};
}

/// The executable, modified to exit at once.
std::string that_exits(std::string bytes) {
  constexpr std::array<std::uint32_t, 3> Exit{0xd280'0ba8, 0xd280'0000, 0xd400'0001};
  const auto at = entry_of(bytes);
  if (at && bytes.size() - *at >= sizeof Exit) std::memcpy(&bytes[*at], Exit.data(), sizeof Exit);
  return bytes;
}

/// The seconds of an executable on QEMU, which is stopped at the first whole second after the
/// limit.
double run_qemu(const std::string& name, const std::string& file, int svl, int nsvl, double limit) {
  const auto cpu =
      fmt::format("max,sme_fa64=off,sme-default-vector-length={},sve-default-vector-length={}",
                  svl / 8, nsvl / 8);
  const pid_t pid = ::fork();
  if (pid == 0) {
    const auto most = static_cast<rlim_t>(limit) + 1;
    const rlimit seconds{most, most};
    ::setrlimit(RLIMIT_CPU, &seconds);
    const int null = ::open("/dev/null", O_RDWR);
    for (const int fd : {0, 1, 2}) ::dup2(null, fd);
    ::execlp(Qemu, Qemu, "-cpu", cpu.c_str(), file.c_str(), nullptr);
    ::_exit(127);
  }
  int status = 0;
  rusage used{};
  if (pid < 0 || ::wait4(pid, &status, 0, &used) != pid) throw std::runtime_error("fork");
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    throw input_error(fmt::format("{}: on QEMU it does not exit with 0", name));
  }
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

/// The seconds of one run, without QEMU's start.
double time_of_qemu(const std::string& executable, int svl, int nsvl, double limit, double enough) {
  const temporary_file nothing(that_exits(read_file(executable)));
  double all = 0, starts = 0;
  int runs = 0;
  do {
    all += run_qemu(executable, fs::absolute(executable), svl, nsvl, limit);
    starts += run_qemu(executable, nothing.path(), svl, nsvl, limit);
    ++runs;
  } while (all < enough);
  return (all - starts) / runs;
}

/// Whether a file is an executable and QEMU is installed.
bool qemu_executes(const std::string& file) {
  if (!entry_of(read_file(file))) return false;
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (::access((fs::path(folder) / Qemu).c_str(), X_OK) == 0) return true;
  }
  return false;
}

struct line {
  std::string engine;
  double rate;    ///< instructions a second
  double cycles;  ///< cycles per second, or 0
};

/// Compares the engines, golden first.
int compare(const program_t& start, const std::vector<engine>& engines, const std::string& on_qemu,
            double enough) {
  std::vector<line> lines;
  std::optional<measured> golden;
  for (const auto& e : engines) {
    const auto m    = time_of(start, e, enough);
    const auto& run = m.result.run;
    if (run.last.stop != stop_e::End) {
      spdlog::error("{}: {}", e.name, why(run.last));
      return 1;
    }
    if (!golden) golden = m;
    if (run.executed != golden->result.run.executed || m.end.registers != golden->end.registers ||
        m.end.memory.pages() != golden->end.memory.pages()) {
      spdlog::error("{} differs from golden", e.name);
      return 1;
    }
    lines.push_back({e.name, static_cast<double>(run.executed) / m.seconds,
                     static_cast<double>(m.result.cycles.value_or(0)) / m.seconds});
  }
  const auto executed = golden->result.run.executed;
  double qemu         = 0;
  if (!on_qemu.empty()) {
    // QEMU is faster than golden; a program that takes longer does not end there.
    const auto seconds =
        time_of_qemu(on_qemu, start.registers.svl, start.registers.nsvl, golden->seconds, enough);
    if (seconds <= 0) throw input_error(on_qemu + ": too short to be measured on QEMU");
    qemu = static_cast<double>(executed) / seconds;
    lines.push_back({"qemu", qemu, 0});
  }

  fmt::print(
      "| engine | instructions | million a second | golden = 1 | QEMU = 1 | thousand cycles a "
      "second |\n|---|---|---|---|---|---|\n");
  for (const auto& l : lines) {
    fmt::print("| {} | {} | {:.3g} | {:.2g} | {} | {} |\n", l.engine, executed, l.rate / 1e6,
               l.rate / lines.front().rate, qemu > 0 ? fmt::format("{:.2g}", l.rate / qemu) : "",
               l.cycles > 0 ? fmt::format("{:.3g}", l.cycles / 1e3) : "");
  }
  return 0;
}

/// A program on the core's TLM model or RTL beside golden.
struct core_outcome {
  std::uint64_t cycles = 0;
  bool agrees          = false;
  std::string verdict;
  double rate = 0;  ///< instructions a second of processor time
};

/// A program on the core, by `run`; `golden` is what it leaves on golden.
template <class Run>
core_outcome on_core(program_t start, const program_t& golden, const std::string& equal, Run run) {
  core_outcome r;
  const double begin = processor_time();
  za_result on;
  try {
    on = run(start);
  } catch (const mismatch& m) {
    r.verdict = m.what();
    return r;
  }
  r.cycles = *on.cycles;
  r.rate   = static_cast<double>(on.run.executed) / std::max(processor_time() - begin, 1e-9);
  const bool registers = start.registers == golden.registers;
  const bool memory    = start.memory.pages() == golden.memory.pages();
  r.agrees             = registers && memory && on.run.last.stop == stop_e::End;
  r.verdict            = on.run.last.stop != stop_e::End ? why(on.run.last)
                         : !registers                    ? "the registers differ"
                         : !memory                       ? "the memory differs"
                                                         : equal;
  return r;
}
core_outcome on_rtl(const program_t& start, const program_t& golden, const built_sme_core& core,
                    const schedule_options& o) {
  return on_core(start, golden, "every port, registers and memory equal", [&](program_t& p) {
    return run_rtl(p.registers, p.memory, o.max_insns, core, o.latency, {});
  });
}
core_outcome on_tlm(const program_t& start, const program_t& golden, const schedule_options& o) {
  return on_core(start, golden, "registers and memory equal", [&](program_t& p) {
    return run_tlm(p.registers, p.memory, o.max_insns, o.core, o.latency);
  });
}

/// The RTL for vectors of `bits` bits, if this build has one.
const built_sme_core* rtl_of(int bits, std::optional<int> rows_per_cycle) {
  try {
    return &sme_core_of(bits, rows_per_cycle);
  } catch (const input_error&) {
    return nullptr;
  }
}

/// The core for vectors of these lengths. Throws input_error.
const built_sme_core& core_unit(int svl, int nsvl) {
  const auto& core = sme_core_of(svl);
  if (!std::has_single_bit(static_cast<unsigned>(nsvl)) || nsvl > core.svl) {
    throw input_error(fmt::format("--nsvl {}: on RTL a power of two up to {}", nsvl, core.svl));
  }
  return core;
}

/// Shares of a product a cycle as measured by `run`, a function of a GEMM's start and golden's end,
/// as Markdown: blocks of as many tiles as 64 x 64 x 1024 and 256 x 256 x 256 have of FP32 at SVL
/// 512. Returns 1 if it differs from golden.
template <class Run>
int run_core_gemms(const std::string& object, int svl, const schedule_options& o, Run run) {
  const int tile = svl / 32;
  const std::array<gemm_shape, 2> shapes{{{4 * tile, 4 * tile, 1024}, {16 * tile, 16 * tile, 256}}};
  int code = 0;
  fmt::print(
      "| SVL {} | M x N x K | cycles | % of a product a cycle | instructions/s |\n"
      "|---|---|---|---|---|\n",
      svl);
  for (const auto& type : outer_products()) {
    for (const auto& g : shapes) {
      program_t start;
      start.registers = gemm_state(object, type, g, svl, start.memory);
      const auto at   = schedule_gemm(object, type, g, svl, o);
      auto golden     = start;
      run_golden(golden.registers, golden.memory, o.max_insns);
      const core_outcome on = run(start, golden);
      if (!on.agrees || on.cycles != at.cycles) {
        fmt::print("{} {} x {} x {}: {}, {} cycles, not {}\n", type.name, g.m, g.n, g.k, on.verdict,
                   on.cycles, at.cycles);
        code = 1;
        continue;
      }
      fmt::print(
          "| {} | {} x {} x {} | {} | {:.1f} | {:.2g} |\n", type.name, g.m, g.n, g.k, on.cycles,
          100 * static_cast<double>(at.products.beats) / static_cast<double>(on.cycles), on.rate);
    }
  }
  return code;
}

int run_core_gemms(const std::string& object, int svl, std::uint64_t latency, bool rtl) {
  if (!golden::sme::valid_lengths(svl, svl)) {
    throw input_error(fmt::format("--svl {}: 128 to 2048, a power of two", svl));
  }
  schedule_options o{.latency = latency, .max_insns = ~std::uint64_t{0}};
  if (!rtl) {
    return run_core_gemms(object, svl, o, [&](const auto& start, const auto& golden) {
      return on_tlm(start, golden, o);
    });
  }
  const auto& core = core_unit(svl, 128);
  o.core           = core.config;
  return run_core_gemms(object, svl, o, [&](const auto& start, const auto& golden) {
    return on_rtl(start, golden, core, o);
  });
}

}  // namespace

void za_bench::add_to(options& o) {
  auto& bench = o.subcommand("bench", "Speed of engines on a program, as Markdown");
  bench.text("program", program, "AArch64 ELF, executable or object, or bare words").required();
  bench.number("--svl", svl, {}, "Bits of a vector in streaming mode");
  bench.number("--nsvl", nsvl, {}, "Bits of a vector outside");
  bench
      .choices("--engine", engines, {"golden", "tlm", "rtl", "qemu"},
               "Engines beside golden: tlm, rtl, qemu; default: all available")
      .repeated();
  bench.number("--rows-per-cycle", rows_per_cycle, {},
               "Rows of a tile that an outer product updates in a cycle, on tlm and rtl");
  bench.number("--latency", latency, {1, 1'000'000}, "Cycles from a load to its answer");
  bench.text("--entry", entry, "Global symbol of the entry point");
  bench.text("--state", state, "File of initial registers and memory");
  bench.number("--seconds", seconds, {0, 60}, "Processor seconds per engine; at least one run");
  bench.number("--max-insns", max_insns, {}, "Instructions at most");
  bench.runs([this] { return measure(); });
  auto& utilisation =
      o.subcommand("utilisation", "Cycles of slices, outer products and GEMMs, as Markdown");
  utilisation.text("gemm", program, "Object of tb/sme/kernels/gemm.s").required();
  utilisation.text("-o,--output", picture, "SVG file instead of text");
  utilisation.runs([this] { return utilise(); });
  auto& schedule = o.subcommand("schedule", "Cycles of a program on the SME core");
  schedule.text("program", program, "AArch64 ELF, executable or object, or bare words").required();
  schedule.flag("--gemm", gemm, "Tables of the GEMMs of tb/sme/kernels/gemm.s, as Markdown");
  schedule.number("--svl", svl, {}, "Bits of a vector in streaming mode");
  schedule.number("--nsvl", nsvl, {}, "Bits of a vector outside");
  schedule.text("--entry", entry, "Global symbol of the entry point");
  schedule.text("--state", state, "File of initial registers and memory");
  schedule.list("--mem", memory, "ADDR:FILE, a file's bytes in memory").repeated();
  schedule.number("--max-insns", max_insns, {}, "Instructions at most");
  schedule.number("--latency", latency, {1, 1'000'000}, "Cycles from a load to its first vector");
  schedule.flag("--rtl", rtl, "Also run it on golden and on the core's RTL, port by port");
  schedule.flag("--tlm", tlm, "Also run it on the core's TLM model: registers, memory, cycles");
  timetable.add_options(schedule);
  schedule.runs([this] { return plan(); });
}

int za_bench::measure() const {
  check_lengths(svl, nsvl);
  const auto core = core_of(svl, rows_per_cycle);
  program_t start{{.svl = svl, .nsvl = nsvl}, {}};
  launch(program, entry, {}, start.registers, start.memory);
  if (!state.empty()) {
    auto in = open_state(state);
    read_state(in, state, start.registers, start.memory);
  }

  // QEMU starts at the file's entry with its own registers.
  const bool alike  = entry.empty() && state.empty();
  const bool qemu   = alike && qemu_executes(program);
  const auto* rtl   = rtl_of(std::max(svl, nsvl), rows_per_cycle);
  const auto wanted = [&](const char* name, bool there) {
    const bool named = std::find(engines.begin(), engines.end(), name) != engines.end();
    return named || (engines.empty() && there);
  };
  if (wanted("qemu", qemu) && !qemu) {
    throw input_error(fmt::format("--engine qemu: {}", alike
                                                           ? "needs an executable, and qemu-aarch64"
                                                           : "begins as the executable says"));
  }
  std::vector<engine> on{
      {"golden", [&](program_t& p) { return run_golden(p.registers, p.memory, max_insns); }}};
  const bool on_rtl =
      wanted("rtl", rtl != nullptr && std::has_single_bit(static_cast<unsigned>(nsvl)));
  if (on_rtl) rtl = &sme_core_of(std::max(svl, nsvl), rows_per_cycle);
  if (wanted("tlm", true)) {
    on.push_back({"tlm", [&](program_t& p) {
                    return run_tlm(p.registers, p.memory, max_insns, on_rtl ? rtl->config : core,
                                   latency);
                  }});
  }
  if (on_rtl) {
    on.push_back({"rtl", [&](program_t& p) {
                    return run_rtl(p.registers, p.memory, max_insns, *rtl, latency, {});
                  }});
  }
  return compare(start, on, wanted("qemu", qemu) ? program : "", seconds);
}

int za_bench::utilise() const {
  if (picture.empty()) {
    fmt::print("{}", utilisation_tables(program));
    return 0;
  }
  write_file(picture, draw_utilisation(program));
  fmt::print("{}: GEMMs of {}\n", picture, program);
  return 0;
}

int za_bench::plan() const {
  schedule_options o{.latency = latency, .max_insns = max_insns};
  if (gemm) {
    if (!timetable.trace.empty()) {
      throw input_error(fmt::format("--trace {}: not with --gemm", timetable.trace));
    }
    if (rtl && tlm) throw input_error("--gemm: --rtl or --tlm");
    if (rtl || tlm) return run_core_gemms(program, svl, latency, rtl);
    fmt::print("{}", schedule_tables(program, o));
    return 0;
  }
  if (!golden::sme::valid_lengths(svl, nsvl)) {
    throw input_error(fmt::format(
        "--svl {}, --nsvl {}: 128 to 2048, multiples of 128, SVL a power of two", svl, nsvl));
  }
  timetable.check_files();
  program_t start{{.svl = svl, .nsvl = nsvl}, {}};
  launch(program, entry, memory, start.registers, start.memory);
  if (!state.empty()) {
    auto in = open_state(state);
    read_state(in, state, start.registers, start.memory);
  }
  const built_sme_core* core = nullptr;
  if (rtl) {
    core   = &core_unit(svl, nsvl);
    o.core = core->config;
  }
  auto beside  = start;
  const auto r = timetable.report(start.registers, start.memory, o, [](const auto& at) {
    return fmt::format("{}; {} instructions, {} uops, {} cycles\n", sim::why(at.last),
                       at.instructions, at.uops, at.cycles);
  });
  int code     = r.last.stop == stop_e::End ? 0 : 1;
  if (tlm) {
    const auto on = on_tlm(beside, start, o);
    fmt::print("golden and TLM: {} cycles, {}; {:.3g} instructions/s\n", on.cycles, on.verdict,
               on.rate);
    if (on.cycles != r.cycles || !on.agrees) code = 1;
  }
  if (core != nullptr) {
    const auto on = on_rtl(beside, start, *core, o);
    fmt::print("golden and RTL: {} cycles, {}; {:.3g} instructions/s\n", on.cycles, on.verdict,
               on.rate);
    if (on.cycles != r.cycles || !on.agrees) code = 1;
  }
  return code;
}

}  // namespace weft::sim
