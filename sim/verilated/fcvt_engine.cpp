// SPDX-License-Identifier: Apache-2.0

#include "sim/verilated/fcvt_engine.hpp"

#include "sim/harness/built_rtl.hpp"
#include "sim/verilated/fcvt_rtl.hpp"
#include "weft_fcvt_configs.hpp"

namespace weft::sim {

const std::vector<built_fcvt>& built_fcvt_units() {
#define WEFT_BUILT(...) built<fcvt_bench<__VA_ARGS__>>()
  static const std::vector<built_fcvt> units = {WEFT_FCVT_CONFIGS(WEFT_BUILT)};
#undef WEFT_BUILT
  return units;
}

}  // namespace weft::sim
