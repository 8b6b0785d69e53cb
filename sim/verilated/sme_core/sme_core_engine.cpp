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

const built_sme_core& sme_core_of(int bits) {
#define WEFT_KNOWN(P) known<P>()
  static const std::vector<candidate> all = {WEFT_SME_CORE_PARAMS(WEFT_KNOWN)};
#undef WEFT_KNOWN
  const candidate* found = nullptr;
  for (const auto& c : all) {
    if (c.core.svl >= bits && (found == nullptr || c.rank() > found->rank())) found = &c;
  }
  if (found == nullptr) {
    throw input_error(fmt::format("--svl {}: no SME core of this build has so many", bits));
  }
  return found->core;
}

}  // namespace weft::sim
