// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/program/engines.hpp"

namespace weft::sim {

/// The options common to `za run` and `amx run`: a program, its initial state, its final state.
struct launch_options {
  std::string program, entry, engine = "golden", state, dump, wave;
  std::vector<std::string> memory;
  std::uint64_t max_insns = 10'000'000, seed = 1;

  /// Adds all options except --engine, whose choices differ between commands.
  void add_options(options& command);

  /// Throws input_error for files that cannot be written and for a waveform without the RTL.
  void check_files(const engines& on) const;
};

}  // namespace weft::sim
