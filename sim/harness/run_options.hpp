// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace weft::sim {

/// Options of a run of the RTL.
struct run_options {
  std::uint64_t seed = 1;  ///< seed of the initial state and of every random choice
  std::string wave;        ///< FST file; empty: none
  std::uint64_t wave_cycles = ~std::uint64_t{0};  ///< cycles to record, from reset on
};

/// The name for the next waveform of this process: `wave` first, then with -2, -3, ... before its
/// ending.
std::string numbered_wave(const std::string& wave);

}  // namespace weft::sim
