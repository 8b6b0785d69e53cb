// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/program/engines.hpp"

namespace weft::sim {

/// What `za run` and `amx run` ask for alike: a program, what it begins with, what it leaves.
struct launch_options {
  std::string program, entry, engine = "golden", state, dump, wave;
  std::vector<std::string> memory;
  std::uint64_t max_insns = 10'000'000, seed = 1;

  /// All but --engine, whose names are the command's.
  void add_options(options& command);

  /// Throws input_error for files that cannot be written and for a waveform without the RTL.
  void check_files(const engines& on) const;
};

}  // namespace weft::sim
