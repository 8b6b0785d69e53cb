// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "sim/golden/sm/sm_block.hpp"

namespace weft::golden::sm {

/// A streaming multiprocessor cycle by cycle; docs/unit/sm.md has the rules by number.
class model {
 public:
  using inputs = memory_inputs;

  struct issue {
    unsigned block, scheduler, warp, pc;
    bool operator==(const issue&) const = default;
  };
  struct start {
    unsigned block, port, warp, pc, groups;
    bool operator==(const start&) const = default;
  };
  /// A register at a bank.
  struct access {
    unsigned block, scheduler, bank, warp, reg;
    bool operator==(const access&) const = default;
  };
  struct service {
    unsigned block, warp, passes;
    bool write;
    bool operator==(const service&) const = default;
  };
  struct outputs {
    bool busy = false;
    std::vector<issue> issues;
    std::vector<start> starts;
    std::vector<access> reads, writes;
    std::optional<service> shared;
    std::optional<sector> request;
    std::vector<reason_e> reasons;  ///< of every warp
    bool operator==(const outputs&) const = default;
  };

  using counters = sm::counters;

  model(arch k, launch l, policy_e policy = policy_e::Gto, deps_e deps = deps_e::Scoreboard);

  /// The outputs of the current cycle.
  outputs peek(const inputs& in) const {
    model next(*this);
    return next.advance(in);
  }

  /// The rising clock edge.
  void step(const inputs& in) { advance(in); }

  /// Both: the outputs of the current cycle, then the edge.
  outputs advance(const inputs& in);

  bool busy() const;
  counters count() const;
  const arch& of() const { return machine_->k; }
  const launch& launched() const { return machine_->l; }

 private:
  using request = block::request;
  using result  = block::result;

  struct cta_state {
    bool live      = false;
    unsigned index = 0, warps = 0, waiting = 0;
    std::vector<std::uint32_t> shared;
    std::vector<unsigned> slots;
  };

  unsigned block_of(unsigned warp) const { return warp % of().blocks; }
  unsigned local_of(unsigned warp) const { return warp / of().blocks; }
  unsigned warp_of(unsigned block, unsigned local) const { return local * of().blocks + block; }

  void begin_ctas();
  void serve_shared();
  void serve_barriers();
  void gather(unsigned block);

  std::shared_ptr<const machine> machine_;
  std::uint64_t now_ = 0, still_ = 0;
  unsigned next_cta_ = 0, warps_ = 0;
  std::vector<cta_state> ctas_;
  std::vector<block> blocks_;
  std::uint64_t shared_free_ = 0;
  std::vector<std::uint64_t> shared_after_;  // of a block
  unsigned shared_turn_ = 0;
  memory_port port_;
  outputs out_;
  counters count_;
};

/// Runs to the end. Returns the cycles. `each` sees the outputs of every cycle.
template <class Each>
std::uint64_t run(model& m, memory& bytes, Each each) {
  while (m.busy()) {
    const auto out = m.advance(bytes.cycle());
    bytes.take(out.request);
    each(out);
  }
  return m.count().cycles;
}
inline std::uint64_t run(model& m, memory& bytes) {
  return run(m, bytes, [](const model::outputs&) {});
}

}  // namespace weft::golden::sm
