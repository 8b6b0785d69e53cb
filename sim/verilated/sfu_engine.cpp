// SPDX-License-Identifier: Apache-2.0

#include "sim/verilated/sfu_engine.hpp"

#include "sim/verilated/engine_library.hpp"
#include "sim/verilated/sfu_ports.hpp"
#include "weft_sfu_params.hpp"

namespace weft::sim {

const std::vector<built_sfu>& built_sfu_units() {
#define WEFT_KNOWN(P) known<built_sfu, sfu_ports<not_verilated, P>, P>()
  static const std::vector<built_sfu> units = {WEFT_SFU_PARAMS(WEFT_KNOWN)};
#undef WEFT_KNOWN
  return units;
}

}  // namespace weft::sim
