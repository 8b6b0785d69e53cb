// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/golden/tensor.hpp"

namespace weft::sim {

/// A SystemC platform of a processor, a memory and the TLM model of a tensor core.
///
/// One a process: SystemC elaborates once. The memory takes no time of its own, so a job's time is
/// the core's.
class tlm_platform {
 public:
  tlm_platform(const golden::tensor::config& c, std::uint64_t memory_bytes,
               golden::tensor::engine backend);
  ~tlm_platform();

  /// The memory that a problem of this shape takes.
  static std::uint64_t bytes(const golden::tensor::arithmetic& type,
                             const golden::tensor::shape& s);

  /// Puts the operands into the memory.
  void load(const golden::tensor::problem& p);

  /// One job, by registers, DMA and interrupt. D is then in the memory.
  std::uint64_t run();

  /// D, from the memory.
  std::vector<golden::tensor::result_t> result() const;

 private:
  struct parts;
  std::unique_ptr<parts> parts_;
};

}  // namespace weft::sim
