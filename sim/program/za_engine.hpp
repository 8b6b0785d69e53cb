// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "sim/golden/sme.hpp"
#include "sim/golden/sme_core/sme_uops.hpp"
#include "sim/harness/run_options.hpp"
#include "sim/verilated/sme_core/sme_core_engine.hpp"

namespace weft::sim {

/// The outcome of a program on an engine.
struct za_result {
  golden::sme::run_result run;
  std::optional<std::uint64_t> cycles = {};  ///< empty if the engine has no timing
  std::uint64_t began                 = 0;   ///< cycles of the RTL before the program
};

/// Throws input_error if the vector lengths are invalid.
void check_lengths(int svl, int nsvl);

/// The core that programs run on where the RTL does not say: as many rows of a tile in a cycle, or
/// without a number as many as a tile has, up to 16. Throws input_error.
golden::sme_core::core_config core_of(int svl, std::optional<int> rows_per_cycle);

// Each function executes a program on its state and memory, until ReturnTo or for at most `limit`
// instructions. The core's memory answers loads after `latency` cycles.
za_result run_golden(golden::sme::state& s, golden::sme::paged_memory& memory, std::uint64_t limit,
                     const golden::sme::watcher& watch = {});
za_result run_tlm(golden::sme::state& s, golden::sme::paged_memory& memory, std::uint64_t limit,
                  const golden::sme_core::core_config& k, std::uint64_t latency,
                  const golden::sme::watcher& watch = {});
/// Throws mismatch where the core differs from golden in a cycle.
za_result run_rtl(golden::sme::state& s, golden::sme::paged_memory& memory, std::uint64_t limit,
                  const built_sme_core& core, std::uint64_t latency, const run_options& options,
                  const golden::sme::watcher& watch = {});

}  // namespace weft::sim
