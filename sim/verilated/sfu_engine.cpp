// SPDX-License-Identifier: Apache-2.0

#include "sim/verilated/sfu_engine.hpp"

#include "sim/harness/built_rtl.hpp"
#include "sim/verilated/sfu_rtl.hpp"
#include "weft_sfu_configs.hpp"

namespace weft::sim {

const std::vector<built_sfu>& built_sfu_units() {
#define WEFT_BUILT(...) built<sfu_bench<__VA_ARGS__>>()
  static const std::vector<built_sfu> units = {WEFT_SFU_CONFIGS(WEFT_BUILT)};
#undef WEFT_BUILT
  return units;
}

}  // namespace weft::sim
