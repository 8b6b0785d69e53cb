// SPDX-License-Identifier: Apache-2.0

#include "sim/golden/sm/sm_model.hpp"

#include <algorithm>
#include <bit>
#include <set>
#include <utility>

namespace weft::golden::sm {
namespace {

std::string hex(std::uint64_t x) {
  std::string digits;
  do {
    digits.insert(digits.begin(), "0123456789abcdef"[x & 15]);
    x >>= 4;
  } while (x != 0);
  return "0x" + digits;
}

unsigned width_of(const instruction& i) {
  return (i.mods & Wide64) != 0 ? 2 : (i.mods & Wide128) != 0 ? 4 : 1;
}

constexpr std::uint64_t MostStill = 100'000;  // cycles without a move before a deadlock is called
constexpr unsigned StackDepth     = 64;

}  // namespace

std::string_view name_of(reason_e reason) {
  constexpr std::string_view Names[] = {
      "issued", "scoreboard",   "memory",  "port",   "queue",  "collector", "bank",
      "read",   "not selected", "barrier", "branch", "buffer", "stall",     "idle"};
  return Names[static_cast<std::size_t>(reason)];
}

model::model(arch k, launch l, policy_e policy, deps_e deps)
    : k_(std::move(k)), launch_(std::move(l)), policy_(policy), deps_(deps) {
  const auto fits = resident(k_, launch_.threads(), launch_.code.registers, launch_.shared_bytes);
  if (fits.ctas == 0) {
    throw fault("a block of threads does not fit: " + std::string(name_of(fits.limit)));
  }
  for (const instruction& i : launch_.code.code) check(i);
  constants_.assign(ArgumentsAt / 4, 0);
  constants_[0] = launch_.block_x;
  constants_[1] = launch_.block_y;
  constants_[2] = 1;
  constants_[3] = launch_.grid_x;
  constants_[4] = launch_.grid_y;
  constants_[5] = 1;
  constants_.insert(constants_.end(), launch_.arguments.begin(), launch_.arguments.end());
  warps_.resize(std::min(k_.warps, launch_.ctas() * launch_.warps()));
  ctas_.resize(fits.ctas);
  blocks_.resize(k_.blocks);
  for (auto& b : blocks_) {
    b.ports.resize(k_.ports.size());
    b.parts.resize(k_.schedulers);
    for (auto& p : b.parts) {
      for (auto& slot : p.reuse) slot.resize(k_.banks);
    }
  }
  for (unsigned w = 0; w < warps_.size(); ++w) part(w).warps.push_back(w);
  count_.reasons.resize(warps_.size());
  while (next_cta_ < launch_.ctas()) {
    const unsigned before = next_cta_;
    begin_ctas();
    if (next_cta_ == before) break;
  }
}

/// Refuses an instruction that this multiprocessor lacks.
void model::check(const instruction& i) const {
  if (is_branch(i.op)) return;
  const operation& row    = sm::of(i.op);
  const std::string lacks = k_.name + " has no unit for " + std::string(row.name) + " (" +
                            std::string(sm::name_of(row.unit)) + ")";
  for (unsigned s = 0; s < k_.schedulers; ++s) {
    const bool has = std::any_of(k_.ports.begin(), k_.ports.end(), [&](const port& p) {
      return std::find(p.units.begin(), p.units.end(), row.unit) != p.units.end() &&
             std::find(p.schedulers.begin(), p.schedulers.end(), s) != p.schedulers.end();
    });
    if (!has) throw fault(lacks);
  }
  if (row.unit == unit_e::Tensor && i.op != op_e::Imma8816) {
    const unsigned sums = i.op == op_e::Hmma884 ? i.mods >> 2 & 1 : i.mods & 3;
    if (k_.tensor_names[sums].empty()) throw fault(lacks + ": no profile of these sums");
  }
}

bool model::busy() const {
  if (next_cta_ < launch_.ctas()) return true;
  return std::any_of(ctas_.begin(), ctas_.end(), [](const cta_state& c) { return c.live; });
}

void model::fail(const entry& e, const std::string& what) const {
  const auto& w = warps_[e.warp];
  throw fault("block " + std::to_string(ctas_[w.cta].index) + " warp " + std::to_string(w.number) +
              " instruction " + std::to_string(e.pc) + " (" + std::string(sm::of(e.ins.op).name) +
              "): " + what);
}

/// Gives one block of threads its warps, the lowest free ones, if it fits.
void model::begin_ctas() {
  if (next_cta_ >= launch_.ctas()) return;
  const auto c = std::find_if(ctas_.begin(), ctas_.end(), [](const auto& x) { return !x.live; });
  if (c == ctas_.end()) return;
  std::vector<unsigned> slots;
  for (unsigned w = 0; w < warps_.size() && slots.size() < launch_.warps(); ++w) {
    if (!warps_[w].live) slots.push_back(w);
  }
  if (slots.size() < launch_.warps()) return;
  *c = {.live    = true,
        .index   = next_cta_++,
        .warps   = launch_.warps(),
        .waiting = 0,
        .shared  = std::vector<std::uint32_t>((launch_.shared_bytes + 3) / 4),
        .slots   = slots};
  for (unsigned n = 0; n < slots.size(); ++n) {
    warp_state w;
    const unsigned threads = std::min(Lanes, launch_.threads() - n * Lanes);
    w.live                 = true;
    w.cta                  = static_cast<unsigned>(c - ctas_.begin());
    w.number               = n;
    w.age                  = ++ages_;
    w.alive = w.active = threads == Lanes ? ~0u : (1u << threads) - 1;
    w.regs.resize(std::max(1u, launch_.code.registers));
    w.board.resize(Predicates + 8);
    w.free_at        = now_;
    warps_[slots[n]] = std::move(w);
    for (auto& slot : part(slots[n]).reuse) {
      for (kept& x : slot) x.valid = x.valid && x.warp != slots[n];
    }
  }
}

model::outputs model::advance(const inputs& in) {
  out_ = {};
  out_.reasons.assign(warps_.size(), reason_e::Idle);
  out_.busy                 = busy();
  const std::uint64_t moved = moved_;
  begin_ctas();
  if (in.response) take_response(*in.response);
  write_results();
  start_executions();
  serve_shared();
  serve_global(in);
  read_banks();
  resolve_branches();
  issue_all();
  for (std::size_t w = 0; w < warps_.size(); ++w) {
    ++count_.reasons[w][static_cast<std::size_t>(out_.reasons[w])];
  }
  for (auto& b : blocks_) {
    for (auto& p : b.parts) p.promised[now_ % p.promised.size()] = 0;
  }
  ++now_;
  ++count_.cycles;
  still_ = moved == moved_ ? still_ + 1 : 0;
  if (still_ > MostStill) throw fault("no warp moves for " + std::to_string(MostStill) + " cycles");
  return out_;
}

// Rule 6: results.

void model::take_response(const sector& s) {
  const auto at = awaited_.find(s.tag);
  if (at == awaited_.end()) return;
  const std::uint64_t id = at->second;
  awaited_.erase(at);
  const auto l =
      std::find_if(loads_.begin(), loads_.end(), [id](const loading& x) { return x.to.id == id; });
  for (unsigned lane = 0; lane < Lanes; ++lane) {
    if ((l->of.mask >> lane & 1) == 0) continue;
    for (unsigned i = 0; i < l->of.words; ++i) {
      const std::uint32_t address = l->of.address[lane] + 4 * i;
      if (address / 32 * 32 == s.address) l->to.rows[i][lane] = s.data[address / 4 % 8];
    }
  }
  ++moved_;
  if (--l->missing == 0) {
    part(l->to.warp).loads.push_back(std::move(l->to));
    loads_.erase(l);
  }
}

void model::write_results() {
  // A load takes the first cycle in which its banks are promised to nobody.
  for (auto& b : blocks_) {
    for (auto& p : b.parts) {
      if (p.loads.empty()) continue;
      result& r = p.loads.front();
      if (r.time > now_) continue;
      bool free = true;
      for (unsigned i = 0; i < r.registers; ++i) {
        const unsigned bank = bank_of(r.ins.d + i, r.warp);
        free = free && (p.promised[(now_ + i / k_.banks) % p.promised.size()] >> bank & 1) == 0;
      }
      if (!free) continue;
      for (unsigned i = 0; i < r.registers; ++i) {
        p.promised[(now_ + i / k_.banks) % p.promised.size()] |= 1u << bank_of(r.ins.d + i, r.warp);
      }
      r.time = r.forward = now_;
      results_.push_back(std::move(r));
      p.loads.pop_front();
    }
  }
  for (std::size_t n = 0; n < results_.size();) {
    const result& r          = results_[n];
    const std::uint64_t last = r.time + (r.registers == 0 ? 0 : (r.registers - 1) / k_.banks);
    if (r.forward == now_ && r.forward != r.time) wake(r, true);
    for (unsigned i = 0; i < r.registers; ++i) {
      if (r.time + i / k_.banks == now_) write(r, i);
    }
    if (last == now_) {
      finish(r);
      results_.erase(results_.begin() + static_cast<std::ptrdiff_t>(n));
    } else {
      ++n;
    }
  }
}

void model::write(const result& r, unsigned index) {
  warp_state& w      = warps_[r.warp];
  const unsigned reg = r.ins.d + index;
  ++moved_;
  if (r.ins.d == Rz) return;
  out_.writes.push_back({block_of(r.warp), part_of(r.warp), bank_of(reg, r.warp), r.warp, reg});
  for (unsigned l = 0; l < Lanes; ++l) {
    if ((r.mask >> l & 1) != 0) w.regs[reg][l] = r.rows[index][l];
  }
}

/// Clears the scoreboard's bits and hands the registers to the operands that wait for them.
void model::finish(const result& r) {
  warp_state& w      = warps_[r.warp];
  const auto release = [&](unsigned resource) {
    if (w.board[resource].id == r.id) w.board[resource] = {};
  };
  if (r.ins.d != Rz) {
    for (unsigned i = 0; i < r.registers; ++i) release(r.ins.d + i);
  }
  const unsigned written = predicates_written(r.ins);
  const auto set         = [&](unsigned pred, std::uint32_t value) {
    if (pred == Pt) return;
    w.preds[pred] = (w.preds[pred] & ~r.mask) | (value & r.mask);
    release(Predicates + pred);
  };
  if (written != 0) {
    set(r.ins.pred_out & 7, r.p);
    if (sm::of(r.ins.op).operands.find('Q') != std::string_view::npos) {
      set(r.ins.pred_out >> 3 & 7, r.q);
    }
  }
  if (r.hints.write < 6) --w.barriers[r.hints.write];
  --w.in_flight;
  ++moved_;
  wake(r, false);
}

void model::wake(const result& r, bool forward) {
  if (r.registers == 0) return;
  partition& p = part(r.warp);
  for (entry& e : p.collectors) {
    if (forward && sm::of(e.ins.op).unit != unit_e::Tensor) continue;
    for (operand& o : e.operands) {
      if (o.state != state_e::Tag || o.id != r.id) continue;
      got(o, e, forward ? r.rows[o.reg - r.ins.d] : warps_[r.warp].regs[o.reg], now_);
      hand_on(block_of(r.warp), part_of(r.warp), e, o);
    }
  }
}

/// An operand has its value; the execution may start at `ready`.
void model::got(operand& o, entry& e, const row& value, std::uint64_t ready) {
  o.state = state_e::Ready;
  o.value = value;
  e.ready = std::max(e.ready, ready);
}

/// A value that was marked .reuse: kept, and given to the instructions that counted on it.
void model::hand_on(unsigned block, unsigned scheduler, const entry& e, const operand& o) {
  partition& p = blocks_[block].parts[scheduler];
  for (kept& x : p.reuse[o.slot]) {
    if (x.valid && x.id == e.id && x.slot == o.slot && x.index == o.index) {
      x.there = true;
      x.value = o.value;
    }
  }
  for (entry& other : p.collectors) {
    for (operand& y : other.operands) {
      if (y.state == state_e::Follow && y.id == e.id && y.slot == o.slot && y.reg == o.reg) {
        got(y, other, o.value, std::max(e.ready, now_));
      }
    }
  }
}

// Rule 5: executions.

void model::start_executions() {
  for (unsigned b = 0; b < blocks_.size(); ++b) {
    for (unsigned port = 0; port < k_.ports.size(); ++port) {
      block_state& s = blocks_[b];
      if (s.ports[port].start_free > now_) continue;
      partition* from    = nullptr;
      std::size_t oldest = 0;
      for (partition& p : s.parts) {
        for (std::size_t n = 0; n < p.collectors.size(); ++n) {
          const entry& e = p.collectors[n];
          if (e.port != port || now_ < e.issued + 1 + k_.window || now_ < e.ready) continue;
          if (std::any_of(e.operands.begin(), e.operands.end(),
                          [](const operand& o) { return o.state != state_e::Ready; })) {
            continue;
          }
          if (from == nullptr || e.id < from->collectors[oldest].id) {
            from   = &p;
            oldest = n;
          }
        }
      }
      if (from == nullptr) continue;
      const entry& e   = from->collectors[oldest];
      const unsigned g = k_.groups(e.ins, k_.ports[port]);
      if (k_.both_ports(e.ins)) {
        // The other ports of the unit have to be free, too.
        bool free = true;
        for (unsigned other = 0; other < k_.ports.size(); ++other) {
          const auto& units = k_.ports[other].units;
          if (std::find(units.begin(), units.end(), unit_e::Fp64) != units.end()) {
            free = free && s.ports[other].start_free <= now_;
          }
        }
        if (!free) continue;
      }
      const bool fixed     = !is_memory(e.ins.op);
      const unsigned n     = result_registers(e.ins);
      const bool tensor_op = sm::of(e.ins.op).unit == unit_e::Tensor;
      const std::uint64_t time =
          now_ + g - 1 + (tensor_op ? k_.tensor_read_depth : k_.depth_of(e.ins));
      if (fixed && e.ins.d != Rz) {
        bool free = true;
        for (unsigned i = 0; i < n; ++i) {
          const auto at = (time + i / k_.banks) % from->promised.size();
          free          = free && (from->promised[at] >> bank_of(e.ins.d + i, e.warp) & 1) == 0;
        }
        if (!free) continue;
        for (unsigned i = 0; i < n; ++i) {
          const auto at = (time + i / k_.banks) % from->promised.size();
          from->promised[at] |= 1u << bank_of(e.ins.d + i, e.warp);
        }
      }
      const entry taken = std::move(from->collectors[oldest]);
      from->collectors.erase(from->collectors.begin() + static_cast<std::ptrdiff_t>(oldest));
      execute_now(b, port, taken);
    }
  }
}

void model::execute_now(unsigned block, unsigned port, const entry& e) {
  block_state& b   = blocks_[block];
  warp_state& w    = warps_[e.warp];
  const unsigned g = k_.groups(e.ins, k_.ports[port]);
  ++moved_;
  out_.starts.push_back({block, port, e.warp, e.pc, g});
  for (unsigned other = 0; other < k_.ports.size(); ++other) {
    const auto& units = k_.ports[other].units;
    if (other == port || (k_.both_ports(e.ins) &&
                          std::find(units.begin(), units.end(), unit_e::Fp64) != units.end())) {
      b.ports[other].start_free = now_ + g;
    }
  }
  if (e.hints.read < 6) --w.barriers[e.hints.read];
  const std::uint32_t mask = e.active & truth(w, e.ins.guard, e.ins.guard_not);
  count_.thread_instructions += static_cast<unsigned>(std::popcount(mask));
  values v;
  for (const operand& o : e.operands) v.source[o.slot][o.index] = o.value;

  if (is_memory(e.ins.op)) {
    request r;
    r.of              = e;
    r.mask            = mask;
    r.words           = width_of(e.ins);
    r.from            = now_ + g;
    const auto offset = static_cast<std::uint32_t>(static_cast<std::int16_t>(e.ins.wide));
    for (unsigned l = 0; l < Lanes; ++l) {
      if ((mask >> l & 1) == 0) continue;
      std::uint64_t address = v.source[0][0][l];
      if ((e.ins.mods & Extended) != 0) address |= std::uint64_t{v.source[0][1][l]} << 32;
      address +=
          static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::int32_t>(offset)));
      if (!is_shared(e.ins.op) && address >> 32 != 0) {
        fail(e, "address " + hex(address) + " is beyond 4 GiB");
      }
      r.address[l] = static_cast<std::uint32_t>(address);
      if (r.address[l] % (4 * r.words) != 0) {
        fail(e, "address " + hex(r.address[l]) + " is not a multiple of " +
                    std::to_string(4 * r.words));
      }
      if (is_shared(e.ins.op) &&
          std::uint64_t{r.address[l]} + 4 * r.words > 4 * ctas_[w.cta].shared.size()) {
        fail(e, "address " + hex(r.address[l]) + " is beyond the shared memory of " +
                    std::to_string(launch_.shared_bytes) + " bytes");
      }
    }
    r.data = v.source[2];
    b.queue.push_back(std::move(r));
    return;
  }

  v.active  = mask;
  v.pred_in = truth(w, e.ins.pred_in & 7, (e.ins.pred_in & 8) != 0);
  for (unsigned slot = 1; slot < 3; ++slot) {
    const bool here = e.ins.form == (slot == 1 ? form_e::ConstantB : form_e::ConstantC);
    if (here) {
      v.source[slot][0] = constant(e.ins, 0);
      v.source[slot][1] = constant(e.ins, 1);
    }
  }
  if (e.ins.op == op_e::S2r || e.ins.op == op_e::Cs2r) {
    const unsigned index = ctas_[w.cta].index;
    for (unsigned l = 0; l < Lanes; ++l) {
      const unsigned thread = w.number * Lanes + l;
      const std::uint32_t specials[]{thread % launch_.block_x,
                                     thread / launch_.block_x,
                                     index % launch_.grid_x,
                                     index / launch_.grid_x,
                                     l,
                                     e.warp,
                                     static_cast<std::uint32_t>(now_)};
      for (unsigned s = 0; s < v.special.size(); ++s) v.special[s][l] = specials[s];
    }
  }
  const bool tensor_op = sm::of(e.ins.op).unit == unit_e::Tensor;
  if (tensor_op && mask != ~0u) fail(e, "needs all 32 threads");
  const outcome x = execute(k_, e.ins, v);
  result r;
  r.id                     = e.id;
  r.warp                   = e.warp;
  r.ins                    = e.ins;
  r.rows                   = x.d;
  r.registers              = e.ins.d == Rz ? 0 : result_registers(e.ins);
  r.mask                   = mask;
  r.p                      = x.p;
  r.q                      = x.q;
  r.hints                  = e.hints;
  r.forward                = now_ + g - 1 + k_.depth_of(e.ins);
  r.time                   = tensor_op ? now_ + g - 1 + k_.tensor_read_depth : r.forward;
  const std::uint64_t late = r.registers == 0 ? 0 : (r.registers - 1) / k_.banks;
  const auto known         = [&](unsigned resource) {
    pending& p = w.board[resource];
    if (p.id != e.id) return;
    p.known      = true;
    p.due        = r.time + late;
    p.due_tensor = tensor_op ? r.forward : p.due;
  };
  for (unsigned i = 0; i < r.registers; ++i) known(e.ins.d + i);
  const unsigned written = predicates_written(e.ins);
  for (unsigned p = 0; p < Pt; ++p) {
    if ((written >> p & 1) != 0) known(Predicates + p);
  }
  results_.push_back(std::move(r));
}

