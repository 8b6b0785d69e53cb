// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "sim/harness/lockstep.hpp"
#include "sim/harness/pace.hpp"
#include "sim/harness/watchdog.hpp"

namespace weft::sim {

/// Sends items through a unit of one input and one output stream, RTL and golden model in lockstep.
/// Returns the clock cycles from the cycle that takes the first item to the cycle that takes the
/// last result, both counted. Throws mismatch, stuck, and std::runtime_error for an assertion.
template <class Bench, class In>
std::uint64_t stream(lockstep<Bench>& both, std::span<const In> items, const timing& t) {
  watchdog dog;
  std::size_t taken = 0, given = 0;
  std::uint64_t cycles = 0;
  bool offered         = false;
  while (given < items.size()) {
    typename Bench::model::inputs in;
    offered = offered || (taken < items.size() && t.source());
    if (offered) in.in = items[taken];
    in.out_ready     = t.sink();
    const auto out   = both.cycle(in);
    const bool takes = offered && out.in_ready, gives = out.out && in.out_ready;
    offered = offered && !takes;
    taken += takes;
    given += gives;
    cycles += taken > 0;
    dog.cycle(takes || gives, [&] { return std::to_string(given) + " results given"; });
  }
  return cycles;
}

}  // namespace weft::sim
