// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "sim/harness/dut.hpp"
#include "sim/verilated/tensor_rows/tensor_rows_engine.hpp"
#include "sim/verilated/tensor_rows/tensor_rows_ports.hpp"

namespace weft::sim {

/// The buffers V, built with the parameters P.
template <class V, class P>
built_tensor_rows tensor_rows_plugin() {
  using ports = tensor_rows_ports<V, P>;
  struct machine : rows_machine {
    explicit machine(const run_options& options) : unit(options) {}
    outputs peek(const inputs& in) override {
      ports::drive(*unit, in);
      unit.settle();
      return ports::sample(*unit, in);
    }
    void step(const inputs& in) override {
      peek(in);
      unit.tick();
    }
    dut<V> unit;
  };
  return {ports::Config, [](const run_options& options) -> std::unique_ptr<rows_machine> {
            return std::make_unique<machine>(options);
          }};
}

}  // namespace weft::sim
