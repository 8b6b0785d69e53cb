// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "sim/golden/engine/engine.hpp"
#include "sim/harness/run_options.hpp"

namespace weft::sim {

/// An engine at its pins: one cycle.
using engine_pins = std::function<golden::engine::outputs(const golden::engine::inputs&)>;

/// An engine whose RTL is in a library.
struct built_engine {
  golden::engine::config k;
  engine_pins (*make)(const run_options&);  ///< from reset
};
const std::vector<built_engine>& built_engine_units();

}  // namespace weft::sim
