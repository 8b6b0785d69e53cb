// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "sim/program/options.hpp"

namespace weft::sim {

/// The figures measured by a command: rows of named numbers.
struct figures {
  struct row {
    std::string name;
    std::vector<std::pair<std::string, double>> numbers;
  };
  std::string of;  ///< the subject of the measurement
  std::vector<row> rows;
};

/// Options for the output of figures: the command's table or JSON, and ratios to earlier figures.
struct figures_arguments {
  std::string compare;
  bool json = false;

  void add_to(options& o);

  /// The earlier figures; empty without --compare. Throws input_error if their subject is not `of`.
  figures earlier(const std::string& of) const;

  /// Prints JSON with --json, and ratios if there are earlier figures.
  void print(const figures& now, const figures& before) const;
};

}  // namespace weft::sim
