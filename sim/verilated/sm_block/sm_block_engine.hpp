// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "sim/golden/sm/sm_block.hpp"
#include "sim/harness/run_options.hpp"

namespace weft::sim {

/// The outcome of a launch on a processing block without a multiprocessor.
struct sm_block_result {
  std::uint64_t cycles = 0, instructions = 0;
  std::vector<std::array<std::uint64_t, golden::sm::Reasons>> reasons;  ///< of every warp
  /// The registers of every thread at its end, in the order of blocks of threads; empty if they are
  /// not asked for.
  std::vector<std::vector<std::uint32_t>> registers;
  std::vector<std::uint8_t> bytes;  ///< of memory, afterwards

  bool operator==(const sm_block_result&) const = default;
};

/// A launch, and what its owner wants to know.
struct sm_block_job {
  std::shared_ptr<const golden::sm::machine> of;
  unsigned warps                  = 0;                                ///< of the block
  bool keep                       = true;                             ///< registers
  std::uint64_t limit             = 100'000;                          ///< cycles without an issue
  std::vector<std::uint8_t> bytes = {};                               ///< of memory, beforehand
  unsigned latency = 100, rate = 32;                                  ///< of golden::sm::memory
  std::function<void(const golden::sm::block::outputs&)> watch = {};  ///< every cycle
};

/// No warp of a launch issues any more.
struct sm_block_endless : std::runtime_error {
  using runtime_error::runtime_error;
};

/// Golden's processing block, phase by phase.
class sm_block_golden {
 public:
  explicit sm_block_golden(const sm_block_job& job)
      : block_(job.of, job.warps), shared_(job.of->k) {}

  /// A cycle: `opens` says which barriers open, given the outputs with what arrived and ended.
  template <class Opens>
  const golden::sm::block::outputs& cycle(const std::vector<golden::sm::warp_begin>& begins,
                                          const golden::sm::memory_inputs& memory,
                                          const Opens& opens) {
    if (memory.response) port_.take_response({&block_, 1}, *memory.response);
    block_.execute();
    shared_.serve(block_);
    block_.offered(port_.serve({&block_, 1}, memory.memory_ready));
    block_.proceed();
    const std::uint32_t opened = opens(block_.out());
    for (unsigned w = 0; w < 32; ++w) {
      if ((opened >> w & 1) != 0) block_.open(w);
    }
    block_.issue_all();
    block_.edge();
    shared_.edge();
    for (const auto& b : begins) {
      block_.begin(b);
      shared_.begin(b);
    }
    return block_.out();
  }

