// SPDX-License-Identifier: Apache-2.0

#include "sim/verilated/sm/sm_engine.hpp"

#include "sim/verilated/engine_library.hpp"
#include "sim/verilated/sm/sm_ports.hpp"
#include "weft_sm_params.hpp"

namespace weft::sim {
namespace {

template <class P>
built_sm known() {
  built_sm unit = sm_ports<not_verilated, P>::built();
  unit.run      = [](const run_options& options, const sm_block_job& job) {
    return loaded<built_sm, P>().run(options, job);
  };
  return unit;
}

}  // namespace

const std::vector<built_sm>& built_sm_units() {
#define WEFT_KNOWN(P) known<P>()
  static const std::vector<built_sm> units = {WEFT_SM_PARAMS(WEFT_KNOWN)};
#undef WEFT_KNOWN
  return units;
}

}  // namespace weft::sim
