// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>

#include "sim/picture/gtkw.hpp"
#include "sim/verilated/sme_core/sme_core_engine.hpp"

namespace weft::sim {

/// The signals of a weft_sme_core: the words that it takes by name, what its queues hold and send
/// to their pipes, the memory's ports as FP32, the rows of outer products, results and commits. The
/// view starts `began` cycles after its resets.
gtkw::view sme_view(const std::filesystem::path& waveform, const built_sme_core& core,
                    std::uint64_t began);

/// The resets before a program: of the module when it is made, and of the pair of it and golden.
inline constexpr unsigned SmeResets = 2;

}  // namespace weft::sim
