// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/golden/tensor.hpp"
#include "sim/picture/gtkw.hpp"

namespace weft::sim {

/// The signals of a tensor core by role: phase and command, the memory ports with their numbers,
/// and the registers of the corner and middle processing elements.
gtkw::view tensor_view(const golden::tensor::config& c, const std::filesystem::path& waveform);

}  // namespace weft::sim
