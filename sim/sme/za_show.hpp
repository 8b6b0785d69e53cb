// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/golden/za.hpp"

namespace weft::sim {

/// The slice that `--tile za2.s --slice v5` names. Throws input_error.
golden::za::slice parse_slice(const std::string& tile, const std::string& slice, unsigned svl);

/// ZA with the bank, and the banks with the number, of each byte of a slice, as text in
/// hexadecimal.
std::string show_slice(const golden::za::slice& s, unsigned svl, bool colour);

/// The same as SVG.
std::string draw_slice(const golden::za::slice& s, unsigned svl);

}  // namespace weft::sim
