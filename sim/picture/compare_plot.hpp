// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace weft::sim {

/// How far results are from the exact ones, in units of their last place: bucket Middle counts
/// those that are equal, Middle + i those that are larger by 2^(i-1) to 2^i - 1, Middle - i those
/// that are as much smaller. The outermost buckets take what is further.
struct ulp_histogram {
  static constexpr int Middle = 8;

  std::string name;
  std::array<std::uint64_t, 2 * Middle + 1> counts{};

  /// `error` is of magnitudes: negative toward zero.
  void add(std::int64_t error);
  std::uint64_t total() const;
};

/// Histograms side by side, as SVG.
std::string plot_ulps(const std::vector<ulp_histogram>& histograms);

}  // namespace weft::sim
