// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "sim/picture/gtkw.hpp"

namespace weft::sim {

/// The signals of a core: its bundle lane by lane, operations by name, what it waits for, memory,
/// branches and loops.
gtkw::view mppa_core_view(const std::filesystem::path& waveform);

}  // namespace weft::sim
