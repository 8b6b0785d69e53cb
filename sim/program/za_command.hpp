// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/golden/sme.hpp"
#include "sim/program/launch_options.hpp"
#include "sim/program/za_bench.hpp"
#include "sim/program/za_engine.hpp"

namespace CLI {
class App;
}

namespace weft::sim {

/// AArch64 programs with SME instructions: `run` executes one from its entry until SVC, BRK or its
/// return, `list` prints which instructions there are, `show` where the bytes of a slice are,
/// `bench` and `utilisation` how fast all that is.
struct za_command : launch_options {
  std::string tile, slice, picture;
  int svl = 512, nsvl = 128, rows_per_cycle = 1;
  CLI::App *listing = nullptr, *showing = nullptr;
  za_bench bench;

  void add_to(CLI::App& app);

  /// Prints why the program ended, writes the state. Returns 1 if it did not end by itself or the
  /// engines disagree. Throws input_error.
  int run() const;

 private:
  int execute() const;
  const built_sme& built_unit() const;
  za_result run_on(const std::string& name, golden::sme::state& s,
                   golden::sme::paged_memory& memory) const;
  int show() const;
};

}  // namespace weft::sim
