// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "sim/golden/dpa.hpp"
#include "sim/golden/fadd.hpp"
#include "sim/golden/fcvt.hpp"
#include "sim/golden/fdiv.hpp"
#include "sim/golden/fma.hpp"
#include "sim/golden/fmul.hpp"
#include "sim/golden/sfu.hpp"
#include "sim/golden/wide/fdiv_seq.hpp"
#include "sim/picture/gtkw.hpp"

namespace weft::sim {

/// The signals of a unit: the input stream, the contents of each pipeline register, the output
/// stream. Numbers are shown in decimal.
gtkw::view unit_view(const golden::fma::config& k, const std::filesystem::path& waveform);
gtkw::view unit_view(const golden::fadd::config& k, const std::filesystem::path& waveform);
gtkw::view unit_view(const golden::fmul::config& k, const std::filesystem::path& waveform);
gtkw::view unit_view(const golden::fdiv::config& k, const std::filesystem::path& waveform);
gtkw::view unit_view(const golden::fdiv_seq::config& k, const std::filesystem::path& waveform);
gtkw::view unit_view(const golden::fcvt::config& k, const std::filesystem::path& waveform);
gtkw::view unit_view(const golden::sfu::config& k, const std::filesystem::path& waveform);
/// The ports of weft_dpa, whatever its pipeline registers.
gtkw::view unit_view(const golden::dpa::profile& p, const std::filesystem::path& waveform);

/// Writes the view beside its waveform, ending in .gtkw. The view's times count from the end of the
/// resets on, which the waveform begins with. Returns the line that tells the user about it.
std::string write_view(gtkw::view view, unsigned resets = 1);

}  // namespace weft::sim
