// SPDX-License-Identifier: Apache-2.0
//
// `weft engine` as a user calls it.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <regex>
#include <string>
#include <vector>

#include "sim/file/npy.hpp"
#include "tb/program/program_test.hpp"

namespace weft::engine_command_test {
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

TEST_F(WeftEngine, ASparseMatrixTakesFewerCycles) {
  // Two of each four neighbours of a row of A are zero.
  npy::array2d a{"a", npy::dtype_e::I1, 13, 40, {}};
  for (unsigned i = 0; i < 13 * 40; ++i) {
    const unsigned first = i / 4 % 3, second = first + 1 + i / 4 % 2;
    const bool there = i % 4 == first || i % 4 == second;
    a.bytes.push_back(there ? static_cast<std::uint8_t>(37 * i + 11) : 0);
  }
  npy::write(folder_ / "a.npy", a);
  const auto b = bytes("b.npy", 40, 9), files = path("a.npy") + " " + b + " --type int8 ";
  std::map<std::string, nlohmann::json> of;
  for (const std::string engine : {"golden", "tlm"}) {
    for (const std::string how : {"", " --sparse-a"}) {
      const auto out   = path("d" + how.substr(how.size() / 2) + ".npy");
      of[engine + how] = nlohmann::json::parse(says(
          "engine run " + files + "--array 8x8 --blocks 16x16x16 --latency 7 --json --engine " +
          engine + how + " -o " + out))["engines"][engine];
      says("gemm " + files + "--array 8x8 --engine golden -o " + path("e.npy"));
      EXPECT_EQ(get(out), get(folder_ / "e.npy")) << engine << how;
    }
    EXPECT_LT(of[engine + " --sparse-a"]["array_cycles"].get<unsigned>() * 6,
              of[engine]["array_cycles"].get<unsigned>() * 5);
  }
  EXPECT_EQ(of["golden --sparse-a"], of["tlm --sparse-a"]);
}

TEST_F(WeftEngine, TakesProfilesOfSeveralProductsAndBlockScalesAsGemmDoes) {
  const auto file = [&](const std::string& name, npy::dtype_e type, unsigned rows, unsigned cols,
                        unsigned from, unsigned of) {
    std::vector<std::uint32_t> values(std::size_t{rows} * cols);
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = from + static_cast<std::uint32_t>(i * 37 + i / 7) % of;
    }
    npy::write(folder_ / name, npy::pack(type, rows, cols, values));
    return path(name);
  };
  using enum npy::dtype_e;
  const auto runs = [&](const std::string& product, const std::string& blocks) {
    says("gemm " + product + "--array 4x4 --engine golden -o " + path("e.npy"));
    std::map<std::string, std::string> said;
    for (const std::string engine : {"golden", "tlm"}) {
      said[engine] = says("engine run " + product + "--array 4x4 --bus 64 --latency 7 --blocks " +
                          blocks + " --engine " + engine + " -o " + path("d.npy"));
      EXPECT_EQ(get(folder_ / "d.npy"), get(folder_ / "e.npy")) << product << engine;
    }
    EXPECT_EQ(said["golden"].substr(8), said["tlm"].substr(8));
    EXPECT_NE(said["golden"].find(" multiply-adds a cycle"), std::string::npos);
  };
  const auto half = file("a16.npy", F2, 9, 30, 0x3800, 0x900) + " " +
                    file("b16.npy", F2, 30, 7, 0xb800, 0x900) + " --profile ";
  runs(half + "v100-hmma-fp16 ", "8x8x16");
  runs(half + "a100-hmma-fp16 ", "16x8x8");
  const auto mx = file("a8.npy", U1, 9, 70, 0x20, 0x30) + " " +
                  file("b8.npy", U1, 70, 7, 0xa0, 0x30) + " --profile b200-mx-e4m3 ";
  const auto scales = "--scale-a " + file("sa.npy", U1, 9, 3, 0x78, 0x10) + " --scale-b " +
                      file("sb.npy", U1, 3, 7, 0x7a, 0x10) + " ";
  runs(mx + scales, "8x4x32");

  const auto refused = [&](const std::string& arguments, const std::string& text) {
    expect_refused("engine " + arguments + " --engine golden", text);
  };
  refused("run " + mx, "--scale-a: b200-mx-e4m3 needs block scales");
  refused("run " + half + "v100-hmma-fp16 " + scales,
          "--scale-a: v100-hmma-fp16 has no block scales");
  refused("run " + mx + scales + "--blocks 8x8x48", "a depth of 48 is no multiple of");
  refused("run " + half + "a100-hmma-fp16 --sparse-a", "takes several products a step");
  refused("conv --picture 4x4x32 --profile b200-mx-e4m3", "a picture has no block scales");
}

