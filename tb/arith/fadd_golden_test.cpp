// SPDX-License-Identifier: Apache-2.0
//
// sim/golden/fadd.hpp against the host's floating-point unit. Other formats and directions are
// fma's: tb/fma/fma_golden_test.cpp.

#include <gtest/gtest.h>

#include <cstdint>

#include "sim/golden/fadd.hpp"
#include "tb/arith/fadd_pairs.hpp"
#include "tb/harness/host_float.hpp"
#include "tb/harness/model_time.hpp"
#include "tb/harness/report.hpp"
#include "tb/harness/test_main.hpp"

namespace weft::fadd_golden_test {
namespace {

using namespace golden::fadd;
using namespace golden;

static_assert(eval({}, {.a = 0x3f800000, .b = 0x40000000}) == result{0x40400000, 0});
static_assert(eval({}, {.a = 0x3f800000, .b = 0x3f800000, .subtract = true}) == result{});

#if defined(__x86_64__)
template <class Real, class Word>
void expect_the_hosts(format f) {
  for (operands o : fadd_pairs(f, test_options().seed, 400'000)) {
    o.round         = round_e(static_cast<int>(o.round) % HostRounds);
    const auto host = on_host<Real, Word>(
        f, o.round, o.a, o.b, [&](Real a, Real b) { return o.subtract ? a - b : a + b; });
    ASSERT_EQ(eval({.number = f}, o), host) << std::hex << o;
  }
}

TEST(FaddGolden, IsTheHostsFp32) { expect_the_hosts<float, std::uint32_t>(Binary32); }
TEST(FaddGolden, IsTheHostsFp64) { expect_the_hosts<double, std::uint64_t>(Binary64); }
#endif

TEST(FaddGolden, ZerosHaveTheSignsOf754) {
  constexpr std::uint64_t Zero = 0, MinusZero = 0x80000000, One = 0x3f800000;
  for (int r = 0; r < Rounds; ++r) {
    const auto round               = round_e(r);
    const std::uint64_t difference = round == round_e::Down ? MinusZero : Zero;
    const auto sum                 = [&](std::uint64_t a, std::uint64_t b, bool subtract) {
      return eval({}, {a, b, subtract, round}).bits;
    };
    EXPECT_EQ(sum(Zero, Zero, false), Zero);
    EXPECT_EQ(sum(MinusZero, MinusZero, false), MinusZero);
    EXPECT_EQ(sum(MinusZero, Zero, true), MinusZero);
    EXPECT_EQ(sum(Zero, MinusZero, false), difference);
    EXPECT_EQ(sum(One, One, true), difference);
  }
}

/// A sum has no place below those of its operands: one that is subnormal is exact.
TEST(FaddGolden, OnlyFlushedSumsUnderflow) {
  for (const bool flush : {false, true}) {
    bool underflows = false;
    for (const format f : {E5m2, E4m3}) {
      for (unsigned n = 0; n < 0x10000; ++n) {
        for (int r = 0; r < Rounds; ++r) {
          const operands o{.a = n & 0xff, .b = n >> 8, .round = round_e(r)};
          const auto sum = eval({.number = f, .flush_out = flush}, o);
          underflows     = underflows || (sum.flags & Underflow) != 0;
          // The multiply-add, which knows both kinds of tininess, gives the same with either.
          for (const bool before : {false, true}) {
            const fma::config unit{
                .multiplicand = f, .addend = f, .tiny_before = before, .flush_out = flush};
            ASSERT_EQ(fma::eval(unit, {o.a, 0, o.b, fma::op_e::Add, o.round}), sum) << o;
          }
        }
      }
    }
    EXPECT_EQ(underflows, flush);
  }
}

TEST(FaddGolden, ModelKeepsTheTimeOfItsRegisters) {
  for (const unsigned pipe : {0u, 2u, 15u}) {
    keeps_the_time_of_its_registers(config{.pipe = pipe},
                                    fadd_pairs(Binary32, test_options().seed, 100));
  }
}

TEST(FaddGolden, ReportsOfOperandsHaveNames) {
  EXPECT_EQ(report(golden::fadd::operands{1, 2, true, golden::round_e::Down}),
            "subtract=0x1 round=Down 0x1 0x2");
}

}  // namespace
}  // namespace weft::fadd_golden_test
