// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "sim/golden/host/host.hpp"

/// Rows of outer products on the host's floating-point unit, with golden's bits. FPCR must round to
/// nearest, flush nothing and select no alternate handling; a NaN result is the default NaN.
namespace weft::golden::sme {

/// sums[j] += n * m[j], rounded once, for those of the `count` elements of a row whose `active` is
/// all ones; elements with zero stay. Null if the unit has no fused multiply-add.
template <class Bits>
using fused_row_t = void (*)(Bits* sums, Bits n, const Bits* m, const Bits* active, int count);
fused_row_t<std::uint32_t> fused_row_32(vector_e unit);
fused_row_t<std::uint64_t> fused_row_64(vector_e unit);

/// sums[j] += n0 * m0[j] + n1 * m1[j] in FP32, where the sum of the two products is rounded once.
/// Operands are FP16 numbers. FPCR as above.
using dot_row_t = void (*)(std::uint32_t* sums, float n0, float n1, const float* m0,
                           const float* m1, const std::uint32_t* active, int count);
dot_row_t dot_row(vector_e unit);

/// The same of bfloat16 without FPCR.EBF: the two products, their sum and the sum with that are
/// rounded to odd; operands and results that are subnormal are zeros.
dot_row_t bf_dot_row(vector_e unit);

/// The value of an FP16 code; any NaN gives NaN.
float number_of_half(std::uint16_t bits);

/// The value of a bfloat16 code; a subnormal is zero.
float number_of_brain(std::uint16_t bits);

}  // namespace weft::golden::sme
