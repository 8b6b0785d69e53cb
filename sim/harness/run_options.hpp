// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace weft::sim {

/// What a run of the RTL can be told from outside.
struct run_options {
  std::uint64_t seed = 1;  ///< of the initial state and of every random choice
  std::string wave;        ///< FST file; empty: none
  std::uint64_t wave_cycles = ~std::uint64_t{0};  ///< cycles that it records, from reset on
};

/// The name for the next waveform of this process: `wave` first, then with -2, -3, ... before its
/// ending.
std::string numbered_wave(const std::string& wave);

}  // namespace weft::sim
