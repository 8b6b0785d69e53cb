// SPDX-License-Identifier: Apache-2.0
//
// Two GEMMs on a platform of an engine and a memory, its registers as a waveform: D = A * B in
// INT8, 8 x 8 of ones times 8 x 8 of twos, then 16 x 8 x 8. With an argument, FILE.vcd is written.
//
//     engine_example [FILE]

#include <iostream>
#include <systemc>

#include "systemc/engine.hpp"
#include "systemc/memory.hpp"
#include "systemc/payload.hpp"

namespace regs = weft::golden::engine_map;

struct processor : sc_core::sc_module {
  tlm_utils::simple_initiator_socket<processor> bus{"bus"};
  sc_core::sc_signal<bool> irq{"irq"};

  SC_HAS_PROCESS(processor);
  explicit processor(const sc_core::sc_module_name& name) : sc_module(name) { SC_THREAD(run); }

  void write(std::uint32_t offset, std::uint32_t value) {
    tlm::tlm_generic_payload trans;
    sc_core::sc_time delay;
    weft::systemc::fill(trans, tlm::TLM_WRITE_COMMAND, offset, &value, sizeof value);
    bus->b_transport(trans, delay);
    wait(delay);
  }

 private:
  void run() {
    write(regs::IrqEnable, regs::IrqEnableDone);
    for (const auto dim : {regs::M, regs::N, regs::K, regs::Lda, regs::Ldb}) write(dim, 8);
    write(regs::Ldd, 8 * 4);
    write(regs::BLo, 0x100);
    write(regs::DLo, 0x200);
    for (const unsigned rows : {8u, 16u}) {
      write(regs::M, rows);
      write(regs::Ctrl, regs::CtrlStart);
      while (!irq.read()) wait(irq.value_changed_event());
      write(regs::Status, regs::StatusDone);
      wait(100, sc_core::SC_NS);
    }
  }
};

int sc_main(int argc, char** argv) {
  weft::golden::tensor::config array;
  array.type = weft::golden::tensor::Int8;
  const weft::systemc::engine_config config{.engine = {.core = {.array = array}}};
  weft::systemc::engine engine("engine", config);
  weft::systemc::memory memory("memory", 4096, sc_core::sc_time(20, sc_core::SC_NS));
  processor cpu("cpu");
  cpu.bus.bind(engine.csr);
  engine.dma.bind(memory.socket);
  engine.irq(cpu.irq);

  sc_core::sc_trace_file* wave = nullptr;
  if (argc > 1) {
    wave = sc_core::sc_create_vcd_trace_file(argv[1]);
    wave->set_time_unit(1, sc_core::SC_NS);
    engine.trace(wave);
    sc_core::sc_trace(wave, cpu.irq, "irq");
  }
  memory.poke(0x000, std::vector<std::uint8_t>(128, 1));
  memory.poke(0x100, std::vector<std::uint8_t>(64, 2));
  sc_core::sc_start();
  if (wave != nullptr) sc_core::sc_close_vcd_trace_file(wave);

  std::cout << "D =";
  for (const auto d : memory.peek<std::int32_t>(0x200, 16 * 8)) std::cout << ' ' << d;
  std::cout << "\nat " << sc_core::sc_time_stamp() << '\n';
  return 0;
}
