// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/golden/sm/sm_isa.hpp"

namespace weft::golden::sm {

/// A group of lanes behind one dispatch port.
struct port {
  std::string name;
  unsigned lanes = 16;
  std::vector<unit_e> units;         ///< what its lanes execute
  std::vector<unsigned> schedulers;  ///< those that may issue to it
  unsigned fp16_lanes = 0;           ///< lanes of packed FP16, if not `lanes`

  bool operator==(const port&) const = default;

  unsigned lanes_of(unit_e unit) const {
    return unit == unit_e::Fp16 && fp16_lanes != 0 ? fp16_lanes : lanes;
  }
};

/// The parameters of a streaming multiprocessor. Times are clock cycles.
struct arch {
  std::string name, chip;
  unsigned mhz = 1000, sms = 1;

  unsigned blocks         = 4;  ///< processing blocks
  unsigned schedulers     = 1;  ///< of a block
  unsigned dispatch       = 1;  ///< instructions that a scheduler issues at once, to one warp
  unsigned issue_interval = 1;  ///< cycles between two issues of a scheduler
  unsigned threads = Lanes;     ///< of a warp; fewer than 32 for small hardware, not for programs
  unsigned stack   = 64;        ///< entries of a warp's stack of branches
  bool fp64_alone  = false;     ///< FP64 takes both ports of FP32, and the cycle

  unsigned banks      = 2;      ///< of the register file of a scheduler
  unsigned window     = 3;      ///< cycles from the one after issue to the start of execution
  unsigned collectors = 4;      ///< of a scheduler
  bool in_order       = true;   ///< no read before an older instruction has all its own
  bool swizzled       = false;  ///< bank = (register + warp) mod banks, not register mod banks
  bool reuse          = true;   ///< operands marked .reuse stay

  std::vector<port> ports;                  ///< of a block
  std::array<unsigned, Units> depth{};      ///< of each unit: from its last group to the result
  unsigned tensor_macs       = 128;         ///< FP16 multiply-adds a cycle of a block
  unsigned tensor_read_depth = 17;          ///< depth of tensor results for other units
  std::array<std::string, 3> tensor_names;  ///< profiles: FP32 sums, FP16 sums, BF16

  unsigned queue            = 5;    ///< memory requests of a block between issue and service
  unsigned request_interval = 2;    ///< cycles between two requests of a block to shared memory
  unsigned pass_cycles      = 1;    ///< of shared memory
  unsigned shared_depth     = 10;   ///< from the last pass to the result
  unsigned loads            = ~0u;  ///< of a block between service and result, at most
  unsigned fetch            = 1;    ///< cycles to fill an instruction buffer after a taken branch

  unsigned warps = 64, registers = 65536, shared = 98304, ctas = 32;  ///< of the multiprocessor

  bool operator==(const arch&) const = default;

  /// Cycles that an instruction occupies a port: its groups of lanes.
  unsigned groups(const instruction& i, const port& p) const {
    if (const unsigned macs = sm::tensor_macs(i); macs != 0) {
      const unsigned rate = i.op == op_e::Imma8816 ? 2 * tensor_macs : tensor_macs;
      return (macs + rate - 1) / rate;
    }
    const unsigned lanes = p.lanes_of(of(i.op).unit);
    return (threads + lanes - 1) / lanes;
  }

  /// Whether an instruction takes all ports of FP32 at once.
  bool both_ports(const instruction& i) const {
    return fp64_alone && of(i.op).unit == unit_e::Fp64;
  }

  unsigned depth_of(const instruction& i) const {
    return depth[static_cast<std::size_t>(of(i.op).unit)];
  }

  unsigned bank(unsigned reg, unsigned warp_of_scheduler) const {
    return (swizzled ? reg + warp_of_scheduler : reg) % banks;
  }
};

/// Why no more blocks of threads are resident.
enum class limit_e : std::uint8_t { Warps, Registers, Shared, Blocks };
std::string_view name_of(limit_e limit);

struct residence {
  unsigned ctas  = 0;  ///< blocks of threads resident on a multiprocessor
  unsigned warps = 0;
  limit_e limit  = limit_e::Warps;
};

/// Blocks of threads that fit: by warps, registers (a thread's in eights), shared memory, number.
residence resident(const arch& k, unsigned threads, unsigned registers, unsigned shared);

}  // namespace weft::golden::sm
