// SPDX-License-Identifier: Apache-2.0

#include "sim/program/sparse.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>

#include "sim/file/input_error.hpp"

namespace weft::sim {

sparse_matrix compressed(const std::string& file, std::size_t cols,
                         const std::vector<golden::tensor::operand_t>& dense) {
  if (cols % 4 != 0) {
    throw input_error(fmt::format("{}: {} columns; --sparse-a needs a multiple of 4", file, cols));
  }
  sparse_matrix out;
  for (std::size_t first = 0; first < dense.size(); first += 4) {
    unsigned there = 0;  // a bit for each nonzero element of the four
    for (unsigned i = 0; i < 4; ++i) there |= (dense[first + i] != 0 ? 1u : 0u) << i;
    if (std::popcount(there) > 2) {
      throw input_error(fmt::format("{}: row {}, columns {} to {}: {} are not zero, 2 at most",
                                    file, first / cols, first % cols, first % cols + 3,
                                    std::popcount(there)));
    }
    while (std::popcount(there) < 2) there |= there + 1;
    for (; there != 0; there &= there - 1) {
      const auto i = static_cast<unsigned>(std::countr_zero(there));
      out.values.push_back(dense[first + i]);
      out.index.push_back(static_cast<std::uint8_t>(i));
    }
  }
  return out;
}

}  // namespace weft::sim
