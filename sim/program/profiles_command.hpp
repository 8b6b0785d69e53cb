// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace weft::sim {

/// `weft profiles`: what matrix units this program knows, and on what evidence.
struct profiles_command {
  std::string start;
  bool json = false;

  void add_to(CLI::App& app);

  /// Throws input_error.
  int run() const;
};

}  // namespace weft::sim
