// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "sim/golden/engine/engine.hpp"
#include "sim/golden/engine/engine_map.hpp"
#include "sim/harness/axil_master.hpp"
#include "sim/harness/engine_memory.hpp"
#include "sim/harness/watchdog.hpp"

namespace weft::sim {

/// The registers of a job, as software writes them.
inline std::vector<std::pair<std::uint32_t, std::uint32_t>> job_registers(
    const golden::engine::job& j) {
  using namespace golden::engine_map;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> all{
      {M, j.m},     {N, j.n},     {K, j.k},     {Lda, j.lda},
      {Ldb, j.ldb}, {Ldc, j.ldc}, {Ldd, j.ldd}, {Scale, j.scale}};
  const auto put64 = [&](std::uint32_t low, std::uint64_t v) {
    all.emplace_back(low, static_cast<std::uint32_t>(v));
    all.emplace_back(low + 4, static_cast<std::uint32_t>(v >> 32));
  };
  put64(ALo, j.a), put64(BLo, j.b), put64(CLo, j.c), put64(DLo, j.d);
  put64(AExtraLo, j.a_extra), put64(BExtraLo, j.b_extra);
  return all;
}

/// The value of CTRL that starts a job.
inline std::uint32_t start_of(const golden::engine::job& j) {
  using namespace golden::engine_map;
  return CtrlStart | (j.preload ? CtrlPreload : 0) | j.flow << CtrlFlowShift |
         (j.transpose_a ? CtrlTransposeA : 0) | (j.transpose_b ? CtrlTransposeB : 0) |
         (j.sparse_a ? CtrlSparseA : 0) | (j.relu ? CtrlRelu : 0) | j.out << CtrlOutputShift;
}

/// Opens the first window for `bytes` from `base` on. A host has write() and write64() of
/// registers.
template <class Host>
void open_window(Host& host, std::uint64_t base, std::uint64_t bytes) {
  using namespace golden::engine_map;
  host.write64(Window0BaseLo, base);
  host.write64(Window0LastLo, base + bytes - 1);
  host.write(Window0Ctrl, Window0CtrlRead | Window0CtrlWrite);
}

/// Writes a job and starts it.
template <class Host>
void start_job(Host& host, const golden::engine::job& j) {
  for (const auto& [offset, value] : job_registers(j)) host.write(offset, value);
  host.write(golden::engine_map::Ctrl, start_of(j));
}

/// A processor at an engine's registers, and the memory on its bus; both ports are held to the
/// rules of AXI.
class engine_host {
 public:
  using pins_fn = std::function<golden::engine::outputs(const golden::engine::inputs&)>;

  engine_host(const engine_host&)            = delete;
  engine_host& operator=(const engine_host&) = delete;

  /// `pins` is one cycle of the engine. `latency` is the memory's, in cycles.
  engine_host(const golden::engine_core::config& k, pins_fn pins, engine_memory memory,
              std::uint64_t latency = 0)
      : config_(k),
        pins_(std::move(pins)),
        memory_(std::move(memory)),
        checker_(of_port(k)),
        patience_(10'000 + latency + longest_step(k)) {}

  engine_memory& memory() { return memory_; }
  axil_port& port() { return port_; }
  const golden::engine::outputs& last() const { return last_; }  ///< of the latest cycle
  std::uint64_t cycles() const { return cycles_; }               ///< since the beginning

  /// Forgets what the bus owes, as a reset of the interconnect does.
  void reset_bus() { checker_ = engine_checker(of_port(config_)); }

  golden::engine::outputs cycle(const golden::axil::from_master& regs = {}) {
    golden::engine_core::inputs bus;
    memory_.drive(bus);
    last_ = pins_({regs, bus.ar_ready, bus.r, bus.aw_ready, bus.w_ready, bus.b});
    golden::engine_core::outputs seen;
    seen.ar = last_.ar, seen.r_ready = last_.r_ready, seen.aw = last_.aw, seen.w = last_.w;
    seen.b_ready = last_.b_ready, seen.idle = last_.idle;
    checker_.cycle(bus, seen);
    memory_.step(bus, seen);
    moved_ = (last_.ar && bus.ar_ready) || bus.r || (last_.w && bus.w_ready) || bus.b;
    ++cycles_;
    return last_;
  }

  void write(std::uint32_t offset, std::uint32_t value) {
    if (port_.write(offset, value) != golden::axil::resp_e::Okay) refused("write", offset);
  }
  void write64(std::uint32_t low, std::uint64_t value) {
    write(low, static_cast<std::uint32_t>(value));
    write(low + 4, static_cast<std::uint32_t>(value >> 32));
  }
  std::uint32_t read(std::uint32_t offset) {
    const auto r = port_.read(offset);
    if (r.resp != golden::axil::resp_e::Okay) refused("read", offset);
    return r.data;
  }
  std::uint64_t read64(std::uint32_t low) { return read(low) | std::uint64_t{read(low + 4)} << 32; }

  /// Opens the first window for all of the memory.
  void open() { open_window(*this, engine_memory::Base, memory_.bytes().size()); }

  /// Writes a job and starts it.
  void start(const golden::engine::job& j) { start_job(*this, j); }

  /// Runs until a cycle's outputs satisfy `done`. `progress` is called now and then with the cycles
  /// so far. `what` is what is waited for.
  template <class Done, class Progress>
  void until(Done done, const char* what, Progress progress) {
    watchdog dog(patience_);
    while (!done(cycle())) {
      dog.cycle(moved_, [&] { return what; });
      if ((cycles_ & 0xffff) == 0) progress(cycles_);
    }
  }
  template <class Progress>
  void until_interrupt(Progress progress) {
    until([](const auto& out) { return out.irq; }, "no interrupt", progress);
  }
  void until_interrupt() {
    until_interrupt([](std::uint64_t) {});
  }
  void until_idle() {
    until([](const auto& out) { return out.idle; }, "not idle", [](std::uint64_t) {});
  }

 private:
  /// Cycles in which the array alone works, at most: twice the steps of a block that is filled up.
  static std::uint64_t longest_step(const golden::engine_core::config& k) {
    const auto filled = [](std::uint64_t x, std::uint64_t to) { return (x + to - 1) / to * to; };
    const auto &rows = k.array.rows, &cols = k.array.cols;
    return 2 * filled(k.block_m, rows) * filled(k.block_n, cols) * filled(k.block_k, rows) / rows /
           cols;
  }

  /// Limits of the engine's port: the core's bursts, two of the ring in a direction, and a
  /// descriptor's beats.
  static golden::engine_core::config of_port(golden::engine_core::config k) {
    k.bus.in_flight += 2;
    k.bus.beats += golden::engine_ring::DescriptorBytes / k.bus.bytes;
    return k;
  }

  [[noreturn]] static void refused(const char* what, std::uint32_t offset) {
    throw std::logic_error("a " + std::string(what) + " of the register at " +
                           std::to_string(offset) + " is refused");
  }

  golden::engine_core::config config_;
  pins_fn pins_;
  engine_memory memory_;
  engine_checker checker_;
  axil_port port_{[this](const golden::axil::from_master& regs) { return cycle(regs).regs; }};
  golden::engine::outputs last_;
  std::uint64_t patience_;  // cycles without traffic until a run is stuck
  std::uint64_t cycles_ = 0;
  bool moved_           = false;  // the bus, in the last cycle
};

}  // namespace weft::sim
