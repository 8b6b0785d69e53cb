// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "sim/golden/tensor.hpp"

namespace weft::sim {

/// The identity of a number in the array: an element of A, B or C. Indices count from 0.
struct element {
  unsigned row, col;
  bool operator==(const element&) const = default;
};

/// An element of C, and the number of its products added so far.
struct partial_sum {
  element of;
  unsigned products;
  bool operator==(const partial_sum&) const = default;
};

/// A processing element in one cycle.
struct pe_state {
  bool busy = false;                 ///< the element adds the product of a and b to a sum
  std::optional<element> a, b;       ///< the operands; b also while a weight waits or rests
  std::optional<partial_sum> c;      ///< the sum with this product, or one that passes
  std::optional<partial_sum> drain;  ///< a complete sum on its way down, where sums stay
};

/// The state of each processing element of the Verilated array in each cycle of a product, from the
/// cycle that takes the command to the cycle that takes the last word of D.
struct array_trace {
  golden::tensor::config config;
  golden::tensor::shape shape;
  golden::tensor::flow_e flow;
  std::size_t cycles;
  std::vector<pe_state> states;  ///< cycle by cycle, row by row

  const pe_state& at(std::size_t cycle, unsigned row, unsigned col) const {
    return states[(cycle * config.rows + row) * config.cols + col];
  }

  /// The number of busy processing elements in a cycle.
  unsigned busy(std::size_t cycle) const;
};

inline constexpr unsigned MaxTraceDim = 64;  ///< limit of M, N and K

/// Runs the RTL and reads the registers from its waveforms. INT8 only.
///
/// A number in a register does not identify its element, so the product runs three times with the
/// same timing. In the first run, the value of an element is its row (A) or column (B); in the
/// second, the other index; in the third, all operands are one, which counts products, added to a C
/// that numbers its elements. A processing element is busy where operands, sum and count match.
/// Throws std::logic_error unless every product is seen exactly once, and the exceptions of
/// run_rtl().
array_trace trace_array(const golden::tensor::config& c, const golden::tensor::shape& s,
                        golden::tensor::flow_e flow);

}  // namespace weft::sim
