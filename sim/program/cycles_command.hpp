// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace weft::sim {

/// Cycles of GEMMs by the closed forms of sim/golden/tensor.hpp: no engine runs, so thousands of
/// shapes take no time.
struct cycles_command {
  std::string array = "16x16", dataflow = "os";
  std::vector<std::string> shapes;
  bool json = false;

  void add_to(CLI::App& app);

  /// Prints one line a shape, or one for each flow: m, n, k, flow, cycles, limit, and the share of
  /// the multiply-add slots that did work. Throws input_error for an array, a shape or a flow that
  /// is none.
  int run() const;
};

}  // namespace weft::sim
