// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "sim/verilated/engine_engine.hpp"
#include "systemc/engine.hpp"

namespace weft::sim {

/// The RTL of an engine for systemc::engine_cycles. A reset makes it anew.
inline systemc::engine_pins rtl_pins(const built_engine& unit, const run_options& options) {
  const auto now = std::make_shared<engine_pins>(unit.make(options));
  return {[now](const golden::engine::inputs& in) { return (*now)(in); },
          [now, &unit, options] { *now = unit.make(options); }};
}

}  // namespace weft::sim
