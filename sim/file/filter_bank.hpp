// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace weft::sim {

/// The largest side of a filter.
inline constexpr unsigned MaxFilterSide = 63;

struct filter {
  std::string name;
  std::vector<double> taps;  ///< row by row from the top left

  /// Whether the taps sum to zero, so that a uniform picture gives zero.
  bool balanced() const;
};

/// Filters of one size; rows and cols are odd, so that a filter has a centre.
struct filter_bank {
  unsigned rows = 0, cols = 0;
  std::vector<filter> filters;
};

/// Reads a filter bank from JSON:
///
///     {"filters": [{"name": "mean", "divide_by": 9, "taps": [[1, 1, 1], [1, 1, 1], [1, 1, 1]]}]}
///
/// Taps are divided by `divide_by`, which is 1 if absent. A "comment" is allowed beside "filters"
/// and in each filter. Throws input_error, which names the file and the field.
filter_bank read_filter_bank(const std::filesystem::path&);

}  // namespace weft::sim
