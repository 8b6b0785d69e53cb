// SPDX-License-Identifier: Apache-2.0

#include "sim/sme_engine.hpp"

#include <algorithm>

#include "sim/sme_rtl.hpp"
#include "weft_sme_configs.hpp"

namespace weft::sim {
namespace {

template <class V, unsigned Svl>
built_sme built() {
  return {static_cast<int>(Svl),
          [](const run_options& options) -> std::unique_ptr<sme_coprocessor> {
            return std::make_unique<sme_rtl<V, Svl>>(options);
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

const built_sme& sme_unit_of(int bits) {
  const auto& units = built_sme_units();
  const auto fits =
      std::find_if(units.begin(), units.end(), [&](const built_sme& u) { return u.svl >= bits; });
  return fits == units.end() ? units.back() : *fits;
}

}  // namespace weft::sim
