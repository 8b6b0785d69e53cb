// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/harness/edge_integers.hpp"
#include "tb/harness/test_main.hpp"

namespace weft {

/// Calls f(a, b) for every pair of bytes if `width` is 8, else for `count` pairs at the edges.
template <class F>
void for_integer_pairs(unsigned width, std::size_t count, F f) {
  sim::edge_integers number(width, test_options().seed);
  for (std::uint64_t n = 0; n < (width == 8 ? 0x10000 : count); ++n) {
    const std::uint64_t a = width == 8 ? n >> 8 : number(), b = width == 8 ? n & 0xff : number();
    f(a, b);
  }
}

}  // namespace weft
