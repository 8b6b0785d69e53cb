// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "sim/verilated/engine_engine.hpp"
#include "sim/verilated/engine_ports.hpp"
#include "sim/verilated/tensor_ports.hpp"

namespace weft::sim {

/// The engine V, built with the parameters P.
template <class V, class P>
built_engine engine_plugin() {
  using ports = engine_ports<V, P>;
  return {ports::Config, [](const run_options& options) -> engine_pins {
            auto rtl = std::make_shared<machine<ports>>(options);
            return [rtl](const golden::engine::inputs& in) { return rtl->cycle(in); };
          }};
}

}  // namespace weft::sim