row model::constant(const instruction& i, unsigned index) const {
  const unsigned at = (i.wide & (PoolBit - 1)) + index;
  const auto& from  = (i.wide & PoolBit) != 0 ? launch_.code.pool : constants_;
  row r{};
  r.fill(at < from.size() ? from[at] : 0);
  return r;
}

// Memory.

void model::serve_shared() {
  if (shared_free_ > now_) return;
  for (unsigned n = 0; n < k_.blocks; ++n) {
    const unsigned b = (shared_turn_ + n) % k_.blocks;
    block_state& s   = blocks_[b];
    // Requests to shared and to global memory keep their own order.
    const auto first = std::find_if(s.queue.begin(), s.queue.end(),
                                    [](const request& x) { return is_shared(x.of.ins.op); });
    if (first == s.queue.end() || first->from > now_ || s.shared_after > now_) continue;
    const request r = std::move(*first);
    s.queue.erase(first);
    --s.requests;
    ++moved_;
    warp_state& w         = warps_[r.of.warp];
    auto& bytes           = ctas_[w.cta].shared;
    const unsigned passes = std::max(1u, shared_passes(r.address, r.mask, r.words));
    const bool stores     = is_store(r.of.ins.op);
    result to;
    for (unsigned l = 0; l < Lanes; ++l) {
      if ((r.mask >> l & 1) == 0) continue;
      for (unsigned i = 0; i < r.words; ++i) {
        std::uint32_t& word = bytes[r.address[l] / 4 + i];
        if (stores) {
          word = r.data[i][l];
        } else {
          to.rows[i][l] = word;
        }
      }
    }
    const std::uint64_t busy = std::uint64_t{passes} * k_.pass_cycles;
    shared_free_             = now_ + busy;
    s.shared_after           = now_ + k_.request_interval;
    shared_turn_             = (b + 1) % k_.blocks;
    ++count_.shared_requests;
    count_.shared_passes += passes;
    out_.shared = service{b, r.of.warp, passes, stores};
    if (stores) {
      --w.stores;
      --w.in_flight;
      if (r.of.hints.write < 6) --w.barriers[r.of.hints.write];
    } else {
      to.id        = r.of.id;
      to.warp      = r.of.warp;
      to.ins       = r.of.ins;
      to.registers = r.of.ins.d == Rz ? 0 : result_registers(r.of.ins);
      to.mask      = r.mask;
      to.hints     = r.of.hints;
      to.time      = now_ + busy - 1 + k_.shared_depth;
      part(to.warp).loads.push_back(std::move(to));
    }
    return;
  }
}

