// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "sim/golden/amx.hpp"
#include "sim/sme/sme_schedule.hpp"

namespace weft::sim {

/// Runs a program with AMX's instructions on golden::amx, from its state to `end` or a stop, and
/// AMX's instructions on the timetable of the SME core. All others are the host's.
sme_schedule schedule(golden::amx::state& s, golden::sme::paged_memory& memory, std::uint64_t end,
                      const schedule_options& o);

/// Rates of products, loads and stores, and GEMMs, beside those that the text of docs/sources.md
/// has from an M2 Pro, as Markdown. `folder` has the objects rates.o, strategies.o, blocked.o and
/// gemm_int8.o of tb/sme/amx. Throws input_error.
std::string amx_tables(const std::string& folder, const schedule_options& o);

}  // namespace weft::sim
