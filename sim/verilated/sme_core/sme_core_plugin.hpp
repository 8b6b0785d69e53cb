// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "sim/harness/lockstep.hpp"
#include "sim/verilated/sme_core/sme_core_engine.hpp"
#include "sim/verilated/sme_core/sme_core_ports.hpp"

namespace weft::sim {

/// The core V, built with the parameters P.
template <class V, class P>
built_sme_core sme_core_plugin() {
  struct pair : sme_core_pair {
    using ports = sme_core_ports<V, P>;
    lockstep<ports> both;

    explicit pair(const run_options& options) : both(options, ports::make_model()) { both.reset(); }
    golden::sme_core::core_model::outputs cycle(
        const golden::sme_core::core_model::inputs& in) override {
      return both.cycle(in);
    }
  };
  return {P::Svl, sme_core_ports<V, P>::Config,
          [](const run_options& options) -> std::unique_ptr<sme_core_pair> {
            return std::make_unique<pair>(options);
          }};
}

}  // namespace weft::sim
