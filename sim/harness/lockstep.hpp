// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <ios>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>

#include "sim/golden/stream.hpp"
#include "sim/harness/dut.hpp"

namespace weft::sim {

/// The RTL and the golden model gave different outputs. The text shows the cycles that led to it.
struct mismatch : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Runs a Verilated module next to its golden model and compares every output in every cycle.
///
/// A bench is the glue for one block:
///
///     struct sfu_ports {
///       using dut   = Vweft_sfu;
///       using model = golden::sfu::model;
///       static void drive(dut&, const model::inputs&);
///       static model::outputs sample(const dut&, const model::inputs&);
///     };
template <class Bench>
requires golden::cycle_model<typename Bench::model>
class lockstep {
 public:
  using model   = typename Bench::model;
  using inputs  = typename model::inputs;
  using outputs = typename model::outputs;

  explicit lockstep(const run_options& options, model initial = model())
      : seed_(options.seed), initial_(initial), model_(std::move(initial)), dut_(options) {}

  /// Drives one cycle, compares the outputs, takes the clock edge. Returns the outputs, on which
  /// both sides agree.
  outputs cycle(const inputs& in) {
    Bench::drive(*dut_, in);
    dut_.settle();
    outputs rtl          = Bench::sample(*dut_, in);
    const outputs golden = model_.peek(in);

    recent_.push_back({dut_.cycle(), in, rtl});
    if (recent_.size() > RecentCycles) recent_.pop_front();
    if (rtl != golden) throw mismatch(report(golden));

    dut_.tick();
    model_.step(in);
    return rtl;
  }

  /// Resets both sides in any state.
  void reset() {
    Bench::drive(*dut_, inputs{});
    dut_.reset();
    model_ = initial_;
    recent_.clear();
  }

 private:
  static constexpr std::size_t RecentCycles = 8;

  struct record {
    std::uint64_t cycle;
    inputs in;
    outputs rtl;
  };

  std::string report(const outputs& golden) const {
    std::ostringstream text;
    text << std::showbase << "RTL and golden model differ in the last of these cycles (seed "
         << seed_ << ").\n";
    for (const auto& r : recent_) {
      text << "  cycle " << std::dec << r.cycle << ": " << std::hex << r.in
           << "\n    RTL:    " << r.rtl << '\n';
    }
    text << "    golden: " << golden;
    return text.str();
  }

  std::uint64_t seed_;
  model initial_, model_;
  dut<typename Bench::dut> dut_;
  std::deque<record> recent_;
};

}  // namespace weft::sim
