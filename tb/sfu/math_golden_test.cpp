// SPDX-License-Identifier: Apache-2.0
//
// sim/golden/math against libm in double precision, which MPFR with 200 bits confirms.

#include <gtest/gtest.h>
#include <mpfr.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <string>

#include "sim/sfu/math_errors.hpp"
#include "tb/harness/report.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/sfu/math_bounds.hpp"

namespace weft::math_golden_test {
namespace {

using namespace golden::math;
using golden::sfu::build_e;
using sim::host_math, sim::libm_math, sim::math_error;

class MathGolden : public testing::TestWithParam<int> {
 protected:
  op_e op_ = op_e(GetParam());
};

TEST_P(MathGolden, KeepsItsBound) { keeps_its_bound(op_, 4099); }

// The units' bits are the host's, and results with the other tables are as near.
TEST_P(MathGolden, HasTheHostsBits) {
  std::mt19937_64 rng(test_options().seed);
  for (int i = 0; i < 3000; ++i) {
    operands o{op_, static_cast<std::uint32_t>(rng()), static_cast<std::uint32_t>(rng())};
    if (i % 2 == 0) o.x = (o.x & 0x83ff'ffff) + 0x3c00'0000;
    if (i % 4 == 0) o.y = (o.y & 0x83ff'ffff) + 0x3c00'0000;
    const float x = std::bit_cast<float>(o.x), y = std::bit_cast<float>(o.y);
    const float z             = host_math(op_, x, y);
    const std::uint32_t wants = std::isnan(z) ? 0x7fc0'0000 : std::bit_cast<std::uint32_t>(z);
    ASSERT_EQ(eval(build_e::Cubic, o).bits, wants) << std::hex << o;
    const double exact = libm_math(op_, x, y);
    for (const build_e build : {build_e::Quadratic, build_e::Fine}) {
      const float other = std::bit_cast<float>(eval(build, o).bits);
      ASSERT_EQ(std::isnan(other), std::isnan(exact)) << std::hex << o;
      if (std::isnan(exact) || other == exact) continue;
      ASSERT_LT(math_error(exact, other), 1) << std::hex << o;
    }
  }
}

/// The function by MPFR, rounded to double precision.
double mpfr_math(op_e op, double x, double y) {
  mpfr_t a, b;
  mpfr_inits2(200, a, b, nullptr);
  mpfr_set_d(a, x, MPFR_RNDN);
  mpfr_set_d(b, y, MPFR_RNDN);
  using function           = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
  constexpr std::array All = {function(mpfr_exp), function(mpfr_exp2), function(mpfr_exp10),
                              function(mpfr_log), function(mpfr_log2), function(mpfr_log10),
                              function(mpfr_sin), function(mpfr_cos),  function(mpfr_tan),
                              function(mpfr_tanh)};
  if (op == op_e::Rsqrt) {
    mpfr_sqrt(a, a, MPFR_RNDN);
    mpfr_ui_div(a, 1, a, MPFR_RNDN);
  } else if (op == op_e::Pow) {
    mpfr_pow(a, a, b, MPFR_RNDN);
  } else if (op == op_e::Erf) {
    mpfr_erf(a, a, MPFR_RNDN);
  } else if (op == op_e::Sigmoid) {
    mpfr_neg(a, a, MPFR_RNDN);
    mpfr_exp(a, a, MPFR_RNDN);
    mpfr_add_ui(a, a, 1, MPFR_RNDN);
    mpfr_ui_div(a, 1, a, MPFR_RNDN);
  } else {
    All[static_cast<std::size_t>(op)](a, a, MPFR_RNDN);
  }
  const double value = mpfr_get_d(a, MPFR_RNDN);
  mpfr_clears(a, b, nullptr);
  return value;
}

TEST_P(MathGolden, TheJudgeIsMpfrs) {
  std::mt19937_64 rng(test_options().seed);
  for (int i = 0; i < 1000; ++i) {
    const auto word = [&] {
      const auto bits = static_cast<std::uint32_t>(rng());
      return i % 8 == 0 ? bits : (bits & 0x83ff'ffff) + 0x3d00'0000;
    };
    const float x = std::bit_cast<float>(word()), y = std::bit_cast<float>(word());
    const double libm = libm_math(op_, x, y), mpfr = mpfr_math(op_, x, y);
    ASSERT_EQ(std::isnan(libm), std::isnan(mpfr)) << x << ' ' << y;
    if (std::isnan(mpfr)) continue;
    const auto z = static_cast<float>(mpfr);
    ASSERT_NEAR(math_error(libm, z), math_error(mpfr, z), 1e-7) << std::hexfloat << x << ' ' << y;
  }
}

TEST_P(MathGolden, SpecialValuesAreThoseOfC) {
  constexpr float Inf = std::numeric_limits<float>::infinity();
  constexpr std::array Values{0.0F,
                              1.0F,
                              2.0F,
                              3.0F,
                              0.5F,
                              1.5F,
                              0x1p-149F,
                              0x1p-126F,
                              104.0F,
                              0x1p23F,
                              0x1.000002p23F,
                              0x1p24F,
                              0x1.fffffep127F,
                              Inf,
                              std::numeric_limits<float>::quiet_NaN()};
  const auto check = [&](float x, float y) {
    const operands o{op_, std::bit_cast<std::uint32_t>(x), std::bit_cast<std::uint32_t>(y)};
    const std::uint32_t got = eval(build_e::Cubic, o).bits;
    const double exact      = libm_math(op_, x, y);
    if (std::isnan(exact)) {
      EXPECT_EQ(got, 0x7fc0'0000U) << x << ' ' << y;
    } else if (exact == 0 || std::isinf(exact) || exact == 1) {
      EXPECT_EQ(got, std::bit_cast<std::uint32_t>(static_cast<float>(exact))) << x << ' ' << y;
    } else {
      EXPECT_LT(math_error(exact, std::bit_cast<float>(got)), 1) << x << ' ' << y;
    }
  };
  for (const float x : Values) {
    for (const float y : Values) {
      check(x, y), check(-x, y), check(x, -y), check(-x, -y);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, MathGolden, testing::Range(0, Ops),
                         [](const auto& info) { return report(op_e(info.param)); });

TEST(MathGoldenRsqrt, IsCorrectlyRoundedFrom1To4) {
  const auto f = sim::measure_math(op_e::Rsqrt, 37, 1, 0x3f80'0000, 0x4080'0000);
  EXPECT_EQ(f.rounded, f.operands);
}

TEST(MathGoldenAngles, AreReducedNearMultiplesOfPi) {
  // x = 16367173 * 2^72 is within 1.6e-9 of a multiple of pi / 2, the nearest of all numbers; the
  // others are near pi, 2 pi, 11 and 22 of them.
  for (const float x : {0x1.f37b0ap+95F, 0x1.921fb6p+0F, 0x1.921fb6p+1F, 0x1.921fb6p+2F,
                        0x1.147912p+5F, 0x1.147912p+6F, 0x1.fffffep127F, 0x1.921fb4p-1F}) {
    for (const op_e op : {op_e::Sin, op_e::Cos, op_e::Tan}) {
      const float z = host_math(op, x, 0);
      EXPECT_LT(math_error(libm_math(op, x, 0), z), 0.9) << op << ' ' << std::hexfloat << x;
      EXPECT_EQ(host_math(op, -x, 0), op == op_e::Cos ? z : -z);
    }
  }
}

}  // namespace
}  // namespace weft::math_golden_test
