// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/golden/dpa.hpp"
#include "sim/golden/host/host.hpp"

/// The loops of dpa::dots() that a vector unit runs: elements decoded, products aligned and summed.
namespace weft::golden::dpa::detail {

/// Elements as signed significands and exponents, sixteen bits each. A zero's exponent is so small
/// that no zero is the largest, what is not finite is so large that it always is.
inline constexpr std::int16_t ZeroExp = -8000, SpecialExp = 16000, Special = 4000;

/// How codes are decoded.
struct decoding {
  element e;
  bool exp_from_format, daz;
};

/// `count` codes without their ignored bits, of formats of up to 8 bits of exponent and 10 of
/// fraction.
using decode_t = void (*)(const decoding& how, const std::uint32_t* codes, std::size_t count,
                          std::int16_t* sig, std::int16_t* exp);
decode_t decode_on(vector_e unit);

/// The sum of products in units of 2^(top - grid), and `top`, the largest of their exponents and
/// `floor`. Above Special an operand is not finite. A product's significand has `up` places more
/// than it has bits of fraction; what is below is cut, or with `Jam` leaves a one.
struct aligned_sum {
  int top;
  std::int64_t total;
};
struct decoded {
  const std::int16_t *sig, *exp;
};
using sum_t = aligned_sum (*)(decoded a, decoded b, int up, int floor);

/// Null for other numbers of lanes than 4, 8, 16 and 32. The cut is not Floor.
sum_t sum_on(vector_e unit, unsigned lanes, cut_e cut);

}  // namespace weft::golden::dpa::detail
