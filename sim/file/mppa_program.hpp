// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/golden/mppa.hpp"

namespace weft::sim {

/// A program of the tensor coprocessor as text, its loops unrolled. docs/unit/mppa.md has the
/// language.
///
/// Throws input_error, one line with file, line, text and fault: also for a bundle that the unit
/// does not accept, for 32 bytes that end beyond `memory` bytes, and for a register that is read
/// before all of it was written, because its value is undefined.
std::vector<golden::mppa::bundle> read_mppa_program(const std::string& file, std::uint64_t memory);

}  // namespace weft::sim
