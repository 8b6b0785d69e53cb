// SPDX-License-Identifier: Apache-2.0

#include "sim/golden/sm/sm_model.hpp"

#include <algorithm>
#include <utility>

namespace weft::golden::sm {
namespace {

constexpr std::uint64_t MostStill = 100'000;  // cycles without a move before a deadlock is called

}  // namespace

model::model(arch k, launch l, policy_e policy, deps_e deps)
    : machine_(std::make_shared<const machine>(std::move(k), std::move(l), policy, deps)) {
  const arch& a   = machine_->k;
  const launch& x = machine_->l;
  const auto fits = resident(a, x.threads(), x.code.registers, x.shared_bytes);
  if (fits.ctas == 0) {
    throw fault("a block of threads does not fit: " + std::string(name_of(fits.limit)));
  }
  warps_ = std::min(a.warps, x.ctas() * x.warps());
  ctas_.resize(fits.ctas);
  for (unsigned b = 0; b < a.blocks; ++b) {
    blocks_.emplace_back(machine_, (warps_ + a.blocks - 1 - b) / a.blocks);
  }
  shared_after_.resize(a.blocks);
  while (next_cta_ < x.ctas()) {
    const unsigned before = next_cta_;
    begin_ctas();
    if (next_cta_ == before) break;
  }
}

bool model::busy() const {
  if (next_cta_ < launched().ctas()) return true;
  return std::any_of(ctas_.begin(), ctas_.end(), [](const cta_state& c) { return c.live; });
}

/// Gives one block of threads its warps, the lowest free ones, if it fits.
void model::begin_ctas() {
  if (next_cta_ >= launched().ctas()) return;
  const auto c = std::find_if(ctas_.begin(), ctas_.end(), [](const auto& x) { return !x.live; });
  if (c == ctas_.end()) return;
  std::vector<unsigned> slots;
  for (unsigned w = 0; w < warps_ && slots.size() < launched().warps(); ++w) {
    if (!blocks_[block_of(w)].live(local_of(w))) slots.push_back(w);
  }
  if (slots.size() < launched().warps()) return;
  *c = {.live    = true,
        .index   = next_cta_++,
        .warps   = launched().warps(),
        .waiting = 0,
        .shared  = std::vector<std::uint32_t>((launched().shared_bytes + 3) / 4),
        .slots   = slots};
  for (unsigned n = 0; n < slots.size(); ++n) {
    const unsigned threads = std::min(of().threads, launched().threads() - n * of().threads);
    blocks_[block_of(slots[n])].begin({.warp    = local_of(slots[n]),
                                       .id      = slots[n],
                                       .cta     = c->index,
                                       .number  = n,
                                       .group   = static_cast<unsigned>(c - ctas_.begin()),
                                       .threads = threads == Lanes ? ~0u : (1u << threads) - 1,
                                       .grid_x  = launched().grid_x,
                                       .block_x = launched().block_x});
  }
}

model::outputs model::advance(const inputs& in) {
  out_                = {};
  out_.busy           = busy();
  std::uint64_t moved = port_.moved();
  for (const block& b : blocks_) moved += b.moved();
  if (in.response) port_.take_response(blocks_, *in.response);
  for (block& b : blocks_) b.execute();
  serve_shared();
  out_.request = port_.serve(blocks_, in.memory_ready);
  for (block& b : blocks_) b.proceed();
  serve_barriers();
  out_.reasons.resize(warps_);
  for (unsigned b = 0; b < blocks_.size(); ++b) {
    blocks_[b].issue_all();
    gather(b);
    blocks_[b].edge();
  }
  ++now_;
  ++count_.cycles;
  begin_ctas();
  std::uint64_t after = port_.moved();
  for (const block& b : blocks_) after += b.moved();
  still_ = after == moved ? still_ + 1 : 0;
  if (still_ > MostStill) throw fault("no warp moves for " + std::to_string(MostStill) + " cycles");
  return out_;
}

/// The outputs of a block, its warps by their numbers in the multiprocessor.
void model::gather(unsigned b) {
  const block::outputs& o = blocks_[b].out();
  for (const auto& x : o.issues) {
    out_.issues.push_back({b, x.scheduler, warp_of(b, x.warp), x.pc});
  }
  for (const auto& x : o.starts) {
    out_.starts.push_back({b, x.port, warp_of(b, x.warp), x.pc, x.groups});
  }
  for (const auto& x : o.reads) {
    out_.reads.push_back({b, x.scheduler, x.bank, warp_of(b, x.warp), x.reg});
  }
  for (const auto& x : o.writes) {
    out_.writes.push_back({b, x.scheduler, x.bank, warp_of(b, x.warp), x.reg});
  }
  for (unsigned w = 0; w < o.reasons.size(); ++w) out_.reasons[warp_of(b, w)] = o.reasons[w];
}

model::counters model::count() const {
  counters sum = count_;
  sum.sectors  = port_.sectors();
  sum.reasons.resize(warps_);
  for (unsigned b = 0; b < blocks_.size(); ++b) {
    const counters& x = blocks_[b].count();
    sum.instructions += x.instructions;
    sum.thread_instructions += x.thread_instructions;
    sum.reads += x.reads;
    sum.reuse_hits += x.reuse_hits;
    sum.bank_conflicts += x.bank_conflicts;
    for (std::size_t u = 0; u < sum.unit.size(); ++u) sum.unit[u] += x.unit[u];
    for (unsigned w = 0; w < x.reasons.size(); ++w) sum.reasons[warp_of(b, w)] = x.reasons[w];
  }
  return sum;
}

/// Counts the warps that came to a barrier or to their end, and opens the barriers of blocks of
/// threads whose warps all wait.
void model::serve_barriers() {
  for (const block& b : blocks_) {
    for (const unsigned w : b.out().arrived) ++ctas_[b.begun(w).group].waiting;
    for (const unsigned w : b.out().ended) {
      cta_state& c = ctas_[b.begun(w).group];
      if (--c.warps == 0) c.live = false;
    }
  }
  for (cta_state& c : ctas_) {
    if (!c.live || c.waiting == 0 || c.waiting < c.warps) continue;
    c.waiting        = 0;
    const auto group = static_cast<unsigned>(&c - ctas_.data());
    for (const unsigned w : c.slots) {
      block& b             = blocks_[block_of(w)];
      const unsigned local = local_of(w);
      if (b.live(local) && b.begun(local).group == group && b.waiting(local)) b.open(local);
    }
  }
}

// Memory.

void model::serve_shared() {
  if (shared_free_ > now_) return;
  for (unsigned n = 0; n < of().blocks; ++n) {
    const unsigned b = (shared_turn_ + n) % of().blocks;
    block& s         = blocks_[b];
    const request* x = shared_after_[b] > now_ ? nullptr : s.due(true);
    if (x == nullptr) continue;
    const request r          = s.take(x);
    auto& bytes              = ctas_[s.begun(r.of.warp).group].shared;
    const unsigned passes    = std::max(1u, shared_passes(r.address, r.mask, r.words));
    const bool stores        = is_store(r.of.ins.op);
    result to                = access_shared(r, bytes);
    const std::uint64_t busy = std::uint64_t{passes} * of().pass_cycles;
    shared_free_             = now_ + busy;
    shared_after_[b]         = now_ + of().request_interval;
    shared_turn_             = (b + 1) % of().blocks;
    ++count_.shared_requests;
    count_.shared_passes += passes;
    out_.shared = service{b, warp_of(b, r.of.warp), passes, stores};
    if (stores) {
      s.stored(r);
    } else {
      to.time = now_ + busy - 1 + of().shared_depth;
      s.loaded(std::move(to));
    }
    return;
  }
}

}  // namespace weft::golden::sm
