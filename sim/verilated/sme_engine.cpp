// SPDX-License-Identifier: Apache-2.0

#include "sim/verilated/sme_engine.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/file/input_error.hpp"
#include "sim/verilated/sme_rtl.hpp"
#include "weft_sme_configs.hpp"

namespace weft::sim {
namespace {

template <class V, unsigned Svl, unsigned RowsPerCycle, unsigned Gates>
built_sme built() {
  return {static_cast<int>(Svl), static_cast<int>(RowsPerCycle),
          [](const run_options& options) -> std::unique_ptr<sme_coprocessor> {
            return std::make_unique<sme_rtl<V, Svl, RowsPerCycle, Gates>>(options);
          }};
}

}  // namespace

const std::vector<built_sme>& built_sme_units() {
#define WEFT_BUILT(...) built<__VA_ARGS__>()
  static const std::vector<built_sme> units = [] {
    std::vector<built_sme> all = {WEFT_SME_CONFIGS(WEFT_BUILT)};
    std::sort(all.begin(), all.end(), [](auto& a, auto& b) { return a.svl < b.svl; });
    return all;
  }();
#undef WEFT_BUILT
  return units;
}

const built_sme& sme_unit_of(int bits, int rows_per_cycle) {
  const built_sme* found = nullptr;
  for (const auto& u : built_sme_units()) {
    if (u.rows_per_cycle == rows_per_cycle && (found == nullptr || found->svl < bits)) found = &u;
  }
  if (found == nullptr) {
    throw input_error(
        fmt::format("--rows-per-cycle {}: no RTL of this build has so many", rows_per_cycle));
  }
  return *found;
}

}  // namespace weft::sim
