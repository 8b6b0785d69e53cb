// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "sim/golden/flexpoint.hpp"
#include "sim/harness/operands.hpp"

namespace weft {

/// Items of a Flexpoint unit: floats near the units, ties and limits of their exponent, and
/// products alone or in sums, most of them in range.
class flexpoint_cases {
 public:
  using config   = golden::flexpoint::config;
  using operands = golden::flexpoint::operands;
  using op_e     = golden::flexpoint::op_e;

  flexpoint_cases(const config& k, std::uint64_t seed)
      : k_(k), floats_(golden::Binary32, seed), rng_(seed + 1) {}

  std::vector<operands> many(std::size_t count) {
    std::vector<operands> items(count);
    for (operands& o : items) o = (*this)();
    return items;
  }

  operands operator()() {
    operands o;
    o.op    = op_e(pick(2));
    o.last  = pick(4) != 0;
    o.end   = o.last && pick(8) == 0;
    o.exp_a = exponent();
    o.exp_b = exponent();
    o.a     = significand();
    o.b     = significand();
    if (o.op == op_e::Quantise) {
      o.exp_out = exponent();
      o.number  = number(o.exp_out);
    } else {
      const int natural = o.exp_a + o.exp_b - k_.bias + static_cast<int>(pick(2 * bits())) - 2;
      o.exp_out = pick(4) == 0 ? exponent() : std::clamp(natural, 0, (1 << k_.exp_bits) - 1);
    }
    return o;
  }

 private:
  std::uint64_t pick(std::uint64_t n) { return rng_() % n; }
  std::uint64_t bits() const { return static_cast<std::uint64_t>(k_.sig_bits); }
  std::int32_t exponent() { return static_cast<std::int32_t>(pick(1u << k_.exp_bits)); }

  std::int32_t significand() {
    const auto edge = static_cast<std::int32_t>(pick(3)) - 1;
    switch (pick(6)) {
      case 0:
        return edge;
      case 1:
        return k_.largest() - (edge & 1);
      case 2:
        return -k_.largest() - (edge & 1);
      case 3:
        return static_cast<std::int32_t>(1u << pick(bits() - 1)) + edge;
      default:
        return static_cast<std::int32_t>(
            golden::flexpoint::detail::wrap(static_cast<std::int64_t>(rng_()), k_.sig_bits));
    }
  }

  /// A float at the edges, or a significand and a half, quarter or nothing, or its neighbour.
  std::uint32_t number(int exp) {
    if (pick(4) == 0) return static_cast<std::uint32_t>(floats_());
    const double quarters = 4.0 * significand() + static_cast<double>(pick(4));
    const auto x          = static_cast<float>(std::ldexp(quarters, exp - k_.bias - 2));
    return std::bit_cast<std::uint32_t>(x) + static_cast<std::uint32_t>(pick(3)) - 1;
  }

  config k_;
  sim::edge_floats floats_;
  std::mt19937_64 rng_;
};

}  // namespace weft
