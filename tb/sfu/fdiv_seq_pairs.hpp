// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

#include "sim/golden/wide/fdiv_seq.hpp"

/// Every significand of a format of at most 24 bits, judged by integers of 64 bits.
namespace weft {

__extension__ using wide_integer = unsigned __int128;

/// Significand and exponent of a positive normal result before rounding: halves of its last place,
/// and whether there is a rest.
struct halves {
  std::uint64_t value;
  bool rest;
  int exp;
};

/// The code of a positive number that is not an integer of halves alone where `rest`.
inline std::uint64_t rounded_halves(golden::format f, const halves& h, golden::round_e round) {
  const std::uint64_t below = h.value >> 1;
  const bool half = (h.value & 1) != 0, odd = (below & 1) != 0, inexact = half || h.rest;
  bool up = false;
  if (round == golden::round_e::NearEven) up = half && (h.rest || odd);
  if (round == golden::round_e::NearAway) up = half;
  if (round == golden::round_e::Up) up = inexact;
  if (round == golden::round_e::Odd) up = inexact && !odd;
  return (static_cast<std::uint64_t>(h.exp + f.bias() - 1) << f.frac_bits) + below + (up ? 1 : 0);
}

inline std::uint64_t integer_root(wide_integer x) {
  auto r = static_cast<std::uint64_t>(std::sqrt(static_cast<long double>(x)));
  while (wide_integer{r} * r > x) --r;
  while (wide_integer{r + 1} * (r + 1) <= x) ++r;
  return r;
}

/// The true result for significands from 2^frac_bits on, below twice that; `odd`: the radicand is
/// doubled.
inline halves true_halves(golden::format f, golden::fdiv_seq::op_e op, std::uint64_t a,
                          std::uint64_t b, bool odd) {
  using golden::fdiv_seq::op_e;
  const int p      = f.frac_bits + 1;
  const auto power = [](int n) { return wide_integer{1} << n; };
  if (op == op_e::Sqrt) {
    const wide_integer x  = wide_integer{a} << (p + 1 + (odd ? 1 : 0));
    const std::uint64_t r = integer_root(x);
    return {r, wide_integer{r} * r != x, 0};
  }
  if (op == op_e::Rsqrt) {
    const std::uint64_t d = a << (odd ? 1 : 0);
    if (d == power(p - 1)) return {static_cast<std::uint64_t>(power(p)), false, 0};
    const wide_integer x  = power(3 * p + 1) / d;  // of the square of the root
    const std::uint64_t r = integer_root(x);
    return {r, true, -1};
  }
  const wide_integer over = op == op_e::Rcp ? power(p - 1) : wide_integer{a};
  const std::uint64_t by  = op == op_e::Rcp ? a : b;
  const int up            = over < by ? p + 1 : p;
  const wide_integer n    = over << up;
  return {static_cast<std::uint64_t>(n / by), n % by != 0, p - up};
}

/// One function of one or two significands, in every direction.
inline void expect_rounded(const golden::fdiv_seq::config& k, golden::fdiv_seq::op_e op,
                           std::uint64_t a, std::uint64_t b, bool odd) {
  const golden::format f  = k.number;
  const std::uint64_t top = std::uint64_t{1} << f.frac_bits;
  const auto one          = static_cast<std::uint64_t>(f.bias()) << f.frac_bits;
  const halves h          = true_halves(f, op, a, b, odd);
  const bool inexact      = h.rest || (h.value & 1) != 0;
  golden::fdiv_seq::operands o{.a  = one + (odd ? top : 0) + (a - top),
                               .b  = op == golden::fdiv_seq::op_e::Div ? one + (b - top) : 0,
                               .op = op};
  for (int round = 0; round < golden::Rounds; ++round) {
    o.round            = golden::round_e(round);
    const auto got     = golden::fdiv_seq::eval(k, o);
    const auto is_code = rounded_halves(f, h, o.round);
    if (got.bits != is_code || got.flags != (inexact ? golden::Inexact : 0)) {
      ADD_FAILURE() << std::hex << o << " is " << got << ", not " << is_code;
    }
  }
}

/// Every significand: its reciprocal, and root and reciprocal root with both parities of the
/// exponent.
inline void expect_every_function(const golden::fdiv_seq::config& k, std::uint64_t from,
                                  std::uint64_t to) {
  using golden::fdiv_seq::op_e;
  for (std::uint64_t a = from; a < to && !testing::Test::HasFailure(); ++a) {
    expect_rounded(k, op_e::Rcp, a, 0, false);
    for (const bool odd : {false, true}) {
      expect_rounded(k, op_e::Sqrt, a, 0, odd);
      expect_rounded(k, op_e::Rsqrt, a, 0, odd);
    }
  }
}

/// Every pair of significands too.
inline void expect_every_significand(const golden::fdiv_seq::config& k) {
  const std::uint64_t top = std::uint64_t{1} << k.number.frac_bits;
  expect_every_function(k, top, 2 * top);
  for (std::uint64_t a = top; a < 2 * top && !testing::Test::HasFailure(); ++a) {
    for (std::uint64_t b = top; b < 2 * top; ++b) {
      expect_rounded(k, golden::fdiv_seq::op_e::Div, a, b, false);
    }
  }
}

}  // namespace weft
