// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace weft::sim {

/// The errors of results in units of their last place. Bucket Middle counts exact results, Middle +
/// i results that are larger by 2^(i-1) to 2^i - 1, Middle - i results that are smaller by as much.
/// The outermost buckets include all larger errors.
struct ulp_histogram {
  static constexpr int Middle = 8;

  std::string name;
  std::array<std::uint64_t, 2 * Middle + 1> counts{};

  /// Adds an error of the magnitude: negative toward zero.
  void add(std::int64_t error);
  std::uint64_t total() const;
};

/// Draws histograms side by side, as SVG.
std::string plot_ulps(const std::vector<ulp_histogram>& histograms);

}  // namespace weft::sim