TEST_F(WeftEngine, ConvolvesAsAGemmOfTheGatheredPixelsDoes) {
  constexpr unsigned H = 6, W = 7, Cin = 3, N = 5, Out = 12;  // 3 x 4 pixels
  const auto picture = bytes("picture.npy", H, W * Cin), b = bytes("b.npy", 2 * 3 * Cin, N);
  const auto said =
      says("engine conv " + picture + " " + b + Small +
           "--picture 6x7x3 --window 2x3 --stride 2 --pad 1 --pad-value 9 --pixels 3x4 -o " +
           path("d.npy"));
  EXPECT_NE(said.find("all equal\n"), std::string::npos) << said;

  const auto pixels = npy::read(folder_ / "picture.npy");
  std::vector<std::uint32_t> gathered;
  for (int y = -1; y < 5; y += 2) {
    for (int x = -1; x < 7; x += 2) {
      for (int r = y; r < y + 2; ++r) {
        for (int s = x; s < x + 3; ++s) {
          for (unsigned c = 0; c < Cin; ++c) {
            const bool there = r >= 0 && s >= 0 && r < int{H} && s < int{W};
            const auto at    = static_cast<std::size_t>(r * int{W} + s) * Cin + c;
            gathered.push_back(there ? static_cast<std::uint32_t>(pixels.bits(at)) : 9);
          }
        }
      }
    }
  }
  npy::write(folder_ / "a.npy", npy::pack(npy::dtype_e::I1, Out, 2 * 3 * Cin, gathered));
  says("gemm " + path("a.npy") + " " + b + " --type int8 --array 4x4 --engine golden -o " +
       path("e.npy"));
  EXPECT_EQ(get(folder_ / "d.npy"), get(folder_ / "e.npy"));
}

TEST_F(WeftEngine, CopiesPlanesOnEveryEngine) {
  const std::string options = "engine copy --array 4x4 --bus 64 --shape 3x5x37 --from-row 41 ";
  const auto said           = says(options + "--to-plane 200");
  EXPECT_NE(said.find("all equal\n"), std::string::npos) << said;
  const auto j = json(options + "--engine golden");
  EXPECT_EQ(j["engines"]["golden"]["array_cycles"], 0);
  EXPECT_GE(j["engines"]["golden"]["read_bytes"], 3 * 5 * 37);
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

TEST_F(WeftEngine, BusySaysTheCyclesOfTheLawAndWhatLimitsThem) {
  for (const std::string options : {" --type int8 --dataflow ws --latency 100 --bus ",
                                    " --type fp16 --dataflow os --latency 7 --bus "}) {
    for (const std::string bus : {"64", "256"}) {
      const auto busy = json("engine busy" + options + bus)["products"];
      const std::string cycles =
          "cycles --array 16x16 --shapes 64x64x64,128x128x128,256x256x256,512x512x512,"
          "1024x1024x1024" +
          options + bus;
      const auto law = json(cycles)["shapes"];
      const auto at_once =
          json(std::regex_replace(cycles, std::regex("--latency [0-9]+"), "--latency 0"))["shapes"];
      ASSERT_EQ(busy.size(), law.size());
      for (std::size_t i = 0; i < law.size(); ++i) {
        const auto& x = busy[i];
        for (const char* figure : {"m", "cycles", "read_bytes", "write_bytes", "utilisation"}) {
          EXPECT_EQ(x[figure], law[i][figure]) << figure;
        }
        const auto& needs          = x["needs"];
        const std::uint64_t cycles = x["cycles"];
        std::uint64_t most         = 0;
        for (const auto& part : needs) {
          EXPECT_LE(part, cycles) << x;
          most = std::max(most, part.get<std::uint64_t>());
        }
        EXPECT_EQ(needs["array"], law[i]["array_cycles"]);
        EXPECT_EQ(needs["read_bus"].get<unsigned>() * std::stoul(bus) / 8, x["read_bytes"]);
        EXPECT_EQ(needs["write_bus"].get<unsigned>() * std::stoul(bus) / 8, x["write_bytes"]);
        EXPECT_EQ(cycles - needs["latency"].get<std::uint64_t>(), at_once[i]["cycles"]);
        std::string limit = x["limit"];
        std::ranges::replace(limit, ' ', '_');
        EXPECT_EQ(needs[limit], most);
      }
    }
  }
}

TEST_F(WeftEngine, BusyNamesTheLimitThatBinds) {
  const auto limit = [&](const std::string& options) {
    const auto j = json("engine busy --list " + file("one", "x 256 256 256\n") + options);
    return j["products"][0]["limit"].get<std::string>();
  };
  EXPECT_EQ(limit(" --bus 128"), "array");
  EXPECT_EQ(limit(" --type fp16 --bus 64 --blocks 64x32x256 --latency 0"), "read bus");
  EXPECT_EQ(limit(" --type fp16 --bus 64"), "read bus");
  EXPECT_EQ(limit(" --bus 128 --in-flight 1 --latency 1000"), "latency");
  EXPECT_EQ(limit(" --bus 64 --array 64x64 --blocks 256x256x256 --latency 0"), "write bus");
  // D as INT8 has a quarter of the bytes of its INT32 sums.
  const auto sums   = json("engine busy --bus 256"),
             narrow = json("engine busy --bus 256 --out int8");
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(sums["products"][i]["write_bytes"],
              4 * narrow["products"][i]["write_bytes"].get<unsigned>());
  }
  // One burst of 256 bytes in 1000 + 16 + 2 cycles.
  const auto j = json("engine busy --bus 128 --in-flight 1 --latency 1000");
  EXPECT_DOUBLE_EQ(j["products"][0]["gives"], 256. / 1018);
}

