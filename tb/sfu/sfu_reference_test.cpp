// SPDX-License-Identifier: Apache-2.0
//
// sim/sfu/sfu_reference.hpp against MPFR with 200 bits, and against C's special values.

#include "sim/sfu/sfu_reference.hpp"

#include <gtest/gtest.h>
#include <mpfr.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <utility>

#include "tb/harness/test_main.hpp"

namespace weft::sfu_reference_test {
namespace {

using golden::sfu::op_e;
using enum golden::sfu::op_e;
using sim::exact_sfu_reference, sim::make_sfu_reference;

constexpr std::array Ops{Rcp, Rsqrt, Sqrt, Ex2, Lg2, Sin, Cos, Tanh};
constexpr float Inf = std::numeric_limits<float>::infinity(),
                Nan = std::numeric_limits<float>::quiet_NaN();

std::uint32_t bits(float x) { return std::bit_cast<std::uint32_t>(x); }
float number(std::uint32_t x) { return std::bit_cast<float>(x); }

/// The correctly rounded result, as MPFR rounds to binary32.
std::uint32_t rounded_by_mpfr(op_e op, float x) {
  mpfr_t a, y;
  mpfr_inits2(24, a, y, static_cast<mpfr_ptr>(nullptr));
  mpfr_set_flt(a, x, MPFR_RNDN);
  mpfr_set_emin(-148);
  mpfr_set_emax(128);
  int inexact = 0;
  if (op == Rcp) inexact = mpfr_ui_div(y, 1, a, MPFR_RNDN);
  if (op == Rsqrt) inexact = mpfr_rec_sqrt(y, a, MPFR_RNDN);
  if (op == Sqrt) inexact = mpfr_sqrt(y, a, MPFR_RNDN);
  if (op == Ex2) inexact = mpfr_exp2(y, a, MPFR_RNDN);
  if (op == Lg2) inexact = mpfr_log2(y, a, MPFR_RNDN);
  if (op == Sin) inexact = mpfr_sin(y, a, MPFR_RNDN);
  if (op == Cos) inexact = mpfr_cos(y, a, MPFR_RNDN);
  if (op == Tanh) inexact = mpfr_tanh(y, a, MPFR_RNDN);
  mpfr_subnormalize(y, inexact, MPFR_RNDN);
  const float result = mpfr_get_flt(y, MPFR_RNDN);
  mpfr_set_emin(mpfr_get_emin_min());
  mpfr_set_emax(mpfr_get_emax_max());
  mpfr_clears(a, y, static_cast<mpfr_ptr>(nullptr));
  return bits(result);
}

/// Operands of all exponents and, for each function, of those where its results are numbers.
std::uint32_t operand(op_e op, std::mt19937& rng) {
  const auto any = static_cast<std::uint32_t>(rng());
  if (op == Ex2) return (any & 0x807f'ffff) | (100 + rng() % 35) << 23;
  if (op == Tanh || op == Sin || op == Cos) return (any & 0x807f'ffff) | (110 + rng() % 50) << 23;
  return op == Rcp || rng() % 8 == 0 ? any : any & 0x7fff'ffff;
}

TEST(SfuReference, RoundsAsMpfrDoes) {
  std::mt19937 rng(static_cast<unsigned>(test_options().seed));
  for (const op_e op : Ops) {
    for (int i = 0; i < 20'000; ++i) {
      const std::uint32_t x = operand(op, rng);
      const auto r          = make_sfu_reference(op, x, false);
      const auto expected   = rounded_by_mpfr(op, number(x));
      if (std::isnan(number(expected))) {
        ASSERT_TRUE(r.special && std::isnan(number(r.rounded))) << std::hex << x;
        continue;
      }
      ASSERT_EQ(r.rounded, expected) << static_cast<int>(op) << std::hex << ' ' << x;
    }
  }
}

TEST(SfuReference, FastAndExactAreTheSameTo26Places) {
  std::mt19937 rng(static_cast<unsigned>(test_options().seed + 1));
  for (const op_e op : Ops) {
    for (int i = 0; i < 5'000; ++i) {
      const std::uint32_t x = operand(op, rng);
      const auto fast = make_sfu_reference(op, x, false), exact = exact_sfu_reference(op, x, false);
      ASSERT_EQ(fast.special, exact.special) << std::hex << x;
      if (fast.special && std::isnan(number(fast.rounded))) continue;
      ASSERT_EQ(fast.rounded, exact.rounded) << std::hex << x;
      // Just below a power of two, a double may be on it and its ulp twice as large.
      ASSERT_NEAR(fast.value() / fast.ulp, exact.value() / fast.ulp, 0x1p-26) << std::hex << x;
    }
  }
}

TEST(SfuReference, SpecialValuesAreThoseOfC) {
  const auto expect = [](op_e op, float x, float y) {
    for (const auto& r :
         {make_sfu_reference(op, bits(x), false), exact_sfu_reference(op, bits(x), false)}) {
      EXPECT_TRUE(r.special) << static_cast<int>(op) << ' ' << x;
      if (std::isnan(y)) {
        EXPECT_TRUE(std::isnan(number(r.rounded))) << static_cast<int>(op) << ' ' << x;
      } else {
        EXPECT_EQ(r.rounded, bits(y)) << static_cast<int>(op) << ' ' << x;
      }
    }
  };
  for (const op_e op : Ops) expect(op, Nan, Nan);
  for (const float sign : {1.F, -1.F}) {
    expect(Rcp, sign * 0.F, sign * Inf);
    expect(Rcp, sign * Inf, sign * 0.F);
    expect(Rsqrt, sign * 0.F, sign * Inf);
    expect(Sqrt, sign * 0.F, sign * 0.F);
    expect(Ex2, sign * 0.F, 1);
    expect(Lg2, sign * 0.F, -Inf);
    expect(Sin, sign * 0.F, sign * 0.F);
    expect(Sin, sign * Inf, Nan);
    expect(Cos, sign * 0.F, 1);
    expect(Cos, sign * Inf, Nan);
    expect(Tanh, sign * 0.F, sign * 0.F);
    expect(Tanh, sign * Inf, sign);
  }
  for (const op_e op : {Rsqrt, Sqrt, Lg2}) {
    expect(op, -Inf, Nan);
    expect(op, -1, Nan);
    expect(op, number(0x8000'0001), Nan);
  }
  expect(Rsqrt, Inf, 0);
  expect(Sqrt, Inf, Inf);
  expect(Ex2, Inf, Inf);
  expect(Ex2, -Inf, 0);
  expect(Lg2, Inf, Inf);
  expect(Lg2, 1, 0);
}

TEST(SfuReference, CountsErrorsInUlps) {
  // 1 / 3 lies a third of an ulp of 2^-25 below 0x3eaaaaab.
  const auto third = make_sfu_reference(Rcp, bits(3), false);
  EXPECT_EQ(third.ulp, 0x1p-25);
  EXPECT_EQ(third.rounded, 0x3eaa'aaabU);
  EXPECT_NEAR(third.error(0x3eaa'aaab), 1 / 3.0, 1e-8);
  EXPECT_NEAR(third.error(0x3eaa'aaaa), -2 / 3.0, 1e-8);
  // sqrt(4) and the numbers beside it, where the ulp changes.
  const auto two = make_sfu_reference(Sqrt, bits(4), false);
  EXPECT_EQ(two.error(bits(2)), 0);
  EXPECT_EQ(two.error(bits(2) + 1), 1);
  EXPECT_EQ(two.error(bits(2) - 1), -0.5);
  // Subnormal results have one ulp: 2^-140 is 512 of them.
  const auto tiny = make_sfu_reference(Ex2, bits(-140), false);
  EXPECT_EQ(tiny.ulp, 0x1p-149);
  EXPECT_EQ(tiny.rounded, 512U);
  EXPECT_EQ(tiny.error(0), -512);
}

TEST(SfuReference, TakesInfinityForTwoTo128) {
  const auto over = make_sfu_reference(Ex2, bits(200), false);
  EXPECT_FALSE(over.special);
  EXPECT_EQ(over.rounded, bits(Inf));
  EXPECT_EQ(over.error(bits(Inf)), 0);
  EXPECT_EQ(over.error(bits(std::numeric_limits<float>::max())), -1);
  // 2^127.99999 is below the largest number.
  EXPECT_GT(make_sfu_reference(Ex2, bits(127.99999F), false).error(bits(Inf)), 1);
  EXPECT_EQ(make_sfu_reference(Rcp, 0x8000'0001, false).rounded, bits(-Inf));
}

TEST(SfuReference, FlushesSubnormalOperandsAndResults) {
  EXPECT_EQ(make_sfu_reference(Rcp, 0x807f'ffff, true).rounded, bits(-Inf));
  EXPECT_EQ(make_sfu_reference(Sqrt, 0x8000'0001, true).rounded, 0x8000'0000U);
  EXPECT_EQ(make_sfu_reference(Lg2, 1, true).rounded, bits(-Inf));
  EXPECT_EQ(make_sfu_reference(Sin, 0x8000'0001, true).rounded, 0x8000'0000U);
  EXPECT_EQ(make_sfu_reference(Ex2, bits(-130), true).rounded, 0U);
  EXPECT_EQ(make_sfu_reference(Rcp, bits(-0x1p127F), true).rounded, 0x8000'0000U);
  EXPECT_EQ(make_sfu_reference(Rcp, bits(0x1p126F), true).rounded, bits(0x1p-126F));
  EXPECT_EQ(make_sfu_reference(Sin, 0x8000'0001, false).rounded, 0x8000'0001U);
}

TEST(SfuReference, TiesGoToEven) {
  // 2^-150 is half of the smallest number.
  for (const bool ftz : {false, true}) {
    EXPECT_EQ(make_sfu_reference(Ex2, bits(-150), ftz).rounded, 0U);
  }
  EXPECT_EQ(make_sfu_reference(Ex2, bits(-149.99998F), false).rounded, 1U);
}

TEST(SfuReference, MpfrDecidesWhereADoubleIsATie) {
  for (const auto& [op, x] : {std::pair{Ex2, 0x3b42'9d37U}, std::pair{Sin, 0x4619'9998U}}) {
    const auto r = make_sfu_reference(op, x, false);
    EXPECT_EQ(r.rounded, rounded_by_mpfr(op, number(x)));
    // To even would be the other neighbour.
    EXPECT_EQ(r.rounded & 1, 1U);
    EXPECT_GT(std::fabs(r.rest), 0.5 - 0x1p-26);
  }
}

TEST(SfuReference, KnowsAnglesBelowTwoTo38) {
  EXPECT_TRUE(sim::known_angle(bits(0x1.fffffep37F)));
  EXPECT_TRUE(sim::known_angle(bits(-1)));
  EXPECT_FALSE(sim::known_angle(bits(0x1p38F)));
  EXPECT_FALSE(sim::known_angle(bits(-Inf)));
}

}  // namespace
}  // namespace weft::sfu_reference_test
