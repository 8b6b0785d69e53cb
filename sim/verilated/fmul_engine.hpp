// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "sim/golden/fmul.hpp"
#include "sim/harness/unit_engine.hpp"

namespace weft::sim {

/// The multipliers that were Verilated into this program.
using built_fmul = built_unit<golden::fmul::config, golden::fmul::operands, golden::fmul::result>;
const std::vector<built_fmul>& built_fmul_units();

}  // namespace weft::sim