 private:
  golden::sm::block block_;
  golden::sm::block_shared shared_;
  golden::sm::memory_port port_;
};

/// Runs a launch on a block, golden's or RTL: begins blocks of threads on the lowest free warps, as
/// many as fit before the first cycle and then one a cycle on places free in the cycle before, and
/// opens a barrier when all warps of its block of threads wait. Cycles count from the one after the
/// first begin. Throws sm_block_endless.
template <class Block>
sm_block_result run_sm_block(Block& block, const sm_block_job& job) {
  using golden::sm::warp_begin;
  struct cta_state {
    unsigned warps = 0, waiting = 0;
    std::uint32_t places = 0;
  };
  const golden::sm::launch& l = job.of->l;
  const unsigned threads      = job.of->k.threads;
  const unsigned per_cta      = (l.threads() + threads - 1) / threads;
  sm_block_result r;
  r.reasons.resize(job.warps);
  if (job.keep) {
    r.registers.assign(std::size_t{l.ctas()} * l.threads(),
                       std::vector<std::uint32_t>(l.code.registers));
  }
  std::vector<warp_begin> on(job.warps), begins;
  std::vector<std::vector<golden::sm::row>> rows(job.warps,
                                                 std::vector<golden::sm::row>(l.code.registers));
  // A block of threads has a place with shared memory of its own.
  const unsigned shared_words = (l.shared_bytes + 3) / 4;
  const unsigned places =
      shared_words == 0 ? job.warps : std::min(job.warps, job.of->k.shared / 4 / shared_words);
  std::vector<cta_state> ctas(places);
  std::uint32_t live  = 0;
  std::uint64_t moved = 0;  // the last cycle with an issue
  unsigned next       = 0;

  const auto begin_cta = [&] {
    const auto all = static_cast<std::uint32_t>((std::uint64_t{1} << job.warps) - 1);
    if (next == l.ctas() ||
        job.warps - static_cast<unsigned>(std::popcount(live & all)) < per_cta) {
      return false;
    }
    const auto c = std::ranges::find(ctas, 0u, &cta_state::warps);
    if (c == ctas.end()) return false;
    const auto group = static_cast<unsigned>(c - ctas.begin());
    *c               = {.warps = per_cta};
    for (unsigned n = 0, w = 0; n < per_cta; ++n, ++w) {
      while ((live >> w & 1) != 0) ++w;
      const unsigned here = std::min(threads, l.threads() - n * threads);
      on[w]               = {.warp         = w,
                             .id           = w,
                             .cta          = next,
                             .number       = n,
                             .group        = group,
                             .threads      = here == 32 ? ~0u : (1u << here) - 1,
                             .grid_x       = l.grid_x,
                             .block_x      = l.block_x,
                             .shared_first = group * shared_words,
                             .shared_words = shared_words};
      begins.push_back(on[w]);
      live |= 1u << w;
      c->places |= 1u << w;
      std::ranges::fill(rows[w], golden::sm::row{});
    }
    ++next;
    return true;
  };
  const auto opens = [&](const golden::sm::block::outputs& out) {
    std::uint32_t opened = 0;
    for (const unsigned w : out.arrived) ++ctas[on[w].group].waiting;
    for (const unsigned w : out.ended) --ctas[on[w].group].warps;
    for (cta_state& c : ctas) {
      if (c.waiting == 0 || c.waiting < c.warps) continue;
      // A warp of it that ended has a place no more.
      for (unsigned w = 0; w < job.warps; ++w) {
        const bool ends = std::ranges::find(out.ended, w) != out.ended.end();
        if ((c.places & live) >> w & 1 && !ends) opened |= 1u << w;
      }
      c.waiting = 0;
    }
    return opened;
  };
  const auto end_warp = [&](unsigned w) {
    live &= ~(1u << w);
    ctas[on[w].group].places &= ~(1u << w);
    if (!job.keep) return;
    const std::size_t first = std::size_t{on[w].cta} * l.threads() + on[w].number * threads;
    for (unsigned t = 0; t < threads && on[w].number * threads + t < l.threads(); ++t) {
      for (std::size_t n = 0; n < rows[w].size(); ++n) r.registers[first + t][n] = rows[w][n][t];
    }
  };

  golden::sm::memory memory(job.bytes, job.latency, job.rate);
  while (begin_cta()) {
  }
  block.cycle(begins, {}, opens);
  while (live != 0 || next < l.ctas()) {
    if (r.cycles - moved > job.limit) {
      throw sm_block_endless("no warp issues for " + std::to_string(job.limit) + " cycles");
    }
    begins.clear();
    begin_cta();
    const auto& out = block.cycle(begins, memory.cycle(), opens);
    memory.take(out.request);
    ++r.cycles;
    r.instructions += out.issues.size();
    if (!out.issues.empty()) moved = r.cycles;
    for (std::size_t w = 0; w < out.reasons.size(); ++w) {
      ++r.reasons[w][static_cast<std::size_t>(out.reasons[w])];
    }
    for (const auto& x : out.writes) {
      if (x.reg < l.code.registers) rows[x.warp][x.reg] = x.value;
    }
    if (job.watch) job.watch(out);
    for (const unsigned w : out.ended) end_warp(w);
  }
  r.bytes = memory.bytes();
  return r;
}

/// A processing block, or a whole multiprocessor, that is Verilated into this program.
struct built_sm_block {
  const char* name   = nullptr;
  const char* module = nullptr;
  bool alone         = true;  ///< a block
  golden::sm::arch k;
  golden::sm::policy_e policy = golden::sm::policy_e::Gto;
  unsigned warps = 0, registers = 0, code = 0, constants = 0;
  bool ftz = false, half = false, wide = false;  ///< .FTZ, FP16, FP64
  bool memory = false;                           ///< shared memory and beyond the port
  /// Runs a job from reset. Throws sm_block_endless, or the error of an assertion that fails.
  sm_block_result (*run)(const run_options& options, const sm_block_job& job) = nullptr;
};
const std::vector<built_sm_block>& built_sm_block_units();

/// The part of an instruction that a configuration lacks, by name; empty if its RTL executes it.
std::string sm_block_lacks(const built_sm_block& unit, const golden::sm::instruction& i);

}  // namespace weft::sim