/// The sectors of a request, in the order in which the threads touch them.
void model::prepare(request& r) {
  r.prepared               = true;
  std::vector<sector>& all = r.sectors;
  for (unsigned l = 0; l < Lanes; ++l) {
    if ((r.mask >> l & 1) == 0) continue;
    for (unsigned i = 0; i < r.words; ++i) {
      const std::uint32_t address = r.address[l] + 4 * i;
      auto at                     = std::find_if(all.begin(), all.end(),
                                                 [&](const sector& s) { return s.address == address / 32 * 32; });
      if (at == all.end()) {
        all.push_back({.address = address / 32 * 32, .write = is_store(r.of.ins.op)});
        at = std::prev(all.end());
      }
      if (at->write) {
        at->mask |= static_cast<std::uint8_t>(1u << (address / 4 % 8));
        at->data[address / 4 % 8] = r.data[i][l];
      }
    }
  }
}

void model::serve_global(const inputs& in) {
  for (unsigned n = 0; n < k_.blocks; ++n) {
    const unsigned b = (global_turn_ + n) % k_.blocks;
    block_state& s   = blocks_[b];
    const auto first = std::find_if(s.queue.begin(), s.queue.end(),
                                    [](const request& x) { return !is_shared(x.of.ins.op); });
    if (first == s.queue.end() || first->from > now_) continue;
    request& r        = *first;
    warp_state& w     = warps_[r.of.warp];
    const bool stores = is_store(r.of.ins.op);
    if (!r.prepared) {
      prepare(r);
      for (sector& x : r.sectors) x.tag = stores ? 0 : ++tags_;
    }
    if (r.sent < r.sectors.size()) {
      out_.request = r.sectors[r.sent];
      if (!in.memory_ready) return;
      ++r.sent;
      ++count_.sectors;
      ++moved_;
      global_turn_ = (b + 1) % k_.blocks;
    }
    if (r.sent == r.sectors.size()) {
      --s.requests;
      ++moved_;
      if (stores) {
        --w.stores;
        --w.in_flight;
        if (r.of.hints.write < 6) --w.barriers[r.of.hints.write];
      } else {
        loading x;
        x.to.id        = r.of.id;
        x.to.warp      = r.of.warp;
        x.to.ins       = r.of.ins;
        x.to.registers = r.of.ins.d == Rz ? 0 : result_registers(r.of.ins);
        x.to.mask      = r.mask;
        x.to.hints     = r.of.hints;
        x.to.time      = now_;
        x.missing      = r.sectors.size();
        for (const sector& y : r.sectors) awaited_[y.tag] = x.to.id;
        x.of = std::move(r);
        if (x.missing == 0) {
          part(x.to.warp).loads.push_back(std::move(x.to));
        } else {
          loads_.push_back(std::move(x));
        }
      }
      s.queue.erase(first);
    }
    if (out_.request) return;
  }
}

