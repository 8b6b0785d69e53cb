// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/golden/dpa.hpp"
#include "sim/golden/host/host.hpp"

/// The loops of dpa::dots() that a vector unit runs: decode elements, align products and add them.
namespace weft::golden::dpa::detail {

/// Elements as signed significands and exponents, sixteen bits each. A zero has an exponent so
/// small that it is never the largest; a number that is not finite has one so large that it always
/// is.
inline constexpr std::int16_t ZeroExp = -8000, SpecialExp = 16000, Special = 4000;

/// The parameters of decoding.
struct decoding {
  element e;
  bool exp_from_format, daz;
};

/// Decodes `count` codes without their ignored bits. Formats have up to 8 exponent bits and 10
/// fraction bits.
using decode_t = void (*)(const decoding& how, const std::uint32_t* codes, std::size_t count,
                          std::int16_t* sig, std::int16_t* exp);
decode_t decode_on(vector_e unit);

/// The sum of products in units of 2^(top - grid), and `top`, the largest of their exponents and
/// `floor`. Above Special an operand is not finite. A product's significand has `up` places more
/// than it has fraction bits; lower bits are cut, or with `Jam` set the last bit.
struct aligned_sum {
  int top;
  std::int64_t total;
};
struct decoded {
  const std::int16_t *sig, *exp;
};
using sum_t = aligned_sum (*)(decoded a, decoded b, int up, int floor);

/// The loop for a number of lanes; null unless lanes is 4, 8, 16 or 32. The cut must not be Floor.
sum_t sum_on(vector_e unit, unsigned lanes, cut_e cut);

}  // namespace weft::golden::dpa::detail
