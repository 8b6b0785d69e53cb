// SPDX-License-Identifier: Apache-2.0

#include "sim/verilated/fadd_engine.hpp"

#include "sim/verilated/engine_library.hpp"
#include "sim/verilated/fadd_ports.hpp"
#include "weft_fadd_params.hpp"

namespace weft::sim {

const std::vector<built_fadd>& built_fadd_units() {
#define WEFT_KNOWN(P) known<built_fadd, fadd_ports<not_verilated, P>, P>()
  static const std::vector<built_fadd> units = {WEFT_FADD_PARAMS(WEFT_KNOWN)};
#undef WEFT_KNOWN
  return units;
}

}  // namespace weft::sim
