// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/program/launch_options.hpp"

namespace CLI {
class App;
}

namespace weft::sim {

/// AArch64 programs with AMX instructions: `run` executes one from its entry until SVC, BRK or its
/// return.
struct amx_command : launch_options {
  unsigned rows_per_cycle = 1;

  void add_to(CLI::App& app);

  /// Prints why the program ended and the unit's cycles, writes the state. Returns 1 if it did not
  /// end by itself. Throws input_error.
  int run() const;
};

}  // namespace weft::sim
