// SPDX-License-Identifier: Apache-2.0

#include "sim/program/vp/vp_platform.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <utility>

#include "sim/file/elf_file.hpp"
#include "sim/file/input_file.hpp"
#include "systemc/clint.hpp"
#include "systemc/finisher.hpp"
#include "systemc/hart.hpp"
#include "systemc/memory.hpp"
#include "systemc/plic.hpp"
#include "systemc/router.hpp"
#include "systemc/semihosting.hpp"
#include "systemc/uart.hpp"

namespace weft::sim {
namespace {

using namespace sc_core;

using engine64       = systemc::basic_engine<systemc::engine_timed, 64>;
using cycle_engine64 = systemc::basic_engine<systemc::engine_cycles, 64>;

/// Everything but the engine, which is bound by its sockets.
class platform : public sc_module {
  using recorder = systemc::recorder<64>;

  transaction_trace* transactions_;
  std::vector<std::unique_ptr<recorder>> recorders_;

 public:
  systemc::hart hart;
  systemc::router<64> bus{"bus"};
  systemc::memory64 ram;
  systemc::uart<64> uart;
  systemc::finisher<64> finisher;
  systemc::clint<64> clint{"clint"};
  systemc::plic<64> plic{"plic"};
  sc_signal<bool> external{"external"}, timer{"timer"}, software{"software"},
      engine_irq{"engine_irq"};

  SC_HAS_PROCESS(platform);
  platform(const vp_config& config, const vp_program& program)
      : sc_module(sc_module_name("vp")),
        transactions_(config.transactions),
        hart("hart", {.clock_period = config.engine.clock_period,
                      .reset_pc     = program.entry,
                      .quantum      = config.quantum}),
        ram("ram", program.ram.size(), config.latency * config.engine.clock_period),
        uart("uart",
             [print = config.print, trace = config.trace](char c) {
               print(c);
               if (trace != nullptr) trace->print(c);
             }),
        finisher("finisher", [this](int code) { hart.exit(code); }) {
    bind("hart.bus", hart.bus, bus.in, true);
    if (config.trace != nullptr) config.trace->watch(hart);
    bus.map(ram.socket, vp_map::Ram, program.ram.size());
    bus.map(uart.socket, vp_map::Uart, uart.Bytes);
    bus.map(finisher.socket, vp_map::Finisher, finisher.Bytes);
    bus.map(clint.socket, vp_map::Clint, clint.Bytes);
    bus.map(plic.socket, vp_map::Plic, plic.Bytes);
    plic.irq(external);
    plic.source[vp_map::EngineSource](engine_irq);
    clint.timer(timer);
    clint.software(software);
    hart.irq_external(external);
    hart.irq_timer(timer);
    hart.irq_software(software);
    ram.poke(0, program.ram);
    SC_METHOD(stop);
    sensitive << hart.exited();
    dont_initialize();
  }

  template <class Engine>
  void add(Engine& e) {
    constexpr auto Bytes = golden::engine_map::PageBytes;
    if (transactions_ != nullptr) {
      auto& r = add_recorder("engine.csr", true);
      bus.map(r.in, vp_map::Engine, Bytes);
      r.out.bind(e.csr);
    } else {
      bus.map(e.csr, vp_map::Engine, Bytes);
    }
    bind("engine.dma", e.dma, bus.in, false);
    e.irq(engine_irq);
  }

 private:
  recorder& add_recorder(const std::string& socket, bool direct) {
    recorders_.push_back(std::make_unique<recorder>(
        sc_gen_unique_name("recorder"),
        [this, socket](const systemc::transaction& t) { transactions_->add(socket, t); }, direct));
    return *recorders_.back();
  }

  /// Binds two sockets, with a recorder between them where transactions are recorded.
  template <class Initiator, class Target>
  void bind(const std::string& socket, Initiator& initiator, Target& target, bool direct) {
    if (transactions_ == nullptr) return initiator.bind(target);
    auto& r = add_recorder(socket, direct);
    initiator.bind(r.in);
    r.out.bind(target);
  }

