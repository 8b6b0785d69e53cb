// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "sim/golden/fdiv.hpp"
#include "sim/harness/operands.hpp"

namespace weft {

/// Quotients and roots at the edges. Of every other quotient the result lies where numbers become
/// subnormal; of every fourth root the radicand is a square or beside one.
inline std::vector<golden::fdiv::operands> fdiv_cases(golden::format f, std::uint64_t seed,
                                                      std::size_t count) {
  sim::edge_floats edge(f, seed);
  std::mt19937_64 rng(seed + 1);
  std::vector<golden::fdiv::operands> items(count);
  for (auto& o : items) {
    o = {.a     = edge(),
         .b     = edge(),
         .root  = rng() % 3 == 0,
         .round = golden::round_e(rng() % golden::Rounds)};
    if (o.root && rng() % 4 != 0) {
      o.a &= ~f.sign_bit();
    } else if (o.root) {
      const int half           = (f.frac_bits + 1) / 2;
      const std::uint64_t root = std::uint64_t{1} << half | (rng() & ((1u << half) - 1));
      const int up             = f.frac_bits - 2 * half;
      const std::uint64_t sig  = up < 0 ? root * root >> -up : root * root << up;
      const int carry          = static_cast<int>(sig >> (f.frac_bits + 1));
      o.a                      = static_cast<std::uint64_t>(f.bias() + carry) << f.frac_bits |
            (sig >> carry & f.frac_mask());
      o.a += rng() % 3 - 1;
    } else if (rng() % 2 == 0) {
      // The exponents differ by that of the smallest normal number, or some places beside it.
      const int exp_b = static_cast<int>((o.b & ~f.sign_bit()) >> f.frac_bits);
      const int exp_a = exp_b - f.bias() + 3 - static_cast<int>(rng() % 5) -
                        static_cast<int>(rng() % static_cast<unsigned>(f.frac_bits + 3));
      o.a = (o.a & (f.sign_bit() | f.frac_mask())) |
            static_cast<std::uint64_t>(std::clamp(exp_a, 0, f.max_exp() - 1)) << f.frac_bits;
    }
  }
  return items;
}

/// Every pair of 8-bit numbers, and the root of each, in every direction.
inline std::vector<golden::fdiv::operands> every_fp8() {
  std::vector<golden::fdiv::operands> items;
  for (int r = 0; r < golden::Rounds; ++r) {
    for (unsigned n = 0; n < 0x10000; ++n) {
      items.push_back({.a = n & 0xff, .b = n >> 8, .round = golden::round_e(r)});
    }
    for (unsigned n = 0; n < 0x100; ++n) {
      items.push_back({.a = n, .root = true, .round = golden::round_e(r)});
    }
  }
  return items;
}

}  // namespace weft