// Rule 4: reads.

void model::read_banks() {
  for (unsigned b = 0; b < blocks_.size(); ++b) {
    for (unsigned s = 0; s < k_.schedulers; ++s) {
      partition& p        = blocks_[b].parts[s];
      std::uint32_t taken = 0;
      for (entry& e : p.collectors) {
        if (e.issued >= now_) continue;
        bool lacks = false;
        for (operand& o : e.operands) {
          if (o.state != state_e::Read) continue;
          const unsigned bank = bank_of(o.reg, e.warp);
          if ((taken >> bank & 1) != 0) {
            lacks = true;
            ++count_.bank_conflicts;
            continue;
          }
          taken |= 1u << bank;
          ++count_.reads;
          ++moved_;
          out_.reads.push_back({b, s, bank, e.warp, o.reg});
          got(o, e, warps_[e.warp].regs[o.reg], now_ + 1);
          hand_on(b, s, e, o);
        }
        if (k_.in_order && lacks) break;
      }
    }
  }
}

// The SIMT stack.

void model::resolve_branches() {
  for (unsigned w = 0; w < warps_.size(); ++w) {
    if (warps_[w].live && warps_[w].branch && warps_[w].free_at == now_ + 1) resolve(w);
  }
}

void model::end_threads(warp_state& w, std::uint32_t threads) {
  w.alive &= ~threads;
  w.active &= ~threads;
  for (stack_entry& x : w.stack) x.mask &= ~threads;
}

