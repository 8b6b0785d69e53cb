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
  row special{};                               ///< the special register that is read
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
  unsigned lane, reg, part;  ///< part: which of the elements of a register, the lowest first
};
/// Elements of A by (row, k), of B by (k, column), of C and D by (row, column); with `packed`, sums
/// are halves.
place hmma16816_a(unsigned row, unsigned k);
place hmma16816_b(unsigned k, unsigned column);
place hmma16816_d(unsigned row, unsigned column, bool packed = false);
/// HMMA.884, a product of 8 x 8 x 4 by each octet of threads, 0 to 3: a row of A or a column of B;
/// elements of C and D, and the step that computes them.
place hmma884_ab(unsigned octet, unsigned line, unsigned k);
place hmma884_d(unsigned octet, unsigned row, unsigned column, bool packed = false);
unsigned hmma884_step(unsigned row, unsigned column, bool packed = false);
/// IMMA.8816: A by (row, k), B by (k, column), C and D by (row, column).
place imma8816_a(unsigned row, unsigned k);
place imma8816_b(unsigned k, unsigned column);
place imma8816_d(unsigned row, unsigned column);

}  // namespace weft::golden::sm
