// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "sim/golden/sfu.hpp"

namespace weft::sim {

/// The true value of a function at a binary32 operand, as needed to judge a result.
///
/// Special values follow IEEE 754 and C's math.h. Every other value is measured in ulps: ulp =
/// 2^(max(floor(log2 |value|), -126) - 23); beyond the largest binary32, the ulp of the binade
/// below. An infinity stands for all values from 2^128 on.
struct sfu_reference {
  bool special          = false;  ///< the result must be `rounded`, or any NaN if `rounded` is NaN
  std::uint32_t rounded = 0;      ///< the correctly rounded result
  double ulp            = 0;
  double nearest = 0, rest = 0;  ///< value = (nearest + rest) * ulp, nearest an integer

  double value() const { return (nearest + rest) * ulp; }

  /// The signed error of a result in ulps; the result must not be NaN. Exact if `rest` is.
  double error(std::uint32_t result) const {
    const float y  = std::bit_cast<float>(result);
    const double z = std::isinf(y) ? std::copysign(0x1p128, y) : y;
    return z / ulp - nearest - rest;
  }
};

/// Whether an angle is meaningful to the unit. The unit has 40 bits of 2 / pi, so no bit of an
/// angle from 2^38 on is known; there, only the range of sine and cosine is judged.
constexpr bool known_angle(std::uint32_t x) { return (x & 0x7fff'ffff) < (127U + 38) << 23; }

/// The reference computed by MPFR, with `rest` more precise than a sum of doubles.
sfu_reference exact_sfu_reference(golden::sfu::op_e op, std::uint32_t x, bool ftz);

/// The reference: `rounded` is exact, `rest` is true to 2^-26. Uses libm, and MPFR near ties. With
/// `ftz`, subnormal operands and results are zeros of their sign.
template <golden::sfu::op_e Op>
sfu_reference make_sfu_reference(std::uint32_t x, bool ftz);

/// The reference of a function that is known only at run time.
sfu_reference make_sfu_reference(golden::sfu::op_e op, std::uint32_t x, bool ftz);

// The functions are inline, because sweeps call them for every binary32.

namespace sfu_reference_detail {

constexpr std::uint32_t Sign = 0x8000'0000, Infinity = 0x7f80'0000, Hidden = 0x0080'0000;

/// Flushes a subnormal number to a zero of its sign.
constexpr std::uint32_t flush(std::uint32_t bits, bool ftz) {
  return ftz && (bits & ~Sign) < Hidden ? bits & Sign : bits;
}

template <golden::sfu::op_e Op>
double libm(double x) {
  using enum golden::sfu::op_e;
  if constexpr (Op == Rcp) return 1 / x;
  if constexpr (Op == Rsqrt) return 1 / std::sqrt(x);
  if constexpr (Op == Sqrt) return std::sqrt(x);
  if constexpr (Op == Ex2) return std::exp2(x);
  if constexpr (Op == Lg2) return std::log2(x);
  if constexpr (Op == Sin) return std::sin(x);
  if constexpr (Op == Cos) return std::cos(x);
  if constexpr (Op == Tanh) return std::tanh(x);
}

/// Whether a result must match bit for bit: for NaN, zeros, infinities and at the logarithm's root.
constexpr bool is_special(golden::sfu::op_e op, std::uint32_t x, double value) {
  const std::uint32_t magnitude = x & ~Sign;
  return value != value || magnitude == 0 || magnitude == Infinity ||
         (op == golden::sfu::op_e::Lg2 && value == 0);
}

/// 2^(max(floor(log2 |value|), -126) - 23), at most 2^104.
inline double ulp_of(double value) {
  const auto exp    = static_cast<int>(std::bit_cast<std::uint64_t>(value) >> 52 & 0x7ff) - 1023;
  const int limited = exp < -126 ? -126 : exp > 127 ? 127 : exp;
  const std::uint64_t ulp_exp = static_cast<unsigned>(limited - 23 + 1023);
  return std::bit_cast<double>(ulp_exp << 52);
}

/// The binary32 of nearest * ulp, with the value's sign.
inline std::uint32_t rounded_bits(double nearest, double ulp, double value, bool ftz) {
  return flush(
      std::bit_cast<std::uint32_t>(static_cast<float>(std::copysign(nearest * ulp, value))), ftz);
}

}  // namespace sfu_reference_detail

template <golden::sfu::op_e Op>
sfu_reference make_sfu_reference(std::uint32_t x, bool ftz) {
  using namespace sfu_reference_detail;
  x            = flush(x, ftz);
  double value = libm<Op>(std::bit_cast<float>(x));
  if (is_special(Op, x, value)) {
    return {.special = true, .rounded = std::bit_cast<std::uint32_t>(static_cast<float>(value))};
  }
  if (std::fabs(value) > 0x1p128) value = std::copysign(0x1p128, value);
  constexpr double Round = 0x1.8p52;  // adding it rounds to an integer
  constexpr double Near  = 1e-6;      // doubles are accurate to 2^-28 here
  sfu_reference r;
  r.ulp           = ulp_of(value);
  const double in = value / r.ulp;
  r.nearest       = in + Round - Round;
  r.rest          = in - r.nearest;
  if (std::fabs(r.rest) > 0.5 - Near) return exact_sfu_reference(Op, x, ftz);
  r.rounded = rounded_bits(r.nearest, r.ulp, value, ftz);
  return r;
}

}  // namespace weft::sim
