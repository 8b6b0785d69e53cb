// SPDX-License-Identifier: Apache-2.0
//
// sim/file/half.hpp against the compiler's _Float16 and against the definition of rounding.

#include "sim/file/half.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "tb/harness/test_main.hpp"

namespace weft::half_test {
namespace {

using sim::double_from_half;
using sim::half_from_double;

static_assert(half_from_double(1.0) == 0x3c00);
static_assert(double_from_half(0x7bff) == 65504.0);

constexpr double Inf = std::numeric_limits<double>::infinity();

std::vector<std::uint16_t> every_half() {
  std::vector<std::uint16_t> all;
  for (unsigned h = 0; h <= 0xffff; ++h) all.push_back(static_cast<std::uint16_t>(h));
  return all;
}

bool is_nan(std::uint16_t h) { return (h & 0x7fff) > 0x7c00; }

/// Nearest, ties to even, found by comparing distances to neighbours: no shifts, no masks.
std::uint16_t nearest(double value) {
  const double x       = std::fabs(value);
  std::uint16_t below  = 0;
  std::uint16_t above  = 0x7c00;  // stands for 2^16 here: rounding goes on past the largest
  const auto magnitude = [](std::uint16_t h) {
    return h == 0x7c00 ? 65536.0 : double_from_half(h);
  };
  while (above - below > 1) {
    const auto middle                        = static_cast<std::uint16_t>((below + above) / 2);
    (magnitude(middle) <= x ? below : above) = middle;
  }
  const double to_below = x - magnitude(below), to_above = magnitude(above) - x;
  const bool up = x >= 65536 || to_above < to_below || (to_above == to_below && below % 2 == 1);
  return static_cast<std::uint16_t>((up ? above : below) | (std::signbit(value) ? 0x8000 : 0));
}

TEST(Half, EveryValueGoesThereAndBack) {
  for (const auto h : every_half()) {
    const double value = double_from_half(h);
    EXPECT_EQ(std::isnan(value), is_nan(h)) << std::hex << h;
    EXPECT_EQ(half_from_double(value), is_nan(h) ? h | 0x200 : h) << std::hex << h;
  }
}

TEST(Half, ValuesFollowTheFormat) {
  for (const auto h : every_half()) {
    if (is_nan(h)) continue;
    const int exponent = h >> 10 & 31, fraction = h & 1023;
    double magnitude =
        exponent ? std::ldexp(1024 + fraction, exponent - 25) : std::ldexp(fraction, -24);
    if (exponent == 31) magnitude = Inf;
    const double value = double_from_half(h);
    EXPECT_EQ(std::fabs(value), magnitude) << std::hex << h;
    EXPECT_EQ(std::signbit(value), h >> 15 != 0) << std::hex << h;
  }
}

TEST(Half, BoundariesBetweenNeighboursRoundToEven) {
  for (unsigned h = 0; h < 0x7c00; ++h) {
    const double low  = double_from_half(static_cast<std::uint16_t>(h));
    const double high = h == 0x7bff ? 65536.0 : double_from_half(static_cast<std::uint16_t>(h + 1));
    const double tie  = (low + high) / 2;  // exact
    EXPECT_EQ(half_from_double(tie), h + (h & 1)) << std::hex << h;
    EXPECT_EQ(half_from_double(std::nextafter(tie, 0)), h) << std::hex << h;
    EXPECT_EQ(half_from_double(std::nextafter(tie, Inf)), h + 1) << std::hex << h;
    EXPECT_EQ(half_from_double(-tie), (h + (h & 1)) | 0x8000) << std::hex << h;
  }
}

TEST(Half, EdgesOfTheRange) {
  EXPECT_EQ(half_from_double(65519.999), 0x7bff);
  EXPECT_EQ(half_from_double(65520), 0x7c00);
  EXPECT_EQ(half_from_double(-1e300), 0xfc00);
  EXPECT_EQ(half_from_double(Inf), 0x7c00);
  EXPECT_EQ(half_from_double(std::ldexp(1, -25)), 0x0000);
  EXPECT_EQ(half_from_double(std::nextafter(std::ldexp(1, -25), 1)), 0x0001);
  EXPECT_EQ(half_from_double(std::numeric_limits<double>::denorm_min()), 0x0000);
  EXPECT_EQ(half_from_double(-0.0), 0x8000);
  EXPECT_EQ(half_from_double(std::numeric_limits<double>::quiet_NaN()), 0x7e00);
}

TEST(Half, RandomDoublesRoundToTheNearest) {
  std::mt19937_64 rng(test_options().seed);
  std::uniform_real_distribution<double> significand(1, 2);
  for (int i = 0; i < 500'000; ++i) {
    const int exponent = static_cast<int>(rng() % 48) - 28;
    const double value = std::ldexp(significand(rng), exponent) * (rng() & 1 ? -1 : 1);
    ASSERT_EQ(half_from_double(value), nearest(value)) << std::hexfloat << value;
  }
}

#ifdef __FLT16_MANT_DIG__
TEST(Half, RandomFloatsAgreeWithTheCompiler) {
  std::mt19937 rng(static_cast<unsigned>(test_options().seed + 1));
  for (int i = 0; i < 2'000'000; ++i) {
    // Half of them anywhere, half of them with an exponent that FP16 has.
    std::uint32_t bits = static_cast<std::uint32_t>(rng());
    if (i % 2) bits = (bits & 0x807fffff) | (100 + rng() % 46) << 23;
    const auto value = std::bit_cast<float>(bits);
    ASSERT_EQ(half_from_double(value), std::bit_cast<std::uint16_t>(static_cast<_Float16>(value)))
        << std::hex << bits;
  }
}
#endif

}  // namespace
}  // namespace weft::half_test
