// SPDX-License-Identifier: Apache-2.0
//
// sim/golden/pred.hpp against the machine that executes whole programs, and by hand.

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <ios>
#include <string>
#include <string_view>

#include "sim/golden/pred.hpp"
#include "tb/harness/model_time.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/sme/pred_cases.hpp"

namespace weft::pred_golden_test {
namespace {

using namespace golden::pred;
namespace sme = golden::sme;

/// Predicates as they are drawn, the last element to the left.
predicate_t bits(std::string_view text) {
  predicate_t p{};
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool on = text[text.size() - 1 - i] == '1';
    p[i / 8]      = static_cast<std::uint8_t>(p[i / 8] | (on ? 1 : 0) << i % 8);
  }
  return p;
}

/// The registers of a unit with vectors of 16 bytes: P1 to P3 as given.
struct registers : state {
  explicit registers(std::string_view p1 = "", std::string_view p2 = "", std::string_view p3 = "") {
    p[1] = bits(p1);
    p[2] = bits(p2);
    p[3] = bits(p3);
  }

  result operator()(std::uint32_t word, std::uint64_t a = 0, std::uint64_t b = 0) {
    return eval(16, *this, {word, a, b});
  }
};

enum : std::uint8_t { N = 8, Z = 4, C = 2, V = 1 };

TEST(PredGolden, WhileStopsAtTheLimitOrNever) {
  registers r;
  EXPECT_EQ(r(0x25220420, 5, 8).pred, bits("0000000000000111"));  // whilelt p0.b, w1, w2
  EXPECT_EQ(r.p[0], bits("0000000000000111"));
  EXPECT_EQ(r(0x25a20420, 5, 8).pred, bits("0000000100010001"));  // whilelt p0.s, w1, w2
  EXPECT_EQ(r(0x25a20420, 5, 8).nzcv, N | C);
  EXPECT_EQ(r(0x25a20420, 8, 8).nzcv, Z | C);
  EXPECT_EQ(r(0x25a20420, 0, 4).nzcv, N);                        // all of them
  EXPECT_EQ(r(0x25a20430, 9, 0x7fffffff).nzcv, N);               // whilele: the counter wraps
  EXPECT_EQ(r(0x25a20420, 0x7fffffff, 0x80000000).nzcv, Z | C);  // signed
  EXPECT_EQ(r(0x25a20c20, 0x7fffffff, 0x80000000).nzcv, N | C);  // whilelo: one more
}

TEST(PredGolden, BreaksAtTheFirstTrueElement) {
  registers r("0111111111111110", "0000000100010000");
  EXPECT_EQ(r(0x25504440).pred, bits("0000000000011110"));  // brkas p0.b, p1/z, p2.b
  EXPECT_EQ(r(0x25d04440).pred, bits("0000000000001110"));  // brkbs
  EXPECT_EQ(r(0x25d04440).nzcv, N | C);
}

TEST(PredGolden, NextIsTheFirstActiveOneBehindTheLast) {
  registers r("1000000100010000", "", "0000000100000000");
  r.p[0] = bits("0000000000010000");
  EXPECT_EQ(r(0x2519c420).pred, bits("0000000100000000"));  // pnext p0.b, p1, p0.b
  EXPECT_EQ(r(0x2519c420).pred, bits("1000000000000000"));
  EXPECT_EQ(r(0x2519c420).pred, bits(""));
  EXPECT_EQ(r(0x2519c420).pred, bits("0000000000010000"));  // from the beginning
  EXPECT_EQ(r(0x2519c420).nzcv, C);
}

TEST(PredGolden, FlagsAreTheConditionsOfVectorLoops) {
  struct {
    std::string_view mask, tested;
    std::uint8_t nzcv;
  } const cases[]{{"1111", "0000", Z | C}, {"1111", "1111", N},     {"1111", "0001", N | C},
                  {"1111", "1000", 0},     {"1110", "0010", N | C}, {"0000", "1111", Z | C},
                  {"0110", "0100", 0},     {"0110", "1001", Z | C}};
  for (const auto& c : cases) {
    registers r(c.mask, c.tested);
    EXPECT_EQ(r(0x2550c440).nzcv, c.nzcv) << c.mask << ' ' << c.tested;  // ptest p1, p2.b
  }
  registers r;
  EXPECT_EQ(r(0x25a22020, 1, 1).nzcv, N);  // ctermeq w1, w2
  EXPECT_EQ(r(0x25a22020, 1, 2).nzcv, V);
  EXPECT_EQ(r(0x25a22030, 1, 2).nzcv, N);  // ctermne
  EXPECT_EQ(eval(16, r, {.word = 0x25a22020, .a = 1, .b = 2, .nzcv = C}).nzcv, C);
}

TEST(PredGolden, IsWhatTheMachineDoes) {
  for (const int svl : {128, 256, 2048}) {
    predicate_cases next(svl / 8, test_options().seed);
    state now;
    for (const auto* line : predicate_instructions()) {
      const part_e part = part_of(line->value);
      if (part == part_e::Compare || part == part_e::Load) continue;
      for (int i = 0; i < 200; ++i) {
        operands o = next(*line);
        sme::state s{.nzcv = o.nzcv, .svl = svl, .nsvl = svl, .p = now.p, .ffr = now.ffr};
        const sme::isa::word w{o.word};
        const bool pair  = line->name.starts_with("while") || line->name.starts_with("cterm");
        const unsigned a = pair ? w.n() : line->name == "psel" ? 12 + w(17, 16) : w.d();
        if (a == 31) o.a = 0;
        if (pair && w.m() == 31) o.b = 0;
        if (pair && w.m() == w.n()) o.b = o.a;
        s.x[a] = o.a;
        if (pair) s.x[w.m()] = o.b;
        if (o.word >> 24 == 0x85) {
          eval(svl / 8, now, o);
          continue;
        }
        sme::paged_memory memory;
        memory.map(0, 4);
        std::array<std::uint8_t, 4> bytes;
        std::memcpy(bytes.data(), &o.word, 4);
        memory.write(0, bytes);
        s.sm = line->legal == sme::legal_e::Streaming;
        if (sme::step(s, memory).stop != sme::stop_e::None) {
          ASSERT_FALSE(known(o.word));
          continue;
        }
        const result r = eval(svl / 8, now, o);
        ASSERT_EQ(now, (state{s.p, s.ffr})) << line->name << std::hex << ' ' << o;
        ASSERT_EQ(r.nzcv, s.nzcv) << line->name << std::hex << ' ' << o;
        if (part == part_e::Scalar && a != 31) {
          ASSERT_EQ(r.scalar, s.x[a]) << line->name;
        }
        if (part == part_e::Vector) {
          const int size = w.size(), n = svl / 8 / size;
          ASSERT_EQ(r.scalar & sme::isa::ones(8 * size),
                    sme::isa::element(s.z[w.d()], n - 1, size));
        }
      }
    }
  }
}

TEST(PredGolden, ComparisonsTakeTheirOutcomesUnderTheGoverningPredicate) {
  registers r("0000111100001111");
  const auto outcome = bits("0001000100010001");
  // cmpeq p0.h, p1/z, z2.h, z3.h: outcomes count in the lowest bit of an element.
  EXPECT_EQ(eval(16, r, {.word = 0x2443a440, .bits = outcome}).pred, bits("0000000100000001"));
  EXPECT_EQ(eval(16, r, {.word = 0x2443a440, .bits = outcome}).nzcv, N | C);
}

TEST(PredGolden, ModelKeepsTheTimeOfItsRegister) {
  for (const unsigned pipe : {0u, 1u}) {
    const config k{.svl = 256, .pipe = pipe};
    const stream_queue<operands, result, state> queue{
        .eval    = [](state& s, const operands& o) { return eval(32, s, o); },
        .latency = [](const operands&) { return 1; },
        .depth   = pipe};
    is_the_queue(model(k), queue, predicate_cases(32, test_options().seed).list(300),
                 [k](std::size_t n) { return cycles(k, n); });
  }
}

TEST(PredGolden, ModelClearsFfrFromAByteOnAndAllRegistersWithPriority) {
  const config k{.svl = 256, .pipe = 1};
  for (int from = 0; from < 32; ++from) {
    model unit(k);
    unit.step({.in = operands{.word = 0x252c9000}});  // setffr
    EXPECT_EQ(unit.peek({}).ffr, bits(std::string(32, '1')));
    unit.step({.ffr_from = from});
    const auto kept = static_cast<std::size_t>(from);
    EXPECT_EQ(unit.peek({}).ffr, bits(std::string(32 - kept, '0') + std::string(kept, '1')));
    // The cycle of an operation that writes a register.
    unit.step({.in = operands{.word = 0x2518e3e0}, .clear = true});  // ptrue p0.b
    EXPECT_EQ(unit.peek({}).rd_a, predicate_t{});
    EXPECT_EQ(unit.peek({}).ffr, predicate_t{});
  }
}

TEST(PredGolden, ModelReadsAnyTwoRegisters) {
  model unit(config{.svl = 128, .pipe = 0});
  unit.step({.in = operands{.word = 0x2518e3e1}});  // ptrue p1.b
  unit.step({.in = operands{.word = 0x2558e3e2}});  // ptrue p2.h
  EXPECT_EQ(unit.peek({.rd_a = 1, .rd_b = 2}).rd_a, bits("1111111111111111"));
  EXPECT_EQ(unit.peek({.rd_a = 1, .rd_b = 2}).rd_b, bits("0101010101010101"));
  EXPECT_EQ(unit.peek({.rd_a = 2, .rd_b = 0}).rd_a, bits("0101010101010101"));
  EXPECT_EQ(unit.peek({.rd_a = 2, .rd_b = 0}).rd_b, predicate_t{});
}

}  // namespace
}  // namespace weft::pred_golden_test
