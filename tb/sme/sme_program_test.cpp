// SPDX-License-Identifier: Apache-2.0

#include "sim/sme/sme_program.hpp"

#include <elf.h>
#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <string>

#include "sim/file/input_error.hpp"
#include "tb/file/files.hpp"

namespace weft::sim {
namespace {

using golden::sme::paged_memory;

std::string start() { return std::string(WEFT_KERNELS) + "/start"; }

class SmeProgram : public testing::Test {
 protected:
  /// Runs what `path` holds to its end.
  void run(const std::string& path) {
    program_ = load_program(path, 0x10'0000, memory_);
    s_.pc    = program_.entry.value();
    EXPECT_EQ(golden::sme::run(s_, memory_, 100).last.stop, golden::sme::stop_e::End);
    std::uint8_t counter[8] = {};
    EXPECT_TRUE(memory_.read(program_.symbols.at("counter").address, counter));
    EXPECT_EQ(s_.x[0], 42u);
    EXPECT_EQ(counter[0], 42);
    EXPECT_EQ(s_.x[2], 0x74666577u);
  }
  void expect_refused(const std::string& bytes, const std::string& what) {
    put(folder_ / "file", bytes);
    expect_input_error([&] { load_program(folder_ / "file", 0, memory_); }, what);
  }
  static void expect_input_error(const std::function<void()>& action, const std::string& what) {
    try {
      action();
      ADD_FAILURE() << what;
    } catch (const input_error& e) {
      EXPECT_NE(std::string(e.what()).find(what), std::string::npos) << e.what();
    }
  }

  scratch folder_;
  paged_memory memory_;
  golden::sme::state s_;
  sme_program program_;
};

TEST_F(SmeProgram, ObjectsAreRelocated) {
  run(start() + ".o");
  EXPECT_GE(program_.entry, 0x10'0000u);
}

TEST_F(SmeProgram, ExecutablesGoWhereTheySay) {
  run(start());
  EXPECT_LT(memory_.pages().begin()->first, 0x50'0000u);
}

TEST_F(SmeProgram, WhatIsNoProgramIsRefused) {
  const std::string object = get(start() + ".o");
  Elf64_Ehdr header;
  std::memcpy(&header, object.data(), sizeof header);
  const auto with = [&](auto&& change) {
    Elf64_Ehdr changed = header;
    change(changed);
    std::string bytes = object;
    std::memcpy(bytes.data(), &changed, sizeof changed);
    return bytes;
  };
  expect_refused("", "neither ELF nor whole instruction words");
  expect_refused("12345", "neither ELF nor whole instruction words");
  expect_refused(object.substr(0, 40), "the file is cut short");
  expect_refused(object.substr(0, object.size() - 100), "the file is cut short");
  expect_refused(with([](auto& h) { h.e_machine = EM_X86_64; }), "not for little-endian AArch64");
  expect_refused(with([](auto& h) { h.e_type = ET_DYN; }),
                 "neither an object nor a static executable");
}

}  // namespace
}  // namespace weft::sim