TEST_F(WeftEngine, TheRateThatBusyGivesIsThatOfLoads) {
  // Rows of 256 bytes: 16 of A and 256 of B are a burst each.
  const auto a = bytes("a.npy", 16, 256), b = bytes("b.npy", 256, 256);
  for (const unsigned in_flight : {1u, 3u}) {
    const auto options = fmt::format(" --bus 128 --latency 100 --in-flight {}", in_flight);
    const auto run =
        json("engine run " + a + " " + b + " --blocks 16x256x256 --engine tlm" + options);
    const double gives = json("engine busy" + options)["products"][0]["gives"];
    EXPECT_NEAR(run["engines"]["tlm"]["wait_load"].get<double>(), 272 * 256 / gives, 200);
  }
}

TEST_F(WeftEngine, BusyTakesTheLayersOfANetwork) {
  const auto j       = json("engine busy --bus 128 --list resnet50");
  std::uint64_t macs = 0, cycles = 0, layers = 0, weights = 0;
  for (const auto& x : j["products"]) {
    const std::uint64_t times = x["times"], n = x["n"], k = x["k"];
    macs += times * x["m"].get<std::uint64_t>() * n * k;
    cycles += times * x["cycles"].get<std::uint64_t>();
    weights += times * n * k;
    layers += times;
  }
  // 3.8 x 10^9 multiply-adds (table 1); 25.5 million parameters, 2.05 million in the classifier.
  EXPECT_EQ(layers, 53u);
  EXPECT_NEAR(static_cast<double>(macs), 3.85e9, 0.01e9);
  EXPECT_NEAR(static_cast<double>(weights), 23.45e6, 0.05e6);
  ASSERT_EQ(j["totals"].size(), 1u);
  EXPECT_EQ(j["totals"][0]["cycles"], cycles);
  EXPECT_EQ(j["totals"][0]["times"], 53);
  EXPECT_DOUBLE_EQ(j["totals"][0]["utilisation"],
                   static_cast<double>(macs) / 256 / static_cast<double>(cycles));

  const auto list = file("net", "# name m n k\nfirst 64 64 64\n\n second 32 16 8 3 # thrice\n");
  const auto said = says("engine busy --bus 64 --list " + list);
  EXPECT_NE(said.find("\nfirst       1     64    64    64   64         4395"), std::string::npos)
      << said;
  EXPECT_NE(said.find("\nsecond      3     32    16     8   64"), std::string::npos) << said;
  EXPECT_NE(said.find("\ntotal       4"), std::string::npos) << said;
}

