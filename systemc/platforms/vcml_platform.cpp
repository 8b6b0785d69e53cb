// SPDX-License-Identifier: Apache-2.0
//
// The engine and the tensor core in a platform of VCML: its bus, its memory, its clock and reset.
// Exit code: 0, 1 if a product is wrong.

#include <vcml.h>

#include "systemc/engine.hpp"
#include "systemc/platforms/processor.hpp"
#include "systemc/tensor.hpp"

int sc_main(int, char**) {
  const weft::golden::tensor::config int8{.type = weft::golden::tensor::type_e::Int8};
  weft::systemc::engine engine("engine",
                               weft::systemc::engine_config{.engine = {.core = {.array = int8}}});
  weft::systemc::tensor tensor("tensor", weft::systemc::tensor_config{.array = int8});
  weft::systemc::processor cpu("cpu", {{"engine", 0x40000000}, {"tensor core", 0x40001000}},
                               0x80000000);
  vcml::generic::memory memory("memory", 64 * vcml::KiB);
  vcml::generic::bus bus("bus");
  vcml::generic::clock clock("clock", 1 * vcml::GHz);
  vcml::generic::reset reset("reset");

  // Initiators, then targets; the bus passes addresses from 0 on to each target.
  bus.bind(cpu.bus);
  bus.bind(engine.dma);
  bus.bind(tensor.dma);
  bus.bind(engine.csr, 0x40000000, 0x40000fff);
  bus.bind(tensor.csr, 0x40001000, 0x40001fff);
  bus.bind(memory.in, 0x80000000, 0x8000ffff);
  clock.clk.bind(bus.clk);
  clock.clk.bind(memory.clk);
  reset.rst.bind(bus.rst);
  reset.rst.bind(memory.rst);

  sc_core::sc_start();
  return cpu.right() ? 0 : 1;
}
