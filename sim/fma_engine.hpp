// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "sim/golden/fma.hpp"
#include "sim/run_options.hpp"

namespace weft::sim {

/// A fused multiply-add unit as a plain call, whatever computes it: the results of all operands, in
/// order. Returns the cycles from the one in which the first operands are taken to the one in which
/// the last result is, both counted.
using fma_engine = std::function<std::uint64_t(std::span<const golden::fma::operands>,
                                               std::span<golden::fma::result>)>;

/// Golden itself.
fma_engine golden_fma(const golden::fma::config& k);

/// The Verilated weft_fma of this configuration, out of reset; a call starts where the one before
/// ended. Throws std::invalid_argument if it was not built in, and what the harness throws.
fma_engine rtl_fma(const golden::fma::config& k, const run_options& run = {});

/// The units that were Verilated into this program.
const std::vector<golden::fma::config>& built_fma_configs();

}  // namespace weft::sim
