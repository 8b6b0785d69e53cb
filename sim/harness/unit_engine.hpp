// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "sim/harness/run_options.hpp"

namespace weft::sim {

/// A stream unit as a plain call, implemented by golden or the RTL: computes the results of all
/// operands, in order. Returns the clock cycles from the cycle that takes the first operands to the
/// cycle that takes the last result, both counted.
template <class In, class Out>
using unit_engine = std::function<std::uint64_t(std::span<const In>, std::span<Out>)>;

/// A unit that was Verilated into this program.
template <class Config, class In, class Out>
struct built_unit {
  Config k;
  /// Makes the unit and resets it. Each call of the engine continues where the last one stopped.
  /// Throws stuck, or the error of an assertion that fails.
  unit_engine<In, Out> (*make)(const run_options&);
};

}  // namespace weft::sim
