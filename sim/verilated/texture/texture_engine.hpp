// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "sim/golden/texture/texture.hpp"
#include "sim/harness/unit_engine.hpp"

namespace weft::sim {

/// The bilinear filters that were Verilated into this program.
using built_texture =
    built_unit<golden::texture::config, golden::texture::operands, golden::texture::result>;
const std::vector<built_texture>& built_texture_units();

}  // namespace weft::sim
