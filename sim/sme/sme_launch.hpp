// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "sim/golden/sme.hpp"

namespace weft::sim {

/// The return address of a program, where no memory is mapped.
inline constexpr std::uint64_t ReturnTo = 0xffff'ffff'ffff'fff0;

/// Loads a program and files, ADDR:FILE each, maps a stack, sets SP and X30, and PC to `entry`, a
/// global symbol that `option` names, or to the program's own entry. Throws input_error.
void launch(const std::string& program, const std::string& entry,
            const std::vector<std::string>& files, golden::sme::state& s,
            golden::sme::paged_memory& memory, const char* option = "--entry");

/// Opens a file of initial registers and memory. Throws input_error.
std::istringstream open_state(const std::string& file);

/// The reason why a program stopped, as a sentence.
std::string why(const golden::sme::outcome& o);

}  // namespace weft::sim
