// SPDX-License-Identifier: Apache-2.0

#include "sim/fma_engine.hpp"

#include <memory>
#include <stdexcept>

#include "sim/fma_rtl.hpp"
#include "sim/unit_rtl.hpp"
#include "weft_fma_configs.hpp"

namespace weft::sim {
namespace {

using golden::fma::config;

template <class Bench>
fma_engine make(const run_options& run) {
  return [unit = std::make_shared<unit_rtl<Bench>>(run)](auto operands, auto results) {
    return unit->run(operands, results);
  };
}

struct built {
  config k;
  fma_engine (*make)(const run_options&);
};

#define WEFT_BUILT(...) \
  built { fma_bench<__VA_ARGS__>::Config, make<fma_bench<__VA_ARGS__>> }
const std::vector<built> Built = {WEFT_FMA_CONFIGS(WEFT_BUILT)};
#undef WEFT_BUILT

}  // namespace

fma_engine golden_fma(const config& k) {
  return
      [k](std::span<const golden::fma::operands> operands, std::span<golden::fma::result> results) {
        for (std::size_t i = 0; i < results.size(); ++i) {
          results[i] = golden::fma::eval_fast(k, operands[i]);
        }
        return golden::fma::cycles(k, results.size());
      };
}

fma_engine rtl_fma(const config& k, const run_options& run) {
  for (const built& b : Built) {
    if (b.k == k) return b.make(run);
  }
  throw std::invalid_argument("no RTL of this fused multiply-add was built in");
}

const std::vector<config>& built_fma_configs() {
  static const std::vector<config> configs = [] {
    std::vector<config> all;
    for (const built& b : Built) all.push_back(b.k);
    return all;
  }();
  return configs;
}

}  // namespace weft::sim
