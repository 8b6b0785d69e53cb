// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "sim/golden/wide/sfu_high.hpp"
#include "sim/harness/unit_engine.hpp"

namespace weft::sim {

/// The approximations of binary64 that were Verilated into this program.
using built_sfu_high =
    built_unit<golden::sfu_high::config, golden::sfu_high::operands, golden::sfu_high::result>;
const std::vector<built_sfu_high>& built_sfu_high_units();

}  // namespace weft::sim
