// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "sim/program/options.hpp"

namespace weft::sim {

/// Figures that a command measured: rows, each with named numbers.
struct figures {
  struct row {
    std::string name;
    std::vector<std::pair<std::string, double>> numbers;
  };
  std::string of;  ///< what was measured
  std::vector<row> rows;
};

/// What is done with figures: a table of the command's own, or JSON; and ratios to earlier ones.
struct figures_arguments {
  std::string compare;
  bool json = false;

  void add_to(options& o);

  /// The earlier figures, none without --compare. Throws input_error if they are of something else
  /// than `of`.
  figures earlier(const std::string& of) const;

  /// Prints JSON if that is asked for, ratios if there are earlier figures.
  void print(const figures& now, const figures& before) const;
};

}  // namespace weft::sim
