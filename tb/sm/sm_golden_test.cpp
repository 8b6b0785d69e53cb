// SPDX-License-Identifier: Apache-2.0
//
// The golden model of the multiprocessor: the cycles of docs/unit/sm.md, the lower bound, and the
// values of random programs against an interpreter in host arithmetic.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "sim/golden/sm/sm_bench.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/sm/sm_launch.hpp"

namespace weft::sm_golden_test {
namespace {

using namespace golden::sm;

instruction one(const std::string& text) { return sim::assemble_sm("test", text).code.front(); }

/// Cycles of a group of instructions a warp of one block, whose results go round registers from 32
/// on.
double group(const std::string& arch_name, const std::vector<std::string>& lines, unsigned warps) {
  std::vector<instruction> group;
  for (const auto& line : lines) group.push_back(one(line));
  const auto steps = [&](unsigned n) {
    auto code     = group;
    unsigned next = n * static_cast<unsigned>(code.size());
    for (auto& i : code) {
      if (i.d == 0) i.d = static_cast<std::uint8_t>(32 + next % 64);
      ++next;
    }
    return code;
  };
  return interval(sim::read_sm_arch(arch_name), warps, steps) / warps;
}

double measured(const std::string& arch_name, const std::string& name, unsigned warps,
                unsigned length = 64) {
  const auto k = sim::read_sm_arch(arch_name);
  for (microbenchmark b : microbenchmarks()) {
    const bool chain = name.ends_with(".chain");
    if (b.dependent != chain || b.name != name.substr(0, name.find('.'))) continue;
    return interval(
               k, warps, [&](unsigned n) { return std::vector{step_of(b, n)}; }, length) /
           warps;
  }
  ADD_FAILURE() << name;
  return 0;
}

TEST(SmGolden, DistancesOnVoltaAreThePublished) {
  EXPECT_EQ(measured("volta", "ffma.chain", 1), 4);
  EXPECT_EQ(measured("volta", "ffma", 4), 2);
  EXPECT_EQ(measured("volta", "imad.chain", 1), 5);
  EXPECT_EQ(measured("volta", "hfma2.chain", 1), 6);
  EXPECT_EQ(measured("volta", "dfma.chain", 1), 8);
  EXPECT_EQ(measured("volta", "dfma", 4), 4);
  EXPECT_EQ(measured("volta", "mufu.chain", 1), 14);
  EXPECT_EQ(measured("volta", "mufu", 4), 8);
  EXPECT_EQ(measured("ampere", "hmma16816", 4), 8);
}

TEST(SmGolden, DependentDistanceIsGroupsAndDepthWhateverTheWindow) {
  for (const auto& name : sim::sm_presets()) {
    for (const unsigned window : {1, 2, 3}) {
      auto k         = sim::read_sm_arch(name);
      k.window       = window;
      const auto b   = microbenchmarks()[1];  // ffma.chain
      const double n = interval(k, 1, [&](unsigned i) { return std::vector{step_of(b, i)}; });
      const auto g   = k.groups(step_of(b, 0), k.ports.front());
      EXPECT_EQ(n, g - 1 + k.depth_of(step_of(b, 0))) << name << ' ' << window;
    }
  }
  EXPECT_EQ(measured("fermi", "ffma.chain", 1), 22);
  EXPECT_EQ(measured("kepler", "ffma.chain", 1), 9);
  EXPECT_EQ(measured("maxwell", "ffma.chain", 1), 6);
  EXPECT_EQ(measured("pascal", "ffma.chain", 1), 6);
}

TEST(SmGolden, ThreeSourcesInABankTakeThreeCyclesAndTwoWithReuse) {
  for (const unsigned warps : {1u, 8u}) {
    EXPECT_EQ(group("volta", {"FFMA R0, R2, R4, R6"}, warps), 3);
    EXPECT_EQ(group("volta", {"FFMA R0, R2.reuse, R4, R6"}, warps), 2);
    EXPECT_EQ(group("volta", {"FFMA R0, R2, R4, R5"}, warps), 2);
  }
}

TEST(SmGolden, ReadsPutOffByABankAreCounted) {
  sm_launch s("volta", "FFMA R0, R2, R4, R6\nEXIT\n");
  s.run();
  EXPECT_EQ(s.count.reads, 3u);
  EXPECT_EQ(s.count.bank_conflicts, 2u + 1);
}

TEST(SmGolden, PortsAndBanksShareAsTheRulesSay) {
  EXPECT_EQ(group("volta", {"FMUL R0, R2, R3", "IADD3 R0, R4, R5, RZ"}, 8), 2);
  EXPECT_EQ(group("volta", {"FFMA R0, R2, R3, R4", "IADD3 R0, R6, R7, RZ"}, 8), 3);
  EXPECT_EQ(group("volta",
                  {"MUFU.RCP R0, R1", "FFMA R0, R2, R3, R4", "FFMA R0, R2, R3, R4",
                   "FFMA R0, R2, R3, R4", "FFMA R0, R2, R3, R4"},
                  8),
            8);
}

/// FFMA a cycle of two warps, on one block or on two.
TEST(SmGolden, TwoWarpsOnTwoBlocksAreTwiceAsFast) {
  const auto cycles = [](unsigned blocks, unsigned n) {
    sm_launch s("volta",
                std::string(".shared 0\n") +
                    [n] {
                      std::string text;
                      for (unsigned i = 0; i < n; ++i) {
                        text += "FFMA R" + std::to_string(8 + i % 16) + ", R0, R1, R2\n";
                      }
                      return text + "EXIT\n";
                    }(),
                {"blocks=" + std::to_string(blocks)});
    return static_cast<double>(s.block(64).run());
  };
  EXPECT_EQ(2 * 64 / (cycles(1, 128) - cycles(1, 64)), 0.5);
  EXPECT_EQ(2 * 64 / (cycles(2, 128) - cycles(2, 64)), 1.0);
}

/// The sixteen steps of a product of 16 x 16 x 16.
std::vector<instruction> wmma() {
  std::vector<instruction> code;
  for (int set = 0; set < 4; ++set) {
    for (int step = 0; step < 4; ++step) {
      code.push_back(one("HMMA.884.F32.F32.STEP" + std::to_string(step) + " R" +
                         std::to_string(32 + 2 * step) + ", R" + std::to_string(4 * set) +
                         ".reuse, R" + std::to_string(4 * set + 2) + ".reuse, R" +
                         std::to_string(32 + 2 * step)));
    }
  }
  return code;
}

TEST(SmGolden, StepsOfATensorProductIssueAsMeasured) {
  auto code = wmma();
  code.push_back(one("MOV R60, R38"));
  std::vector<std::uint64_t> times =
      issue_times(sim::read_sm_arch("volta"), straight(std::move(code)));
  times.pop_back();  // EXIT
  EXPECT_EQ(times, (std::vector<std::uint64_t>{0, 2, 4, 6, 10, 12, 14, 16, 20, 22, 24, 26, 30, 32,
                                               34, 36, 54}));
  const auto chained = [](unsigned warps) {
    return interval(
               sim::read_sm_arch("volta"), warps, [](unsigned) { return wmma(); }, 8) /
           warps;
  };
  EXPECT_EQ(chained(1), 40);
  EXPECT_EQ(chained(2), 32);
  EXPECT_EQ(chained(4), 32);

  // Sums of FP16: eight steps of four cycles.
  const auto halves = [](unsigned n) {
    return std::vector{one("HMMA.884.F16.F16.STEP" + std::to_string(n % 2) + " R" +
                           std::to_string(32 + 2 * (n % 16)) + ", R0.reuse, R2.reuse, R4.reuse")};
  };
  EXPECT_EQ(8 * interval(sim::read_sm_arch("volta"), 4, halves) / 4, 32);
}

/// The least cycles of a launch count what it did, once.
TEST(SmGolden, BoundOfALaunchIsItsLargestWork) {
  // Two warps on two of four blocks.
  sm_launch s("volta",
              ".shared 2048\nS2R R0, SR_LANEID\nSHL R1, R0, 4\nSTS.128 [R1], R4\n"
              "FFMA R8, R4, R5, R6\nFFMA R9, R4, R5, R6\nFFMA R10, R4, R5, R6\nNOP\nEXIT\n");
  s.block(64).run();
  const auto terms     = bound(s.k, s.l.code, s.count);
  const auto cycles_of = [&](const std::string& name) {
    const auto at = std::ranges::find(terms, name, &term::name);
    return at == terms.end() ? -1 : at->cycles;
  };
  EXPECT_EQ(cycles_of("issue"), 2 * 8 / 4.0);
  EXPECT_EQ(cycles_of("port fp32"), 2 * 3 * 2 / 4.0);
  EXPECT_EQ(cycles_of("port int"), 2 * 2 * 2 / 4.0);
  EXPECT_EQ(cycles_of("port lsu"), 2 * 4 / 4.0);
  EXPECT_EQ(cycles_of("shared memory"), 2 * 4);
  EXPECT_EQ(cycles_of("memory port"), 0);
  EXPECT_EQ(cycles_of("banks"), static_cast<double>(s.count.reads) / 8);
  EXPECT_EQ(terms.front().name, "shared memory");

  // Two schedulers that issue every other cycle, two ports.
  sm_launch f(
      "fermi",
      "FFMA R8, R4, R5, R6\nDFMA R8, R4, R4, R6\nDMUL R8, R4, R4\nFFMA R9, R4, R5, R6\nEXIT\n");
  f.block(64).run();
  const auto fermi = bound(f.k, f.l.code, f.count);
  EXPECT_EQ(fermi.front().name, "port fp32a+fp32b");
  EXPECT_EQ(fermi.front().cycles, 2 * (1 + 2 + 2 + 1));
  EXPECT_EQ(std::ranges::find(fermi, "issue", &term::name)->cycles, 2 * 2 * 5 / 2.0);
  EXPECT_EQ(std::ranges::find(fermi, "banks", &term::name)->cycles,
            static_cast<double>(f.count.reads) / (2 * 4));
}

/// A scheduler issues to the free group of lanes that has the fewest schedulers.
TEST(SmGolden, KeplersSchedulersPreferTheirOwnGroup) {
  const auto k = sim::read_sm_arch("kepler");
  launch l;
  l.code      = sim::assemble_sm("test", "FMUL R1, R2, R3\nEXIT\n");
  l.block_x   = 4 * Lanes;
  l.arguments = {};
  model m(k, l);
  memory none({}, 1, 32);
  std::array<std::string, 4> ports;  // of each warp, which is its scheduler's only one
  golden::sm::run(m, none, [&](const model::outputs& out) {
    for (const auto& x : out.starts) ports[x.warp] = k.ports[x.port].name;
  });
  EXPECT_EQ(ports, (std::array<std::string, 4>{"fp32a", "fp32b", "fp32c", "fp32d"}));
}

/// A sum that the tensor unit holds and that stays: the reader behind the banks' write has it.
TEST(SmGolden, ASumThatIsHeldStays) {
  const auto nops = [](int n) {
    std::string text;
    while (n-- != 0) text += "NOP\n";
    return text;
  };
  sm_launch s("volta",
              "S2R R0, SR_LANEID\nMOV R2, 0x3c004000\nMOV R3, R2\nI2F R8, R0\nMOV R9, R8\n"
              "MOV R20, 4\nMOV R22, c[0x0][0x160]\nMOV R23, c[0x0][0x164]\n"
              "IMAD.WIDE R24, R0, R20, R22\nHMMA.884.F32.F32.STEP0 R8, R2, R2, R8\n" +
                  nops(14) + "HMMA.884.F32.F32.STEP0 R10, R2, R2, R8.reuse\n" + nops(30) +
                  "HMMA.884.F32.F32.STEP0 R12, R2, R2, R8\nSTG.E [R24.64], R10\n"
                  "STG.E [R24.64+0x80], R12\nEXIT\n",
              {"blocks=1"});
  s.buffer(std::vector<float>(64)).block(32).run();
  const auto out = s.values<float>(0, 64);
  for (unsigned t = 0; t < 32; ++t) {
    EXPECT_EQ(out[t], out[0] + static_cast<float>(t));
    EXPECT_EQ(out[32 + t], out[t]);
  }
  EXPECT_GT(out[0], 0.0f);
  EXPECT_EQ(s.count.reuse_hits, 2u);
}

TEST(SmGolden, KeplerIssuesTwoAtOnceUnlessTheyDepend) {
  // Results a cycle: six groups of lanes; four schedulers; four banks for three sources.
  EXPECT_NEAR(32 / measured("kepler", "fmul", 64, 128), 192, 1);
  EXPECT_NEAR(32 / measured("kepler", "ffma", 64, 128), 512.0 / 3, 1);
  auto single     = sim::read_sm_arch("kepler", {"dispatch=1"});
  const auto fmul = microbenchmarks()[2];
  EXPECT_NEAR(32 * 64 /
                  interval(
                      single, 64, [&](unsigned n) { return std::vector{step_of(fmul, n)}; }, 128),
              128, 1);
  // A pair that depends: the second one issues after the first one's result.
  for (const auto& name : {"kepler", "maxwell", "pascal"}) {
    const auto k        = sim::read_sm_arch(name);
    const auto times    = issue_times(k, straight({one("FADD R1, R2, R3"), one("FADD R4, R1, R5"),
                                                   one("MUFU.RCP R6, R7"), one("FADD R8, R2, R3")}));
    const auto distance = k.depth_of(one("FADD R1, R2, R3"));
    EXPECT_EQ(times[1], distance) << name;
    EXPECT_EQ(times[2], distance) << name;
    EXPECT_EQ(times[3], distance + 1) << name;
  }
}

TEST(SmGolden, SharedMemoryPassesAndLatency) {
  // An independent reader: the distance from a load to its use.
  const auto k = sim::read_sm_arch("volta");
  auto text    = std::string("LDS R1, [RZ]\nMOV R2, R1\nEXIT\n");
  auto p       = sim::assemble_sm("test", ".shared 128\n" + text);
  launch l;
  l.code         = p;
  l.shared_bytes = 128;
  model m(one_block(k), l);
  memory none({}, 1, 32);
  std::vector<std::uint64_t> at;
  std::uint64_t now = 0;
  golden::sm::run(m, none, [&](const model::outputs& out) {
    at.insert(at.end(), out.issues.size(), now);
    ++now;
  });
  EXPECT_EQ(at[1] - at[0], 20u);

  std::array<std::uint32_t, Lanes> addresses{};
  const auto passes = [&](unsigned stride, unsigned words) {
    for (unsigned i = 0; i < Lanes; ++i) addresses[i] = i * stride;
    return shared_passes(addresses, ~0u, words);
  };
  EXPECT_EQ(passes(4, 1), 1u);
  EXPECT_EQ(passes(0, 1), 1u);
  for (const unsigned n : {2u, 4u, 8u, 16u, 32u}) EXPECT_EQ(passes(4 * n, 1), n);
  EXPECT_EQ(passes(132, 1), 1u);
  EXPECT_EQ(passes(8, 2), 2u);
  EXPECT_EQ(passes(0, 2), 2u);
  EXPECT_EQ(passes(16, 4), 4u);
  EXPECT_EQ(passes(0, 4), 4u);
}

TEST(SmGolden, ModelIsNeverBelowTheBoundAndMeetsIt) {
  for (const auto& name : sim::sm_presets()) {
    const auto k = sim::read_sm_arch(name);
    for (const microbenchmark& b : microbenchmarks()) {
      for (const unsigned warps : {1u, 4u}) {
        if (k.warps < warps * k.blocks) continue;
        double cycles = 0;
        try {
          cycles = interval(
              k, warps, [&](unsigned n) { return std::vector{step_of(b, n)}; }, 24);
        } catch (const fault&) {
          continue;  // the multiprocessor lacks the unit
        }
        // 24 steps are a round of the sources of a microbenchmark.
        std::vector<instruction> body;
        for (unsigned n = 0; n < 24; ++n) body.push_back(step_of(b, n));
        const auto terms = bound(k, body, warps);
        EXPECT_GE(cycles, terms.front().cycles / 24 * 0.99) << name << ' ' << b.name << warps;
        if (k.dispatch == 1 && (!b.dependent || warps == 1)) {
          EXPECT_LE(cycles, terms.front().cycles / 24 * 1.01)
              << name << ' ' << b.name << ' ' << b.dependent << ' ' << warps << ' '
              << terms.front().name;
        }
      }
    }
  }
}

TEST(SmGolden, ReasonsSumToTheCycles) {
  sm_launch s("volta", "collatz.sass");
  std::vector<std::uint32_t> x(128);
  for (unsigned i = 0; i < x.size(); ++i) x[i] = i + 1;
  const auto cycles = s.buffer(x).buffer(x).grid(1).block(128).run();
  for (const auto& warp : s.count.reasons) {
    std::uint64_t sum = 0;
    for (const auto n : warp) sum += n;
    EXPECT_EQ(sum, cycles);
  }
}

TEST(SmGolden, PeekIsTheStep) {
  sm_launch s("volta", "collatz.sass");
  launch l    = s.l;
  l.block_x   = 64;
  l.arguments = {memory::Base, 0, memory::Base, 0};
  model m(s.k, l);
  memory bytes(std::vector<std::uint8_t>(4096, 1), 10, 32);
  for (unsigned n = 0; n < 300 && m.busy(); ++n) {
    const auto in    = bytes.cycle();
    const auto ahead = m.peek(in);
    const auto out   = m.advance(in);
    ASSERT_EQ(ahead, out) << n;
    bytes.take(out.request);
  }
}

/// A random program of arithmetic with predicates, and its values in host arithmetic.
struct random_program {
  std::string text;
  std::vector<std::uint32_t> expected;  // registers 1 to 12 of a thread whose R0 is its number
};

random_program draw(std::mt19937_64& random, unsigned thread) {
  std::uint32_t r[13]{};
  bool p[3]{};
  r[0] = thread;
  random_program x;
  const auto pick = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
  const auto name = [](unsigned n) { return "R" + std::to_string(n); };
  for (unsigned n = 0; n < 120; ++n) {
    const unsigned d = 1 + pick(12), a = pick(13), b = pick(13), c = pick(13), g = pick(9);
    const bool guarded = g < 3;
    const bool runs    = !guarded || p[g];
    const std::string reuse[]{pick(2) ? ".reuse" : "", pick(2) ? ".reuse" : "",
                              pick(2) ? ".reuse" : ""};
    const std::string ra = name(a) + reuse[0], rb = name(b) + reuse[1], rc = name(c) + reuse[2];
    const std::string guard     = guarded ? "@P" + std::to_string(g) + " " : "";
    const std::uint32_t literal = static_cast<std::uint32_t>(random());
    std::uint32_t result        = 0;
    switch (pick(10)) {
      case 0:
        x.text += guard + "IADD3 " + name(d) + ", " + ra + ", -" + rb + ", " + rc + "\n";
        result = r[a] - r[b] + r[c];
        break;
      case 1:
        x.text += guard + "IMAD " + name(d) + ", " + ra + ", " + rb + ", " + rc + "\n";
        result = r[a] * r[b] + r[c];
        break;
      case 2:
        x.text += guard + "IMAD.HI.U32 " + name(d) + ", " + ra + ", " + rb + ", " + rc + "\n";
        result = static_cast<std::uint32_t>(std::uint64_t{r[a]} * r[b] >> 32) + r[c];
        break;
      case 3:
        x.text += guard + "LOP.XOR " + name(d) + ", " + ra + ", " + std::to_string(literal) + "\n";
        result = r[a] ^ literal;
        break;
      case 4:
        x.text += guard + "SHF.L.W " + name(d) + ", " + ra + ", " + std::to_string(literal % 32) +
                  ", " + rc + "\n";
        result = literal % 32 == 0 ? r[c] : r[c] << literal % 32 | r[a] >> (32 - literal % 32);
        break;
      case 5:
        x.text += guard + "SHR " + name(d) + ", " + ra + ", " + std::to_string(literal % 40) + "\n";
        result = static_cast<std::uint32_t>(static_cast<std::int32_t>(r[a]) >>
                                            std::min(literal % 40, 31u));
        break;
      case 6: {
        const unsigned to = pick(3);
        x.text +=
            guard + "ISETP.LT.AND P" + std::to_string(to) + ", PT, " + ra + ", " + rb + ", PT\n";
        if (runs) p[to] = static_cast<std::int32_t>(r[a]) < static_cast<std::int32_t>(r[b]);
        continue;
      }
      case 7: {
        const unsigned from = pick(3);
        x.text +=
            guard + "SEL " + name(d) + ", " + ra + ", " + rb + ", !P" + std::to_string(from) + "\n";
        result = p[from] ? r[b] : r[a];
        break;
      }
      case 8: {
        // Small integers as floats: exact, so the host's product and sum are the unit's.
        x.text += guard + "LOP.AND " + name(d) + ", " + ra + ", 0xfff\n" + guard + "I2F " +
                  name(d) + ", " + name(d) + "\n" + guard + "FFMA " + name(d) + ", " + name(d) +
                  ", " + name(d) + ", 1.5\n";
        const auto f = static_cast<float>(r[a] & 0xfff);
        result       = std::bit_cast<std::uint32_t>(std::fma(f, f, 1.5f));
        break;
      }
      default: {
        x.text += guard + "MUFU.SQRT " + name(d) + ", RZ\n" + guard + "IADD3 " + name(d) + ", " +
                  name(d) + ", " + rb + ", 7\n";
        result = (d == b ? 0 : r[b]) + 7;
      }
    }
    if (runs) r[d] = result;
  }
  x.expected.assign(r + 1, r + 13);
  return x;
}

/// A program between the thread's number and the stores of registers 1 to 12.
std::string stores_registers(const std::string& body) {
  std::string text = "S2R R0, SR_TID.X\n" + body +
                     "MOV R20, 48\nMOV R22, c[0x0][0x160]\n"
                     "MOV R23, c[0x0][0x164]\nIMAD.WIDE R24, R0, R20, R22\n";
  for (unsigned i = 0; i < 12; ++i) {
    text += "STG.E [R24.64+" + std::to_string(4 * i) + "], R" + std::to_string(1 + i) + "\n";
  }
  return text + "EXIT\n";
}

TEST(SmGolden, RandomProgramsHaveTheHostsValuesOnEveryArch) {
  std::mt19937_64 random(test_options().seed);
  for (unsigned n = 0; n < 6; ++n) {
    const auto seed = random();
    std::string body;
    std::vector<std::vector<std::uint32_t>> expected;
    for (unsigned thread = 0; thread < 128; ++thread) {
      std::mt19937_64 same(seed);
      const auto x = draw(same, thread);
      body         = x.text;
      expected.push_back(x.expected);
    }
    const std::string text = stores_registers(body);
    for (const auto& name : sim::sm_presets()) {
      for (const auto policy : {policy_e::Lrr, policy_e::Gto, policy_e::Youngest}) {
        sm_launch s(name, text, {"blocks=1"});
        s.policy = policy;
        s.buffer(std::vector<std::uint32_t>(128 * 12)).block(128).run();
        const auto out = s.values<std::uint32_t>(0, 128 * 12);
        for (unsigned t = 0; t < 128; ++t) {
          for (unsigned i = 0; i < 12; ++i) {
            ASSERT_EQ(out[12 * t + i], expected[t][i])
                << name << " thread " << t << " R" << 1 + i << '\n'
                << text;
          }
        }
      }
    }
  }
}

/// Architectures that no preset is: any schedulers, banks, lanes and depths.
TEST(SmGolden, ArchitecturesDrawnAtRandomKeepTheRules) {
  std::mt19937_64 random(test_options().seed);
  const auto pick = [&](unsigned least, unsigned most) {
    return least + static_cast<unsigned>(random() % (most - least + 1));
  };
  std::set<std::array<unsigned, 3>> kinds;
  for (unsigned n = 0; n < 8; ++n) {
    const unsigned schedulers = 1u << pick(0, 2);
    std::vector<std::string> settings;
    const auto set = [&](const std::string& key, const std::string& value) {
      settings.push_back(key + "=" + value);
    };
    const auto number = [&](const std::string& key, unsigned x) { set(key, std::to_string(x)); };
    const auto flag   = [&](const std::string& key) { set(key, pick(0, 1) ? "true" : "false"); };
    number("blocks", 1);
    number("schedulers", schedulers);
    number("dispatch", pick(1, 2));
    number("issue_interval", pick(1, 2));
    number("banks", 1u << pick(1, 3));
    number("window", pick(3, 6));  // pairs of three sources are three reads of each of two banks
    number("collectors", pick(2, 12));
    number("memory.fetch", pick(0, 6));
    for (const auto& key : {"in_order", "swizzled", "reuse"}) flag(key);
    for (const std::string port : {"fp32", "int", "fp64", "sfu", "lsu", "tensor"}) {
      set("block." + port + ".schedulers", schedulers == 1   ? "[0]"
                                           : schedulers == 2 ? "[0,1]"
                                                             : "[0,1,2,3]");
      if (port != "tensor") number("block." + port + ".lanes", 1u << pick(0, 5));
    }
    for (const std::string unit : {"fp32", "int", "imul", "fp16", "fp64", "sfu", "cvt", "shfl"}) {
      number("depth." + unit, pick(1, 30));
    }
    const arch k = sim::read_sm_arch("volta", settings);
    std::string trace;
    for (const auto& s : settings) trace += s + " ";
    SCOPED_TRACE(trace);
    kinds.insert({k.schedulers, k.dispatch, unsigned{k.in_order}});

    // Values of a random program.
    const auto seed = random();
    std::vector<std::vector<std::uint32_t>> expected;
    std::string body;
    for (unsigned thread = 0; thread < 256; ++thread) {
      std::mt19937_64 same(seed);
      const auto x = draw(same, thread);
      body         = x.text;
      expected.push_back(x.expected);
    }
    sm_launch s("volta", stores_registers(body), settings);
    s.policy = std::array{policy_e::Lrr, policy_e::Gto, policy_e::Youngest}[n % 3];
    s.buffer(std::vector<std::uint32_t>(256 * 12)).block(256).run();
    const auto out = s.values<std::uint32_t>(0, 256 * 12);
    for (unsigned t = 0; t < 256; ++t) {
      for (unsigned i = 0; i < 12; ++i) {
        ASSERT_EQ(out[12 * t + i], expected[t][i]) << "thread " << t << " R" << 1 + i << '\n'
                                                   << body;
      }
    }

    // A chain, and the lower bound of warps on every scheduler.
    for (const microbenchmark& b : microbenchmarks()) {
      if (of(step_of(b, 0).op).unit == unit_e::Tensor) continue;
      const unsigned warps = b.dependent ? 1 : 8;
      const double cycles  = interval(
           k, warps, [&](unsigned i) { return std::vector{step_of(b, i)}; }, 24);
      std::vector<instruction> steps;
      for (unsigned i = 0; i < 24; ++i) steps.push_back(step_of(b, i));
      EXPECT_GE(cycles, bound(k, steps, warps).front().cycles / 24 * 0.99) << b.name;
      if (!b.dependent) continue;
      const instruction i = step_of(b, 0);
      const auto& at      = *std::ranges::find_if(k.ports, [&](const port& p) {
        return std::ranges::find(p.units, of(i.op).unit) != p.units.end();
      });
      const unsigned distance =
          std::max({k.window + 1, k.groups(i, at) - 1 + k.depth_of(i), k.groups(i, at)});
      EXPECT_EQ(cycles, (distance + k.issue_interval - 1) / k.issue_interval * k.issue_interval)
          << b.name;
    }
  }
  EXPECT_GT(kinds.size(), 3u);
}

TEST(SmGolden, OperandsStayForTheirOwnWarpOnly) {
  // Both warps mark the same register in the same slot; each has a value of its own.
  sm_launch s("volta",
              "S2R R0, SR_TID.X\nMOV R20, 4\nMOV R22, c[0x0][0x160]\nMOV R23, c[0x0][0x164]\n"
              "IMAD.WIDE R24, R0, R20, R22\nBAR.SYNC 0x0\n"
              "IADD3 R1, R0.reuse, 1, RZ\nIADD3 R2, R0.reuse, 2, RZ\nIADD3 R3, R0.reuse, 3, RZ\n"
              "IADD3 R4, R0, R1, R2\nIADD3 R4, R4, R3, RZ\nSTG.E [R24.64], R4\nEXIT\n",
              {"blocks=1"});
  for (const auto policy : {policy_e::Lrr, policy_e::Gto}) {
    s.policy = policy;
    s.buffer(std::vector<std::uint32_t>(256)).block(256).run();
    const auto out = s.values<std::uint32_t>(0, 256);
    for (unsigned t = 0; t < 256; ++t) ASSERT_EQ(out[t], 4 * t + 6);
    if (policy == policy_e::Gto) {
      EXPECT_GT(s.count.reuse_hits, 0u);
    }
  }
}

TEST(SmGolden, StacksThatDoNotBalanceAreFaults) {
  const auto fails = [](const std::string& text, const std::string& what) {
    sm_launch s("volta", text);
    try {
      s.run();
      ADD_FAILURE() << text;
    } catch (const fault& f) {
      EXPECT_NE(std::string(f.what()).find(what), std::string::npos) << f.what();
    }
  };
  fails("BSYNC B0\nEXIT\n", "no BSSY is open");
  fails("BSSY B1, L\nBSYNC B0\nL:\nEXIT\n", "B1 is the barrier that is open");
  fails("MOV R0, 1\n", "EXIT is missing");
  fails("LDS R0, [RZ]\nEXIT\n", "beyond the shared memory of 0 bytes");
  fails("MOV R1, 2\nLDG R0, [R1]\nEXIT\n", "0x2 is not a multiple of 4");
  fails("HMMA.16816.F32.BF16 R0, R4, R8, R0\nEXIT\n", "no profile of these sums");
  fails("L:\nBSSY B0, L\nBRA L\n", "stack of branches is full");
}

TEST(SmGolden, ControlPrefixesAreObeyedRightOrWrong) {
  const auto value = [](unsigned stall) {
    sm_launch s("volta",
                "--:-:-:-:9 MOV R22, c[0x0][0x160]\n--:-:-:-:9 MOV R23, c[0x0][0x164]\n"
                "--:-:-:-:9 MOV R1, 5\n--:-:-:-:" +
                    std::to_string(stall) +
                    " IADD3 R1, R1, 1, RZ\n--:-:-:-:9 IADD3 R2, R1, 10, RZ\n"
                    "--:-:-:-:1 STG.E [R22.64], R2\n--:-:-:-:1 EXIT\n");
    s.deps = deps_e::Control;
    s.buffer(std::vector<std::uint32_t>(32)).run();
    return s.values<std::uint32_t>(0, 1)[0];
  };
  EXPECT_EQ(value(4), 16u);
  EXPECT_EQ(value(3), 15u);
}

TEST(SmGolden, ResidenceIsTheLeastOfItsLimits) {
  const auto k   = sim::read_sm_arch("volta");
  const auto fit = [&](unsigned threads, unsigned registers, unsigned shared) {
    const auto r = resident(k, threads, registers, shared);
    return std::pair(r.ctas, r.limit);
  };
  EXPECT_EQ(fit(256, 64, 16384), std::pair(4u, limit_e::Registers));
  EXPECT_EQ(fit(256, 65, 0), std::pair(3u, limit_e::Registers));
  EXPECT_EQ(fit(256, 32, 0), std::pair(8u, limit_e::Warps));
  EXPECT_EQ(fit(256, 32, 40000), std::pair(2u, limit_e::Shared));
  EXPECT_EQ(fit(32, 8, 0), std::pair(32u, limit_e::Blocks));
}

TEST(SmGolden, ComparisonsOfFloatsAreTheHosts) {
  const arch volta = sim::read_sm_arch("volta");
  const float xs[] = {0.0f, -0.0f, 1.0f, -1.0f, 2.5f, -2.5f, INFINITY, -INFINITY, NAN};
  for (const float x : xs) {
    for (const float y : xs) {
      const bool no           = std::isnan(x) || std::isnan(y);
      const auto [lt, eq, gt] = std::array{x<y, x == y, x> y};
      const struct {
        const char* name;
        bool holds;
      } rows[] = {{"LT", lt},
                  {"EQ", eq},
                  {"LE", lt || eq},
                  {"GT", gt},
                  {"NE", lt || gt},
                  {"GE", gt || eq},
                  {"NUM", !no},
                  {"NAN", no},
                  {"LTU", lt || no},
                  {"EQU", eq || no},
                  {"LEU", lt || eq || no},
                  {"GTU", gt || no},
                  {"NEU", !eq},
                  {"GEU", gt || eq || no}};
      for (const auto& r : rows) {
        for (const std::string ftz : {"", ".FTZ"}) {
          const std::string name = std::string("FSETP.") + r.name + ftz + ".AND";
          values v;
          v.source[0][0].fill(std::bit_cast<std::uint32_t>(x));
          v.source[1][0].fill(std::bit_cast<std::uint32_t>(y));
          v.pred_in = ~0u;
          EXPECT_EQ(execute(volta, one(name + " P0, PT, R1, R2, PT;"), v).p, r.holds ? ~0u : 0u)
              << name << ' ' << x << ' ' << y;
        }
      }
    }
  }
}

TEST(SmGolden, AnswersMayComeBeforeTheLastRequest) {
  // A load of 128 bytes asks for four sectors in as many cycles.
  std::vector<float> x(64), y(64, 1);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i);
  for (const unsigned latency : {1u, 2u, 3u, 4u}) {
    sm_launch s("volta", "saxpy.sass");
    s.latency = latency;
    s.word(64).word(0x40000000).buffer(x).buffer(y).grid(1).block(64).run();
    const auto out = s.values<float>(1, 64);
    for (std::size_t i = 0; i < x.size(); ++i) EXPECT_EQ(out[i], 2 * x[i] + 1) << latency;
  }
}

/// Small numbers as halves, and their sums of products as integers: exact in every order.
TEST(SmGolden, TensorInstructionsMultiplyTheElementsOfTheirThreads) {
  const auto half_of = [](unsigned n) {
    const auto e = static_cast<unsigned>(std::bit_width(n)) - 1;
    return n == 0 ? 0u : (e + 15) << 10 | ((n << (10 - e)) & 0x3ff);
  };
  std::mt19937_64 random(test_options().seed);
  const auto volta = sim::read_sm_arch("volta");

  // Thread t of group g: row t of its group's rows of A, column t of its columns of B.
  unsigned a[8][4][4], b[8][4][4];
  values v;
  for (unsigned l = 0; l < 32; ++l) {
    for (unsigned x = 0; x < 4; ++x) {
      a[l / 4][l % 4][x] = static_cast<unsigned>(random() % 8);
      b[l / 4][l % 4][x] = static_cast<unsigned>(random() % 8);
      v.source[0][x / 2][l] |= half_of(a[l / 4][l % 4][x]) << (16 * (x % 2));
      v.source[1][x / 2][l] |= half_of(b[l / 4][l % 4][x]) << (16 * (x % 2));
    }
  }
  for (unsigned step = 0; step < 4; ++step) {
    const auto i = one("HMMA.884.F32.F32.STEP" + std::to_string(step) + " R0, R2, R4, R0");
    const auto d = execute(volta, i, v).d;
    for (unsigned l = 0; l < 32; ++l) {
      for (unsigned r = 0; r < 2; ++r) {
        const unsigned group = l / 4, row = step % 2 * 2 + l % 2, column = l % 4 / 2 * 2 + r;
        const unsigned other = step < 2 ? group : (group + 4) % 8;
        unsigned sum         = 0;
        for (unsigned x = 0; x < 4; ++x) sum += a[group][row][x] * b[other][column][x];
        EXPECT_EQ(d[r][l], std::bit_cast<std::uint32_t>(static_cast<float>(sum))) << step << l << r;
      }
    }
  }
  for (unsigned step = 0; step < 2; ++step) {
    const auto i = one("HMMA.884.F16.F16.STEP" + std::to_string(step) + " R0, R2, R4, R0");
    const auto d = execute(volta, i, v).d;
    for (unsigned l = 0; l < 32; ++l) {
      const unsigned group = l / 4, other = step == 0 ? group : (group + 4) % 8;
      for (unsigned column = 0; column < 4; ++column) {
        unsigned sum = 0;
        for (unsigned x = 0; x < 4; ++x) sum += a[group][l % 4][x] * b[other][column][x];
        EXPECT_EQ(d[column / 2][l] >> (16 * (column % 2)) & 0xffff, half_of(sum)) << step << l;
      }
    }
  }

  // Thread l has four bytes of row l / 4 of A and of column l / 4 of B, and two sums of row l / 4.
  for (auto& operand : v.source) {
    for (row& r : operand) {
      for (auto& x : r) x = static_cast<std::uint32_t>(random());
    }
  }
  const auto byte = [](const row& r, unsigned l, unsigned x) {
    return static_cast<std::int8_t>(r[l] >> (8 * x));
  };
  const auto d = execute(volta, one("IMMA.8816.S8.S8 R0, R2, R4, R6"), v).d;
  for (unsigned l = 0; l < 32; ++l) {
    for (unsigned r = 0; r < 2; ++r) {
      auto sum = v.source[2][r][l];
      for (unsigned k = 0; k < 16; ++k) {
        sum += static_cast<std::uint32_t>(byte(v.source[0][0], l / 4 * 4 + k / 4, k % 4) *
                                          byte(v.source[1][0], (l % 4 * 2 + r) * 4 + k / 4, k % 4));
      }
      EXPECT_EQ(d[r][l], sum) << l << r;
    }
  }
}

}  // namespace
}  // namespace weft::sm_golden_test
