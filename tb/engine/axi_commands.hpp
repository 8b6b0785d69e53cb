// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "sim/golden/engine/axi.hpp"

namespace weft {

/// Commands at the edges of words, bursts and pages, with strides of every kind.
inline std::vector<golden::axi::command> edge_commands(const golden::axi::config& k) {
  const auto minus      = [](std::uint64_t x) { return ~x + 1; };
  const std::uint32_t w = k.bytes;
  return {{0, 0, 5, 16},
          {0, 5, 0, 16},
          {0x1000, 1, 1, 0},
          {0x1003, 1, 7, 1},
          {0xffc, 8, 1, 0},
          {0xf81, 4 * k.burst_bytes, 1, 0},
          {0x2000, k.burst_bytes, 3, k.burst_bytes},
          {0x2001, k.burst_bytes, 3, 4096},
          {0x3005, w, 4, 0},
          {0x3005, 3 * w, 4, w + 3},
          {0x5ffe, 2 * w + 5, 5, minus(3 * w + 7)},
          {minus(20), 40, 2, 64},
          {7, 40, 3, minus(25)},
          {0x1237, 64, 6, 1000}};
}

}  // namespace weft
