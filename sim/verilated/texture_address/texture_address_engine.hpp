// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "sim/golden/texture/texture_address.hpp"
#include "sim/harness/unit_engine.hpp"

namespace weft::sim {

/// The address units of texture samples that were Verilated into this program.
using built_texture_address =
    built_unit<golden::texture_address::config, golden::texture_address::operands,
               golden::texture_address::result>;
const std::vector<built_texture_address>& built_texture_address_units();

}  // namespace weft::sim
