// SPDX-License-Identifier: Apache-2.0

#include "sim/verilated/dpa_engine.hpp"

#include "sim/verilated/dpa_ports.hpp"
#include "sim/verilated/engine_library.hpp"
#include "weft_dpa_params.hpp"

namespace weft::sim {

const std::vector<built_dpa>& built_dpa_units() {
#define WEFT_KNOWN(P) known<built_dpa, dpa_ports<not_verilated, P>, P>()
  static const std::vector<built_dpa> units = {WEFT_DPA_PARAMS(WEFT_KNOWN)};
#undef WEFT_KNOWN
  return units;
}

}  // namespace weft::sim
