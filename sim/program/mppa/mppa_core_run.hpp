// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "sim/program/options.hpp"
#include "sim/verilated/mppa_core/mppa_core_memory.hpp"

namespace weft::sim {

/// `weft mppa run P.s`: a program of the core round the tensor coprocessor.
struct mppa_core_arguments {
  std::string program, engine = "all", trace, wave, interleave = "64";
  std::uint64_t latency = 1, seed = 1;
  unsigned cores = 1, loads = 8;
  bool why = false;
};

/// Whether a program is one of the core, by its name.
inline bool is_mppa_core_program(const std::string& name) { return name.ends_with(".s"); }

/// Runs a program on its engines, and prints its cycles. `memory` is then what it leaves. Returns
/// the exit code, 1 after a trap or where engines differ. Throws input_error.
int run_mppa_core_program(const mppa_core_arguments& x, mppa_core_memory& memory,
                          const options& command);

/// `weft mppa check P.s`: prints, for each bundle, what it takes and how long it waits in straight
/// code. Returns the exit code. Throws input_error.
int check_mppa_core_program(const std::string& file);

/// `weft mppa figures`: peaks, latencies of chains, tiles, bundles, banks, measured on golden.
/// Returns the exit code.
int print_mppa_core_figures();

}  // namespace weft::sim
