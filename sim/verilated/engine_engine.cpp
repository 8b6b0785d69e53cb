// SPDX-License-Identifier: Apache-2.0

#include "sim/verilated/engine_engine.hpp"

#include "sim/verilated/engine_library.hpp"
#include "sim/verilated/engine_ports.hpp"
#include "weft_engine_params.hpp"

namespace weft::sim {
namespace {

template <class P>
built_engine known() {
  return {engine_ports<not_verilated, P>::Config,
          [](const run_options& options) { return loaded<built_engine, P>().make(options); }};
}

}  // namespace

const std::vector<built_engine>& built_engine_units() {
#define WEFT_KNOWN(P) known<P>()
  static const std::vector<built_engine> units = {WEFT_ENGINE_PARAMS(WEFT_KNOWN)};
#undef WEFT_KNOWN
  return units;
}

}  // namespace weft::sim
