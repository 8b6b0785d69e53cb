// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>

namespace weft::sim {

/// The FP16 (IEEE 754 binary16) nearest to a value, ties to even.
///
/// 65520 and above give infinity, half of the smallest subnormal (2^-25) and below give zero; a NaN
/// keeps its sign and the top of its payload and becomes quiet.
constexpr std::uint16_t half_from_double(double value) {
  constexpr int FracBits       = 52;
  constexpr std::uint64_t One  = std::uint64_t{1} << FracBits;
  const auto bits              = std::bit_cast<std::uint64_t>(value);
  const auto sign              = static_cast<std::uint16_t>(bits >> 48 & 0x8000);
  const std::uint64_t fraction = bits & (One - 1);
  const int exponent           = static_cast<int>(bits >> FracBits & 0x7ff) - 1023;

  if (exponent == 1024) {
    return static_cast<std::uint16_t>(sign | 0x7c00 | (fraction ? 0x200 | fraction >> 42 : 0));
  }
  if (exponent > 15) return sign | 0x7c00;
  if (exponent < -25) return sign;

  const bool subnormal            = exponent < -14;
  const int shift                 = subnormal ? 42 - 14 - exponent : 42;
  const std::uint64_t significand = fraction | One;
  const std::uint64_t rest        = significand & ((std::uint64_t{1} << shift) - 1);
  const std::uint64_t half        = std::uint64_t{1} << (shift - 1);
  std::uint64_t kept              = significand >> shift;
  kept += rest > half || (rest == half && (kept & 1));

  // A carry out of the fraction moves into the exponent, up to infinity.
  const int base = subnormal ? 0 : exponent + 14;
  return static_cast<std::uint16_t>(sign | ((static_cast<std::uint64_t>(base) << 10) + kept));
}

/// The value of an FP16, exactly.
constexpr double double_from_half(std::uint16_t half) {
  const auto sign         = static_cast<std::uint64_t>(half & 0x8000) << 48;
  const unsigned exponent = half >> 10 & 0x1f;
  std::uint64_t fraction  = half & 0x3ff;
  if (exponent == 0) {
    const double magnitude = static_cast<double>(fraction) / (1 << 24);
    return sign ? -magnitude : magnitude;
  }
  const std::uint64_t biased = exponent == 31 ? 0x7ff : exponent - 15 + 1023;
  return std::bit_cast<double>(sign | biased << 52 | fraction << 42);
}

}  // namespace weft::sim