void model::resolve(unsigned warp) {
  warp_state& w       = warps_[warp];
  const instruction i = *w.branch;
  w.branch.reset();
  ++moved_;
  entry at;
  at.warp                 = warp;
  at.pc                   = w.pc;
  at.ins                  = i;
  const std::uint32_t yes = w.active & truth(w, i.guard, i.guard_not);
  const auto jump         = [&](unsigned pc) {
    w.pc          = pc;
    w.buffer_from = now_ + 1;
    w.free_at     = now_ + 1 + k_.fetch;
  };
  const auto pop = [&] {
    const stack_entry top = w.stack.back();
    w.stack.pop_back();
    w.active = top.mask;
    jump(top.pc);
  };
  switch (i.op) {
    case op_e::Bra:
      if (yes == 0) {
        ++w.pc;
      } else if (yes == w.active) {
        jump(i.wide);
      } else {
        if (w.stack.size() == StackDepth) fail(at, "the stack of branches is full");
        w.stack.push_back({.sync = false, .pc = i.wide, .mask = yes, .name = 0});
        w.active &= ~yes;
        ++w.pc;
      }
      break;
    case op_e::Bsync:
      if (yes == 0) {
        ++w.pc;
        break;
      }
      if (yes != w.active) fail(at, "threads disagree about its guard");
      if (w.stack.empty()) fail(at, "no BSSY is open");
      if (w.stack.back().sync && w.stack.back().name != i.d) {
        fail(at, "B" + std::to_string(w.stack.back().name) + " is the barrier that is open");
      }
      pop();
      break;
    case op_e::Exit:
      end_threads(w, yes);
      ++w.pc;
      while (w.active == 0 && !w.stack.empty()) pop();
      if (w.active == 0) {
        w.live       = false;
        cta_state& c = ctas_[w.cta];
        if (--c.warps == 0) {
          c.live = false;
        } else {
          arrive(w.cta);
        }
      }
      break;
    default:  // BAR.SYNC
      if (yes == 0) {
        ++w.pc;
        break;
      }
      if (w.active != w.alive) fail(at, "not all threads of the warp are there");
      ++w.pc;
      w.at_barrier = true;
      ++ctas_[w.cta].waiting;
      arrive(w.cta);
  }
}

