// SPDX-License-Identifier: Apache-2.0
//
// sim/golden/fma_simd.hpp against arrays: the host's floats and doubles where the lanes are such,
// else exact integers and a table of all numbers of the format.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cfenv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <type_traits>
#include <vector>

#include "sim/golden/fma_simd.hpp"
#include "sim/harness/operands.hpp"
#include "tb/harness/model_time.hpp"
#include "tb/harness/report.hpp"
#include "tb/harness/test_main.hpp"

namespace weft::fma_simd_golden_test {
namespace {

using namespace golden::fma_simd;
using golden::round_e;
using golden::fma::op_e;

// The arithmetic is constexpr: 2 * 3 + 1 and 4 * 5 - 16 in FP32.
static_assert(eval({}, {0x40800000'40000000, 0x40a00000'40400000, 0xc1800000'3f800000,
                        mode_e::Fp32}) == result{0x40800000'40e00000, 0});

template <class Number>
using word = std::array<Number, 8 / sizeof(Number)>;

/// Sums of products in the host's arithmetic, lane 0 first in memory; its flags lane by lane.
template <class Number>
void compare_with_host(mode_e mode) {
  using bits_t = std::conditional_t<sizeof(Number) == 8, std::uint64_t, std::uint32_t>;
  constexpr std::array<int, 4> Modes{FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
  sim::edge_floats number(format_of(mode), test_options().seed);
  for (unsigned i = 0; i < 200'000; ++i) {
    word<bits_t> ab[2], cs, want;
    for (std::size_t l = 0; l < cs.size(); ++l) {
      ab[0][l] = static_cast<bits_t>(number());
      ab[1][l] = static_cast<bits_t>(number());
      cs[l]    = static_cast<bits_t>(number());
    }
    std::uint64_t flags = 0;
    for (std::size_t l = 0; l < cs.size(); ++l) {
      // Volatile: nothing is computed before the mode is set or after the flags are read.
      volatile Number a = std::bit_cast<Number>(ab[0][l]), b = std::bit_cast<Number>(ab[1][l]);
      volatile Number c = std::bit_cast<Number>(cs[l]);
      std::fesetround(Modes[i % 4]);
      std::feclearexcept(FE_ALL_EXCEPT);
      volatile Number r = std::fma(a, b, c);
      const int raised  = std::fetestexcept(FE_ALL_EXCEPT);
      std::fesetround(FE_TONEAREST);
      want[l] = std::bit_cast<bits_t>(Number{r});
      if (std::isnan(Number{r})) want[l] = sizeof(Number) == 8 ? 0x7ff8000000000000 : 0x7fc00000;
      std::uint64_t f = 0;
      if ((raised & FE_INEXACT) != 0) f |= 1;
      if ((raised & FE_UNDERFLOW) != 0) f |= 2;
      if ((raised & FE_OVERFLOW) != 0) f |= 4;
      if ((raised & FE_INVALID) != 0) f |= 16;
      flags |= f << 5 * l;
    }
    const operands o{std::bit_cast<std::uint64_t>(ab[0]),
                     std::bit_cast<std::uint64_t>(ab[1]),
                     std::bit_cast<std::uint64_t>(cs),
                     mode,
                     op_e::Madd,
                     round_e(i % 4)};
    result got = eval({}, o);
    // IEEE 754 leaves open whether infinity * 0 + a quiet NaN is invalid.
    for (std::size_t l = 0; l < cs.size(); ++l) {
      if (std::isnan(std::bit_cast<Number>(cs[l]))) {
        got.flags &= ~(std::uint64_t{31} << 5 * l);
        flags &= ~(std::uint64_t{31} << 5 * l);
      }
    }
    ASSERT_EQ(got, (result{std::bit_cast<std::uint64_t>(want), flags})) << std::hex << o;
  }
}

#if defined(__x86_64__)
TEST(FmaSimdGolden, LanesAreTheHostsDoubles) { compare_with_host<double>(mode_e::Fp64); }
TEST(FmaSimdGolden, LanesAreTheHostsFloats) { compare_with_host<float>(mode_e::Fp32); }
#endif

__extension__ using integer = __int128;

/// The numbers of a narrow format, by formula: a code's fields are sign, exponent and fraction.
class narrow_format {
 public:
  narrow_format(int width, int frac_bits, int infinity) : end_(infinity) {
    const int bias = (1 << (width - frac_bits - 2)) - 1;
    for (int code = 0; code <= infinity; ++code) {
      const int field = code >> frac_bits, frac = code & ((1 << frac_bits) - 1);
      values_.push_back(field == 0 ? std::ldexp(frac, 1 - bias - frac_bits)
                                   : std::ldexp(frac + (1 << frac_bits), field - bias - frac_bits));
    }
  }

  /// The value in units of 2^-unit; 2^126 units stand for all larger values.
  integer units(int code, bool negative, int unit) const {
    const double value = std::ldexp(values_[static_cast<std::size_t>(code)], unit);
    const auto x       = static_cast<integer>(std::min(value, std::ldexp(1, 126)));
    return negative ? -x : x;
  }

  /// The code nearest to x, not negative, ties to the even one. One step past the largest number
  /// stands infinity.
  int nearest(integer x, int unit) const {
    int low = 0, high = end_;
    if (x >= units(high, false, unit)) return high;
    while (high - low > 1) {
      const int middle                               = (low + high) / 2;
      (units(middle, false, unit) <= x ? low : high) = middle;
    }
    const integer below = x - units(low, false, unit), above = units(high, false, unit) - x;
    if (below == above) return low % 2 == 0 ? low : high;
    return below < above ? low : high;
  }

 private:
  int end_;
  std::vector<double> values_;
};

/// Sums of products that are not zero, all numbers finite, rounded to nearest even. `lowest` and
/// `highest` are the codes of the smallest and the largest operand; sums are exact in units of
/// 2^-unit.
template <class Code>
void compare_with_table(mode_e mode, const narrow_format& f, int lowest, int highest, int unit) {
  constexpr Code Sign = static_cast<Code>(1) << (8 * sizeof(Code) - 1);
  std::mt19937_64 rng(test_options().seed);
  std::uniform_int_distribution<int> pick(lowest, highest);
  for (int i = 0; i < 50'000; ++i) {
    word<Code> a{}, b{}, c{}, want{};
    for (std::size_t l = 0; l < a.size(); ++l) {
      const int x = pick(rng), y = pick(rng), z = pick(rng);
      const bool xs = rng() % 2 != 0, ys = rng() % 2 != 0, zs = rng() % 2 != 0;
      const integer sum =
          f.units(x, xs, unit / 2) * f.units(y, ys, unit / 2) + f.units(z, zs, unit);
      a[l] = static_cast<Code>(x | (xs ? Sign : 0));
      b[l] = static_cast<Code>(y | (ys ? Sign : 0));
      c[l] = static_cast<Code>(z | (zs ? Sign : 0));
      if (sum == 0) {  // a case of its own elsewhere: 0 * 0 + 0
        a[l] = b[l] = c[l] = 0;
        continue;
      }
      want[l] = static_cast<Code>(f.nearest(sum < 0 ? -sum : sum, unit) | (sum < 0 ? Sign : 0));
    }
    const operands o{std::bit_cast<std::uint64_t>(a), std::bit_cast<std::uint64_t>(b),
                     std::bit_cast<std::uint64_t>(c), mode};
    ASSERT_EQ(eval({}, o).bits, std::bit_cast<std::uint64_t>(want)) << std::hex << o;
  }
}

// All numbers, but for BF16: its products span more than an integer has bits.
TEST(FmaSimdGolden, LanesAreTheNearestFp16) {
  compare_with_table<std::uint16_t>(mode_e::Fp16, {16, 10, 0x7c00}, 0, 0x7bff, 48);
}
TEST(FmaSimdGolden, LanesAreTheNearestBf16) {
  compare_with_table<std::uint16_t>(mode_e::Bf16, {16, 7, 0x7f80}, 112 << 7, (142 << 7) | 127, 60);
}
TEST(FmaSimdGolden, LanesAreTheNearestE4m3) {
  compare_with_table<std::uint8_t>(mode_e::E4m3, {8, 3, 0x7f}, 0, 0x7e, 18);
}
TEST(FmaSimdGolden, LanesAreTheNearestE5m2) {
  compare_with_table<std::uint8_t>(mode_e::E5m2, {8, 2, 0x7c}, 0, 0x7b, 32);
}

TEST(FmaSimdGolden, FlagsAreFiveBitsALaneAndThoseOfOtherLanesAreZero) {
  constexpr std::uint64_t Inexact = 1, Overflow = 4, Invalid = 16;
  // FP16: 1 * 1 + 0; 65504 * 2; inf - inf; 1 + 2^-11.
  EXPECT_EQ(
      eval({}, {0x3c00'7c00'7bff'3c00, 0x3c00'3c00'4000'3c00, 0x1000'fc00'0000'0000, mode_e::Fp16}),
      (result{0x3c00'7e00'7c00'3c00, (Overflow | Inexact) << 5 | Invalid << 10 | Inexact << 15}));
  // FP64: a signalling NaN.
  EXPECT_EQ(eval({}, {0x7ff0000000000001, 0, 0, mode_e::Fp64}),
            (result{0x7ff8000000000000, Invalid}));
}

TEST(FmaSimdGolden, OperationAndDirectionAreForAllLanes) {
  // E5M2: 1 and 1.25 in turn, minus itself.
  const operands o{0x3d3c'3d3c'3d3c'3d3c, 0,         0x3d3c'3d3c'3d3c'3d3c,
                   mode_e::E5m2,          op_e::Sub, round_e::Down};
  EXPECT_EQ(eval({}, o), (result{0x8080'8080'8080'8080, 0}));
}

TEST(FmaSimdGolden, TheCodesLeftOverAreE5m2) {
  operands o{0x3c3d3e3f40414243, 0x3c3d3e3f40414243, 0x4748494a4b4c4d4e, mode_e::E5m2};
  const result e5m2 = eval({}, o);
  for (const int code : {6, 7}) {
    o.mode = mode_e(code);
    EXPECT_EQ(eval({}, o), e5m2);
  }
}

TEST(FmaSimdGolden, ModelKeepsTheTimeOfItsRegisters) {
  std::mt19937_64 rng(test_options().seed);
  std::vector<operands> words(100);
  for (operands& o : words) o = {rng(), rng(), rng(), mode_e(rng() % 4)};
  for (const unsigned pipe : {0u, 1u, 21u, 31u}) {
    EXPECT_EQ(cycles({pipe}, 1000), 1000u + static_cast<unsigned>(std::popcount(pipe)));
    keeps_the_time_of_its_registers(config{pipe}, words);
  }
}

TEST(FmaSimdGolden, ReportsNameModes) {
  WEFT_EXPECT_NAMED(golden::fma_simd::mode_e, Fp64);
  WEFT_EXPECT_NAMED(golden::fma_simd::mode_e, Fp32);
  WEFT_EXPECT_NAMED(golden::fma_simd::mode_e, Fp16);
  WEFT_EXPECT_NAMED(golden::fma_simd::mode_e, Bf16);
  WEFT_EXPECT_NAMED(golden::fma_simd::mode_e, E4m3);
  WEFT_EXPECT_NAMED(golden::fma_simd::mode_e, E5m2);
  EXPECT_EQ(report(golden::fma_simd::mode_e{15}), "0xf");
}

TEST(FmaSimdGolden, ReportsOfOperandsHaveNames) {
  EXPECT_EQ(report(golden::fma_simd::operands{1, 2, 3, golden::fma_simd::mode_e::Bf16,
                                              golden::fma::op_e::Sub, golden::round_e::Up}),
            "mode=Bf16 op=Sub round=Up 0x1 0x2 0x3");
}

}  // namespace
}  // namespace weft::fma_simd_golden_test
