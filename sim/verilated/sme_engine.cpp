// SPDX-License-Identifier: Apache-2.0

#include "sim/verilated/sme_engine.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/file/input_error.hpp"
#include "sim/verilated/engine_library.hpp"
#include "weft_sme_params.hpp"

namespace weft::sim {
namespace {

template <class P>
built_sme known() {
  return {P::Svl, P::RowsPerCycle,
          [](const run_options& options) { return loaded<built_sme, P>().make(options); }};
}

}  // namespace

const std::vector<built_sme>& built_sme_units() {
#define WEFT_KNOWN(P) known<P>()
  static const std::vector<built_sme> units = [] {
    std::vector<built_sme> all = {WEFT_SME_PARAMS(WEFT_KNOWN)};
    std::sort(all.begin(), all.end(), [](auto& a, auto& b) { return a.svl < b.svl; });
    return all;
  }();
#undef WEFT_KNOWN
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
