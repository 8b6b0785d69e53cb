// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "sim/golden/fmul.hpp"
#include "sim/harness/operands.hpp"

namespace weft {

/// Pairs at the edges; of every other pair the product lies where numbers become subnormal.
inline std::vector<golden::fmul::operands> fmul_pairs(golden::format f, std::uint64_t seed,
                                                      std::size_t count) {
  sim::edge_floats edge(f, seed);
  std::mt19937_64 rng(seed + 1);
  std::vector<golden::fmul::operands> items(count);
  for (auto& o : items) {
    o = {.a = edge(), .b = edge(), .round = golden::round_e(rng() % golden::Rounds)};
    if (rng() % 2 == 0) {
      // The exponents add up to that of the smallest normal number, or some places beside it.
      const int exp_a = static_cast<int>((o.a & ~f.sign_bit()) >> f.frac_bits);
      const int exp_b = f.bias() + 2 + static_cast<int>(rng() % 5) -
                        static_cast<int>(rng() % static_cast<unsigned>(f.frac_bits + 3)) - exp_a;
      o.b = (o.b & (f.sign_bit() | f.frac_mask())) |
            static_cast<std::uint64_t>(std::clamp(exp_b, 0, f.max_exp() - 1)) << f.frac_bits;
    }
  }
  return items;
}

}  // namespace weft
