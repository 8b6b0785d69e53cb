// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "sim/golden/dpa.hpp"
#include "sim/golden/fadd.hpp"
#include "sim/golden/fcvt.hpp"
#include "sim/golden/fma.hpp"
#include "sim/golden/fmul.hpp"
#include "sim/golden/sfu.hpp"
#include "sim/picture/gtkw.hpp"

namespace weft::sim {

/// The signals of a unit: the input stream, the contents of each pipeline register, the output
/// stream. FP16 and FP32 are shown as numbers, other formats in hex.
gtkw::view unit_view(const golden::fma::config& k, const std::filesystem::path& waveform);
gtkw::view unit_view(const golden::fadd::config& k, const std::filesystem::path& waveform);
gtkw::view unit_view(const golden::fmul::config& k, const std::filesystem::path& waveform);
gtkw::view unit_view(const golden::fcvt::config& k, const std::filesystem::path& waveform);
gtkw::view unit_view(const golden::sfu::config& k, const std::filesystem::path& waveform);
/// The ports of weft_dpa, whatever its pipeline registers.
gtkw::view unit_view(const golden::dpa::profile& p, const std::filesystem::path& waveform);

/// Writes the view beside its waveform, ending in .gtkw. Returns the line that tells the user about
/// it.
std::string write_view(const gtkw::view& view);

}  // namespace weft::sim
