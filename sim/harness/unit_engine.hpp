// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "sim/harness/run_options.hpp"

namespace weft::sim {

/// A stream unit as a plain call, whatever computes it: the results of all operands, in order.
/// Returns the cycles from the one in which the first operands are taken to the one in which the
/// last result is, both counted.
template <class In, class Out>
using unit_engine = std::function<std::uint64_t(std::span<const In>, std::span<Out>)>;

/// A unit that was Verilated into this program.
template <class Config, class In, class Out>
struct built_unit {
  Config k;
  /// It, out of reset; a call starts where the one before ended. Throws what the harness throws.
  unit_engine<In, Out> (*make)(const run_options&);
};

}  // namespace weft::sim
