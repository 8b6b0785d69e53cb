// SPDX-License-Identifier: Apache-2.0
//
// Prints how many million instructions the hart executes in a second of processor time: alone, and
// as a TLM model on a memory with direct pointers. The program is a loop of loads, stores,
// arithmetic, a multiplication and branches.
//
//     hart_speed [MILLIONS]      million instructions of each, 100 without

#include <cstring>
#include <ctime>
#include <iostream>
#include <string>
#include <systemc>
#include <vector>

#include "systemc/hart.hpp"
#include "systemc/memory.hpp"
#include "tb/vp/rv64_assembler.hpp"

namespace {

using namespace weft::rv64_asm;

constexpr u64 Ram = 0x80000000;

/// A pseudo-random number a turn goes into one of 256 places of a table and is added to what is
/// there; 12 instructions, or 13 where one of its bits is 1.
program loop() {
  program p;
  p.li(s0, Ram + 0x1000);
  p.li(a1, 6364136223846793005);
  p << addi(a2, zero, 1);
  const auto turn = p.bytes();
  p << mul(a2, a2, a1) << addi(a2, a2, 1) << i_type(5, 0x13, t0, a2, 40)
    << i_type(7, 0x13, t0, t0, 255) << slli(t0, t0, 3) << add(t0, t0, s0) << ld(t1, t0, 0)
    << add(t1, t1, a2) << sd(t1, t0, 0) << i_type(7, 0x13, t2, a2, 256);
  p << beq(t2, zero, 8) << xor_(a3, a3, t1) << jal(zero, p.back(turn));
  return p;
}

void print(const char* name, u64 instructions, std::clock_t start) {
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  std::cout << name << ": " << instructions << " instructions, " << seconds << " s, "
            << static_cast<double>(instructions) / seconds / 1e6 << " MIPS\n";
}

}  // namespace

int sc_main(int argc, char** argv) {
  const u64 instructions = (argc > 1 ? std::stoull(argv[1]) : 100) * 1000000;
  const program p        = loop();

  std::vector<unsigned char> ram(1 << 16);
  std::memcpy(ram.data(), p.halves.data(), p.bytes());
  weft::golden::rv64::hart core(Ram);
  core.map({ram.data(), Ram, ram.size()});
  auto start = std::clock();
  core.run(instructions);
  print("golden::rv64::hart", core.retired(), start);

  const sc_core::sc_time clock(10, sc_core::SC_NS), quantum(10, sc_core::SC_US);
  weft::systemc::hart hart("hart", {.clock_period = clock, .quantum = quantum});
  weft::systemc::memory64 memory("memory", 1 << 16, sc_core::SC_ZERO_TIME, Ram);
  hart.bus.bind(memory.socket);
  memory.poke(Ram, p.halves);
  start = std::clock();
  sc_core::sc_start(static_cast<double>(instructions) * clock);
  print("systemc::hart, quantum of 1000 instructions", hart.instructions(), start);
  return 0;
}
