// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace weft::sim {

class options;

/// `weft compare`: one matrix product on several matrix units, against the exact one and against
/// each other.
struct compare_command {
  std::string a, b, c, file;
  std::vector<std::string> names, with;
  bool narrow = false, json = false;

  void add_to(options& o);

  /// Throws input_error.
  int run() const;
};

}  // namespace weft::sim
