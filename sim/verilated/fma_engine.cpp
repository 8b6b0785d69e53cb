// SPDX-License-Identifier: Apache-2.0

#include "sim/verilated/fma_engine.hpp"

#include "sim/harness/built_rtl.hpp"
#include "sim/verilated/fma_rtl.hpp"
#include "weft_fma_configs.hpp"

namespace weft::sim {

const std::vector<built_fma>& built_fma_units() {
#define WEFT_BUILT(...) built<fma_bench<__VA_ARGS__>>()
  static const std::vector<built_fma> units = {WEFT_FMA_CONFIGS(WEFT_BUILT)};
#undef WEFT_BUILT
  return units;
}

}  // namespace weft::sim
