// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "sim/golden/sme.hpp"

namespace weft::sim {

/// Where a program returns to: no memory.
inline constexpr std::uint64_t ReturnTo = 0xffff'ffff'ffff'fff0;

/// Loads a program and files, ADDR:FILE each, maps a stack, sets PC to `entry`, a global symbol, or
/// to where the program begins, SP and X30. Throws input_error.
void launch(const std::string& program, const std::string& entry,
            const std::vector<std::string>& files, golden::sme::state& s,
            golden::sme::paged_memory& memory);

/// A file of registers and memory to begin with. Throws input_error.
std::istringstream open_state(const std::string& file);

/// Why a program stopped, for people.
std::string why(const golden::sme::outcome& o);

}  // namespace weft::sim