/// Opens the barrier of a block of threads when all its warps wait there.
void model::arrive(unsigned cta) {
  cta_state& c = ctas_[cta];
  if (c.waiting == 0 || c.waiting < c.warps) return;
  c.waiting = 0;
  for (const unsigned w : c.slots) {
    if (!warps_[w].live || warps_[w].cta != cta || !warps_[w].at_barrier) continue;
    warps_[w].at_barrier = false;
    warps_[w].free_at    = now_ + 1;
  }
}

// Rules 1 to 3: issue.

/// Whether a register or predicate is in flight and not due when an execution that issues now
/// would start.
bool model::waits(const warp_state& w, unsigned resource, bool tensor_op, bool& load) const {
  const pending& p = w.board[resource];
  if (p.id == 0) return false;
  if (p.known && (tensor_op ? p.due_tensor : p.due) <= now_ + 1 + k_.window) return false;
  load = p.load;
  return true;
}

reason_e model::obstacle(unsigned block, unsigned scheduler, unsigned warp, unsigned& port) const {
  const warp_state& w = warps_[warp];
  if (w.at_barrier) return reason_e::Barrier;
  if (w.free_at > now_) {
    return w.busy_with == reason_e::Branch && w.buffer_from != 0 && now_ >= w.buffer_from
               ? reason_e::Buffer
               : w.busy_with;
  }
  if (w.pc >= launch_.code.code.size()) {
    throw fault("a warp runs beyond the last instruction; EXIT is missing");
  }
  const instruction& i = launch_.code.code[w.pc];
  const block_state& b = blocks_[block];
  const partition& p   = b.parts[scheduler];
  const unit_e unit    = sm::of(i.op).unit;
  const bool tensor_op = unit == unit_e::Tensor;
  const bool by_hints  = deps_ == deps_e::Control && !launch_.code.controls.empty();
  if (by_hints) {
    const unsigned mask = launch_.code.controls[w.pc].wait;
    for (unsigned n = 0; n < 6; ++n) {
      if ((mask >> n & 1) != 0 && w.barriers[n] != 0) return reason_e::Stall;
    }
  } else {
    bool load = false, held = false;
    for (unsigned slot = 0; slot < 3; ++slot) {
      const unsigned first = source(i, slot);
      if (first == Rz) continue;
      for (unsigned n = 0; n < source_registers(i, slot); ++n) {
        held = held || waits(w, first + n, tensor_op, load);
      }
    }
    const unsigned preds = predicates_read(i) | predicates_written(i);
    for (unsigned n = 0; n < Pt; ++n) {
      if ((preds >> n & 1) != 0) held = held || waits(w, Predicates + n, false, load);
    }
    for (unsigned n = 0; i.d != Rz && n < result_registers(i); ++n) {
      held = held || waits(w, i.d + n, tensor_op, load);
    }
    if (held) return load ? reason_e::Memory : reason_e::Scoreboard;
    // An older instruction that still has to read what this one writes.
    const unsigned written = predicates_written(i);
    for (const entry& e : p.collectors) {
      if (e.warp != warp) continue;
      if ((predicates_read(e.ins) & written) != 0) return reason_e::Read;
      for (const operand& o : e.operands) {
        if (o.state == state_e::Read && i.d != Rz && o.reg >= i.d &&
            o.reg < i.d + result_registers(i)) {
          return reason_e::Read;
        }
      }
    }
  }
  if (i.op == op_e::Exit && w.in_flight != 0) {
    return w.stores != 0 ? reason_e::Memory : reason_e::Scoreboard;
  }
  if (i.op == op_e::BarSync && w.stores != 0) return reason_e::Memory;
  if (is_branch(i.op)) {
    port = ~0u;
    return reason_e::Issued;
  }
  if (b.alone || (k_.both_ports(i) && b.issued != 0)) return reason_e::NotSelected;
  port              = ~0u;
  std::size_t users = ~std::size_t{0};
  for (unsigned n = 0; n < k_.ports.size(); ++n) {
    const sm::port& x = k_.ports[n];
    const auto has    = [](const auto& list, auto y) {
      return std::find(list.begin(), list.end(), y) != list.end();
    };
    if (!has(x.units, unit) || !has(x.schedulers, scheduler)) continue;
    if (b.ports[n].issue_free > now_) {
      if (k_.both_ports(i)) return reason_e::Port;
      continue;
    }
    if (x.schedulers.size() < users) {
      users = x.schedulers.size();
      port  = n;
    }
  }
  if (port == ~0u) return reason_e::Port;
  if (is_memory(i.op) && b.requests >= k_.queue) return reason_e::Queue;
  if (p.collectors.size() >= k_.collectors) {
    for (const entry& e : p.collectors) {
      for (const operand& o : e.operands) {
        if (o.state == state_e::Read) return reason_e::Bank;
      }
    }
    return reason_e::Collector;
  }
  return reason_e::Issued;
}

