// SPDX-License-Identifier: Apache-2.0
//
// One GEMM on a platform of a tensor core and a memory: D = A * B in FP16, a 4 x 4 matrix of ones
// times one of twos.

#include <iostream>
#include <systemc>

#include "systemc/memory.hpp"
#include "systemc/tensor.hpp"

namespace regs = weft::systemc::tensor_regs;

struct processor : sc_core::sc_module {
  tlm_utils::simple_initiator_socket<processor> bus{"bus"};
  explicit processor(const sc_core::sc_module_name& name) : sc_module(name) {}

  void write(std::uint32_t offset, std::uint32_t value) {
    tlm::tlm_generic_payload trans;
    trans.set_write();
    trans.set_address(offset);
    trans.set_data_ptr(reinterpret_cast<unsigned char*>(&value));
    trans.set_data_length(sizeof value);
    trans.set_streaming_width(sizeof value);
    bus->b_transport(trans, time);
  }
  sc_core::sc_time time;
};

int sc_main(int, char**) {
  weft::systemc::tensor tensor("tensor");
  weft::systemc::memory memory("memory", 4096, sc_core::sc_time(20, sc_core::SC_NS));
  processor cpu("cpu");
  cpu.bus.bind(tensor.csr);
  tensor.dma.bind(memory.socket);

  memory.poke(0x000, std::vector<std::uint16_t>(16, 0x3c00));  // A: 1.0
  memory.poke(0x100, std::vector<std::uint16_t>(16, 0x4000));  // B: 2.0
  for (const auto dim : {regs::M, regs::N, regs::K}) cpu.write(dim, 4);
  cpu.write(regs::BLo, 0x100);
  cpu.write(regs::DLo, 0x200);
  for (const auto stride : {regs::Lda, regs::Ldb}) cpu.write(stride, 4 * 2);
  cpu.write(regs::Ldd, 4 * 4);
  cpu.write(regs::Ctrl, regs::CtrlStart);
  sc_core::sc_start();

  std::cout << "D =";
  for (const auto d : memory.peek<float>(0x200, 16)) std::cout << ' ' << d;
  std::cout << "\nat " << sc_core::sc_time_stamp() << '\n';
  return 0;
}
