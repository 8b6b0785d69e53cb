// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "sim/golden/fdiv.hpp"
#include "sim/harness/unit_engine.hpp"

namespace weft::sim {

/// The dividers that were Verilated into this program.
using built_fdiv = built_unit<golden::fdiv::config, golden::fdiv::operands, golden::fdiv::result>;
const std::vector<built_fdiv>& built_fdiv_units();

}  // namespace weft::sim
