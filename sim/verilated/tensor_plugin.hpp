// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <utility>

#include "sim/harness/processor_time.hpp"
#include "sim/verilated/tensor_engine.hpp"
#include "sim/verilated/tensor_ports.hpp"

namespace weft::sim {

/// The array V, built with the parameters P.
template <class V, class P>
built_tensor tensor_plugin() {
  using ports = tensor_ports<V, P>;
  return {ports::Config, [](const golden::tensor::problem& p, const rtl_options& options) {
            machine<ports> rtl(options.run);
            tensor_memory memory(ports::Config, p, options.timing);
            const std::size_t total = std::size_t{p.shape.m} * p.shape.n;
            const double start      = processor_time();
            auto outcome            = run_gemm(rtl, memory, [&](const tensor_memory& m) {
              if (options.progress && m.cycles() % 1024 == 0) options.progress(m.results(), total);
            });
            return rtl_outcome{std::move(outcome), processor_time() - start};
          }};
}

}  // namespace weft::sim
