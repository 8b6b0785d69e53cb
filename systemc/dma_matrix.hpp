// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "systemc/dma_master.hpp"

namespace weft::systemc {

/// A matrix in memory, row by row.
struct memory_matrix {
  std::uint64_t address;
  std::uint32_t stride;  ///< bytes from a row to the next
  unsigned rows, cols;
  unsigned width;  ///< bytes of an element
};

/// Loads and stores matrices through a dma_master. Adjacent rows are one range of bytes; the row
/// that all rows share, with a stride of 0, is read once.
class dma_matrix {
 public:
  explicit dma_matrix(dma_master& dma) : dma_(dma) {}

  /// Loads elements of `bits` bits, the low ones in memory.
  void load(const memory_matrix& m, unsigned bits, std::vector<std::uint64_t>& to);
  /// Loads the transpose: the rows in memory are columns of `to`.
  void load_transposed(const memory_matrix& m, unsigned bits, std::vector<std::uint64_t>& to);
  void store(const memory_matrix& m, std::span<const std::uint64_t> from);

  /// Gives the storage of the largest matrix back.
  void free() { bytes_ = {}; }

 private:
  dma_master& dma_;
  std::vector<unsigned char> bytes_;
};

}  // namespace weft::systemc
