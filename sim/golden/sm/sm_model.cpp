// SPDX-License-Identifier: Apache-2.0

#include "sim/golden/sm/sm_model.hpp"

#include <algorithm>
#include <utility>

namespace weft::golden::sm {
namespace {

constexpr std::uint64_t MostStill = 100'000;  // cycles without a move before a deadlock is called

}  // namespace

model::model(arch k, launch l, policy_e policy, deps_e deps)
    : model(std::make_shared<const machine>(std::move(k), std::move(l), policy, deps)) {}

model::model(std::shared_ptr<const machine> of)
    : machine_(std::move(of)), on_(*machine_), warps_(on_.warps()), shared_(on_.places()) {
  const arch& a = machine_->k;
  for (unsigned b = 0; b < a.blocks; ++b) {
    blocks_.emplace_back(machine_, (warps_ + a.blocks - 1 - b) / a.blocks);
  }
  shared_after_.resize(a.blocks);
  begin_cta();
}

/// The next block of threads begins, if it fits.
void model::begin_cta() {
  for (warp_begin b : on_.begin(*machine_)) {
    if (b.number == 0) shared_[b.group].assign(b.shared_words, 0);
    block& to = blocks_[block_of(b.warp)];
    b.warp    = local_of(b.warp);
    to.begin(b);
  }
}

model::outputs model::advance(const inputs& in, std::vector<block::outputs>* each) {
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
    if (each != nullptr) each->push_back(blocks_[b].out());
    blocks_[b].edge();
  }
  ++now_;
  ++count_.cycles;
  begin_cta();
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
  sum.issued.resize(machine_->code.size());
  for (unsigned b = 0; b < blocks_.size(); ++b) {
    const counters& x = blocks_[b].count();
    sum.instructions += x.instructions;
    sum.thread_instructions += x.thread_instructions;
    sum.reads += x.reads;
    sum.reuse_hits += x.reuse_hits;
    sum.bank_conflicts += x.bank_conflicts;
    for (std::size_t u = 0; u < sum.unit.size(); ++u) sum.unit[u] += x.unit[u];
    for (std::size_t n = 0; n < x.issued.size(); ++n) sum.issued[n] += x.issued[n];
    for (unsigned w = 0; w < x.reasons.size(); ++w) sum.reasons[warp_of(b, w)] = x.reasons[w];
  }
  return sum;
}

void model::serve_barriers() {
  for (unsigned b = 0; b < blocks_.size(); ++b) {
    for (const unsigned w : blocks_[b].out().arrived) on_.arrive(warp_of(b, w));
  }
  for (unsigned b = 0; b < blocks_.size(); ++b) {
    for (const unsigned w : blocks_[b].out().ended) on_.end(warp_of(b, w));
  }
  for (const unsigned w : on_.opened()) blocks_[block_of(w)].open(local_of(w));
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
    auto& bytes              = shared_[s.begun(r.of.warp).group];
    const unsigned passes    = std::max(1u, shared_passes(r.address, r.mask, r.words));
    const bool stores        = is_store(r.of.ins->op);
    result to                = access_shared(r, bytes);
    const std::uint64_t busy = std::uint64_t{passes} * of().pass_cycles;
    shared_free_             = now_ + busy;
    shared_after_[b]         = now_ + of().request_interval;
    shared_turn_             = (b + 1) % of().blocks;
    ++count_.shared_requests;
    count_.shared_passes += passes;
    s.served(r);
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

processor::outputs processor::advance(const inputs& in) {
  outputs out;
  out.busy = begins_in_ != 0 || running_;
  if (running_) {
    out.request = running_->advance(in.memory, &out.blocks).request;
    if (!running_->busy()) running_.reset();
  } else if (begins_in_ != 0 && --begins_in_ == 0) {
    running_.emplace(of_);
  }
  out.blocks.resize(k_.blocks);
  for (block::outputs& b : out.blocks) {
    b.reasons.resize(k_.warps / k_.blocks, reason_e::Idle);
    order(b);
  }
  if (in.start) {
    of_        = in.start;
    begins_in_ = of_->cta_warps() + 1;
  }
  return out;
}

std::ostream& operator<<(std::ostream& os, const processor::inputs& in) {
  if (in.load) os << "load=" << +in.load->space << ':' << in.load->address << ' ';
  print_start(os, in.start.get());
  if (in.memory.response) os << "response=" << in.memory.response->tag << ' ';
  return os << "memory_ready=" << in.memory.memory_ready;
}

std::ostream& operator<<(std::ostream& os, const processor::outputs& out) {
  os << (out.busy ? "busy" : "");
  if (out.request) {
    os << (out.request->write ? " write@" : " read@") << out.request->address << '#'
       << out.request->tag;
  }
  for (const auto& b : out.blocks) os << "\n      " << b;
  return os;
}

}  // namespace weft::golden::sm
