// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/golden/tensor_types.hpp"

namespace weft::sim {

/// A 2:4 sparse matrix in the form of golden::tensor::problem: two of each four neighbours of a
/// row, and their indexes within the four.
struct sparse_matrix {
  std::vector<golden::tensor::operand_t> values;
  std::vector<std::uint8_t> index;
};

/// Compresses a matrix: from each four elements, the nonzero ones in order, filled up to two with
/// the first zeros. Throws input_error that names `file` if cols is not a multiple of 4 or if a
/// group of four has more than two nonzero elements.
sparse_matrix compressed(const std::string& file, std::size_t cols,
                         const std::vector<golden::tensor::operand_t>& dense);

}  // namespace weft::sim
