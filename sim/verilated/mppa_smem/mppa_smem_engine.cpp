// SPDX-License-Identifier: Apache-2.0

#include "sim/verilated/mppa_smem/mppa_smem_engine.hpp"

#include "sim/verilated/engine_library.hpp"
#include "sim/verilated/mppa_smem/mppa_smem_ports.hpp"
#include "weft_mppa_smem_params.hpp"

namespace weft::sim {
namespace {

template <class P>
built_mppa_smem known() {
  return {mppa_smem_ports<not_verilated, P>::Config,
          [](const run_options& options) { return loaded<built_mppa_smem, P>().make(options); }};
}

}  // namespace

const std::vector<built_mppa_smem>& built_mppa_smem_units() {
#define WEFT_KNOWN(P) known<P>()
  static const std::vector<built_mppa_smem> units = {WEFT_MPPA_SMEM_PARAMS(WEFT_KNOWN)};
#undef WEFT_KNOWN
  return units;
}

}  // namespace weft::sim
