// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sim/golden/mppa_core/mppa_smem.hpp"
#include "sim/harness/run_options.hpp"
#include "sim/verilated/mppa_core/mppa_core_memory.hpp"
#include "sim/verilated/mppa_smem/mppa_smem_engine.hpp"

namespace weft::sim {

/// A run of a program on one core, or on several with banks between them.
struct mppa_core_job {
  std::span<const golden::mppa_core::bundle> program;
  mppa_core_memory& memory;
  std::uint64_t latency = 1;  ///< of one core's SMEM; what is further away takes `Further` more
  unsigned cores        = 1;
  golden::mppa_smem::interleave_e interleave = golden::mppa_smem::interleave_e::Lines;
  mppa_core_watch watch                      = {};
  mppa_banks* banks                          = nullptr;  ///< in place of golden's

  static constexpr std::uint64_t Further = 21;
};

/// Runs a job on machines, one for each core.
template <class Machine>
std::vector<mppa_core_result> run_mppa_core_job(std::vector<Machine>& machines,
                                                const mppa_core_job& job) {
  const std::uint64_t far = job.latency + mppa_core_job::Further;
  if (job.cores == 1) {
    return {run_mppa_core(machines.front(), job.program, job.memory,
                          {.latency = job.latency, .far = far}, job.watch)};
  }
  if (job.banks != nullptr) {
    transfer(*job.banks, job.memory.smem, true);
    job.banks->reset();
    auto results =
        run_mppa_cores(std::span(machines), *job.banks, job.program, job.memory, far, job.watch);
    transfer(*job.banks, job.memory.smem, false);
    return results;
  }
  model_machine smem(golden::mppa_smem::model({.ports = job.cores, .interleave = job.interleave}));
  smem.model().load(job.memory.smem);
  auto results = run_mppa_cores(std::span(machines), smem, job.program, job.memory, far, job.watch);
  job.memory.smem = smem.model().unload();
  return results;
}

/// A core that is Verilated into this program.
struct built_mppa_core {
  golden::mppa_core::config k;
  /// Runs a job from reset. Throws stuck, or the error of an assertion that fails.
  std::vector<mppa_core_result> (*run)(const run_options& options, const mppa_core_job& job);
};
const std::vector<built_mppa_core>& built_mppa_core_units();

}  // namespace weft::sim
