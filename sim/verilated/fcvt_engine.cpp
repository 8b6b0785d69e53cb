// SPDX-License-Identifier: Apache-2.0

#include "sim/verilated/fcvt_engine.hpp"

#include "sim/verilated/engine_library.hpp"
#include "sim/verilated/fcvt_ports.hpp"
#include "weft_fcvt_params.hpp"

namespace weft::sim {

const std::vector<built_fcvt>& built_fcvt_units() {
#define WEFT_KNOWN(P) known<built_fcvt, fcvt_ports<not_verilated, P>, P>()
  static const std::vector<built_fcvt> units = {WEFT_FCVT_PARAMS(WEFT_KNOWN)};
#undef WEFT_KNOWN
  return units;
}

}  // namespace weft::sim
