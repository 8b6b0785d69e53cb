// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace weft::sim {

/// A signal of at most 64 bits: what it is at the end of each cycle, from reset on.
using wave_signal = std::vector<std::uint64_t>;

/// Signals of a waveform that sim/harness/dut.hpp recorded, by their paths:
/// "dut.weft_tensor.done_o".
///
/// Throws std::runtime_error if the file cannot be read or a signal is not in it.
std::map<std::string, wave_signal> read_waveform(const std::filesystem::path& file,
                                                 const std::vector<std::string>& names);

/// Whether a signal is in a waveform: the inside of large arrays is left out of theirs.
///
/// Throws std::runtime_error if the file cannot be read.
bool waveform_has(const std::filesystem::path& file, const std::string& name);

}  // namespace weft::sim
