// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/golden/tensor_types.hpp"

namespace weft::sim {

/// A 2:4 sparse matrix as golden::tensor::problem has it: of each four neighbours of a row two, and
/// which of the four they are.
struct sparse_matrix {
  std::vector<golden::tensor::operand_t> values;
  std::vector<std::uint8_t> index;
};

/// Of each four, those that are not zero bits, in order; where there are fewer than two, the first
/// zeros besides. Throws input_error that names `file` if cols is no multiple of 4 or four have
/// more than two.
sparse_matrix compressed(const std::string& file, std::size_t cols,
                         const std::vector<golden::tensor::operand_t>& dense);

}  // namespace weft::sim
