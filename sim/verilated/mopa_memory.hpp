// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "sim/golden/mopa.hpp"

namespace weft::sim {

/// ZA behind the ports of weft_mopa: takes the writes of a cycle and answers its reads.
class mopa_memory {
 public:
  explicit mopa_memory(golden::mopa::file_t& za) : za_(za) {}

  /// Ends a cycle: answers its reads, then applies its writes. A read of bytes that the same cycle
  /// writes gives the old ones.
  void cycle(const golden::mopa::model::outputs& out) {
    if (out.rd) row_ = za_[static_cast<std::size_t>(out.rd->row(0)) % za_.size()];
    if (!out.wr) return;
    for (std::size_t i = 0; i < out.wr->data.size(); ++i) {
      const auto row = static_cast<std::size_t>(out.wr->place.row(static_cast<int>(i)));
      for (std::size_t b = 0; b < row_.size(); ++b) {
        if ((out.wr->mask[i][b / 8] >> b % 8 & 1) != 0) za_[row][b] = out.wr->data[i][b];
      }
    }
  }

  void drive(golden::mopa::model::inputs& in) const {
    in.row = row_;
    in.za  = &za_;
  }

 private:
  golden::mopa::file_t& za_;
  golden::mopa::vector_t row_{};
};

}  // namespace weft::sim
