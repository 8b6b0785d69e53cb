// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "sim/harness/run_options.hpp"
#include "sim/sme/sme_host.hpp"

namespace weft::sim {

/// A coprocessor that was Verilated into this program.
struct built_sme {
  int svl;             ///< bits of its longest vector
  int rows_per_cycle;  ///< of a tile, of outer products
  std::unique_ptr<sme_coprocessor> (*make)(const run_options& options);
};
/// The shortest first.
const std::vector<built_sme>& built_sme_units();
/// The shortest one with vectors of so many bits, or the longest if none has them. Throws
/// input_error if none takes so many rows.
const built_sme& sme_unit_of(int bits, int rows_per_cycle = 1);

}  // namespace weft::sim
