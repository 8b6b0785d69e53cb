// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <verilated.h>

#include <cstdint>
#include <memory>
#include <string>

#include "sim/file/input_error.hpp"
#include "sim/harness/coverage.hpp"
#include "sim/harness/run_options.hpp"
#include "sim/harness/wave_file.hpp"

namespace weft::sim {

/// A Verilated module with the ports clk_i and rst_ni, out of reset.
///
/// State starts random from the seed, not zero, so a flip-flop that misses its reset shows. With a
/// wave file in the options every signal is written to it, one clock period a nanosecond; further
/// modules of the same process get files of their own (run.fst, run-2.fst, ...). Throws input_error
/// if the file cannot be written or the module was Verilated without tracing.
template <class V>
class dut {
 public:
  explicit dut(const run_options& options) {
    context_->randReset(2);
    context_->randSeed(static_cast<int>(options.seed % 0x7fffffff) + 1);  // 0 would mean: no seed
    context_->traceEverOn(!options.wave.empty());
    module_ = std::make_unique<V>(context_.get(), "dut");
    if (!options.wave.empty()) {
      wave_        = std::make_unique<wave_file>(numbered_wave(options.wave), [&](auto* fst) {
        if constexpr (requires { module_->trace(fst, 99); }) {
          module_->trace(fst, 99);
        } else {
          throw input_error(options.wave + ": the module was Verilated without TRACE");
        }
      });
      wave_cycles_ = options.wave_cycles;
    }
    module_->clk_i = 0;
    reset();
  }
  dut(const dut&)            = delete;
  dut& operator=(const dut&) = delete;

  // Verilator 5.006 destroys a scope through the thread's context, so it must be this module's.
  ~dut() {
    Verilated::threadContextp(context_.get());
    if (wave_) {
      module_->clk_i = 1;  // the edge that ends the last period
      if (cycle_ <= wave_cycles_) wave_->dump(context_->time());
      wave_.reset();
    }
    module_->final();
    write_coverage(*context_);
    module_.reset();
  }

  V* operator->() { return module_.get(); }
  V& operator*() { return *module_; }

  /// Two cycles of reset. Inputs stay as they are.
  void reset() {
    module_->rst_ni = 0;
    settle();
    tick();
    tick();
    module_->rst_ni = 1;
    settle();
    cycle_ = 0;
  }

  /// Lets driven inputs reach the outputs, at the falling clock edge. No register is clocked by
  /// that edge, so it needs no evaluation of its own.
  void settle() {
    module_->clk_i = 0;
    module_->eval();
  }

  /// Ends the cycle: a rising clock edge.
  ///
  /// The waveform shows the cycle as one period from its rising edge on, with the value of every
  /// signal at the cycle's end: inputs beside the outputs that respond to them.
  void tick() {
    if (module_->clk_i != 0) settle();
    if (wave_ && cycle_ < wave_cycles_) {
      module_->clk_i = 1;
      wave_->dump(context_->time());
      module_->clk_i = 0;
      module_->eval();  // only evaluated signals are recorded
      wave_->dump(context_->time() + PicosecondsPerCycle / 2);
    }
    context_->timeInc(PicosecondsPerCycle);
    module_->clk_i = 1;
    module_->eval();
    ++cycle_;
  }

  /// Rising edges since reset.
  std::uint64_t cycle() const { return cycle_; }

 private:
  static constexpr std::uint64_t PicosecondsPerCycle = 1000;

  std::unique_ptr<VerilatedContext> context_ = std::make_unique<VerilatedContext>();
  std::unique_ptr<V> module_;
  std::unique_ptr<wave_file> wave_;
  std::uint64_t wave_cycles_ = 0, cycle_ = 0;
};

}  // namespace weft::sim
