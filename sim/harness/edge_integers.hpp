// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <random>

#include "sim/golden/integer.hpp"

namespace weft::sim {

/// Integers of 1 to 64 bits, weighted to the edges: small ones of both signs, the largest and
/// smallest of two's complement and their neighbours, one bit set and all but one bit set, ones
/// below zeros and zeros below ones; one in four is uniform.
class edge_integers {
 public:
  edge_integers(unsigned width, std::uint64_t seed) : width_(width), rng_(seed) {}

  std::uint64_t operator()() { return number() & golden::ones(width_); }

 private:
  std::uint64_t pick(std::uint64_t n) { return rng_() % n; }

  std::uint64_t number() {
    const std::uint64_t bit = std::uint64_t{1} << pick(width_);
    switch (pick(8)) {
      case 0:
        return pick(4);
      case 1:
        return ~pick(4);
      case 2:
        return (std::uint64_t{1} << (width_ - 1)) + pick(5) - 2;
      case 3:
        return bit;
      case 4:
        return ~bit;
      case 5:
        return pick(2) == 0 ? bit - 1 : ~(bit - 1);
      default:
        return rng_();
    }
  }

  unsigned width_;
  std::mt19937_64 rng_;
};

}  // namespace weft::sim
