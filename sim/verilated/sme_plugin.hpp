// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "sim/verilated/sme_engine.hpp"
#include "sim/verilated/sme_rtl.hpp"

namespace weft::sim {

/// The coprocessor V, built with the parameters P.
template <class V, class P>
built_sme sme_plugin() {
  return {P::Svl, P::RowsPerCycle,
          [](const run_options& options) -> std::unique_ptr<sme_coprocessor> {
            return std::make_unique<sme_rtl<V, P>>(options);
          }};
}

}  // namespace weft::sim
