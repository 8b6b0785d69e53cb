// SPDX-License-Identifier: Apache-2.0
//
// A platform of a processor, a tensor core and a memory from weft::systemc; the processor runs one
// INT8 GEMM with the driver in C. Exit code 1 if D or the cycles are wrong.

#include <cstdio>
#include <systemc>
#include <vector>

#include "systemc/memory.hpp"
#include "systemc/tensor.hpp"
#include "systemc/tensor_driver.h"

using namespace weft;

struct processor : sc_core::sc_module {
  tlm_utils::simple_initiator_socket<processor> bus{"bus"};
  weft_tensor core{this, read32, write32};
  weft_tensor_state end = WEFT_TENSOR_IDLE;
  std::uint64_t cycles  = 0;

  SC_HAS_PROCESS(processor);
  explicit processor(const sc_core::sc_module_name& name) : sc_module(name) { SC_THREAD(run); }

  void run() {
    weft_tensor_job job{};
    job.m = job.n = job.k = 2;
    job.b                 = 0x10;
    job.d                 = 0x20;
    job.lda = job.ldb = 2;
    job.ldd           = 8;
    weft_tensor_start(&core, &job);
    do wait(10, sc_core::SC_NS);
    while ((end = weft_tensor_poll(&core)) == WEFT_TENSOR_RUNNING);
    cycles = weft_tensor_cycles(&core);
    for (;;) wait();  // LeakSanitizer cannot bear a thread of SystemC 2.3.4 that returns
  }

  void access(tlm::tlm_command command, std::uint32_t offset, std::uint32_t& value) {
    tlm::tlm_generic_payload trans;
    sc_core::sc_time delay;
    trans.set_command(command);
    trans.set_address(offset);
    trans.set_data_ptr(reinterpret_cast<unsigned char*>(&value));
    trans.set_data_length(sizeof value);
    trans.set_streaming_width(sizeof value);
    bus->b_transport(trans, delay);
    wait(delay);
  }
  static std::uint32_t read32(void* self, std::uint32_t offset) {
    std::uint32_t value = 0;
    static_cast<processor*>(self)->access(tlm::TLM_READ_COMMAND, offset, value);
    return value;
  }
  static void write32(void* self, std::uint32_t offset, std::uint32_t value) {
    static_cast<processor*>(self)->access(tlm::TLM_WRITE_COMMAND, offset, value);
  }
};

int sc_main(int, char**) {
  const golden::tensor::config array{golden::tensor::Int8, 4, 4};
  systemc::tensor tensor("tensor", {.array = array});
  systemc::memory memory("memory", 64, sc_core::sc_time(20, sc_core::SC_NS));
  processor cpu("cpu");
  cpu.bus.bind(tensor.csr);
  tensor.dma.bind(memory.socket);
  memory.poke(0x00, std::vector<std::int8_t>{1, -2, 3, 4});
  memory.poke(0x10, std::vector<std::int8_t>{5, 6, -7, 8});
  sc_core::sc_start();

  const auto d = memory.peek<std::int32_t>(0x20, 4);
  std::printf("D = %d %d %d %d in %llu cycles, state %d\n", d[0], d[1], d[2], d[3],
              static_cast<unsigned long long>(cpu.cycles), cpu.end);
  const bool right = cpu.end == WEFT_TENSOR_DONE &&
                     d == std::vector<std::int32_t>{19, -10, -13, 50} &&
                     cpu.cycles == golden::tensor::cycles(array, {2, 2, 2});
  return right ? 0 : 1;
}
