// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <random>

#include "sim/golden/float.hpp"

namespace weft::sim {

/// Numbers of a format, weighted to the edges: zeros, subnormals, powers of two and their
/// neighbours, the largest, infinities, NaN, sparse and dense fractions; one in four is uniform
/// over all bits.
class edge_floats {
 public:
  edge_floats(golden::format f, std::uint64_t seed) : format_(f), rng_(seed) {}

  std::uint64_t operator()() {
    const std::uint64_t sign      = pick(2) << (format_.width() - 1);
    const std::uint64_t max_field = static_cast<std::uint64_t>(format_.max_exp());
    const std::uint64_t bias      = static_cast<std::uint64_t>(format_.bias());
    switch (pick(12)) {
      case 0:
        return sign;  // zero
      case 1:
        return sign | fraction();  // subnormal, or zero
      case 2:
        return sign | max_field << format_.frac_bits;  // infinity
      case 3:
        return sign | max_field << format_.frac_bits | fraction();
      case 4:
        return sign | (pick(2) + 1) << format_.frac_bits | fraction();  // smallest
      case 5:
        return sign | (max_field - 1 - pick(2)) << format_.frac_bits | fraction();  // largest
      case 6:
      case 7:
      case 8:
        return sign | (bias - 4 + pick(9)) << format_.frac_bits | fraction();  // near one
      default:
        return rng_() & format_.mask();
    }
  }

 private:
  std::uint64_t pick(std::uint64_t n) { return rng_() % n; }

  std::uint64_t fraction() {
    const std::uint64_t mask = (std::uint64_t{1} << format_.frac_bits) - 1;
    const auto bit           = [&] {
      return std::uint64_t{1} << pick(static_cast<std::uint64_t>(format_.frac_bits));
    };
    switch (pick(6)) {
      case 0:
        return 0;
      case 1:
        return mask;
      case 2:
        return bit();
      case 3:
        return mask ^ bit();
      case 4:
        return mask & ~(bit() - 1);  // ones, then zeros
      default:
        return rng_() & mask;
    }
  }

  golden::format format_;
  std::mt19937_64 rng_;
};

}  // namespace weft::sim