  void stop() { sc_stop(); }
};

/// A register of an engine at its pins, whose bus stands for that.
std::uint32_t read_register(const systemc::engine_pins& pins, std::uint32_t offset) {
  golden::engine::inputs in{.ar_ready = false, .aw_ready = false, .w_ready = false};
  in.regs.ar = offset;
  for (;;) {
    const auto out = pins.cycle(in);
    if (out.regs.ar_ready) in.regs.ar.reset();
    if (out.regs.r) return out.regs.r->data;
  }
}

}  // namespace

vp_program read_vp_program(const std::string& path) {
  const std::string text = read_file(path);
  const std::vector<std::uint8_t> bytes(text.begin(), text.end());
  const elf_file file(path, bytes, EM_RISCV, "RISC-V");
  if (file.header().e_type != ET_EXEC) file.fail("not a static executable");
  vp_program program{.entry = file.header().e_entry,
                     .ram   = std::vector<std::uint8_t>(vp_map::RamBytes)};
  bool enters = false;
  for (const auto& s : file.segments(vp_map::RamBytes)) {
    const std::uint64_t at = s.physical_address - vp_map::Ram;
    if (s.physical_address < vp_map::Ram || at > vp_map::RamBytes ||
        s.size > vp_map::RamBytes - at) {
      if (s.bytes.empty()) continue;  // zeros at a virtual address, which the program clears
      file.fail(fmt::format("{} bytes at 0x{:x} are not in the RAM of {} bytes from 0x{:x} on",
                            s.size, s.physical_address, vp_map::RamBytes, vp_map::Ram));
    }
    std::ranges::copy(s.bytes, program.ram.begin() + static_cast<std::ptrdiff_t>(at));
    enters |= program.entry - s.physical_address < s.size;
  }
  if (!enters) file.fail(fmt::format("the entry point 0x{:x} is in no segment", program.entry));
  return program;
}

vp_result run_vp(const vp_config& config, const vp_program& program) {
  platform p(config, program);
  std::unique_ptr<engine64> timed;
  std::unique_ptr<cycle_engine64> cycles;
  if (config.pins) {
    cycles = std::make_unique<cycle_engine64>("engine", config.engine, *config.pins);
    p.add(*cycles);
  } else {
    timed = std::make_unique<engine64>("engine", config.engine);
    if (config.trace != nullptr) config.trace->watch(*timed);
    p.add(*timed);
  }
  std::unique_ptr<systemc::semihosting> files;
  if (!config.files.empty()) {
    files = std::make_unique<systemc::semihosting>(config.files, p.hart.guest(), std::cout);
    p.hart.set_semihost([&](std::uint64_t operation, std::uint64_t argument) {
      return files->call(operation, argument);
    });
  }
  sc_report_handler::set_actions("/OSCI/SystemC", SC_INFO, SC_DO_NOTHING);  // of sc_stop()
  sc_start(config.limit, SC_EXIT_ON_STARVATION);

  vp_result r{.end          = vp_result::end_e::OutOfTime,
              .pc           = p.hart.core().pc(),
              .instructions = p.hart.instructions(),
              .interrupts   = p.hart.interrupts(),
              .time         = sc_core::sc_time_stamp(),
              .slept        = p.hart.slept(),
              .engine       = config.pins ? cycles->activity() : timed->activity(),
              .jobs         = 0};
  if (config.trace != nullptr) config.trace->end(p.hart);
  if (config.pins) {
    r.jobs = read_register(*config.pins, golden::engine_map::Jobs);
  } else {
    p.hart.guest().read(vp_map::Engine + golden::engine_map::Jobs, &r.jobs, sizeof r.jobs);
  }
  if (p.hart.exit_code()) {
    r.end  = vp_result::end_e::Exited;
    r.code = *p.hart.exit_code();
  } else if (sc_core::sc_time_stamp() < config.limit) {
    r.end = vp_result::end_e::Sleeps;
  }
  return r;
}

}  // namespace weft::sim
