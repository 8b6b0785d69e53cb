// SPDX-License-Identifier: Apache-2.0
//
// `weft engine` as a user calls it.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
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

  nlohmann::json json(const std::string& arguments) {
    return nlohmann::json::parse(says(arguments + " --json"));
  }

  static constexpr const char* Small = " --type int8 --array 4x4 --bus 64 ";
};

TEST_F(WeftEngine, GivesTheBitsOfGemmOnEveryEngine) {
  const auto a = bytes("a.npy", 21, 19), b = bytes("b.npy", 19, 13);
  for (const char* flow : {"ws", "os"}) {
    for (const char* options : {"", " --latency 0", " --latency 40 --stall 30 --seed 7"}) {
      const auto said = says(fmt::format("engine run {} {}{}--dataflow {}{} -o {}", a, b, Small,
                                         flow, options, path("d.npy")));
      EXPECT_NE(said.find("all equal\n"), std::string::npos) << said;
      const bool stalls = std::string(options).find("stall") != std::string::npos;
      EXPECT_EQ(said.starts_with("without tlm, which has no stalls\n"), stalls) << said;
      EXPECT_EQ(said.find("\ntlm ") == std::string::npos, stalls) << said;
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

TEST_F(WeftEngine, TlmAloneHasTheFiguresAndBitsOfGolden) {
  const auto a = bytes("a.npy", 70, 90), b = bytes("b.npy", 90, 50);
  const auto on = [&](const std::string& engine) {
    return says("engine run " + a + " " + b + " --array 8x4 --blocks 32x16x24 --latency 37 -o " +
                path(engine) + " --engine " + engine);
  };
  EXPECT_EQ(on("tlm").substr(8), on("golden").substr(8));
  EXPECT_EQ(get(folder_ / "tlm"), get(folder_ / "golden"));
  says("gemm " + a + " " + b + " --type int8 --engine golden -o " + path("gemm"));
  EXPECT_EQ(get(folder_ / "tlm"), get(folder_ / "gemm"));
}

TEST_F(WeftEngine, TheTlmModelTimesTheFirstBlocksOfALargeJob) {
  const auto a = bytes("a.npy", 65, 64), b = bytes("b.npy", 64, 64);
  const std::string run = "engine run " + a + " " + b + " --array 2x2 --blocks 4x4x4 --engine ";
  EXPECT_TRUE(says(run + "tlm")
                  .starts_with("tlm: of 4352 blocks, 4096 are timed, the others in proportion\n"));
}

TEST_F(WeftEngine, AllIsWithoutTlmWhereItTimesNotAllBlocks) {
  const auto a = bytes("a.npy", 129, 128), b = bytes("b.npy", 128, 128);
  const auto said = says("engine run " + a + " " + b + Small + "--latency 0");
  EXPECT_TRUE(said.starts_with("without tlm, which times 4096 of 4352 blocks\ngolden ")) << said;
  EXPECT_EQ(said.find("\ntlm "), std::string::npos) << said;
}

TEST_F(WeftEngine, SaysItsFiguresAsJson) {
  const auto a = bytes("a.npy", 21, 19), b = bytes("b.npy", 19, 13);
  auto j = json("engine run " + a + " " + b + Small + "--latency 9");
  EXPECT_EQ(j["type"], "int8");
  EXPECT_EQ(j["array"], nlohmann::json({4, 4}));
  EXPECT_EQ(j["blocks"], nlohmann::json({8, 8, 8}));
  EXPECT_EQ(nlohmann::json({j["m"], j["n"], j["k"], j["bus"], j["latency"], j["agree"]}),
            nlohmann::json({21, 13, 19, 64, 9, true}));
  ASSERT_EQ(j["engines"].size(), 3u);
  const auto &golden = j["engines"]["golden"], &tlm = j["engines"]["tlm"];
  EXPECT_EQ(golden, tlm);
  EXPECT_EQ(golden, j["engines"]["rtl"]);
  // Rows of blocks of 8 x 8 x 8 in words of 8 bytes.
  const auto words = [](unsigned at, unsigned bytes) { return (at + bytes - 1) / 8 - at / 8 + 1; };
  unsigned read = 0, written = 0;
  for (unsigned n = 0; n < 13; n += 8) {
    const unsigned cols = std::min(8u, 13 - n);
    for (unsigned m = 0; m < 21; ++m) written += words((m * 13 + n) * 4, cols * 4);
    for (unsigned k = 0; k < 19; k += 8) {
      for (unsigned m = 0; m < 21; ++m) read += words(m * 19 + k, std::min(8u, 19 - k));
    }
    for (unsigned k = 0; k < 19; ++k) read += 3 * words(k * 13 + n, cols);
  }
  EXPECT_EQ(golden["write_bytes"], 8 * written);
  EXPECT_EQ(golden["read_bytes"], 8 * read);
  const double cycles = golden["cycles"], array = golden["array_cycles"];
  EXPECT_DOUBLE_EQ(golden["busy"], array / cycles);
  EXPECT_DOUBLE_EQ(golden["utilisation"], 21 * 19 * 13 / 16. / cycles);
  EXPECT_LE(array + golden["wait_load"].get<double>() + golden["wait_store"].get<double>(), cycles);
  EXPECT_FALSE(j.contains("note"));
  j = json("engine run " + a + " " + b + Small + "--stall 10");
  EXPECT_EQ(j["note"], "without tlm, which has no stalls");
  EXPECT_EQ(j["engines"].size(), 2u);
}

TEST_F(WeftEngine, AddsARowOfBiases) {
  const auto a = bytes("a.npy", 9, 11), b = bytes("b.npy", 11, 7);
  const std::vector<std::uint32_t> row{1, 20, 300, 4'000'000, 5, 6, 0x8000'0000};
  std::vector<std::uint32_t> rows;
  for (int i = 0; i < 9; ++i) rows.insert(rows.end(), row.begin(), row.end());
  npy::write(folder_ / "row.npy", npy::pack(npy::dtype_e::I4, 1, 7, row));
  npy::write(folder_ / "rows.npy", npy::pack(npy::dtype_e::I4, 9, 7, rows));
  const std::string run = "engine run " + a + " " + b + Small;
  const auto said       = says(run + "--bias " + path("row.npy") + " -o " + path("d.npy"));
  EXPECT_NE(said.find("all equal\n"), std::string::npos) << said;
  says(run + "--engine golden --c " + path("rows.npy") + " -o " + path("e.npy"));
  EXPECT_EQ(get(folder_ / "d.npy"), get(folder_ / "e.npy"));
  EXPECT_EQ(weft(run + "--bias " + path("rows.npy")).code, 2);
}

/// A trace, by track and name; every event once.
struct event {
  std::uint64_t from, to;
  nlohmann::json args;
};
struct trace {
  std::map<std::string, std::map<std::string, std::vector<event>>> tracks;

  explicit trace(const std::string& text) {
    std::map<int, std::string> names;
    std::map<int, std::uint64_t> free;
    const auto all = nlohmann::json::parse(text);
    for (const auto& e : all["traceEvents"]) {
      const int tid = e["tid"];
      if (e["ph"] == "M") {
        names[tid] = e["args"]["name"];
        continue;
      }
      EXPECT_EQ(e["ph"], "X");
      const std::uint64_t from = e["ts"], cycles = e["dur"];
      EXPECT_EQ(e["cat"], names[tid]);
      EXPECT_GE(from, free[tid]) << "events of a track overlap: " << e;
      EXPECT_GT(cycles, 0u);
      free[tid] = from + cycles;
      tracks[names[tid]][e["name"]].push_back({from, from + cycles - 1, e["args"]});
    }
  }
};

TEST_F(WeftEngine, TracesEveryBlockInItsOrder) {
  const auto a = bytes("a.npy", 21, 19), b = bytes("b.npy", 19, 13);
  std::vector<std::uint32_t> ones(21 * 13, 1);
  npy::write(folder_ / "c.npy", npy::pack(npy::dtype_e::I4, 21, 13, ones));
  for (const std::string options :
       {" --latency 3", " --latency 70 --stall 30", " --transpose-b --latency 0 --dataflow os"}) {
    const bool turned = options.find("transpose") != std::string::npos;
    const auto b_file = turned ? bytes("bt.npy", 13, 19) : b;
    const std::string run =
        "engine run " + a + " " + b_file + " --c " + path("c.npy") + Small + options + " --trace ";
    const auto j     = json(run + path("g.json"));
    const auto& said = j["engines"]["golden"];
    says(run + path("r.json") + " --engine rtl");
    ASSERT_EQ(get(folder_ / "g.json"), get(folder_ / "r.json")) << options;
    auto tracks = trace(get(folder_ / "g.json")).tracks;
    ASSERT_EQ(tracks.size(), 3u);

    // Each step of 3 x 2 x 3 after its operands, in panels that are free, and each block behind it.
    auto &load = tracks["load"], &array = tracks["array"], &store = tracks["store"];
    std::uint64_t busy = 0, bytes_stored = 0;
    std::vector<event> steps, blocks;
    std::map<std::string, unsigned> seen;
    for (unsigned m = 0; m < 3; ++m) {
      for (unsigned n = 0; n < 2; ++n) {
        for (unsigned k = 0; k < 3; ++k) {
          const auto& step = array.at(fmt::format("D {},{} k {}", m, n, k)).at(0);
          busy += step.to - step.from + 1;
          const std::vector<unsigned> size{m == 2 ? 5u : 8u, n == 1 ? 5u : 8u, k == 2 ? 3u : 8u};
          EXPECT_EQ(step.args, nlohmann::json({{"m", size[0]}, {"n", size[1]}, {"k", size[2]}}));
          const auto of_a = fmt::format("A {},{}", m, k), of_b = fmt::format("B {},{}", k, n),
                     of_c  = fmt::format("C {},{}", m, n);
          const auto needs = [&](const std::string& name, unsigned bytes) {
            const auto& l = load.at(name).at(seen[name]++);
            EXPECT_LT(l.to, step.from) << name << options;
            if (steps.size() >= 2 && name != of_c) {
              EXPECT_GT(l.from, steps.rbegin()[1].to) << name;
            }
            EXPECT_EQ(l.args["bytes"], bytes) << name;
          };
          needs(of_a, size[0] * size[2]);
          needs(of_b, size[2] * size[1]);
          if (k == 0) needs(of_c, 4 * size[0] * size[1]);
          steps.push_back(step);
        }
        const auto& block = store.at(fmt::format("D {},{}", m, n)).at(0);
        EXPECT_GT(block.from, steps.back().to);
        if (!blocks.empty()) {
          EXPECT_GT(block.from, blocks.back().to);
        }
        bytes_stored += block.args["bytes"].get<std::uint64_t>();
        blocks.push_back(block);
      }
    }
    EXPECT_EQ(array.size(), 18u);
    EXPECT_EQ(store.size(), 6u);
    EXPECT_EQ(bytes_stored, 4u * 21 * 13);
    for (const auto& [name, all] : load) EXPECT_EQ(all.size(), seen[name]) << name;
    EXPECT_EQ(busy, said["array_cycles"]);
    EXPECT_EQ(
        steps.front().from - 3 + steps.back().to - steps.front().from + 1,
        busy + said["wait_load"].get<std::uint64_t>() + said["wait_store"].get<std::uint64_t>());
    EXPECT_EQ(blocks.back().to + 2, said["cycles"]);
  }
}

TEST_F(WeftEngine, ATraceIsCutBehindTheFirstHundredThousandEvents) {
  const auto a = bytes("a.npy", 70, 70), b = bytes("b.npy", 70, 70);
  const auto said =
      says("engine run " + a + " " + b +
           " --array 2x2 --blocks 2x2x2 --latency 0 --engine golden --trace " + path("t.json"));
  EXPECT_NE(said.find("100000 events, 29850 left out\n"), std::string::npos) << said;
  EXPECT_EQ(nlohmann::json::parse(get(folder_ / "t.json"))["traceEvents"].size(), 100004u);
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
