// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "sim/golden/fcvt.hpp"
#include "sim/harness/unit_engine.hpp"

namespace weft::sim {

/// The converters that were Verilated into this program.
using built_fcvt = built_unit<golden::fcvt::config, golden::fcvt::operands, golden::fcvt::result>;
const std::vector<built_fcvt>& built_fcvt_units();

}  // namespace weft::sim
