// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <vector>

#include "sim/file/input_error.hpp"
#include "sim/golden/engine/engine_map.hpp"
#include "sim/golden/tensor.hpp"
#include "sim/harness/engine_host.hpp"

namespace weft::sim {

/// The counters of an engine after one job, and D. Times are cycles.
struct engine_answer {
  std::uint64_t time, array, read, written, wait_load, wait_store;
  std::vector<golden::tensor::result_t> d;

  bool operator==(const engine_answer&) const = default;
};

/// The bytes at the end of a memory of `bytes` in which the descriptor of a job of the ring lies.
constexpr std::uint64_t RingBytes = 256;

/// Runs one job on a host, which has write(), write64(), read() and read64() of registers. A GEMM
/// is written to the registers; another operation is a descriptor at the end of the memory. `bytes`
/// are those of the memory, which is opened where a window has to be; `wait` waits for the
/// interrupt. D is left to the caller. Throws input_error if the engine ends the job with an error.
template <class Host, class Wait>
engine_answer run_job(Host& host, const golden::engine::config& k, const golden::engine::job& job,
                      std::uint64_t bytes, const std::string& engine, Wait wait) {
  using namespace golden::engine_map;
  if (k.closed) open_window(host, engine_memory::Base, bytes);
  host.write(IrqEnable, StatusDone | StatusError | StatusRing | StatusHalted);
  if (job.op == golden::engine::op_e::Gemm) {
    start_job(host, job);
  } else {
    host.write64(RingBaseLo, engine_memory::Base + bytes - RingBytes);
    host.write(RingLog2, 1);
    host.write(RingTail, 1);
    host.write(RingCtrl, RingCtrlEnable);
  }
  wait();
  if (const auto code = host.read(Error); code != 0) {
    throw input_error(fmt::format("{}: the engine refuses the job with error {}", engine, code));
  }
  return {host.read64(TimeLo),
          host.read64(CyclesLo),
          host.read64(ReadBytesLo),
          host.read64(WriteBytesLo),
          host.read64(WaitLoadLo),
          host.read64(WaitStoreLo),
          {}};
}

}  // namespace weft::sim