/// The warps of a scheduler in the order of its policy.
std::vector<unsigned> model::candidates(const partition& p) const {
  std::vector<unsigned> order;
  for (const unsigned w : p.warps) {
    if (warps_[w].live) order.push_back(w);
  }
  if (policy_ == policy_e::Lrr) {
    const auto after = std::upper_bound(order.begin(), order.end(), p.last);
    std::rotate(order.begin(), after, order.end());
    return order;
  }
  std::sort(order.begin(), order.end(), [&](unsigned x, unsigned y) {
    return policy_ == policy_e::Gto ? warps_[x].age < warps_[y].age : warps_[x].age > warps_[y].age;
  });
  const auto last = std::find(order.begin(), order.end(), p.last);
  if (last != order.end()) std::rotate(order.begin(), last, last + 1);
  return order;
}

void model::issue_all() {
  for (unsigned b = 0; b < k_.blocks; ++b) {
    blocks_[b].issued = 0;
    blocks_[b].alone  = false;
    for (unsigned n = 0; n < k_.schedulers; ++n) {
      // Every two schedulers take turns in who chooses first.
      const bool power = std::has_single_bit(k_.schedulers);
      const auto turn  = static_cast<unsigned>(now_ / k_.issue_interval % k_.schedulers);
      const unsigned s = power ? n ^ turn : (n + turn) % k_.schedulers;
      partition& p     = blocks_[b].parts[s];
      const bool pause = now_ % k_.issue_interval != 0;
      bool chosen      = pause;
      for (const unsigned w : candidates(p)) {
        unsigned port      = ~0u;
        const reason_e why = obstacle(b, s, w, port);
        out_.reasons[w]    = why == reason_e::Issued ? reason_e::NotSelected : why;
        if (why != reason_e::Issued || chosen) continue;
        chosen            = true;
        out_.reasons[w]   = reason_e::Issued;
        p.last            = w;
        const op_e first  = launch_.code.code[warps_[w].pc].op;
        const bool paired = k_.dispatch > 1 && !is_branch(first);
        const bool alone  = k_.both_ports(launch_.code.code[warps_[w].pc]);
        issue_now(b, s, w, port);
        for (unsigned d = 1; d < k_.dispatch && paired && !alone && warps_[w].free_at <= now_;
             ++d) {
          if (obstacle(b, s, w, port) != reason_e::Issued) break;
          if (k_.both_ports(launch_.code.code[warps_[w].pc])) break;
          issue_now(b, s, w, port);
        }
        if (warps_[w].free_at <= now_) warps_[w].free_at = now_ + 1;
      }
    }
  }
}

