// SPDX-License-Identifier: Apache-2.0

#include "sim/verilated/sme_core/sme_core_engine.hpp"

#include <fmt/format.h>

#include <tuple>

#include "sim/file/input_error.hpp"
#include "sim/verilated/engine_library.hpp"
#include "sim/verilated/sme_core/sme_core_ports.hpp"
#include "weft_sme_core_params.hpp"

namespace weft::sim {
namespace {

template <class P>
built_sme_core known() {
  return {P::Svl, sme_core_ports<not_verilated, P>::Config,
          [](const run_options& options) { return loaded<built_sme_core, P>().make(options); }};
}

}  // namespace

const built_sme_core& sme_core_of(int bits) {
#define WEFT_KNOWN(P) known<P>()
  static const std::vector<built_sme_core> all = {WEFT_SME_CORE_PARAMS(WEFT_KNOWN)};
#undef WEFT_KNOWN
  const auto better = [](const built_sme_core& a, const built_sme_core& b) {
    return std::tuple(-a.svl, a.config.rows_per_cycle, a.config.issue.window) >
           std::tuple(-b.svl, b.config.rows_per_cycle, b.config.issue.window);
  };
  const built_sme_core* found = nullptr;
  for (const auto& u : all) {
    if (u.svl >= bits && (found == nullptr || better(u, *found))) found = &u;
  }
  if (found == nullptr) {
    throw input_error(fmt::format("--svl {}: no SME core of this build has so many", bits));
  }
  return *found;
}

}  // namespace weft::sim
