// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/harness/dut.hpp"
#include "sim/verilated/sm/sm_engine.hpp"
#include "sim/verilated/sm/sm_ports.hpp"
#include "sim/verilated/sm_block/sm_block_plugin.hpp"

namespace weft::sim {

/// A Verilated multiprocessor under run_sm(), its program loaded.
template <class Ports>
class sm_rtl {
 public:
  sm_rtl(const run_options& options, const sm_block_job& job) : dut_(options) {
    load_program<Ports>(dut_, *job.of);
  }

  typename Ports::outputs advance(const typename Ports::inputs& in) {
    Ports::drive(*dut_, in);
    dut_.settle();
    auto out = Ports::sample(*dut_, in);
    dut_.tick();
    return out;
  }

 private:
  dut<typename Ports::dut> dut_;
};

/// The multiprocessor V, built with the parameters P.
template <class V, class P>
built_sm sm_plugin() {
  using ports   = sm_ports<V, P>;
  built_sm unit = ports::built();
  unit.run      = [](const run_options& options, const sm_block_job& job) {
    sm_rtl<ports> sm(options, job);
    return run_sm(sm, job);
  };
  return unit;
}

}  // namespace weft::sim
