// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "sim/picture/array_trace.hpp"

namespace weft::sim {

/// The cycles that draw_dataflow() numbers: 1 is the first in which a processing element is busy, 0
/// the one before; in the last one every sum has left the array.
std::size_t last_drawn(const array_trace& trace);

inline constexpr unsigned MaxDrawnDim = 9;  ///< of the array, M, N and K: an index is one digit

/// The array in one cycle or in all, as SVG: what each processing element multiplies and which sum
/// it makes, what enters at the left and at the top in the cycles to come, and what has left at the
/// bottom. A distance of one place from the edge is one cycle.
std::string draw_dataflow(const array_trace& trace, std::optional<std::size_t> cycle);

/// The share of busy processing elements in every cycle, a strip for each flow, as SVG.
std::string draw_busy(const std::vector<array_trace>& traces);

}  // namespace weft::sim
