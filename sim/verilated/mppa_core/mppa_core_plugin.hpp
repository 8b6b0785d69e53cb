// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "sim/harness/dut.hpp"
#include "sim/verilated/mppa_core/mppa_core_engine.hpp"
#include "sim/verilated/mppa_core/mppa_core_ports.hpp"

namespace weft::sim {

/// A Verilated core as a machine.
template <class Bench>
class mppa_core_rtl {
 public:
  explicit mppa_core_rtl(const run_options& options)
      : dut_(std::make_unique<dut<typename Bench::dut>>(options)) {}

  golden::mppa_core::outputs look() { return settled({}); }
  golden::mppa_core::outputs cycle(const golden::mppa_core::inputs& in) {
    const auto out = settled(in);
    dut_->tick();
    return out;
  }

 private:
  golden::mppa_core::outputs settled(const golden::mppa_core::inputs& in) {
    Bench::drive(**dut_, in);
    dut_->settle();
    return Bench::sample(**dut_, in);
  }

  std::unique_ptr<dut<typename Bench::dut>> dut_;
};

/// The core V, built with the parameters P.
template <class V, class P>
built_mppa_core mppa_core_plugin() {
  using ports = mppa_core_ports<V, P>;
  return {ports::Config, [](const run_options& options, const mppa_core_job& job) {
            std::vector<mppa_core_rtl<ports>> machines;
            for (unsigned c = 0; c < job.cores; ++c) machines.emplace_back(options);
            return run_mppa_core_job(machines, job);
          }};
}

}  // namespace weft::sim
