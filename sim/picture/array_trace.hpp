// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "sim/golden/tensor.hpp"

namespace weft::sim {

/// Whose number something in the array is: an element of A, B or C. From 0.
struct element {
  unsigned row, col;
  bool operator==(const element&) const = default;
};

/// An element of C with so many of its products added.
struct partial_sum {
  element of;
  unsigned products;
  bool operator==(const partial_sum&) const = default;
};

/// A processing element in one cycle.
struct pe_state {
  bool busy = false;                 ///< it adds the product of a and b to a sum
  std::optional<element> a, b;       ///< what it multiplies; b also while a weight waits or rests
  std::optional<partial_sum> c;      ///< the sum with this product, or one that passes
  std::optional<partial_sum> drain;  ///< a complete sum on its way down, where sums stay
};

/// What each processing element of the Verilated array does in each cycle of a product, from the
/// one in which the command is taken to the one in which the last word of D is.
struct array_trace {
  golden::tensor::config config;
  golden::tensor::shape shape;
  golden::tensor::flow_e flow;
  std::size_t cycles;
  std::vector<pe_state> states;  ///< cycle by cycle, row by row

  const pe_state& at(std::size_t cycle, unsigned row, unsigned col) const {
    return states[(cycle * config.rows + row) * config.cols + col];
  }

  /// Processing elements that are busy.
  unsigned busy(std::size_t cycle) const;
};

inline constexpr unsigned MaxTraceDim = 64;  ///< of M, N and K

/// Runs the RTL and reads the registers from its waveforms. INT8 only.
///
/// A number in a register does not say whose it is, so the product runs three times, each time in
/// the same cycles: with the row of an element of A and the column of one of B as its value, with
/// the other index, and with ones, which count, added to a C that numbers its elements. A
/// processing element is busy where operands, sum and count fit each other. Throws std::logic_error
/// unless every product is seen exactly once, and what run_rtl() throws.
array_trace trace_array(const golden::tensor::config& c, const golden::tensor::shape& s,
                        golden::tensor::flow_e flow);

}  // namespace weft::sim
