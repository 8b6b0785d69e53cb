// SPDX-License-Identifier: Apache-2.0

#include "sim/verilated/fma_engine.hpp"

#include "sim/verilated/engine_library.hpp"
#include "sim/verilated/fma_ports.hpp"
#include "weft_fma_params.hpp"

namespace weft::sim {

const std::vector<built_fma>& built_fma_units() {
#define WEFT_KNOWN(P) known<built_fma, fma_ports<not_verilated, P>, P>()
  static const std::vector<built_fma> units = {WEFT_FMA_PARAMS(WEFT_KNOWN)};
#undef WEFT_KNOWN
  return units;
}

}  // namespace weft::sim
