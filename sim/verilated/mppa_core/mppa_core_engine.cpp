// SPDX-License-Identifier: Apache-2.0

#include "sim/verilated/mppa_core/mppa_core_engine.hpp"

#include "sim/verilated/engine_library.hpp"
#include "sim/verilated/mppa_core/mppa_core_ports.hpp"
#include "weft_mppa_core_params.hpp"

namespace weft::sim {
namespace {

template <class P>
built_mppa_core known() {
  return {mppa_core_ports<not_verilated, P>::Config,
          [](const run_options& options, const mppa_core_job& job) {
            return loaded<built_mppa_core, P>().run(options, job);
          }};
}

}  // namespace

const std::vector<built_mppa_core>& built_mppa_core_units() {
#define WEFT_KNOWN(P) known<P>()
  static const std::vector<built_mppa_core> units = {WEFT_MPPA_CORE_PARAMS(WEFT_KNOWN)};
#undef WEFT_KNOWN
  return units;
}

}  // namespace weft::sim
