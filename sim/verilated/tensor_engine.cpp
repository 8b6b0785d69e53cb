// SPDX-License-Identifier: Apache-2.0

#include "sim/verilated/tensor_engine.hpp"

#include <chrono>
#include <stdexcept>
#include <string>
#include <utility>

#include "sim/verilated/tensor_rtl.hpp"
#include "weft_tensor_configs.hpp"

namespace weft::sim {
namespace {

using runner = rtl_outcome (*)(const golden::tensor::problem&, const rtl_options&);

template <class Bench>
rtl_outcome run(const golden::tensor::problem& p, const rtl_options& options) {
  machine<Bench> rtl(options.run);
  tensor_memory memory(Bench::Config, p, options.timing);
  const std::size_t total = std::size_t{p.shape.m} * p.shape.n;
  using clock             = std::chrono::steady_clock;
  const auto start        = clock::now();
  auto outcome            = run_gemm(rtl, memory, [&](const tensor_memory& m) {
    if (options.progress && m.cycles() % 1024 == 0) options.progress(m.results(), total);
  });
  return {std::move(outcome), std::chrono::duration<double>(clock::now() - start).count()};
}

struct built {
  golden::tensor::config config;
  runner run;
};

#define WEFT_BUILT(V, ...) \
  { tensor_bench<V, __VA_ARGS__>::Config, run<tensor_bench<V, __VA_ARGS__>> }
const std::vector<built> Built = {WEFT_TENSOR_CONFIGS(WEFT_BUILT)};
#undef WEFT_BUILT

}  // namespace

const std::vector<golden::tensor::config>& rtl_configs() {
  static const std::vector<golden::tensor::config> configs = [] {
    std::vector<golden::tensor::config> c;
    for (const auto& b : Built) c.push_back(b.config);
    return c;
  }();
  return configs;
}

rtl_outcome run_rtl(const golden::tensor::config& c, const golden::tensor::problem& p,
                    const rtl_options& options) {
  if (p.flow == golden::tensor::flow_e::InputStationary) {
    auto outcome = run_rtl(c, transposed(p), options);
    outcome.d    = golden::tensor::transposed(outcome.d, p.shape.n, p.shape.m);
    return outcome;
  }
  for (const auto& b : Built) {
    if (b.config == c) return b.run(p, options);
  }
  throw std::invalid_argument("no RTL of a " + std::to_string(c.rows) + "x" +
                              std::to_string(c.cols) + " array of this type was built in");
}

golden::tensor::engine rtl_engine(const golden::tensor::config& c, const run_options& run) {
  return [=](const golden::tensor::problem& p) {
    rtl_options options;
    options.run = run;
    return run_rtl(c, p, options);
  };
}

}  // namespace weft::sim
