// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "sim/golden/math/math.hpp"
#include "sim/golden/sm/sm_isa.hpp"

/// The routines of math.hpp as programs of the streaming multiprocessor: math_routines.hpp executed
/// once on a lane that records, then given registers. Programs have no branches: both sides of a
/// choice are computed, SEL takes one.
namespace weft::golden::math {

/// Where operands lie and results go; n is a thread's number in a grid of one dimension.
enum class places_e : std::uint8_t {
  /// x is word 0 of the arguments plus n times word 1, y word 2 plus n times word 3; the result is
  /// in R0.
  Registers,
  /// Arguments are pointers to the words x[n], of two operands y[n], and the results.
  Memory
};

/// The program of a function; its result is eval() with the cubic tables, bit for bit.
sm::program program_of(op_e op, places_e places);

}  // namespace weft::golden::math
