// SPDX-License-Identifier: Apache-2.0

#include "sim/verilated/sm_block/sm_block_engine.hpp"

#include "sim/verilated/engine_library.hpp"
#include "sim/verilated/sm_block/sm_block_ports.hpp"
#include "weft_sm_block_params.hpp"

namespace weft::sim {
namespace {

template <class P>
built_sm_block known() {
  built_sm_block unit = sm_block_ports<not_verilated, P>::built();
  unit.run            = [](const run_options& options, const sm_block_job& job) {
    return loaded<built_sm_block, P>().run(options, job);
  };
  return unit;
}

}  // namespace

const std::vector<built_sm_block>& built_sm_block_units() {
#define WEFT_KNOWN(P) known<P>()
  static const std::vector<built_sm_block> units = {WEFT_SM_BLOCK_PARAMS(WEFT_KNOWN)};
#undef WEFT_KNOWN
  return units;
}

}  // namespace weft::sim
