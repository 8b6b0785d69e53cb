// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "sim/golden/fadd.hpp"
#include "sim/harness/unit_engine.hpp"

namespace weft::sim {

/// The adders that were Verilated into this program.
using built_fadd = built_unit<golden::fadd::config, golden::fadd::operands, golden::fadd::result>;
const std::vector<built_fadd>& built_fadd_units();

}  // namespace weft::sim
