// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>

#include "sim/picture/gtkw.hpp"

namespace weft::sim {

/// The signals of a weft_sme with vectors of up to `svl` bits: instruction words by name, phases,
/// what is read and written of Z, memory and ZA. The view starts `began` cycles after its
/// resets.
gtkw::view sme_view(const std::filesystem::path& waveform, int svl, int rows_per_cycle,
                    std::uint64_t began);

/// The resets before a program: of the module when it is made, and of the program's lengths.
inline constexpr unsigned SmeResets = 2;

}  // namespace weft::sim
