// SPDX-License-Identifier: Apache-2.0
//
// sim/golden/flexpoint.hpp against the host's double precision: scaling by powers of two, products
// and sums below 2^53 are exact there.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/golden/flexpoint.hpp"
#include "tb/arith/flexpoint_cases.hpp"
#include "tb/harness/model_time.hpp"
#include "tb/harness/report.hpp"
#include "tb/harness/test_main.hpp"

namespace weft::flexpoint_golden_test {
namespace {

using namespace golden::flexpoint;

/// nearbyint() rounds to nearest even.
result to_significand(const config& k, double units) {
  const double most = std::ldexp(1.0, k.sig_bits - 1) - 1, least = -most - 1;
  if (std::isnan(units)) return {static_cast<std::int32_t>(most), true};
  const double rounded = std::nearbyint(units);
  return {static_cast<std::int32_t>(std::clamp(rounded, least, most)),
          rounded > most || rounded < least};
}

TEST(FlexpointGolden, IsTheHostsRoundingOfTheScaledFloatOrSum) {
  for (const config& k : {config{}, config{.sig_bits = 8, .exp_bits = 5, .bias = 15}}) {
    flexpoint_cases next(k, test_options().seed);
    state s;
    double sum = 0, largest = 0;
    int sum_exp = 0;
    for (int i = 0; i < 500'000; ++i) {
      operands o = next();
      double units;
      if (o.op == op_e::MultiplyAdd) {
        // One exponent a sum, as in a tensor.
        if (sum == 0) sum_exp = o.exp_a + o.exp_b;
        o.exp_a = sum_exp / 2;
        o.exp_b = sum_exp - o.exp_a;
        sum += static_cast<double>(o.a) * o.b;
        units = std::ldexp(sum, sum_exp - k.bias - o.exp_out);
        if (o.last) sum = 0;
      } else {
        units = std::ldexp(static_cast<double>(std::bit_cast<float>(o.number)), k.bias - o.exp_out);
      }
      result want = to_significand(k, units);
      if (o.last) largest = std::max(largest, std::fabs(static_cast<double>(want.sig)));
      want.max = static_cast<std::uint32_t>(largest);
      if (o.end) largest = 0;
      ASSERT_EQ(eval(k, s, o), want) << i << ": " << o;
    }
  }
}

TEST(FlexpointGolden, HasTheSpecialCasesOfTheTable) {
  struct row {
    std::uint32_t number;
    std::int32_t exp_out;
    result want;
  };
  const row table[] = {
      {0x3f800000, 16, {32767, true, 32767}},    // 1 in units of 2^-15: 2^15 is one too many
      {0xbf800000, 16, {-32768, false, 32768}},  // -1 fits
      {0x3f800000, 17, {16384, false, 16384}},
      {0x3f000000, 31, {0, false, 0}},  // half a unit: a tie to even
      {0x3fc00000, 31, {2, false, 2}},  // 1.5 units
      {0x3f000001, 31, {1, false, 1}},
      {0x7f800000, 31, {32767, true, 32767}},
      {0xff800000, 31, {-32768, true, 32768}},
      {0xffc00000, 31, {32767, true, 32767}},  // NaN
      {0x80000001, 0, {0, false, 0}},
  };
  for (const auto& [number, exp_out, want] : table) {
    state s;
    const operands o{.number = number, .exp_out = exp_out};
    EXPECT_EQ(eval({}, s, o), want) << std::hex << o;
  }
}

TEST(FlexpointGolden, ASumHasRoomForTwoToThe17thLessOneOfTheLargestProducts) {
  const config k;
  state s;
  const operands o{.op = op_e::MultiplyAdd, .last = false, .a = -32768, .b = -32768, .exp_out = 31};
  for (std::int64_t n = 1; n <= 1 << 17; ++n) {
    eval(k, s, o);
    if (n < 1 << 17) {
      ASSERT_EQ(s.sum, n << 30);
    }
  }
  EXPECT_EQ(s.sum, -(std::int64_t{1} << 47));  // the one that does not fit
}

TEST(FlexpointGolden, ModelKeepsTheTimeOfItsRegisters) {
  for (const unsigned pipe : {0u, 1u, 6u, 7u}) {
    const config k{.pipe = pipe};
    EXPECT_EQ(cycles(k, 1000), 1000u + static_cast<unsigned>(std::popcount(pipe)));
    flexpoint_cases next(k, test_options().seed);
    std::vector<operands> items;
    for (int i = 0; i < 100; ++i) items.push_back(next());
    const stream_queue<operands, result, state> queue{
        .eval    = [k](state& s, const operands& o) { return eval(k, s, o); },
        .latency = [k](const operands&) { return static_cast<std::uint64_t>(k.latency()); },
        .depth   = static_cast<std::size_t>(k.latency())};
    is_the_queue(model(k), queue, items, [k](std::size_t n) { return cycles(k, n); });
  }
}

TEST(FlexpointGolden, ReportsNameOperations) {
  WEFT_EXPECT_NAMED(golden::flexpoint::op_e, Quantise);
  WEFT_EXPECT_NAMED(golden::flexpoint::op_e, MultiplyAdd);
  EXPECT_EQ(report(golden::flexpoint::op_e{15}), "0xf");
}

TEST(FlexpointGolden, ReportsOfOperandsHaveNames) {
  EXPECT_EQ(
      report(golden::flexpoint::operands{.op = golden::flexpoint::op_e::MultiplyAdd}).substr(0, 15),
      "op=MultiplyAdd ");
}

}  // namespace
}  // namespace weft::flexpoint_golden_test
