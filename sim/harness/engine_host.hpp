// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "sim/golden/engine/engine.hpp"
#include "sim/golden/engine/engine_map.hpp"
#include "sim/harness/engine_memory.hpp"
#include "sim/harness/watchdog.hpp"

namespace weft::sim {

/// A processor that writes a job to an engine's registers, and the memory on the engine's bus,
/// which the rules of AXI are held to.
class engine_host {
 public:
  using pins_fn = std::function<golden::engine::outputs(const golden::engine::inputs&)>;

  /// `pins` is one cycle of the engine. `latency` is the memory's, in cycles.
  engine_host(const golden::engine_core::config& k, pins_fn pins, engine_memory memory,
              std::uint64_t latency)
      : pins_(std::move(pins)),
        memory_(std::move(memory)),
        checker_(k),
        patience_(10'000 + latency + longest_step(k)) {}

  engine_memory& memory() { return memory_; }
  std::uint64_t cycles() const { return cycles_; }  ///< since the beginning

  void write(std::uint32_t offset, std::uint32_t value) {
    bool address = true, data = true;
    golden::engine::outputs out;
    watchdog dog;
    do {
      golden::axil::from_master to;
      if (address) to.aw = offset;
      if (data) to.w = golden::axil::write_data{value};
      out = cycle(to);
      address &= !out.regs.aw_ready;
      data &= !out.regs.w_ready;
      dog.cycle(false, [] { return "a register does not answer"; });
    } while (!out.regs.b);
    if (*out.regs.b != golden::axil::resp_e::Okay) refused("write", offset);
  }
  void write64(std::uint32_t low, std::uint64_t value) {
    write(low, static_cast<std::uint32_t>(value));
    write(low + 4, static_cast<std::uint32_t>(value >> 32));
  }
  std::uint32_t read(std::uint32_t offset) {
    bool address = true;
    golden::engine::outputs out;
    watchdog dog;
    do {
      golden::axil::from_master to;
      if (address) to.ar = offset;
      out = cycle(to);
      address &= !out.regs.ar_ready;
      dog.cycle(false, [] { return "a register does not answer"; });
    } while (!out.regs.r);
    if (out.regs.r->resp != golden::axil::resp_e::Okay) refused("read", offset);
    return out.regs.r->data;
  }
  std::uint64_t read64(std::uint32_t low) { return read(low) | std::uint64_t{read(low + 4)} << 32; }

  /// Writes a job and starts it.
  void start(const golden::engine::job& j) {
    using namespace golden::engine_map;
    write(M, j.m), write(N, j.n), write(K, j.k);
    write64(ALo, j.a), write64(BLo, j.b), write64(CLo, j.c), write64(DLo, j.d);
    write(Lda, j.lda), write(Ldb, j.ldb), write(Ldc, j.ldc), write(Ldd, j.ldd);
    write(Scale, j.scale);
    write(Ctrl, CtrlStart | j.flow << CtrlFlowShift | (j.preload ? CtrlPreload : 0) |
                    (j.transpose_a ? CtrlTransposeA : 0) | (j.transpose_b ? CtrlTransposeB : 0) |
                    (j.relu ? CtrlRelu : 0) | j.out << CtrlOutputShift);
  }

  /// Waits for the interrupt. `progress` is called now and then with the cycles so far.
  template <class Progress>
  void until_interrupt(Progress progress) {
    watchdog dog(patience_);
    golden::engine::outputs out;
    do {
      out = cycle({});
      dog.cycle(moved_, [] { return "no interrupt"; });
      if ((cycles_ & 0xffff) == 0) progress(cycles_);
    } while (!out.irq);
  }

 private:
  /// Cycles in which the array alone works, at most: twice the steps of a block that is filled up.
  static std::uint64_t longest_step(const golden::engine_core::config& k) {
    const auto filled = [](std::uint64_t x, std::uint64_t to) { return (x + to - 1) / to * to; };
    const auto &rows = k.array.rows, &cols = k.array.cols;
    return 2 * filled(k.block_m, rows) * filled(k.block_n, cols) * filled(k.block_k, rows) / rows /
           cols;
  }

  [[noreturn]] static void refused(const char* what, std::uint32_t offset) {
    throw std::logic_error("a " + std::string(what) + " of the register at " +
                           std::to_string(offset) + " is refused");
  }

  golden::engine::outputs cycle(const golden::axil::from_master& regs) {
    golden::engine_core::inputs bus;
    memory_.drive(bus);
    const auto out = pins_({regs, bus.ar_ready, bus.r, bus.aw_ready, bus.w_ready, bus.b});
    golden::engine_core::outputs seen;
    seen.ar = out.ar, seen.r_ready = out.r_ready, seen.aw = out.aw, seen.w = out.w;
    seen.b_ready = out.b_ready, seen.idle = out.idle;
    checker_.cycle(bus, seen);
    memory_.step(bus, seen);
    moved_ = (out.ar && bus.ar_ready) || bus.r || (out.w && bus.w_ready) || bus.b;
    ++cycles_;
    return out;
  }

  pins_fn pins_;
  engine_memory memory_;
  engine_checker checker_;
  std::uint64_t patience_;  // cycles without traffic until a run is stuck
  std::uint64_t cycles_ = 0;
  bool moved_           = false;  // the bus, in the last cycle
};

}  // namespace weft::sim
