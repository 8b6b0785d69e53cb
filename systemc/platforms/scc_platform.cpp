// SPDX-License-Identifier: Apache-2.0
//
// The engine and the tensor core in a platform of SCC, SystemC-Components: its router, its memory.
// Exit code: 0, 1 if a product is wrong.

#include <scc/configurer.h>
#include <scc/memory.h>
#include <scc/router.h>

#include "systemc/engine.hpp"
#include "systemc/platforms/processor.hpp"
#include "systemc/tensor.hpp"

int sc_main(int, char**) {
  scc::init_cci("global");  // before the memory, whose delays are CCI parameters
  const weft::golden::tensor::config int8{.type = weft::golden::tensor::type_e::Int8};
  weft::systemc::engine engine("engine",
                               weft::systemc::engine_config{.engine = {.core = {.array = int8}}});
  weft::systemc::tensor tensor("tensor", weft::systemc::tensor_config{.array = int8});
  weft::systemc::processor cpu("cpu", {{"engine", 0x40000000}, {"tensor core", 0x40001000}},
                               0x80000000);
  scc::memory<64 * 1024, 32> memory("memory");
  scc::router<32> bus("bus", 3, 3);  // targets, initiators

  cpu.bus.bind(bus.target[0]);
  engine.dma.bind(bus.target[1]);
  tensor.dma.bind(bus.target[2]);
  // The router passes addresses from 0 on to each target.
  bus.bind_target(engine.csr, 0, 0x40000000, 0x1000);
  bus.bind_target(tensor.csr, 1, 0x40001000, 0x1000);
  bus.bind_target(memory.target, 2, 0x80000000, 64 * 1024);

  sc_core::sc_start();
  return cpu.right() ? 0 : 1;
}
