// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "sim/golden/sfu.hpp"
#include "sim/harness/unit_engine.hpp"

namespace weft::sim {

/// The special function units that were Verilated into this program.
using built_sfu = built_unit<golden::sfu::config, golden::sfu::operands, golden::sfu::result>;
const std::vector<built_sfu>& built_sfu_units();

}  // namespace weft::sim
