// SPDX-License-Identifier: Apache-2.0

#include "sim/verilated/mppa/mppa_engine.hpp"

#include "sim/verilated/engine_library.hpp"
#include "sim/verilated/mppa/mppa_ports.hpp"
#include "weft_mppa_params.hpp"

namespace weft::sim {
namespace {

template <class P>
built_mppa known() {
  return {mppa_ports<not_verilated, P>::Config,
          [](const run_options& options, auto program, mppa_bytes& memory, std::uint64_t latency) {
            return loaded<built_mppa, P>().run(options, program, memory, latency);
          }};
}

}  // namespace

const std::vector<built_mppa>& built_mppa_units() {
#define WEFT_KNOWN(P) known<P>()
  static const std::vector<built_mppa> units = {WEFT_MPPA_PARAMS(WEFT_KNOWN)};
#undef WEFT_KNOWN
  return units;
}

}  // namespace weft::sim
