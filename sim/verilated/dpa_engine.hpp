// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "sim/golden/dpa.hpp"
#include "sim/harness/unit_engine.hpp"

namespace weft::sim {

/// The block fused dot products, one profile each, that are Verilated into this program.
using built_dpa = built_unit<golden::dpa::config, golden::dpa::operands, golden::dpa::result>;
const std::vector<built_dpa>& built_dpa_units();

}  // namespace weft::sim
