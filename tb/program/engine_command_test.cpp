// SPDX-License-Identifier: Apache-2.0
//
// `weft engine run` as a user calls it.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "sim/file/npy.hpp"
#include "tb/program/program_test.hpp"

namespace weft {
namespace {

namespace npy = sim::npy;

class WeftEngine : public program_test {
 protected:
  std::string path(const std::string& name) { return (folder_ / name).string(); }

  std::string bytes(const std::string& name, unsigned rows, unsigned cols) {
    std::mt19937 rng(rows * 1000 + cols);
    std::vector<std::uint32_t> values(std::size_t{rows} * cols);
    for (auto& x : values) x = static_cast<std::uint32_t>(rng());
    npy::write(folder_ / name, npy::pack(npy::dtype_e::I1, rows, cols, values));
    return path(name);
  }

  static constexpr const char* Small = " --type int8 --array 4x4 --bus 64 ";
};

TEST_F(WeftEngine, GivesTheBitsOfGemmOnGoldenAndRtl) {
  const auto a = bytes("a.npy", 21, 19), b = bytes("b.npy", 19, 13);
  for (const char* flow : {"ws", "os"}) {
    for (const char* options : {"", " --latency 0", " --latency 40 --stall 30 --seed 7"}) {
      const auto said = says(fmt::format("engine run {} {}{}--dataflow {}{} -o {}", a, b, Small,
                                         flow, options, path("d.npy")));
      EXPECT_NE(said.find("all equal\n"), std::string::npos) << said;
      says(fmt::format("gemm {} {} --type int8 --array 4x4 --engine golden -o {}", a, b,
                       path("e.npy")));
      EXPECT_EQ(get(folder_ / "d.npy"), get(folder_ / "e.npy")) << flow << options;
    }
  }
}

TEST_F(WeftEngine, TurnsAddsAndNarrowsAsGemmDoes) {
  const auto a = bytes("a.npy", 9, 11), b = bytes("b.npy", 7, 11);  // B has N rows
  const std::string options = " --transpose-b --relu --out int8 --scale 0.01 ";
  const auto said = says("engine run " + a + " " + b + Small + options + "-o " + path("d.npy"));
  EXPECT_NE(said.find("all equal\n"), std::string::npos) << said;
  says("gemm " + a + " " + b + " --type int8 --array 4x4 --engine golden" + options + "-o " +
       path("e.npy"));
  EXPECT_EQ(get(folder_ / "d.npy"), get(folder_ / "e.npy"));

  // D + D
  says("engine run " + a + " " + b + Small + "--transpose-b -o " + path("c.npy"));
  says("engine run " + a + " " + b + Small + "--transpose-b --c " + path("c.npy") + " -o " +
       path("twice.npy"));
  const auto once = npy::read(folder_ / "c.npy"), twice = npy::read(folder_ / "twice.npy");
  for (std::size_t i = 0; i < std::size_t{9} * 7; ++i) {
    ASSERT_EQ(twice.bits(i), (2 * once.bits(i)) & 0xffff'ffff);
  }
}

TEST_F(WeftEngine, TakesTheCyclesThatWeftCyclesSays) {
  const auto a = bytes("a.npy", 64, 128), b = bytes("b.npy", 128, 64);
  const auto law = says(
      "cycles --type int8 --array 16x16 --shapes 64x64x128 --dataflow ws --bus 128 "
      "--latency 100");
  const auto run    = says("engine run " + a + " " + b + " --engine golden --latency 100");
  const auto cycles = run.substr(8, run.find(' ', 8) - 8);
  EXPECT_NE(law.find(' ' + cycles + ' '), std::string::npos) << law << run;
}

TEST_F(WeftEngine, WaitsForASmallArrayAndASlowMemory) {
  const auto a = bytes("a.npy", 64, 256), b = bytes("b.npy", 256, 64);
  says("engine run " + a + " " + b + " --engine golden --array 2x2 --blocks 32x32x256");
  const auto small = bytes("c.npy", 3, 3);
  says("engine run " + small + " " + small + " --engine golden --array 4x4 --latency 50000");
}

TEST_F(WeftEngine, WritesAWaveformThatGtkwaveLoads) {
  const auto a = bytes("a.npy", 5, 6), b = bytes("b.npy", 6, 7);
  says("engine run " + a + " " + b + Small + "--wave " + path("run.fst"));
  expect_gtkwave_loads(path("run.fst"), path("run.gtkw"));
}

}  // namespace
}  // namespace weft
