// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "sim/golden/sm/sm_block.hpp"

namespace weft::golden::sm {

/// A streaming multiprocessor cycle by cycle; docs/unit/sm.md has the rules by number.
class model {
 public:
  struct inputs {
    bool memory_ready = true;
    std::optional<sector> response;  ///< the data of a load
  };

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

  struct loading {
    std::uint64_t serial = 0;
    unsigned block       = 0;
    request of;
    result to;
    std::size_t missing = 0;
  };

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
  void take_response(const sector& s);
  void serve_shared();
  void serve_global(const inputs& in);
  void prepare(request& r);
  void expect(unsigned block, const request& r);
  void serve_barriers();
  void gather(unsigned block);

  std::shared_ptr<const machine> machine_;
  std::uint64_t now_ = 0, tags_ = 0, serials_ = 0, moved_ = 0, still_ = 0;
  unsigned next_cta_ = 0, warps_ = 0;
  std::vector<cta_state> ctas_;
  std::vector<block> blocks_;
  std::uint64_t shared_free_ = 0;
  std::vector<std::uint64_t> shared_after_;  // of a block
  unsigned shared_turn_ = 0, global_turn_ = 0;
  std::vector<loading> loads_;                      // whose sectors are on their way
  std::map<std::uint64_t, std::uint64_t> awaited_;  // the serial number of a tag's load
  outputs out_;
  counters count_;
};

/// A memory of `bytes` that begins at address `base`: every answer `latency` cycles after its
/// request, at most `rate` bytes a cycle.
class memory {
 public:
  static constexpr std::uint32_t Base = 0x10000;

  memory(std::vector<std::uint8_t> bytes, unsigned latency, unsigned rate)
      : bytes_(std::move(bytes)), latency_(latency), rate_(rate) {}

  /// The inputs of the cycle, from the requests of those before.
  model::inputs cycle();
  void take(const model::outputs& out);

  const std::vector<std::uint8_t>& bytes() const { return bytes_; }

 private:
  std::vector<std::uint8_t> bytes_;
  unsigned latency_, rate_;
  std::uint64_t now_ = 0;
  unsigned credit_   = 32;
  std::deque<std::pair<std::uint64_t, sector>> answers_;
};

/// Runs to the end. Returns the cycles. `each` sees the outputs of every cycle.
template <class Each>
std::uint64_t run(model& m, memory& bytes, Each each) {
  while (m.busy()) {
    const auto out = m.advance(bytes.cycle());
    bytes.take(out);
    each(out);
  }
  return m.count().cycles;
}
inline std::uint64_t run(model& m, memory& bytes) {
  return run(m, bytes, [](const model::outputs&) {});
}

}  // namespace weft::golden::sm
