// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>

#include "sim/picture/gtkw.hpp"

namespace weft::sim {

/// The signals of a weft_sme with vectors of up to `svl` bits: words by name, phases, memory, ZA;
/// from the cycle on in which its first instruction is taken.
gtkw::view sme_view(const std::filesystem::path& waveform, int svl, std::uint64_t began);

}  // namespace weft::sim
