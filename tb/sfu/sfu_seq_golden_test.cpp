// SPDX-License-Identifier: Apache-2.0
//
// sim/golden/sfu_seq.hpp against the host's libm in double precision: the bounds of
// docs/unit/sfu_seq.md, on every 4099th operand; tb/sfu/sfu_seq_long_test.cpp takes all of them.

#include <gtest/gtest.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <variant>

#include "tb/harness/model_time.hpp"
#include "tb/harness/report.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/sfu/sfu_seq_bounds.hpp"
#include "tb/sfu/sfu_seq_cases.hpp"

namespace weft::sfu_seq_golden_test {
namespace {

using namespace golden::sfu_seq;

class SfuSeqGoldenBound : public testing::TestWithParam<int> {};

TEST_P(SfuSeqGoldenBound, KeepsItsBound) { keeps_its_bound(op_e(GetParam()), 4099); }

INSTANTIATE_TEST_SUITE_P(, SfuSeqGoldenBound, testing::Range(0, Ops), [](const auto& info) {
  return std::string(SfuSeqNames[static_cast<std::size_t>(info.param)]);
});

TEST(SfuSeqGolden, QuotientsThatRefiningWouldSpoilStay) {
  constexpr std::uint32_t Zero = 0, One = 0x3f80'0000, Inf = 0x7f80'0000, Nan = 0x7fc0'0000,
                          Large = 0x7f00'0000, Small = 0x0080'0000, Minus = 0x8000'0000;
  const auto div = [](std::uint32_t x, std::uint32_t y) {
    return eval({}, {op_e::Div, x, y}).bits;
  };
  EXPECT_EQ(div(One, Zero), Inf);
  EXPECT_EQ(div(One | Minus, Zero), Inf | Minus);
  EXPECT_EQ(div(Zero, Zero), Nan);
  EXPECT_EQ(div(Inf, Inf), Nan);
  EXPECT_EQ(div(Inf, One), Inf);
  EXPECT_EQ(div(One, Inf), Zero);
  EXPECT_EQ(div(One, Inf | Minus), Minus);
  EXPECT_EQ(div(Zero, One | Minus), Minus);
  EXPECT_EQ(div(Large, Small), Inf);
  EXPECT_EQ(div(Large | Minus, Small), Inf | Minus);
  EXPECT_EQ(div(Nan, One), Nan);
}

TEST(SfuSeqGolden, AMillionQuotientsAreCorrectlyRounded) {
  std::mt19937_64 rng(test_options().seed);
  const auto number = [&] {
    return (static_cast<std::uint32_t>(rng()) & 0x807f'ffff) |
           (100 + static_cast<std::uint32_t>(rng() % 54)) << 23;
  };
  for (int i = 0; i < 1'000'000; ++i) {
    const std::uint32_t x = number(), y = number();
    const float quotient = std::bit_cast<float>(x) / std::bit_cast<float>(y);
    ASSERT_EQ(eval({}, {op_e::Div, x, y}).bits, std::bit_cast<std::uint32_t>(quotient))
        << std::hex << x << ' ' << y;
  }
}

TEST(SfuSeqGolden, StepsAreThoseOfTheDocumentation) {
  const auto steps = [](op_e op) { return program(op).size(); };
  EXPECT_EQ(steps(op_e::Div), 4U);
  EXPECT_EQ(steps(op_e::Exp), 2U);
  EXPECT_EQ(steps(op_e::Exp10), 2U);
  EXPECT_EQ(steps(op_e::Log), 2U);
  EXPECT_EQ(steps(op_e::Log10), 2U);
  EXPECT_EQ(steps(op_e::Pow), 3U);
  EXPECT_EQ(steps(op_e::Sigmoid), 4U);
}

TEST(SfuSeqGolden, ModelTakesOneSequenceAtATime) {
  const config k{.sfu_pipe = 84, .fma_pipe = 14};
  std::uint64_t all = 1;
  const auto items  = sfu_seq_operands(test_options().seed, 60);
  for (const operands& o : items) all += duration(k, o.op);
  const stream_queue<operands, result> queue{
      .eval    = [k](std::monostate&, const operands& o) { return eval(k, o); },
      .latency = [k](const operands& o) { return duration(k, o.op); },
      .depth   = 1};
  is_the_queue(model(k), queue, items, [all](std::size_t) { return all; });
  // Three registers a unit: a division has one step in the special functions, three in the other.
  EXPECT_EQ(duration(k, op_e::Div), 1u + 4 * (1 + 3));
  EXPECT_EQ(cycles(k, op_e::Div, 10), 10 * duration(k, op_e::Div) + 1);
}

TEST(SfuSeqGolden, ReportsNameOperations) {
  WEFT_EXPECT_NAMED(golden::sfu_seq::op_e, Div);
  WEFT_EXPECT_NAMED(golden::sfu_seq::op_e, Exp);
  WEFT_EXPECT_NAMED(golden::sfu_seq::op_e, Exp10);
  WEFT_EXPECT_NAMED(golden::sfu_seq::op_e, Log);
  WEFT_EXPECT_NAMED(golden::sfu_seq::op_e, Log10);
  WEFT_EXPECT_NAMED(golden::sfu_seq::op_e, Pow);
  WEFT_EXPECT_NAMED(golden::sfu_seq::op_e, Sigmoid);
  EXPECT_EQ(report(golden::sfu_seq::op_e{15}), "0xf");
}

TEST(SfuSeqGolden, ReportsOfOperandsHaveNames) {
  EXPECT_EQ(report(golden::sfu_seq::operands{golden::sfu_seq::op_e::Pow, 1, 2}), "op=Pow 0x1 0x2");
}

}  // namespace
}  // namespace weft::sfu_seq_golden_test
