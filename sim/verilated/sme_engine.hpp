// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "sim/harness/run_options.hpp"
#include "sim/sme/sme_host.hpp"

namespace weft::sim {

/// A coprocessor that is Verilated into this program.
struct built_sme {
  int svl;             ///< bits of the longest vector
  int rows_per_cycle;  ///< rows of a tile that outer products write per cycle
  std::unique_ptr<sme_coprocessor> (*make)(const run_options& options);
};
/// The coprocessors, the one with the shortest vectors first.
const std::vector<built_sme>& built_sme_units();
/// The coprocessor with the shortest vectors of at least `bits` bits, or the longest if none has
/// them. Throws input_error if none has `rows_per_cycle`.
const built_sme& sme_unit_of(int bits, int rows_per_cycle = 1);

}  // namespace weft::sim
