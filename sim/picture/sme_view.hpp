// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>

#include "sim/picture/gtkw.hpp"

namespace weft::sim {

/// The signals of a weft_sme with vectors of up to `svl` bits: instruction words by name, phases,
/// memory, ZA. The view starts at the cycle that takes the first instruction.
gtkw::view sme_view(const std::filesystem::path& waveform, int svl, std::uint64_t began);

}  // namespace weft::sim
