// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/golden/sm/sm_arch.hpp"

namespace weft::sim {

/// The names of the presets, in the order of their years.
std::vector<std::string> sm_presets();

/// A preset of sim/golden/sm/arch, or a JSON file of the same form, with settings such as
/// "block.sfu.lanes=8" applied. Throws input_error that names file, key and value.
golden::sm::arch read_sm_arch(const std::string& name,
                              const std::vector<std::string>& settings = {});

}  // namespace weft::sim
