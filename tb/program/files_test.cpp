// SPDX-License-Identifier: Apache-2.0
//
// The program `weft` and bad files: folders, devices, names with a newline, paths that cannot be
// written, full disks, signals. Each ends with one line, exit code 2 and no debris.

#include <sys/stat.h>

#include <chrono>
#include <csignal>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "sim/file/npy.hpp"
#include "tb/program/program_test.hpp"

namespace weft::files_test {
namespace {

namespace npy = sim::npy;

class WeftFiles : public program_test {
 protected:
  std::string path(const std::string& name) { return (folder_ / name).string(); }

  /// A square matrix of ones in FP16.
  std::string ones(const std::string& name, unsigned size) {
    const std::vector<std::uint16_t> values(std::size_t{size} * size, 0x3c00);
    npy::write(folder_ / name, npy::pack(npy::dtype_e::F2, size, size, values));
    return path(name);
  }

  std::string with_wave(unsigned size, const std::string& wave) {
    const auto a = ones("a.npy", size);
    return "gemm " + a + " " + a + " --array 4x4 --engine rtl --wave " + wave;
  }

  /// Nothing in the folder but the operands.
  void expect_no_debris() { EXPECT_EQ(folder_.names(), std::vector<std::string>{"a.npy"}); }
};

TEST_F(WeftFiles, WhatIsNoRegularFileIsRefusedAtOnce) {
  ASSERT_EQ(::mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  const auto a       = ones("a.npy", 4);
  const auto words   = numbers<std::uint32_t>("words", {0xd4000001});
  const auto text    = file("text", "");
  const auto picture = std::string(WEFT_SOURCE_DIR) + "/docs/demo/picture.png";
  for (const auto& [bad, why] : {std::pair{folder_.path().string(), "is a directory"},
                                 {std::string("/dev/zero"), "/dev/zero: is not a regular file"},
                                 {path("pipe"), "pipe: is not a regular file"}}) {
    for (const std::string& arguments :
         {"gemm " + bad + " " + a, "conv " + bad + " --filters " + text + " -o " + text,
          "conv " + picture + " --filters " + bad + " -o " + text,
          "check fma --op f32_mulAdd " + bad, "check dot --profile v100-hmma-fp16 " + bad,
          "za run " + bad, "amx run " + bad, "za bench " + bad, "za utilisation " + bad,
          "za run " + words + " --mem 0:" + bad, "za run " + words + " --state " + bad,
          "amx run " + words + " --state " + bad, "mppa run " + bad,
          "mppa run " + text + " --mem 0:" + bad, "sweep merge " + bad}) {
      expect_refused(arguments, why);
    }
  }
}

TEST_F(WeftFiles, ACheckpointIsAFile) {
  // Standard output of the test's child is a pipe.
  expect_refused("sweep sfu --op rcp --from 3f800000 --to 3f80000f --json /dev/stdout",
                 "/dev/stdout: is not a regular file");
}

TEST_F(WeftFiles, ANameWithALineInItIsOneLine) {
  expect_refused("gemm '" + path("a\nb") + "' x", "/a\\nb: no such file");
}

TEST_F(WeftFiles, ATargetThatCannotBeIsRefusedBeforeTheWork) {
  // Nobody makes a file in /proc.
  expect_refused(with_wave(4, "/proc/w.fst"), "/proc/w.fst: cannot be written: ");
  expect_refused(with_wave(4, path("w.fst")) + " -o /proc/d.npy",
                 "/proc/d.npy: cannot be written: ");
  expect_no_debris();
}

TEST_F(WeftFiles, AWaveformThatBecomesTooLargeIsALineAndLeavesNothing) {
  // Blocks of 512 bytes (POSIX) or of 1024 (bash).
  for (const int blocks : {1, 8, 16}) {
    const auto a = run(folder_, "ulimit -f " + std::to_string(blocks) + "; " + WEFT_PROGRAM + " " +
                                    with_wave(64, path("w.fst")));
    EXPECT_EQ(a.code, 2) << blocks << ": " << a.err;
    EXPECT_EQ(std::count(a.err.begin(), a.err.end(), '\n'), 1) << a.err;
    EXPECT_NE(a.err.find("w.fst: cannot be written: "), std::string::npos) << a.err;
    expect_no_debris();
  }
}

// SIGKILL cannot be handled: an output that was open would stay.
TEST_F(WeftFiles, AnOutputIsNotOpenedBeforeItIsComputed) {
  const auto a = ones("a.npy", 200);
  // Each takes longer than the time that it gets.
  for (const std::string& arguments :
       {"compare " + a + " " + a + " --profiles v100-hmma-fp16,h100-wgmma-fp16",
        std::string("plot sfu --op tanh")}) {
    const auto killed = run(folder_, "timeout -s KILL 0.1 " + std::string(WEFT_PROGRAM) + " " +
                                         arguments + " -o " + path("out.svg"));
    EXPECT_EQ(killed.code, 128 + SIGKILL) << arguments << killed.out;
    expect_no_debris();
  }
}

TEST_F(WeftFiles, AnInterruptLeavesNoWaveform) {
  for (const char* signal : {"INT", "TERM"}) {
    // Longer than the test; the shell's child is the program itself.
    const auto a = run(folder_, "timeout --preserve-status -s " + std::string(signal) + " 1 " +
                                    WEFT_PROGRAM + " " + with_wave(600, path("w.fst")));
    EXPECT_EQ(a.code, 128 + (signal[0] == 'I' ? SIGINT : SIGTERM)) << a.out << a.err;
    expect_no_debris();
  }
}

}  // namespace
}  // namespace weft::files_test
