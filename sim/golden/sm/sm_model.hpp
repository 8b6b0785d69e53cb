// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "sim/golden/sm/sm_block.hpp"
#include "sim/golden/sm/sm_launcher.hpp"

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
  explicit model(std::shared_ptr<const machine> of);

  /// The outputs of the current cycle.
  outputs peek(const inputs& in) const {
    model next(*this);
    return next.advance(in);
  }

  /// The rising clock edge.
  void step(const inputs& in) { advance(in); }

  /// Both: the outputs of the current cycle, then the edge. `each`, if given, gets the outputs of
  /// every block.
  outputs advance(const inputs& in, std::vector<block::outputs>* each = nullptr);

  bool busy() const { return on_.busy(); }
  counters count() const;
  const arch& of() const { return machine_->k; }
  const launch& launched() const { return machine_->l; }

 private:
  using request = block::request;
  using result  = block::result;

  unsigned block_of(unsigned warp) const { return warp % of().blocks; }
  unsigned local_of(unsigned warp) const { return warp / of().blocks; }
  unsigned warp_of(unsigned block, unsigned local) const { return local * of().blocks + block; }

  void begin_cta();
  void serve_shared();
  void serve_barriers();
  void gather(unsigned block);

  std::shared_ptr<const machine> machine_;
  std::uint64_t now_ = 0, still_ = 0;
  residents on_;
  unsigned warps_ = 0;
  std::vector<block> blocks_;
  std::vector<std::vector<std::uint32_t>> shared_;  // words of each place of a block of threads
  std::uint64_t shared_free_ = 0;
  std::vector<std::uint64_t> shared_after_;  // of a block
  unsigned shared_turn_ = 0;
  memory_port port_;
  outputs out_;
  counters count_;
};

/// A multiprocessor with its launcher, as rtl/sm/weft_sm.sv is in every cycle: the threads of a
/// warp of a block of threads are numbered in a cycle each, then the model runs.
class processor {
 public:
  struct inputs {
    std::optional<block_model::word> load;  ///< beforehand; the machine's is what executes
    std::shared_ptr<const machine> start;   ///< a launch, or none
    memory_inputs memory;
  };
  struct outputs {
    bool busy = false;
    std::vector<block::outputs> blocks;  ///< reads and writes in order of banks
    std::optional<sector> request;
    bool operator==(const outputs&) const = default;
  };

  explicit processor(const arch& k) : k_(k) {}

  outputs peek(const inputs& in) const {
    processor next(*this);
    return next.advance(in);
  }
  void step(const inputs& in) { advance(in); }
  outputs advance(const inputs& in);

 private:
  arch k_;
  std::shared_ptr<const machine> of_;
  unsigned begins_in_ = 0;  // cycles until the first block of threads begins
  std::optional<model> running_;
};

std::ostream& operator<<(std::ostream& os, const processor::inputs& in);
std::ostream& operator<<(std::ostream& os, const processor::outputs& out);

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
