// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/golden/za.hpp"

namespace weft::sim {

/// Parses the slice that `--tile za2.s --slice v5` selects. Throws input_error.
golden::za::slice parse_slice(const std::string& tile, const std::string& slice, unsigned svl);

/// A slice as hexadecimal text: ZA with the bank of each byte, and the banks with the number of
/// each byte.
std::string show_slice(const golden::za::slice& s, unsigned svl, bool colour);

/// The slice as SVG.
std::string draw_slice(const golden::za::slice& s, unsigned svl);

}  // namespace weft::sim
