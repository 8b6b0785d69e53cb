// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "sim/program/engine/engine_answer.hpp"

namespace weft::sim {

/// Runs one job on the loosely-timed TLM model of an engine: a processor at its registers, and a
/// memory on its bus that holds `memory` and whose transactions take `latency` clock periods.
/// `memory` is then what the job left in it. Call it once per process, because SystemC elaborates
/// only once.
engine_answer run_on_tlm(const golden::engine::config& k, const golden::engine::job& job,
                         std::vector<std::uint8_t>& memory, std::uint64_t latency);

/// Blocks of a job whose time the model counts; of a larger job, the time is in proportion.
std::uint64_t blocks_timed_by_tlm();

}  // namespace weft::sim
