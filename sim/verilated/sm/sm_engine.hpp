// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "sim/golden/sm/sm_model.hpp"
#include "sim/verilated/sm_block/sm_block_engine.hpp"

namespace weft::sim {

/// Runs a job on a whole multiprocessor, golden's or RTL, from its start until it is busy no more.
/// Cycles count from the first one in which a warp is live. Throws sm_block_endless.
template <class Processor>
sm_block_result run_sm(Processor& sm, const sm_block_job& job) {
  sm_block_result r;
  r.reasons.resize(job.warps);
  golden::sm::memory memory(job.bytes, job.latency, job.rate);
  const unsigned blocks = job.of->k.blocks;
  typename golden::sm::processor::inputs in;
  in.start = job.of;
  sm.advance(in);
  in.start.reset();
  // Before the first warp is live, the threads of each warp of a block of threads are numbered.
  for (unsigned n = job.of->cta_warps() + 1; n != 0; --n) sm.advance(in);
  std::uint64_t moved = 0;  // the last cycle with an issue
  while (true) {
    in.memory      = memory.cycle();
    const auto out = sm.advance(in);
    if (!out.busy) break;
    memory.take(out.request);
    ++r.cycles;
    for (unsigned b = 0; b < blocks; ++b) {
      const auto& x = out.blocks[b];
      r.instructions += x.issues.size();
      if (!x.issues.empty()) moved = r.cycles;
      for (std::size_t w = 0; w < x.reasons.size(); ++w) {
        ++r.reasons[w * blocks + b][static_cast<std::size_t>(x.reasons[w])];
      }
      if (job.watch) job.watch(x);
    }
    if (r.cycles - moved > job.limit) {
      throw sm_block_endless("no warp issues for " + std::to_string(job.limit) + " cycles");
    }
  }
  r.bytes = memory.bytes();
  return r;
}

/// A whole multiprocessor that is Verilated into this program.
using built_sm = built_sm_block;
const std::vector<built_sm>& built_sm_units();

}  // namespace weft::sim
