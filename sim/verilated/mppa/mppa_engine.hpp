// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/golden/mppa.hpp"
#include "sim/harness/run_options.hpp"
#include "sim/verilated/mppa/mppa_memory.hpp"

namespace weft::sim {

/// A tensor coprocessor that is Verilated into this program.
struct built_mppa {
  golden::mppa::config k;
  /// Runs a program from reset on a memory that answers `latency` cycles after a request. Returns
  /// the clock cycles. Throws stuck, or the error of an assertion that fails.
  std::uint64_t (*run)(const run_options& options, std::span<const golden::mppa::bundle> program,
                       mppa_bytes& memory, std::uint64_t latency);
};
const std::vector<built_mppa>& built_mppa_units();

}  // namespace weft::sim
