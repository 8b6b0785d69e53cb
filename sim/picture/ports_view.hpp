// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "sim/picture/gtkw.hpp"

namespace weft::sim {

/// The ports of the top module, one heading for each stream: in_valid_i, in_ready_o and in_op_i are
/// the stream `in`. Vectors are shown in hexadecimal.
///
/// Throws std::runtime_error if the waveform cannot be read.
gtkw::view ports_view(const std::filesystem::path& waveform);

}  // namespace weft::sim
