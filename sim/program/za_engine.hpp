// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "sim/golden/sme.hpp"
#include "sim/golden/sme_core/sme_uops.hpp"
#include "sim/harness/run_options.hpp"
#include "sim/verilated/sme_engine.hpp"

namespace weft::sim {

/// The outcome of a program on an engine.
struct za_result {
  golden::sme::run_result run;
  std::optional<std::uint64_t> cycles = {};  ///< empty if the engine has no timing
  std::uint64_t began                 = 0;   ///< cycles of the RTL before the program
};

/// Throws input_error if the vector lengths or rows_per_cycle are invalid.
void check_sizes(int svl, int nsvl, int rows_per_cycle);

// Each function executes a program on its state and memory, until ReturnTo or for at most `limit`
// instructions.
za_result run_golden(golden::sme::state& s, golden::sme::paged_memory& memory, std::uint64_t limit,
                     const golden::sme::watcher& watch = {});
za_result run_tlm(golden::sme::state& s, golden::sme::paged_memory& memory, std::uint64_t limit,
                  int rows_per_cycle, const golden::sme::watcher& watch = {});
za_result run_rtl(golden::sme::state& s, golden::sme::paged_memory& memory, std::uint64_t limit,
                  const built_sme& unit, const run_options& options,
                  const golden::sme::watcher& watch = {});
/// On the TLM model of the SME core, behind a memory that answers loads after `latency` cycles.
za_result run_core_tlm(golden::sme::state& s, golden::sme::paged_memory& memory,
                       std::uint64_t limit, const golden::sme_core::core_config& k,
                       std::uint64_t latency);

}  // namespace weft::sim
