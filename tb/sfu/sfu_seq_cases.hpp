// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "sim/golden/float.hpp"
#include "sim/golden/sfu_seq.hpp"
#include "sim/harness/operands.hpp"

namespace weft {

/// Operands of every sequence in turn, and of the unused code: half at the edges of the format,
/// half of moderate size.
inline std::vector<golden::sfu_seq::operands> sfu_seq_operands(std::uint64_t seed,
                                                               std::size_t count) {
  sim::edge_floats edge(golden::Binary32, seed);
  std::mt19937_64 rng(seed + 1);
  const auto number = [&] {
    const auto bits = static_cast<std::uint32_t>(rng());
    return rng() % 2 == 0
               ? static_cast<std::uint32_t>(edge())
               : (bits & 0x807f'ffff) | (117 + static_cast<std::uint32_t>(rng() % 18)) << 23;
  };
  std::vector<golden::sfu_seq::operands> items(count);
  for (std::size_t i = 0; i < count; ++i) {
    items[i] = {golden::sfu_seq::op_e(i % (golden::sfu_seq::Ops + 1)), number(), number()};
  }
  return items;
}

}  // namespace weft
