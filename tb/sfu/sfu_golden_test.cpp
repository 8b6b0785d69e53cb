// SPDX-License-Identifier: Apache-2.0
//
// sim/golden/sfu.hpp against libm and MPFR (sim/sfu/sfu_reference.hpp): every significand of every
// function, its special values, its order; planes against exact arithmetic; the tables' sizes.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "sim/golden/sfu.hpp"
#include "tb/harness/model_time.hpp"
#include "tb/harness/report.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/sfu/sfu_cases.hpp"

namespace weft::sfu_golden_test {
namespace {

using namespace golden::sfu;
using enum op_e;

constexpr std::uint32_t Inf = 0x7f80'0000, Nan = 0x7fc0'0000, One = 0x3f80'0000;
constexpr std::uint32_t Minus = 0x8000'0000, Least = 1, Largest = 0x7f7f'ffff;

class SfuGolden : public testing::TestWithParam<build_e> {
 protected:
  std::uint32_t of(op_e op, std::uint32_t a, bool ftz = false) const {
    return eval({.build = GetParam(), .ftz = ftz}, {.op = op, .a = a}).bits;
  }
};

std::string build_name(const testing::TestParamInfo<build_e>& info) {
  return SfuBuildNames[static_cast<std::size_t>(info.param)];
}

INSTANTIATE_TEST_SUITE_P(, SfuGolden,
                         testing::Values(build_e::Cubic, build_e::Quadratic, build_e::Fine),
                         build_name);

TEST_P(SfuGolden, SpecialValuesAreThoseOfTheDocumentation) {
  struct row {
    op_e op;
    // The results for -inf, a negative number, -0, +0, +inf; 1 stands for "a number".
    std::array<std::uint32_t, 5> values;
  };
  constexpr std::uint32_t Number = 1;
  for (const auto& [op, values] :
       {row{Rcp, {Minus, Number, Inf | Minus, Inf, 0}}, row{Rsqrt, {Nan, Nan, Inf | Minus, Inf, 0}},
        row{Sqrt, {Nan, Nan, Minus, 0, Inf}}, row{Ex2, {0, Number, One, One, Inf}},
        row{Lg2, {Nan, Nan, Inf | Minus, Inf | Minus, Inf}}, row{Sin, {Nan, Number, Minus, 0, Nan}},
        row{Cos, {Nan, Number, One, One, Nan}}, row{Tanh, {One | Minus, Number, Minus, 0, One}}}) {
    SCOPED_TRACE(SfuNames[static_cast<std::size_t>(op)]);
    EXPECT_EQ(of(op, Inf | Minus), values[0]);
    if (values[1] != Number) {
      EXPECT_EQ(of(op, One | Minus), values[1]);
      EXPECT_EQ(of(op, Least | Minus), values[1]);
    }
    EXPECT_EQ(of(op, Minus), values[2]);
    EXPECT_EQ(of(op, 0), values[3]);
    EXPECT_EQ(of(op, Inf), values[4]);
    for (const std::uint32_t nan : {Nan, Nan | Minus, Inf | 1, 0xffff'ffffU}) {
      EXPECT_EQ(of(op, nan), Nan);
    }
  }
}

TEST_P(SfuGolden, ExactResultsAreExact) {
  for (int exp = -126; exp < 128; ++exp) {
    const auto power = [](int e) { return std::bit_cast<std::uint32_t>(std::ldexp(1.0F, e)); };
    const auto x     = static_cast<float>(exp);
    EXPECT_EQ(of(Rcp, power(exp)), power(-exp));
    EXPECT_EQ(of(Ex2, std::bit_cast<std::uint32_t>(x)), power(exp));
    EXPECT_EQ(of(Lg2, power(exp)), std::bit_cast<std::uint32_t>(x));
    if (exp % 2 != 0) continue;
    EXPECT_EQ(of(Sqrt, power(exp)), power(exp / 2));
    EXPECT_EQ(of(Rsqrt, power(exp)), power(-exp / 2));
  }
  EXPECT_EQ(of(Sqrt, 0x4110'0000), 0x4040'0000U);  // 9
}

/// The operands just outside of a ratio are evaluated as without relative bounds, and so are other
/// functions.
TEST_P(SfuGolden, RelativeBoundsAreThoseOfSinBelow1AndLg2Near1) {
  const auto same = [&](op_e op, std::uint32_t a) {
    const operands o{.op = op, .a = a};
    const config k{.build = GetParam(), .relative = true};
    EXPECT_FALSE(is_ratio(k, o)) << SfuNames[static_cast<std::size_t>(op)] << ' ' << a;
    return eval(k, o).bits == of(op, a);
  };
  for (const std::uint32_t a : {0x3f80'0000U, 0x3f80'0001U, 0x397f'ffffU, 0x3900'0000U, Inf, Nan}) {
    EXPECT_TRUE(same(Sin, a) && same(Sin, a | Minus));
  }
  for (const std::uint32_t a :
       {0x3effffffU, 0x3f00'0000U, 0x3f80'0000U, 0x3fc0'0000U, 0xbf40'0000U, 0U, Inf, Nan}) {
    EXPECT_TRUE(same(Lg2, a));
  }
  for (const op_e op : {Rcp, Rsqrt, Sqrt, Ex2, Tanh, Cos}) {
    for (const std::uint32_t a : every_significand(Rcp, 9973)) {
      EXPECT_TRUE(same(op, a) && same(op, a - 0x0080'0000));
    }
  }
  const config k{.build = GetParam(), .relative = true};
  for (const std::uint32_t a : {0x3980'0000U, 0x3f7f'ffffU, 0xbf7f'ffffU, 0xbe12'3456U}) {
    EXPECT_TRUE(is_ratio(k, {.op = Sin, .a = a}));
  }
  for (const std::uint32_t a : {0x3f00'0001U, 0x3f7f'ffffU, 0x3f80'0001U, 0x3fbf'ffffU}) {
    EXPECT_TRUE(is_ratio(k, {.op = Lg2, .a = a}));
  }
  // log2(1 + 2^-23) is 1.4426949 * 2^-23, and the nearest number 0x3438aa3b.
  EXPECT_NEAR(eval(k, {.op = Lg2, .a = 0x3f80'0001}).bits, 0x3438'aa3bU, 1);
}

TEST_P(SfuGolden, OverflowsAndUnderflows) {
  EXPECT_EQ(of(Ex2, 0x4300'0000), Inf);           // 128
  EXPECT_LT(of(Ex2, 0x42ff'ffff), Inf);           // below
  EXPECT_EQ(of(Ex2, 0xc315'0000), Least);         // -149
  EXPECT_EQ(of(Ex2, 0xc317'0000), 0U);            // -151
  EXPECT_EQ(of(Ex2, 0xc2fc'0000), 0x80'0000U);    // -126
  EXPECT_EQ(of(Rcp, Least), Inf);                 // 2^149
  EXPECT_EQ(of(Rcp, 0x0020'0000), Inf);           // 2^128
  EXPECT_LT(of(Rcp, 0x0020'0001), Inf);           // below
  EXPECT_EQ(of(Rcp, 0x7f00'0000), 0x0040'0000U);  // 2^-127
}

/// PTX: subnormal operands are zeros of their sign, and so are subnormal results.
TEST_P(SfuGolden, FlushesSubnormalsIfAsked) {
  const std::uint32_t subnormal = 0x0012'3456;
  EXPECT_EQ(of(Rcp, subnormal, true), Inf);
  EXPECT_EQ(of(Rcp, subnormal | Minus, true), Inf | Minus);
  EXPECT_EQ(of(Rsqrt, subnormal, true), Inf);
  EXPECT_EQ(of(Sqrt, subnormal | Minus, true), Minus);
  EXPECT_EQ(of(Lg2, subnormal | Minus, true), Inf | Minus);
  EXPECT_EQ(of(Sin, subnormal | Minus, true), Minus);
  EXPECT_EQ(of(Tanh, subnormal, true), 0U);
  EXPECT_EQ(of(Ex2, subnormal, true), One);
  EXPECT_EQ(of(Rcp, 0x7f00'0000 | Minus, true), Minus);  // -2^127
  EXPECT_EQ(of(Rcp, 0x7e80'0000, true), 0x80'0000U);     // 2^126: normal
  EXPECT_EQ(of(Ex2, 0xc2fc'0001, true), 0U);             // below -126
  EXPECT_EQ(of(Ex2, 0xc2fc'0000, true), 0x80'0000U);
  // Results that are not subnormal stay.
  for (const std::uint32_t a : every_significand(Rcp, 4099)) {
    for (int op = 0; op < Functions; ++op) EXPECT_EQ(of(op_e(op), a, true), of(op_e(op), a));
  }
}

TEST_P(SfuGolden, OddFunctionsAreOddAndEvenOnesEven) {
  for (const std::uint32_t a : every_significand(Sin, 1021)) {
    EXPECT_EQ(of(Sin, a | Minus), of(Sin, a) ^ Minus);
    EXPECT_EQ(of(Tanh, a | Minus), of(Tanh, a) ^ Minus);
    EXPECT_EQ(of(Rcp, a | Minus), of(Rcp, a) ^ Minus);
    EXPECT_EQ(of(Cos, a | Minus), of(Cos, a));
  }
}

/// A fault in any one bit of a ROM changes a result that the tests of the RTL look at. The bits of
/// a coefficient are those from the lowest to the highest that are set in any of its rows.
TEST_P(SfuGolden, EveryBitOfTheTablesMatters) {
  std::mt19937 rng(static_cast<unsigned>(test_options().seed));
  int bits = 0;
  for (const auto& [op, ratio] :
       {std::pair{Rcp, false}, std::pair{Rsqrt, false}, std::pair{Sqrt, false},
        std::pair{Ex2, false}, std::pair{Lg2, false}, std::pair{Sin, false}, std::pair{Tanh, false},
        std::pair{Sin, true}, std::pair{Lg2, true}}) {
    const config k{.build = GetParam(), .relative = ratio};
    const table& f   = ratio ? ratio_of(k.build, op) : table_of(k.build, op);
    const auto codes = ratio ? every_ratio(op, 5) : every_significand(op, 5);
    std::vector<row> rows(f.rows.begin(), f.rows.end());
    table faulty = f;
    faulty.rows  = rows;
    for (std::int64_t row::*c : {&row::c0, &row::c1, &row::c2, &row::c3}) {
      std::int64_t used = 0;
      for (const row& r : f.rows) used |= r.*c < 0 ? ~(r.*c) : r.*c;
      for (row& r : rows) {
        for (std::int64_t bit = used & -used; bit != 0 && bit <= used; bit <<= 1, ++bits) {
          r.*c ^= bit;
          bool seen = false;
          for (std::size_t n = 0; n < codes.size() && !seen; ++n) {
            const operands o{.op = op, .a = codes[rng() % codes.size()]};
            seen = eval(k, o, faulty) != eval(k, o);
          }
          EXPECT_TRUE(seen) << SfuNames[static_cast<std::size_t>(op)] << (ratio ? " ratio" : "")
                            << " row " << &r - rows.data() << " bit " << bit;
          r.*c ^= bit;
        }
      }
    }
  }
  const std::map<build_e, int> stored{
      {build_e::Quadratic, 42'549}, {build_e::Cubic, 22'808}, {build_e::Fine, 27'568}};
  EXPECT_EQ(bits, stored.at(GetParam()));
  RecordProperty("bits", bits);
}

TEST(SfuPlane, IsWithinItsBound) {
  double worst = 0;
  for (const operands& o : sfu_operands(Interpolate, test_options().seed, 1'000'000)) {
    std::array<double, 3> v{};
    double largest = 0;
    bool special   = false;
    for (const auto& [i, bits, ahead] :
         {std::tuple{0, o.a, 0}, std::tuple{1, o.b, 7}, std::tuple{2, o.c, 7}}) {
      const float x                  = std::bit_cast<float>(bits);
      special                        = special || !std::isfinite(x);
      v[static_cast<std::size_t>(i)] = std::isnormal(x) ? x : 0;
      if (std::isnormal(x)) largest = std::max(largest, std::ldexp(1.0, std::ilogb(x) + ahead));
    }
    const std::uint32_t bits = eval({}, o).bits;
    if (special) {
      ASSERT_EQ(bits, Nan) << std::hex << o;
      continue;
    }
    if (largest == 0) {
      ASSERT_EQ(bits, 0U) << std::hex << o;
      continue;
    }
    // Exact: products of 24 and 12 bits; sums by two errors of double precision.
    const double x = o.x / 16.0, y = o.y / 16.0;
    const double exact = v[0] + v[1] * x + v[2] * y;
    const double z     = std::bit_cast<float>(bits);
    ASSERT_FALSE(std::isnan(z)) << std::hex << o;
    if (std::fabs(exact) > 3.4e38 || std::isinf(z)) continue;
    const double ulp   = std::ldexp(1.0, std::max(std::ilogb(z == 0 ? 0x1p-126 : z), -126) - 23);
    const double slack = z == 0 ? 0x1p-126 : ulp / 2;
    const double error = std::max(0.0, std::fabs(z - exact) - slack) / largest;
    ASSERT_LE(error, std::exp2(-24) * (1 + std::exp2(-11))) << std::hex << o;
    worst = std::max(worst, error);
  }
  EXPECT_GT(worst, std::exp2(-26));
}

TEST(SfuPlane, OfOneCoefficientIsThatCoefficientExactly) {
  for (const std::uint32_t a : every_significand(Rcp, 509)) {
    EXPECT_EQ(eval({}, {.op = Interpolate, .a = a, .x = 77, .y = -99}).bits, a);
    EXPECT_EQ(eval({}, {.op = Interpolate, .a = a | Minus}).bits, a | Minus);
    EXPECT_EQ(eval({}, {.op = Interpolate, .b = a, .x = 16}).bits, a);
    EXPECT_EQ(eval({}, {.op = Interpolate, .c = a, .y = -16}).bits, a | Minus);
  }
}

TEST(SfuPlane, SpecialValues) {
  EXPECT_EQ(eval({}, {.op = Interpolate, .a = Inf}).bits, Nan);
  EXPECT_EQ(eval({}, {.op = Interpolate, .b = Nan}).bits, Nan);
  EXPECT_EQ(eval({}, {.op = Interpolate, .c = Inf | Minus}).bits, Nan);
  EXPECT_EQ(eval({}, {.op = Interpolate, .a = Largest, .b = Largest, .x = 16}).bits, Inf);
  EXPECT_EQ(eval({}, {.op = Interpolate, .a = Least, .b = Least, .c = Least, .x = 16}).bits, 0U);
  // A difference of nothing is +0.
  EXPECT_EQ(eval({}, {.op = Interpolate, .a = One | Minus, .b = One, .x = 16}).bits, 0U);
  // A tiny difference of normal numbers is a zero of its sign.
  EXPECT_EQ(eval({}, {.op = Interpolate, .a = 0x80'0001 | Minus, .b = 0x80'0000, .x = 16}).bits,
            Minus);
}

TEST(SfuGoldenTime, ModelKeepsTheTimeOfItsRegisters) {
  for (const unsigned pipe : {0u, 20u, 255u}) {
    keeps_the_time_of_its_registers(config{.pipe = pipe}, every_operation(test_options().seed, 10));
  }
}

TEST(SfuReports, NameOperations) {
  WEFT_EXPECT_NAMED(golden::sfu::op_e, Rcp);
  WEFT_EXPECT_NAMED(golden::sfu::op_e, Rsqrt);
  WEFT_EXPECT_NAMED(golden::sfu::op_e, Sqrt);
  WEFT_EXPECT_NAMED(golden::sfu::op_e, Ex2);
  WEFT_EXPECT_NAMED(golden::sfu::op_e, Lg2);
  WEFT_EXPECT_NAMED(golden::sfu::op_e, Sin);
  WEFT_EXPECT_NAMED(golden::sfu::op_e, Tanh);
  WEFT_EXPECT_NAMED(golden::sfu::op_e, Cos);
  WEFT_EXPECT_NAMED(golden::sfu::op_e, Interpolate);
  EXPECT_EQ(report(golden::sfu::op_e{15}), "0xf");
}

TEST(SfuReports, HaveNames) {
  EXPECT_EQ(report(golden::sfu::operands{golden::sfu::op_e::Cos, 1, 2, 3, 4, 5}),
            "op=Cos 0x1 0x2 0x3 0x4 0x5");
}

}  // namespace
}  // namespace weft::sfu_golden_test
