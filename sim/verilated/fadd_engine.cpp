// SPDX-License-Identifier: Apache-2.0

#include "sim/verilated/fadd_engine.hpp"

#include "sim/harness/built_rtl.hpp"
#include "sim/verilated/fadd_rtl.hpp"
#include "weft_fadd_configs.hpp"

namespace weft::sim {

const std::vector<built_fadd>& built_fadd_units() {
#define WEFT_BUILT(...) built<fadd_bench<__VA_ARGS__>>()
  static const std::vector<built_fadd> units = {WEFT_FADD_CONFIGS(WEFT_BUILT)};
#undef WEFT_BUILT
  return units;
}

}  // namespace weft::sim
