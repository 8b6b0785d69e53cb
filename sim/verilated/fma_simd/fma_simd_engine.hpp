// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "sim/golden/fma_simd.hpp"
#include "sim/harness/unit_engine.hpp"

namespace weft::sim {

/// The units of many lanes that were Verilated into this program.
using built_fma_simd =
    built_unit<golden::fma_simd::config, golden::fma_simd::operands, golden::fma_simd::result>;
const std::vector<built_fma_simd>& built_fma_simd_units();

}  // namespace weft::sim
