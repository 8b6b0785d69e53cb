// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "sim/harness/dut.hpp"
#include "sim/verilated/mppa_smem/mppa_smem_engine.hpp"
#include "sim/verilated/mppa_smem/mppa_smem_ports.hpp"

namespace weft::sim {

/// The banks V, built with the parameters P.
template <class V, class P>
built_mppa_smem mppa_smem_plugin() {
  using ports = mppa_smem_ports<V, P>;
  class rtl : public mppa_banks {
   public:
    explicit rtl(const run_options& options) : dut_(options) {}

    golden::mppa_smem::outputs cycle(const golden::mppa_smem::inputs& in) override {
      ports::drive(*dut_, in);
      dut_.settle();
      auto out = ports::sample(*dut_, in);
      dut_.tick();
      return out;
    }
    void reset() override {
      ports::drive(*dut_, {});
      dut_.reset();
    }

   private:
    dut<V> dut_;
  };
  return {ports::Config, [](const run_options& options) -> std::unique_ptr<mppa_banks> {
            return std::make_unique<rtl>(options);
          }};
}

}  // namespace weft::sim
