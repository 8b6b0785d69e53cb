// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "sim/golden/sm/sm_arch.hpp"

namespace weft::golden::sm {

/// A register of a warp: a word for each thread.
using row = std::array<std::uint32_t, Lanes>;

/// The operands of an instruction.
struct values {
  std::array<std::array<row, 4>, 3> source{};  ///< by slot; the lowest register first
  std::uint32_t pred_in = 0;                   ///< predicate p of every thread, as written
  std::uint32_t active  = ~0u;                 ///< threads that execute
  std::array<row, 7> special{};                ///< by special_e
};

/// The results of an instruction: registers, and predicates P and Q of every thread.
struct outcome {
  std::array<row, 4> d{};
  std::uint32_t p = 0, q = 0;
};

/// The values of an instruction that neither branches nor accesses memory: those of golden::fma,
/// fma_simd, sfu, iadd, imul, logic, fcmp, fcvt and dpa.
outcome execute(const arch& k, const instruction& i, const values& v);

/// Where an element of a tensor instruction's operand lies.
struct place {
  unsigned lane, reg, half;  ///< half: 0 or 1 of a register of two elements, 0 else
};
/// Elements of A by (row, k), of B by (k, column), of C and D by (row, column); with `packed`, sums
/// are halves.
place hmma16816_a(unsigned row, unsigned k);
place hmma16816_b(unsigned k, unsigned column);
place hmma16816_d(unsigned row, unsigned column, bool packed = false);

}  // namespace weft::golden::sm
