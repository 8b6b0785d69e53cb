// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/golden/sm/sm_block.hpp"

namespace weft::sim {

/// The outcome of a launch on a multiprocessor.
struct sm_outcome {
  std::uint64_t cycles = 0, instructions = 0;
  std::vector<std::uint8_t> bytes;  ///< of memory from golden::sm::memory::Base on, afterwards

  bool operator==(const sm_outcome&) const = default;
};

/// The TLM model of a multiprocessor beside a memory whose reads take `latency` cycles. Driven by
/// its registers. Every instance is there before the first run, because SystemC elaborates once.
class sm_platform {
 public:
  /// `bytes` of memory are enough for the data of every launch.
  sm_platform(const golden::sm::arch& k, std::size_t bytes, unsigned latency);
  ~sm_platform();

  /// Runs a launch on data that lie from golden::sm::memory::Base on. Throws golden::sm::fault.
  sm_outcome run(const golden::sm::launch& l, golden::sm::policy_e policy,
                 const std::vector<std::uint8_t>& bytes);

 private:
  struct parts;
  std::unique_ptr<parts> parts_;
};

}  // namespace weft::sim
