// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "sim/run_options.hpp"
#include "sim/sme_host.hpp"

namespace weft::sim {

/// A coprocessor that was Verilated into this program.
struct built_sme {
  int svl;  ///< bits of its longest vector
  std::unique_ptr<sme_coprocessor> (*make)(const run_options& options);
};
/// The shortest first.
const std::vector<built_sme>& built_sme_units();
/// The shortest one that has vectors of so many bits; the longest if none has.
const built_sme& sme_unit_of(int bits);

}  // namespace weft::sim
