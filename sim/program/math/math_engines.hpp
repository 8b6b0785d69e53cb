// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/golden/math/math.hpp"

namespace weft::sim {

/// Operands x, x + x_step, ... and y, y + y_step, ..., modulo 2^32.
struct math_sweep {
  std::uint32_t x = 0, x_step = 0, y = 0, y_step = 0;
  unsigned count = 0;

  golden::math::operands at(golden::math::op_e op, unsigned n) const {
    return {op, x + n * x_step, y + n * y_step};
  }
};

/// Every step-th operand, and as many of each of five walks through exponents and signs from a
/// special value on; of two operands, the second ones walk too.
std::vector<math_sweep> math_sweeps(golden::math::op_e op, std::uint64_t step);

struct math_answers {
  std::vector<std::uint32_t> bits;
  std::uint64_t cycles = 0;
};

/// The results of math_program.hpp's program on golden's processing block or on weft_sm_block
/// (engine golden, rtl), operands made from thread numbers and results in registers, or on the TLM
/// model of a Volta multiprocessor (tlm), both in memory. Throws input_error.
math_answers run_math(const std::string& engine, golden::math::op_e op, const math_sweep& sweep,
                      std::uint64_t seed);

}  // namespace weft::sim