TEST_F(WeftEngine, TheRingRunsJobsUnderEachOther) {
  const auto list    = file("list", "a 64 64 64 3\nb 30 70 100\n");
  const auto options = " --array 4x4 --blocks 32x32x32 --bus 64 --latency 20 --list " + list;
  const auto busy    = json("engine busy" + options);
  for (const bool overlap : {false, true}) {
    const auto trace = path("ring.json");
    const auto j =
        json("engine ring" + options + " --trace " + trace + (overlap ? " --overlap" : ""));
    EXPECT_EQ(j["jobs"], 4);
    EXPECT_EQ(j["array"], busy["totals"][0]["needs"]["array"]);
    EXPECT_LT(j["rows"][1]["cycles"], j["rows"][0]["cycles"]);
    EXPECT_LT(j["rows"][2]["cycles"], j["rows"][1]["cycles"]);
    std::array<std::uint64_t, 4> steps_end{}, loads_begin{}, stores_end{}, stores_begin{};
    loads_begin.fill(~0ull), stores_begin.fill(~0ull);
    std::uint64_t last = 0;
    std::map<std::string, unsigned> seen;
    const auto events = nlohmann::json::parse(get(trace));
    for (const auto& e : events["traceEvents"]) {
      if (e["ph"] != "X") continue;
      // Blocks of a track in their order: of three jobs of one shape, then of the last one.
      const std::string track = e["cat"];
      const auto blocks       = track == "load" ? 16u : track == "array" ? 8u : 4u;
      const auto job          = std::min(3u, seen[track]++ / blocks);
      const auto from = e["ts"].get<std::uint64_t>(), to = from + e["dur"].get<std::uint64_t>();
      if (e["cat"] == "load") loads_begin[job] = std::min(loads_begin[job], from);
      if (e["cat"] == "array") steps_end[job] = std::max(steps_end[job], to);
      if (e["cat"] == "store") {
        stores_begin[job] = std::min(stores_begin[job], from);
        stores_end[job]   = std::max(stores_end[job], to);
      }
      last = std::max(last, to);
    }
    for (unsigned n = 1; n < 4; ++n) {
      EXPECT_EQ(loads_begin[n] < steps_end[n - 1], overlap) << "loads under the array";
      EXPECT_GE(loads_begin[n] < stores_end[n - 1], overlap);
      EXPECT_GT(stores_begin[n], stores_end[n - 1]) << "no store under a job before";
    }
    // The trace begins with the first job in the core, and ends before the last completion.
    const auto cycles = j["rows"][overlap ? 2 : 1]["cycles"].get<std::uint64_t>();
    EXPECT_LT(last, cycles);
    EXPECT_GT(last + 200, cycles);
  }
  expect_refused("engine ring --list " + file("long", "x 8 8 8 5000\n"), "more than 4096 jobs");
}

TEST_F(WeftEngine, BusyRefusesAListThatIsNone) {
  const auto refused = [&](const std::string& text, const std::string& what) {
    expect_refused("engine busy --list " + file("net", text), "net" + what);
  };
  refused("", ": has no layer");
  refused("# nothing\n", ": has no layer");
  refused("a 1 2 3\nb 1 2\n", ":2: 3 words");
  refused("a 1 2 3 4 5\n", ":1: 6 words");
  refused("a 0 2 3\n", ":1: 0: m, n and k");
  refused("a 1 65536 3\n", ":1: 65536: m, n and k");
  refused("a 1 2 3x\n", ":1: 3x: m, n and k");
  refused("a 1 2 3 0\n", ":1: 0: times");
  refused(std::string(25, 'n') + " 1 2 3\n", ":1: nnnnnnnnnnnnnnnnnnnnnnnnn: a name has");
  refused("a 65535 65535 65535\n", ": a has 268435456 blocks of 64x64x256, at most 65536");
  expect_refused("engine busy --blocks 8x8x8",
                 "--blocks 8x8x8: 512^3 has 262144 blocks of 8x8x8, at most 65536");
}

TEST_F(WeftEngine, ThePointsOfTheRooflineAreBelowTheirRoofs) {
  const auto odd = file("odd", "<a&b> 64 64 64\n");
  for (const std::string& options : std::vector<std::string>{"", " --type fp16 --list resnet50",
                                                             " --in-flight 1", " --list " + odd}) {
    const auto j   = json("engine busy --svg " + path("r.svg") + options);
    const auto svg = get(folder_ / "r.svg");
    EXPECT_EQ(svg.find("nan"), std::string::npos);
    const auto parsed = run(folder_,
                            "python3 -c 'import sys, "
                            "xml.dom.minidom as x; x.parse(sys.argv[1])' " +
                                path("r.svg"));
    EXPECT_EQ(parsed.code, 0) << parsed.err;
    std::size_t points = 0;
    for (auto at = svg.find("<title>"); at != std::string::npos; at = svg.find("<title>", at + 1)) {
      ++points;
    }
    EXPECT_EQ(points, j["products"].size()) << options;
    for (const auto& x : j["products"]) {
      const double macs  = x["macs"],
                   bytes = std::max(x["read_bytes"].get<double>(), x["write_bytes"].get<double>());
      const double cycle = macs / x["cycles"].get<double>(), gives = x["gives"];
      EXPECT_LE(cycle, std::min(256., macs / bytes * gives)) << x;
      const auto said =
          fmt::format("<title>{}, {} bits: {:.1f} a byte, {:.1f} a cycle, {:.1f} %",
                      options.ends_with(odd) ? "&lt;a&amp;b&gt;" : x["name"].get<std::string>(),
                      x["bus"].get<int>(), macs / bytes, cycle, 100 * cycle / 256);
      EXPECT_NE(svg.find(said), std::string::npos) << said;
    }
  }
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
}  // namespace weft::engine_command_test
