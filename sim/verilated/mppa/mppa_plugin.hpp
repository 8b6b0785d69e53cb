// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/verilated/mppa/mppa_engine.hpp"
#include "sim/verilated/mppa/mppa_ports.hpp"
#include "sim/verilated/tensor_ports.hpp"

namespace weft::sim {

/// The coprocessor V, built with the parameters P.
template <class V, class P>
built_mppa mppa_plugin() {
  using ports = mppa_ports<V, P>;
  return {ports::Config,
          [](const run_options& options, auto program, mppa_bytes& memory, std::uint64_t latency) {
            machine<ports> rtl(options);
            return run_mppa(rtl, program, memory, {.latency = latency});
          }};
}

}  // namespace weft::sim
