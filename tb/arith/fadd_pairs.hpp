// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "sim/golden/fadd.hpp"
#include "sim/harness/operands.hpp"

namespace weft {

/// Pairs at the edges; every other b lies beside a or minus a.
inline std::vector<golden::fadd::operands> fadd_pairs(golden::format f, std::uint64_t seed,
                                                      std::size_t count) {
  sim::edge_floats edge(f, seed);
  std::mt19937_64 rng(seed + 1);
  std::vector<golden::fadd::operands> items(count);
  for (auto& o : items) {
    o = {.a        = edge(),
         .b        = edge(),
         .subtract = rng() % 2 == 0,
         .round    = golden::round_e(rng() % golden::Rounds)};
    if (rng() % 2 == 0) {
      o.b = (o.a + rng() % 5 - 2 + (rng() % 2 == 0 ? f.sign_bit() : 0)) & f.mask();
    }
  }
  return items;
}

}  // namespace weft
