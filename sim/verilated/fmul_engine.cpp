// SPDX-License-Identifier: Apache-2.0

#include "sim/verilated/fmul_engine.hpp"

#include "sim/verilated/engine_library.hpp"
#include "sim/verilated/fmul_ports.hpp"
#include "weft_fmul_params.hpp"

namespace weft::sim {

const std::vector<built_fmul>& built_fmul_units() {
#define WEFT_KNOWN(P) known<built_fmul, fmul_ports<not_verilated, P>, P>()
  static const std::vector<built_fmul> units = {WEFT_FMUL_PARAMS(WEFT_KNOWN)};
#undef WEFT_KNOWN
  return units;
}

}  // namespace weft::sim
