// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/picture/gtkw.hpp"

namespace weft::sim {

/// The view of a waveform of the engine: registers, reads, overlap of load, array and store,
/// writes.
gtkw::view engine_view(const std::string& wave);

}  // namespace weft::sim
