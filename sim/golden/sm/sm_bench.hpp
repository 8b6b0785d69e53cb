// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/golden/sm/sm_model.hpp"

namespace weft::golden::sm {

/// A term of a lower bound of cycles.
struct term {
  std::string name;  ///< "issue", "port fp32", "bank 1", "recurrence"
  double cycles = 0;
};

/// The least cycles of one pass through `body` by `warps` warps of one processing block, its
/// terms, the largest first. Branches count as taken; memory counts by its port only. Reads of
/// registers that the body writes do not count: they may come from the result bus.
std::vector<term> bound(const arch& k, const std::vector<instruction>& body, unsigned warps);

/// The least cycles of a launch that did what was counted, its terms, the largest first: issue,
/// ports, "banks", "shared memory", "memory port", each as if the work were spread evenly over what
/// does it.
std::vector<term> bound(const arch& k, const program& p, const counters& c);

/// The last loop of a program: from the target of its last backward branch to that branch. All of
/// it if there is none.
std::vector<instruction> last_loop(const program& p);

/// A microbenchmark: the instructions of one step.
struct microbenchmark {
  std::string_view name;
  unit_e unit;
  op_e op;
  unsigned sources;            ///< registers read, all different
  bool dependent     = false;  ///< each step reads the result of the one before
  std::uint16_t mods = 0;
};

/// The microbenchmarks by name: an operation, or an operation and ".chain".
std::vector<microbenchmark> microbenchmarks();

/// Step `n` of a microbenchmark.
instruction step_of(const microbenchmark& b, unsigned n);

/// Cycles of a step of the given instructions on one block, by `warps` warps of it that all
/// execute `steps(n)` for n = 0, 1, ...: the difference of two lengths, over it.
template <class Steps>
double interval(const arch& k, unsigned warps, Steps steps, unsigned length = 64,
                policy_e policy = policy_e::Gto);

/// Issue cycles of the instructions of one warp, from its first one on.
std::vector<std::uint64_t> issue_times(const arch& k, const program& p);

/// `k` with one processing block.
inline arch one_block(arch k) {
  k.shared /= k.blocks;
  k.registers /= k.blocks;
  k.warps  = (k.warps + k.blocks - 1) / k.blocks;
  k.blocks = 1;
  return k;
}

/// Cycles of a program that `warps` warps of one block execute.
std::uint64_t cycles_of(const arch& k, const program& p, unsigned warps,
                        policy_e policy = policy_e::Gto);

/// A straight program of these instructions, then EXIT.
program straight(std::vector<instruction> code);

template <class Steps>
double interval(const arch& k, unsigned warps, Steps steps, unsigned length, policy_e policy) {
  const auto cycles = [&](unsigned n) {
    std::vector<instruction> code;
    for (unsigned i = 0; i < n; ++i) {
      for (const instruction& x : steps(i)) code.push_back(x);
    }
    return static_cast<double>(cycles_of(k, straight(std::move(code)), warps, policy));
  };
  return (cycles(3 * length) - cycles(length)) / (2 * length);
}

}  // namespace weft::golden::sm
