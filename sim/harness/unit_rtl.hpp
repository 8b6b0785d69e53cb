// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <type_traits>

#include "sim/harness/dut.hpp"
#include "sim/harness/watchdog.hpp"

namespace weft::sim {

/// A Verilated stream unit on its own at full rate: operands in, results out. Takes the same bench
/// as lockstep.
template <class Bench>
class unit_rtl {
 public:
  using inputs  = typename Bench::model::inputs;
  using outputs = typename Bench::model::outputs;
  using in_t    = typename decltype(inputs::in)::value_type;
  using out_t   = typename decltype(outputs::out)::value_type;

  /// Whether the bench says that the unit has no registers. Then it needs no clock, but a waveform
  /// does.
  static constexpr bool Combinational = [] {
    if constexpr (requires { Bench::Combinational; }) return Bench::Combinational;
    return false;
  }();

  explicit unit_rtl(const run_options& options)
      : clocked_(!Combinational || !options.wave.empty()), dut_(options) {}

  /// Computes the results of all operands, in order. Returns the clock cycles from the cycle that
  /// takes the first operand to the cycle that takes the last result, both counted.
  std::uint64_t run(std::span<const in_t> operands, std::span<out_t> results) {
    std::size_t taken = 0, given = 0;
    std::uint64_t cycles = 0;
    watchdog dog;
    inputs in;
    while (given < results.size()) {
      if (taken < operands.size()) {
        in.in = operands[taken];
      } else {
        in.in.reset();
      }
      Bench::drive(*dut_, in);
      dut_.settle();
      const outputs out = Bench::sample(*dut_, in);
      const bool takes  = in.in.has_value() && out.in_ready;
      if (out.out) results[given++] = *out.out;
      taken += takes;
      cycles += taken > 0;
      dog.cycle(takes || out.out, [&] { return std::to_string(given) + " results given"; });
      if (clocked_) dut_.tick();
    }
    return cycles;
  }

 private:
  bool clocked_;
  dut<typename Bench::dut> dut_;
};

}  // namespace weft::sim
