// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "sim/golden/sme_core/sme_core.hpp"
#include "sim/golden/sme_core/sme_uops.hpp"
#include "sim/harness/run_options.hpp"

namespace weft::sim {

/// weft_sme_core beside its golden model.
struct sme_core_pair {
  virtual ~sme_core_pair() = default;

  /// A cycle of both; throws mismatch if an output differs.
  virtual golden::sme_core::core_model::outputs cycle(
      const golden::sme_core::core_model::inputs& in) = 0;
};

/// A core that is Verilated.
struct built_sme_core {
  int svl;  ///< bits of the longest vector
  golden::sme_core::core_config config;
  std::unique_ptr<sme_core_pair> (*make)(const run_options& options);
};
/// The core with the shortest vectors of at least `bits` bits among those whose libraries are
/// built, or among all if none is; of these the one that updates most rows a cycle, and of these
/// the one with the largest window. With `rows_per_cycle` among those that update as many. Throws
/// input_error if there is none.
const built_sme_core& sme_core_of(int bits, std::optional<int> rows_per_cycle = {});

}  // namespace weft::sim
