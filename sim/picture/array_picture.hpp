// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "sim/picture/array_trace.hpp"

namespace weft::sim {

/// The last cycle that draw_dataflow() draws, in which every sum has left the array. Cycle 1 is the
/// first in which a processing element is busy.
std::size_t last_drawn(const array_trace& trace);

inline constexpr unsigned MaxDrawnDim = 9;  ///< limit of all dimensions: an index is one digit

/// Draws the array in one cycle or in all, as SVG: the operands and the sum of each processing
/// element, the elements that enter at the left and at the top in the next cycles, and those that
/// left at the bottom. A distance of one place from the edge is one cycle.
std::string draw_dataflow(const array_trace& trace, std::optional<std::size_t> cycle);

/// Draws the share of busy processing elements in every cycle, as SVG with one strip per flow.
std::string draw_busy(const std::vector<array_trace>& traces);

}  // namespace weft::sim
