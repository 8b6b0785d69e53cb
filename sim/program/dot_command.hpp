// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/program/dot_arguments.hpp"

namespace weft::sim {

/// `weft dot`: computes one dot product as a matrix unit does.
class dot_command {
 public:
  void add_to(options& o);

  /// Prints the result of every engine beside the exact one. Returns 1 if engines differ. Throws
  /// input_error.
  int run() const;

 private:
  const options* command_ = nullptr;
  dot_arguments arguments_;
  std::vector<std::string> words_;
  bool json_ = false;
};

/// `weft check dot`: compares files of dot products with an engine.
class dot_check_command {
 public:
  void add_to(options& o);

  /// Prints the differences, then the counts. Returns 1 if there is a difference. Throws
  /// input_error.
  int run() const;

 private:
  const options* command_ = nullptr;
  dot_arguments arguments_;
  std::vector<std::string> files_;
  bool exact_nan_ = false;
};

}  // namespace weft::sim
