// SPDX-License-Identifier: Apache-2.0

#include "systemc/dma_matrix.hpp"

#include <algorithm>
#include <cstddef>

#include "sim/golden/tensor.hpp"

namespace weft::systemc {

void dma_matrix::load(const memory_matrix& m, unsigned bits, std::vector<std::uint64_t>& to) {
  const std::uint64_t row_bytes = std::uint64_t{m.width} * m.cols;
  const unsigned rows           = m.stride == 0 ? 1 : m.rows;
  bytes_.clear();
  if (m.stride == row_bytes) {
    dma_.read(m.address, rows * row_bytes, bytes_);
  } else {
    for (unsigned row = 0; row < rows; ++row) {
      dma_.read(m.address + std::uint64_t{row} * m.stride, row_bytes, bytes_);
    }
  }
  to.resize(std::size_t{rows} * m.cols);
  golden::tensor::from_bytes(bytes_.data(), m.width, to);
  if (bits % 8 != 0) {
    for (auto& x : to) x = golden::tensor::low_bits(x, bits);
  }
  to.resize(std::size_t{m.rows} * m.cols);
  for (std::size_t row = rows; row < m.rows; ++row) {
    std::copy_n(to.begin(), m.cols, to.begin() + static_cast<std::ptrdiff_t>(row * m.cols));
  }
}

void dma_matrix::load_transposed(const memory_matrix& m, unsigned bits,
                                 std::vector<std::uint64_t>& to) {
  load(m, bits, to);
  to = golden::tensor::transposed(to, m.rows, m.cols);
}

void dma_matrix::store(const memory_matrix& m, std::span<const std::uint64_t> from) {
  const std::uint64_t row_bytes = std::uint64_t{m.width} * m.cols;
  bytes_.resize(from.size() * m.width);
  golden::tensor::to_bytes(from, m.width, bytes_.data());
  if (m.stride == row_bytes) return dma_.write(m.address, bytes_.data(), m.rows * row_bytes);
  for (unsigned row = 0; row < m.rows; ++row) {
    dma_.write(m.address + std::uint64_t{row} * m.stride, &bytes_[row * row_bytes], row_bytes);
  }
}

}  // namespace weft::systemc