void model::issue_now(unsigned block, unsigned scheduler, unsigned warp, unsigned port) {
  block_state& b      = blocks_[block];
  partition& p        = b.parts[scheduler];
  warp_state& w       = warps_[warp];
  const unsigned pc   = w.pc;
  const instruction i = launch_.code.code[pc];
  out_.issues.push_back({block, scheduler, warp, pc});
  ++moved_;
  ++count_.instructions;
  ++count_.unit[static_cast<std::size_t>(sm::of(i.op).unit)];
  ++b.issued;
  control hints;
  const bool by_hints = deps_ == deps_e::Control && !launch_.code.controls.empty();
  if (by_hints) hints = launch_.code.controls[pc];

  if (is_branch(i.op)) {
    w.busy_with   = reason_e::Branch;
    w.buffer_from = 0;
    if (i.op == op_e::Nop || i.op == op_e::Bssy) {
      if (i.op == op_e::Bssy) {
        if (w.stack.size() == StackDepth) throw fault("the stack of branches is full");
        w.stack.push_back({.sync = true, .pc = i.wide, .mask = w.active, .name = i.d});
      }
      ++w.pc;
      w.free_at = now_ + (by_hints ? std::max<unsigned>(1, hints.stall) : 1);
    } else {
      // The guard is read where an execution would start.
      w.branch  = i;
      w.free_at = now_ + 2 + k_.window;
    }
    return;
  }

  entry e;
  e.id                 = ++ids_;
  e.issued             = now_;
  e.ins                = i;
  e.warp               = warp;
  e.port               = port;
  e.pc                 = pc;
  e.active             = w.active;
  e.hints              = hints;
  const bool tensor_op = sm::of(i.op).unit == unit_e::Tensor;
  for (unsigned slot = 0; slot < 3; ++slot) {
    const unsigned first = source(i, slot);
    if (first == Rz) continue;
    for (unsigned n = 0; n < source_registers(i, slot); ++n) {
      operand o;
      o.slot           = static_cast<std::uint8_t>(slot);
      o.index          = static_cast<std::uint8_t>(n);
      o.reg            = static_cast<std::uint8_t>(first + n);
      o.state          = state_e::Read;
      const pending& x = w.board[o.reg];
      const bool due =
          x.id != 0 && x.known && (tensor_op ? x.due_tensor : x.due) <= now_ + 1 + k_.window;
      kept& here     = p.reuse[slot][bank_of(o.reg, warp)];
      const bool hit = k_.reuse && here.valid && here.warp == warp && here.reg == o.reg;
      if (due && tensor_op && x.due_tensor <= now_) {
        // The tensor unit holds a sum until the banks have it.
        const auto held = std::find_if(results_.begin(), results_.end(),
                                       [&](const result& r) { return r.id == x.id; });
        o.state         = state_e::Ready;
        o.value         = held->rows[o.reg - held->ins.d];
      } else if (due) {
        o.state = state_e::Tag;
        o.id    = x.id;
      } else if (hit) {
        ++count_.reuse_hits;
        o.state = here.there ? state_e::Ready : state_e::Follow;
        o.value = here.value;
        o.id    = here.id;
      }
      const bool stays = k_.reuse && (i.reuse >> slot & 1) != 0;
      if (stays && !hit) {
        here = {.valid = true,
                .warp  = warp,
                .reg   = o.reg,
                .id    = e.id,
                .slot  = o.slot,
                .index = o.index,
                .there = false,
                .value = {}};
      } else if (!stays && o.state == state_e::Read) {
        here.valid = false;
      }
      e.operands.push_back(o);
    }
  }
  // A register that is written is no longer kept.
  for (auto& slot : p.reuse) {
    for (kept& x : slot) {
      if (x.valid && x.warp == warp && i.d != Rz && x.reg >= i.d &&
          x.reg < i.d + result_registers(i)) {
        x.valid = false;
      }
    }
  }
  const auto mark = [&](unsigned resource) {
    w.board[resource] = {.id = e.id, .load = is_memory(i.op)};
  };
  for (unsigned n = 0; i.d != Rz && n < result_registers(i); ++n) mark(i.d + n);
  const unsigned written = predicates_written(i);
  for (unsigned n = 0; n < Pt; ++n) {
    if ((written >> n & 1) != 0) mark(Predicates + n);
  }
  const unsigned g = k_.groups(i, k_.ports[port]);
  for (unsigned n = 0; n < k_.ports.size(); ++n) {
    const auto& units = k_.ports[n].units;
    if (n == port ||
        (k_.both_ports(i) && std::find(units.begin(), units.end(), unit_e::Fp64) != units.end())) {
      b.ports[n].issue_free = now_ + g;
    }
  }
  if (k_.both_ports(i)) b.alone = true;
  if (is_memory(i.op)) {
    ++b.requests;
    if (is_store(i.op)) ++w.stores;
  }
  ++w.in_flight;
  if (hints.read < 6) ++w.barriers[hints.read];
  if (hints.write < 6) ++w.barriers[hints.write];
  if (by_hints && hints.stall > 0) {
    w.busy_with = reason_e::Stall;
    w.free_at   = now_ + hints.stall;
  }
  ++w.pc;
  p.collectors.push_back(std::move(e));
}

// The memory beyond the port.

model::inputs memory::cycle() {
  model::inputs in;
  credit_         = std::min(credit_ + rate_, std::max(32u, rate_));
  in.memory_ready = credit_ >= 32;
  if (!answers_.empty() && answers_.front().first <= now_) {
    in.response = answers_.front().second;
    answers_.pop_front();
  }
  ++now_;
  return in;
}

void memory::take(const model::outputs& out) {
  if (!out.request || credit_ < 32) return;
  credit_ -= 32;
  sector s = *out.request;
  if (s.address < Base || s.address - Base + 32 > bytes_.size()) {
    throw fault("address " + hex(s.address) + " is outside of the memory from " + hex(Base) +
                " to " + hex(Base + bytes_.size()));
  }
  for (unsigned i = 0; i < 8; ++i) {
    std::uint8_t* at = bytes_.data() + (s.address - Base) + 4 * i;
    if (s.write) {
      if ((s.mask >> i & 1) == 0) continue;
      for (unsigned byte = 0; byte < 4; ++byte) {
        at[byte] = static_cast<std::uint8_t>(s.data[i] >> (8 * byte));
      }
    } else {
      s.data[i] = 0;
      for (unsigned byte = 0; byte < 4; ++byte) {
        s.data[i] |= std::uint32_t{at[byte]} << (8 * byte);
      }
    }
  }
  if (!s.write) answers_.emplace_back(now_ - 1 + latency_, s);
}

unsigned shared_passes(const std::array<std::uint32_t, Lanes>& addresses, std::uint32_t mask,
                       unsigned words) {
  unsigned passes      = 0;
  const unsigned group = Lanes / words;
  for (unsigned first = 0; first < Lanes; first += group) {
    std::set<std::uint32_t> touched;
    for (unsigned l = first; l < first + group; ++l) {
      if ((mask >> l & 1) == 0) continue;
      for (unsigned i = 0; i < words; ++i) touched.insert(addresses[l] / 4 + i);
    }
    std::array<unsigned, 32> in_bank{};
    for (const std::uint32_t word : touched) ++in_bank[word % 32];
    passes += *std::max_element(in_bank.begin(), in_bank.end());
  }
  return passes;
}

}  // namespace weft::golden::sm
