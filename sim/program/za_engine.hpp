// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "sim/golden/sme.hpp"
#include "sim/harness/run_options.hpp"
#include "sim/verilated/sme_engine.hpp"

namespace weft::sim {

/// How a program ended on an engine.
struct za_result {
  golden::sme::run_result run;
  std::optional<std::uint64_t> cycles = {};  ///< if the engine knows time
  std::uint64_t began                 = 0;   ///< cycles of the RTL before it
};

/// Throws input_error unless there are vectors of these lengths and tiles of so many rows.
void check_sizes(int svl, int nsvl, int rows_per_cycle);

// They execute a program on its state and memory until ReturnTo, or so many instructions.
za_result run_golden(golden::sme::state& s, golden::sme::paged_memory& memory, std::uint64_t limit);
za_result run_tlm(golden::sme::state& s, golden::sme::paged_memory& memory, std::uint64_t limit,
                  int rows_per_cycle);
za_result run_rtl(golden::sme::state& s, golden::sme::paged_memory& memory, std::uint64_t limit,
                  const built_sme& unit, const run_options& options);

}  // namespace weft::sim
