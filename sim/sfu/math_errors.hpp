// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "sim/golden/math/math.hpp"

/// Errors of the routines of sim/golden/math, judged by libm in double precision.
namespace weft::sim {

/// The function in double precision: libm's.
double libm_math(golden::math::op_e op, double x, double y);

/// The error of a result in ulps of the exact value: 2^(max(floor(log2 |exact|), -126) - 23), at
/// most 2^104. Infinities count as 2^128; neither number is NaN.
double math_error(double exact, float result);

/// golden::math::eval() with the cubic tables, whose multiply-adds are the host's: the same bits,
/// many times as fast.
float host_math(golden::math::op_e op, float x, float y);

/// A bound of host_math()'s error in ulps.
double math_bound(golden::math::op_e op);

struct math_figures {
  std::uint64_t operands = 0;
  std::uint64_t rounded  = 0;  ///< the binary32 that is nearest to libm's result
  std::uint64_t wrong    = 0;  ///< NaN for a number or a number for NaN; a zero's sign
  double worst           = 0;  ///< the largest error in ulps
  std::uint32_t x = 0, y = 0;  ///< the first operands that have it, or the first wrong ones
};

/// The figures of host_math() for every `step`-th x from `from` below `to`, of 2^32 codes; of two
/// operands both are drawn with `seed`, as many pairs.
math_figures measure_math(golden::math::op_e op, std::uint64_t step, std::uint64_t seed = 1,
                          std::uint64_t from = 0, std::uint64_t to = std::uint64_t{1} << 32);

}  // namespace weft::sim
