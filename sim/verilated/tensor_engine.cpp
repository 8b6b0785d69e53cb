// SPDX-License-Identifier: Apache-2.0

#include "sim/verilated/tensor_engine.hpp"

#include <stdexcept>
#include <string>

#include "sim/verilated/engine_library.hpp"
#include "sim/verilated/tensor_ports.hpp"
#include "weft_tensor_params.hpp"

namespace weft::sim {
namespace {

/// An array with a library.
struct known_tensor {
  built_tensor unit;
  bool (*is_built)();
};

template <class P>
known_tensor known() {
  return {{tensor_ports<not_verilated, P>::Config,
           [](const golden::tensor::problem& p, const rtl_options& options) {
             return loaded<built_tensor, P>().run(p, options);
           }},
          [] { return engine_is_built(P::Block, P::Name); }};
}

#define WEFT_KNOWN(P) known<P>()
const std::vector<known_tensor> Known = {WEFT_TENSOR_PARAMS(WEFT_KNOWN)};
#undef WEFT_KNOWN

}  // namespace

const std::vector<golden::tensor::config>& rtl_configs() {
  static const std::vector<golden::tensor::config> configs = [] {
    std::vector<golden::tensor::config> c;
    for (const auto& k : Known) c.push_back(k.unit.config);
    return c;
  }();
  return configs;
}

std::vector<golden::tensor::config> built_rtl_configs() {
  std::vector<golden::tensor::config> c;
  for (const auto& k : Known) {
    if (k.is_built()) c.push_back(k.unit.config);
  }
  return c;
}

rtl_outcome run_rtl(const golden::tensor::config& c, const golden::tensor::problem& p,
                    const rtl_options& options) {
  if (p.flow == golden::tensor::flow_e::InputStationary) {
    auto outcome = run_rtl(c, transposed_problem(p), options);
    outcome.d    = golden::tensor::transposed(outcome.d, p.shape.n, p.shape.m);
    return outcome;
  }
  for (const auto& k : Known) {
    if (k.unit.config == c) return k.unit.run(p, options);
  }
  throw std::invalid_argument("no RTL of a " + std::to_string(c.rows) + "x" +
                              std::to_string(c.cols) + " array of this type has a library");
}

golden::tensor::engine rtl_engine(const golden::tensor::config& c, const run_options& run) {
  return [=](const golden::tensor::problem& p) {
    rtl_options options;
    options.run = run;
    return run_rtl(c, p, options);
  };
}

}  // namespace weft::sim
