// SPDX-License-Identifier: Apache-2.0

#include "sim/verilated/dpa_engine.hpp"

#include "sim/harness/built_rtl.hpp"
#include "sim/verilated/dpa_rtl.hpp"
#include "weft_dpa_configs.hpp"

namespace weft::sim {

const std::vector<built_dpa>& built_dpa_units() {
#define WEFT_BUILT(...) built<dpa_bench<__VA_ARGS__>>()
  static const std::vector<built_dpa> units = {WEFT_DPA_CONFIGS(WEFT_BUILT)};
#undef WEFT_BUILT
  return units;
}

}  // namespace weft::sim
