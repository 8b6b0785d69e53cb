// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/golden/tensor.hpp"

namespace weft::sim {

/// A SystemC platform of a processor, a memory and the TLM model of a tensor core.
///
/// There can be one per process, because SystemC elaborates only once. The memory takes no time, so
/// a job's time is the core's.
class tlm_platform {
 public:
  tlm_platform(const golden::tensor::config& c, std::uint64_t memory_bytes,
               golden::tensor::engine backend);
  ~tlm_platform();

  /// The bytes of memory that a problem of this shape needs.
  static std::uint64_t bytes(const golden::tensor::arithmetic& type,
                             const golden::tensor::shape& s);

  /// Writes the operands to the memory.
  void load(const golden::tensor::problem& p);

  /// Runs one job, with registers, DMA and interrupt. D is then in the memory.
  std::uint64_t run();

  /// D, from the memory.
  std::vector<golden::tensor::result_t> result() const;

 private:
  struct parts;
  std::unique_ptr<parts> parts_;
};

}  // namespace weft::sim
