// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sim/program/vp/vp_trace.hpp"
#include "systemc/engine.hpp"

namespace weft::sim {

/// A RISC-V program in RAM.
struct vp_program {
  std::uint64_t entry = 0;
  std::vector<std::uint8_t> ram;  ///< of the platform, from vp_map::Ram on
};

/// The addresses of the platform: those of QEMU's machine `virt`, and the engine.
namespace vp_map {
inline constexpr std::uint64_t Finisher = 0x10'0000, Clint = 0x200'0000, Plic = 0xc00'0000,
                               Uart = 0x1000'0000, Engine = 0x4000'0000, Ram = 0x8000'0000;
inline constexpr std::uint64_t RamBytes = 64 << 20;
inline constexpr unsigned EngineSource  = 50;  ///< of the PLIC
}  // namespace vp_map

/// Reads an executable for RV64 in ELF, whose segments lie in the RAM at their physical addresses.
/// Throws input_error.
vp_program read_vp_program(const std::string& path);

struct vp_config {
  systemc::engine_config engine{.engine = {}, .clock_period = sc_core::sc_time(10, sc_core::SC_NS)};
  /// The engine's model, cycle by cycle; without one, the loosely-timed model.
  std::optional<systemc::engine_pins> pins{};
  unsigned latency       = 100;  ///< of the RAM to the engine, in clock periods
  std::string files      = {};   ///< the folder of the program's files; none: no semihosting
  sc_core::sc_time limit = sc_core::sc_time(10, sc_core::SC_SEC);  ///< of simulated time
  /// How late the hart may take an interrupt that it has not caused itself.
  sc_core::sc_time quantum = sc_core::sc_time(1, sc_core::SC_US);
  std::function<void(char)> print;  ///< the UART
  /// The run over time; without, nobody watches. With `pins`, these are the trace's.
  vp_trace* trace                 = nullptr;
  transaction_trace* transactions = nullptr;  ///< of the hart's and the engine's sockets
};

struct vp_result {
  enum class end_e { Exited, Sleeps, OutOfTime } end;
  int code = 0;                                ///< of exit
  std::uint64_t pc, instructions, interrupts;  ///< interrupts that were taken
  sc_core::sc_time time, slept;                ///< in all; in WFI
  systemc::engine_activity engine;
  std::uint32_t jobs;  ///< that the engine has done since its last reset: its register JOBS
};

/// A hart, RAM, UART, PLIC, CLINT, the end-of-test device and an engine. One platform a process.
vp_result run_vp(const vp_config& config, const vp_program& program);

}  // namespace weft::sim
