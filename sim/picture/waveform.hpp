// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace weft::sim {

/// A signal of at most 64 bits: its value at the end of each cycle, from reset on.
using wave_signal = std::vector<std::uint64_t>;

/// Signals of a waveform recorded by sim/harness/dut.hpp, by their paths: "dut.weft_tensor.done_o".
///
/// Throws std::runtime_error if the file cannot be read or a signal is not in it.
std::map<std::string, wave_signal> read_waveform(const std::filesystem::path& file,
                                                 const std::vector<std::string>& names);

/// The paths of all signals as GTKWave has them, in the waveform's order and with their ranges:
/// "dut.weft_fma.in_a_i[31:0]".
///
/// Throws std::runtime_error if the file cannot be read.
std::vector<std::string> signals_in(const std::filesystem::path& file);

/// Whether a waveform contains a signal. Waveforms of large arrays leave out the inside of the
/// array.
///
/// Throws std::runtime_error if the file cannot be read.
bool waveform_has(const std::filesystem::path& file, const std::string& name);

}  // namespace weft::sim
