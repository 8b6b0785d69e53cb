// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "sim/golden/flexpoint/tensor_flexpoint.hpp"

namespace weft {

/// Tensors of a few words whose size drifts and jumps, so that exponents rise, fall and overflow;
/// sums at ties of the drifting unit, some without a strobe.
inline std::vector<golden::tensor_flexpoint::operands> tensor_flexpoint_cases(
    const golden::tensor_flexpoint::config& k, std::uint64_t seed, std::size_t words) {
  using namespace golden::tensor_flexpoint;
  std::mt19937_64 rng(seed);
  std::vector<operands> items;
  int bits = 20, exp_a = 10, exp_b = 12;
  while (items.size() < words) {
    const std::uint64_t count = 1 + rng() % 5;
    const auto jump           = rng() % 16;
    bits                      = jump == 0   ? static_cast<int>(rng() % 62)
                                : jump == 1 ? bits + 6
                                : jump < 9  ? bits - 1
                                            : bits + static_cast<int>(rng() % 2);
    bits                      = bits < 0 ? 0 : bits > 62 ? 62 : bits;
    if (rng() % 8 == 0) exp_a = static_cast<int>(rng() % 32), exp_b = static_cast<int>(rng() % 32);
    for (std::uint64_t w = 0; w < count; ++w) {
      operands o{.last = w + 1 == count, .exp_a = exp_a, .exp_b = exp_b};
      for (std::size_t i = 0; i < k.cols; ++i) {
        const auto limit = std::int64_t{1} << bits;
        auto sum         = static_cast<std::int64_t>(rng() % static_cast<std::uint64_t>(limit));
        if (rng() % 3 == 0) {  // few significant bits: ties
          const int low = static_cast<int>(rng() % static_cast<unsigned>(bits + 1));
          sum           = sum >> low << low;
        }
        if (rng() % 32 == 0) sum = limit - 1;
        o.sums[i] = rng() % 2 == 0 ? sum : -sum;
        if (rng() % 5 != 0) o.strbs |= 1u << i;
      }
      items.push_back(o);
    }
  }
  return items;
}

}  // namespace weft
