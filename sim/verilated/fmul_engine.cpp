// SPDX-License-Identifier: Apache-2.0

#include "sim/verilated/fmul_engine.hpp"

#include "sim/harness/built_rtl.hpp"
#include "sim/verilated/fmul_rtl.hpp"
#include "weft_fmul_configs.hpp"

namespace weft::sim {

const std::vector<built_fmul>& built_fmul_units() {
#define WEFT_BUILT(...) built<fmul_bench<__VA_ARGS__>>()
  static const std::vector<built_fmul> units = {WEFT_FMUL_CONFIGS(WEFT_BUILT)};
#undef WEFT_BUILT
  return units;
}

}  // namespace weft::sim
