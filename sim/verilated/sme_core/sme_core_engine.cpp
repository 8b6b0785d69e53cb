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

struct candidate {
  bool built;  ///< its library exists
  built_sme_core core;

  auto rank() const {
    return std::tuple(built, -core.svl, core.config.rows_per_cycle, core.config.issue.window);
  }
};

template <class P>
candidate known() {
  return {engine_is_built(P::Block, P::Name),
          {P::Svl, sme_core_ports<not_verilated, P>::Config,
           [](const run_options& options) { return loaded<built_sme_core, P>().make(options); }}};
}

}  // namespace

const built_sme_core& sme_core_of(int bits, std::optional<int> rows_per_cycle) {
#define WEFT_KNOWN(P) known<P>()
  static const std::vector<candidate> all = {WEFT_SME_CORE_PARAMS(WEFT_KNOWN)};
#undef WEFT_KNOWN
  const candidate* found = nullptr;
  bool long_enough       = false;
  for (const auto& c : all) {
    const bool fits =
        rows_per_cycle.value_or(c.core.config.rows_per_cycle) == c.core.config.rows_per_cycle;
    if (c.core.svl < bits) continue;
    long_enough = true;
    if (fits && (found == nullptr || c.rank() > found->rank())) found = &c;
  }
  if (!long_enough) {
    throw input_error(fmt::format("--svl {}: no SME core of this build has so many", bits));
  }
  if (found == nullptr) {
    throw input_error(
        fmt::format("--rows-per-cycle {}: no SME core of this build has so many", *rows_per_cycle));
  }
  return found->core;
}

}  // namespace weft::sim
