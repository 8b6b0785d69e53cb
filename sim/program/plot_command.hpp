// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/program/sfu_arguments.hpp"

namespace CLI {
class App;
}

namespace weft::sim {

/// The error of a function of the special function unit over its interval, as a picture.
class plot_command {
 public:
  void add_to(CLI::App& app);

  /// Writes an SVG file and prints what is in it. Throws input_error.
  int run() const;

 private:
  CLI::App* command_ = nullptr;
  sfu_arguments sfu_;
  std::string file_;
};

}  // namespace weft::sim
