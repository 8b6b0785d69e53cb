// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <istream>
#include <string>

#include "sim/golden/amx.hpp"

namespace weft::sim {

/// A state as text: the lines of sim/sme/sme_state.hpp, preceded by AMX's own:
///
///     amx 1          set was executed
///     amxx 3 ...     register 3 of X, 64 bytes as a hexadecimal number
///     amxy 0 ...
///
/// Z is in the lines `za 0` to `za 63`.
std::string to_text(const golden::amx::state& s, const golden::sme::paged_memory& memory);

/// Reads such a text over a state and a memory, as read_state() of sim/sme/sme_state.hpp does; SVL
/// stays 512.
void read_state(std::istream& text, const std::string& name, golden::amx::state& s,
                golden::sme::paged_memory& memory);

}  // namespace weft::sim
