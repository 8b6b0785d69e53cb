// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "sim/golden/sm/sm_arch.hpp"

namespace weft::golden::sm {

/// A register of a warp: a word for each thread.
using row = std::array<std::uint32_t, Lanes>;

/// What an instruction reads beside its code.
struct values {
  std::array<std::array<row, 4>, 3> source{};  ///< by slot; the lowest register first
  std::uint32_t pred_in = 0;                   ///< predicate p of every thread, as written
  std::uint32_t active  = ~0u;                 ///< threads that execute
  std::array<row, 7> special{};                ///< by special_e
};

/// What it writes.
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
/// Elements of A by (row, k), of B by (k, column), of D by (row, column). For HMMA.884 a row or
/// column of one step of octet `octet`, and its place in the first of the two thread groups that
/// hold it.
place hmma16816_a(unsigned row, unsigned k);
place hmma16816_b(unsigned k, unsigned column);
place hmma16816_d(unsigned row, unsigned column, bool packed = false);

}  // namespace weft::golden::sm
