// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "sim/golden/fma.hpp"
#include "sim/harness/unit_engine.hpp"

namespace weft::sim {

/// The fused multiply-adds that were Verilated into this program.
using built_fma = built_unit<golden::fma::config, golden::fma::operands, golden::fma::result>;
const std::vector<built_fma>& built_fma_units();

}  // namespace weft::sim
