// SPDX-License-Identifier: Apache-2.0

#include "sim/golden/sm/sm_block.hpp"

#include <algorithm>
#include <bit>
#include <set>
#include <utility>

namespace weft::golden::sm {
namespace {

unsigned width_of(const instruction& i) {
  return (i.mods & Wide64) != 0 ? 2 : (i.mods & Wide128) != 0 ? 4 : 1;
}

}  // namespace

std::string_view name_of(reason_e reason) {
  constexpr std::string_view Names[] = {
      "issued", "scoreboard",   "memory",  "port",   "queue",  "collector", "bank",
      "read",   "not selected", "barrier", "branch", "buffer", "stall",     "idle"};
  return Names[static_cast<std::size_t>(reason)];
}

decoded::decoded(const arch& k, const instruction& i)
    : instruction(i),
      unit(sm::of(op).unit),
      branches(is_branch(op)),
      tensor(unit == unit_e::Tensor),
      both_ports(k.both_ports(i)),
      results(static_cast<std::uint8_t>(d == Rz ? 0 : result_registers(i))),
      preds_read(static_cast<std::uint8_t>(predicates_read(i))),
      preds_written(static_cast<std::uint8_t>(predicates_written(i))),
      q(sm::of(op).operands.find('Q') != std::string_view::npos),
      ports(k.schedulers) {
  const auto name = [this](unsigned resource) {
    waits.push_back(static_cast<std::uint16_t>(resource));
    named.set(resource);
  };
  for (std::uint8_t slot = 0; slot < 3; ++slot) {
    const unsigned first = source(i, slot);
    if (first == Rz) continue;
    for (std::uint8_t n = 0; n < source_registers(i, slot); ++n) {
      reads.push_back({slot, n, static_cast<std::uint8_t>(first + n)});
      name(Predicates + first + n);
    }
  }
  for (unsigned n = 0; n < Pt; ++n) {
    if (((preds_read | preds_written) >> n & 1) != 0) name(n);
  }
  for (unsigned n = 0; n < results; ++n) name(Predicates + d + n);
  const auto has = [](const auto& list, auto x) {
    return std::find(list.begin(), list.end(), x) != list.end();
  };
  for (std::uint8_t n = 0; n < k.ports.size(); ++n) {
    groups.push_back(branches ? 0 : k.groups(i, k.ports[n]));
    if (both_ports && has(k.ports[n].units, unit_e::Fp64)) taken.push_back(n);
    if (!has(k.ports[n].units, unit)) continue;
    for (const unsigned s : k.ports[n].schedulers) ports[s].push_back(n);
  }
  for (auto& of_scheduler : ports) {
    std::ranges::stable_sort(of_scheduler, {},
                             [&](unsigned n) { return k.ports[n].schedulers.size(); });
  }
}

machine::machine(arch arch_of, launch launched, policy_e policy_of, deps_e deps_of)
    : k(std::move(arch_of)), l(std::move(launched)), policy(policy_of), deps(deps_of) {
  for (const instruction& i : l.code.code) {
    code.emplace_back(k, i);
    check(code.back());
  }
  constants.assign(ArgumentsAt / 4, 0);
  constants[0] = l.block_x;
  constants[1] = l.block_y;
  constants[2] = 1;
  constants[3] = l.grid_x;
  constants[4] = l.grid_y;
  constants[5] = 1;
  constants.insert(constants.end(), l.arguments.begin(), l.arguments.end());
}

/// Refuses an instruction that this multiprocessor lacks.
void machine::check(const decoded& i) const {
  if (i.branches) return;
  const operation& row    = sm::of(i.op);
  const std::string lacks = k.name + " has no unit for " + std::string(row.name) + " (" +
                            std::string(sm::name_of(row.unit)) + ")";
  if (std::ranges::any_of(i.ports, &std::vector<std::uint8_t>::empty)) throw fault(lacks);
  if (i.tensor && i.op != op_e::Imma8816) {
    const unsigned sums = i.op == op_e::Hmma884 ? i.mods >> 2 & 1 : i.mods & 3;
    if (k.tensor_names[sums].empty()) throw fault(lacks + ": no profile of these sums");
  }
}

block::block(std::shared_ptr<const machine> of, unsigned warps)
    : machine_(std::move(of)),
      warps_(warps),
      parts_(machine_->k.schedulers),
      ports_(machine_->k.ports.size()) {
  for (partition& p : parts_) {
    for (auto& slot : p.reuse) slot.resize(machine_->k.banks);
  }
  count_.reasons.resize(warps);
  count_.issued.resize(machine_->code.size());
  out_.reasons.assign(warps, reason_e::Idle);
}

void block::fail(const entry& e, const std::string& what) const {
  const warp_begin& w = warps_[e.warp].begun;
  throw fault("block " + std::to_string(w.cta) + " warp " + std::to_string(w.number) +
              " instruction " + std::to_string(e.pc) + " (" + std::string(sm::of(e.ins->op).name) +
              "): " + what);
}

void block::begin(const warp_begin& b) {
  warp_state w;
  w.live  = true;
  w.begun = b;
  w.alive = w.active = b.threads;
  w.regs.resize(std::max(1u, machine_->l.code.registers));
  w.board.resize(Predicates + w.regs.size());
  w.free_at      = now_;
  warps_[b.warp] = std::move(w);
  partition& p   = part(b.warp);
  p.warps.insert(std::ranges::lower_bound(p.warps, b.warp), b.warp);
  p.oldest.push_back(b.warp);
  for (auto& slot : p.reuse) {
    for (kept& x : slot) x.valid = x.valid && x.warp != b.warp;
  }
}

void block::execute() {
  out_.clear();
  out_.reasons.assign(warps_.size(), reason_e::Idle);
  write_results();
  start_executions();
}

void block::proceed() {
  read_banks();
  resolve_branches();
}

void block::open(unsigned warp) {
  warps_[warp].at_barrier = false;
  warps_[warp].free_at    = now_ + 1;
}

void block::edge() {
  for (std::size_t w = 0; w < warps_.size(); ++w) {
    ++count_.reasons[w][static_cast<std::size_t>(out_.reasons[w])];
  }
  for (partition& p : parts_) p.promised[now_ % p.promised.size()] = 0;
  ++now_;
}

void block::outputs::clear() {
  issues.clear();
  starts.clear();
  services.clear();
  request.reset();
  reads.clear();
  writes.clear();
  arrived.clear();
  ended.clear();
  reasons.clear();
}

// Memory, for the owner.

block::request* block::due(bool shared) {
  // Requests to shared and to global memory keep their own order.
  const auto first = std::find_if(queue_.begin(), queue_.end(), [shared](const request& x) {
    return is_shared(x.of.ins->op) == shared;
  });
  if (first == queue_.end() || first->from > now_) return nullptr;
  const bool room = taken_ < machine_->k.loads;
  return room || first->prepared || is_store(first->of.ins->op) ? &*first : nullptr;
}

block::request block::take(const request* r) {
  const auto at =
      std::find_if(queue_.begin(), queue_.end(), [r](const request& x) { return &x == r; });
  request taken = std::move(*at);
  queue_.erase(at);
  --requests_;
  ++moved_;
  return taken;
}

void block::stored(const request& r) {
  warp_state& w = warps_[r.of.warp];
  --w.stores;
  --w.in_flight;
  if (r.of.hints.write < 6) --w.barriers[r.of.hints.write];
}

unsigned block::reserve() {
  const auto free = std::find(places_.begin(), places_.end(), false);
  const auto n    = static_cast<unsigned>(free - places_.begin());
  if (free == places_.end()) places_.push_back(false);
  places_[n] = true;
  ++taken_;
  return n;
}

void block::loaded(result r) {
  if (!r.place) r.place = reserve();
  part(r.warp).loads.push_back(std::move(r));
}

// Rule 6: results.

void block::write_results() {
  const unsigned banks = machine_->k.banks;
  // A load takes the first cycle in which its banks are promised to nobody.
  for (auto& p : parts_) {
    if (p.loads.empty()) continue;
    result& r = p.loads.front();
    if (r.time > now_) continue;
    if (!promise(p, r.ins->d, r.registers, r.warp, now_)) continue;
    r.time = r.forward = now_;
    places_[*r.place]  = false;
    --taken_;
    results_.push_back(std::move(r));
    p.loads.pop_front();
  }
  const auto last = [banks](const result& r) {
    return r.time + (r.registers == 0 ? 0 : (r.registers - 1) / banks);
  };
  bool over = false;
  for (const result& r : results_) {
    if (r.forward == now_ && r.forward != r.time) wake(r, true);
    if (r.time > now_) continue;
    for (unsigned i = 0; i < r.registers; ++i) {
      if (r.time + i / banks == now_) write(r, i);
    }
    if (last(r) != now_) continue;
    finish(r);
    over = true;
  }
  if (over) std::erase_if(results_, [&](const result& r) { return last(r) == now_; });
}

/// The banks of a result, which are its own from `time` on. Returns false if they are another's.
bool block::promise(partition& p, unsigned first, unsigned registers, unsigned warp,
                    std::uint64_t time) {
  const auto at = [&](unsigned i) -> std::uint32_t& {
    return p.promised[(time + i / machine_->k.banks) % p.promised.size()];
  };
  for (unsigned i = 0; i < registers; ++i) {
    if ((at(i) >> bank_of(first + i, warp) & 1) != 0) return false;
  }
  for (unsigned i = 0; i < registers; ++i) at(i) |= 1u << bank_of(first + i, warp);
  return true;
}

void block::write(const result& r, unsigned index) {
  const unsigned reg = r.ins->d + index;
  row& to            = warps_[r.warp].regs[reg];
  ++moved_;
  if (r.mask == ~0u) {
    to = r.rows[index];
  } else {
    for (std::uint32_t rest = r.mask; rest != 0; rest &= rest - 1) {
      const auto l = static_cast<unsigned>(std::countr_zero(rest));
      to[l]        = r.rows[index][l];
    }
  }
  out_.writes.push_back({part_of(r.warp), bank_of(reg, r.warp), r.warp, reg, r.mask, to});
}

/// Clears the scoreboard's bits and hands the registers to the operands that wait for them.
void block::finish(const result& r) {
  warp_state& w      = warps_[r.warp];
  const auto release = [&](unsigned resource) {
    if (w.board[resource].id != r.id) return;
    w.board[resource] = {};
    w.busy.reset(resource);
  };
  for (unsigned i = 0; i < r.registers; ++i) release(Predicates + r.ins->d + i);
  const auto set = [&](unsigned pred, std::uint32_t value) {
    if (pred == Pt) return;
    w.preds[pred] = (w.preds[pred] & ~r.mask) | (value & r.mask);
    release(pred);
  };
  if (r.ins->preds_written != 0) {
    set(r.ins->pred_out & 7, r.p);
    if (r.ins->q) set(r.ins->pred_out >> 3 & 7, r.q);
  }
  if (r.hints.write < 6) --w.barriers[r.hints.write];
  --w.in_flight;
  ++moved_;
  wake(r, false);
}

void block::wake(const result& r, bool forward) {
  if (r.registers == 0) return;
  partition& p = part(r.warp);
  for (entry& e : p.collectors) {
    if (e.lacking == 0 || (forward && !e.ins->tensor)) continue;
    for (operand& o : e.operands) {
      if (o.state != state_e::Tag || o.id != r.id) continue;
      got(o, e, forward ? r.rows[o.reg - r.ins->d] : warps_[r.warp].regs[o.reg], now_);
      hand_on(p, e, o);
    }
  }
}

/// An operand has its value; the execution may start at `ready`.
void block::got(operand& o, entry& e, const row& value, std::uint64_t ready) {
  if (o.state == state_e::Read) --e.unread;
  --e.lacking;
  o.state = state_e::Ready;
  o.value = value;
  e.ready = std::max(e.ready, ready);
}

/// A value that was marked .reuse: kept, and given to the instructions that counted on it.
void block::hand_on(partition& p, const entry& e, const operand& o) {
  if ((e.ins->reuse >> o.slot & 1) == 0) return;
  for (kept& x : p.reuse[o.slot]) {
    if (x.valid && x.id == e.id && x.slot == o.slot && x.index == o.index) {
      x.there = true;
      x.value = o.value;
    }
  }
  for (entry& other : p.collectors) {
    if (other.lacking == 0) continue;
    for (operand& y : other.operands) {
      if (y.state == state_e::Follow && y.id == e.id && y.slot == o.slot && y.reg == o.reg) {
        got(y, other, o.value, std::max(e.ready, now_));
      }
    }
  }
}

// Rule 5: executions.

void block::start_executions() {
  for (unsigned port = 0; port < ports_.size(); ++port) {
    if (ports_[port].start_free > now_) continue;
    partition* from    = nullptr;
    std::size_t oldest = 0;
    for (partition& p : parts_) {
      // The first one of a scheduler is its oldest.
      const auto at = std::ranges::find_if(p.collectors, [&](const entry& e) {
        return e.port == port && e.lacking == 0 && now_ >= e.ready &&
               now_ >= e.issued + 1 + machine_->k.window;
      });
      if (at == p.collectors.end()) continue;
      if (from == nullptr || at->id < from->collectors[oldest].id) {
        from   = &p;
        oldest = static_cast<std::size_t>(at - p.collectors.begin());
      }
    }
    if (from == nullptr) continue;
    const entry& e = from->collectors[oldest];
    // The other ports of the unit have to be free, too.
    if (!std::ranges::all_of(e.ins->taken,
                             [&](unsigned n) { return ports_[n].start_free <= now_; })) {
      continue;
    }
    if (!is_memory(e.ins->op)) {
      const arch& k            = machine_->k;
      const std::uint64_t time = now_ + e.ins->groups[port] - 1 +
                                 (e.ins->tensor ? k.tensor_read_depth : k.depth_of(*e.ins));
      if (!promise(*from, e.ins->d, e.ins->results, e.warp, time)) continue;
    }
    const entry taken = std::move(from->collectors[oldest]);
    from->collectors.erase(from->collectors.begin() + static_cast<std::ptrdiff_t>(oldest));
    execute_now(port, taken);
  }
}

void block::execute_now(unsigned port, const entry& e) {
  warp_state& w    = warps_[e.warp];
  const decoded& i = *e.ins;
  const unsigned g = i.groups[port];
  ++moved_;
  out_.starts.push_back({port, e.warp, e.pc, g});
  ports_[port].start_free = now_ + g;
  for (const unsigned other : i.taken) ports_[other].start_free = now_ + g;
  if (e.hints.read < 6) --w.barriers[e.hints.read];
  const std::uint32_t mask = e.active & truth(w, i.guard, i.guard_not);
  count_.thread_instructions += static_cast<unsigned>(std::popcount(mask));
  values v;
  for (const operand& o : e.operands) v.source[o.slot][o.index] = o.value;

  if (is_memory(i.op)) {
    request r;
    r.of              = e;
    r.mask            = mask;
    r.words           = width_of(i);
    r.from            = now_ + g;
    const auto offset = static_cast<std::uint32_t>(static_cast<std::int16_t>(i.wide));
    for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
      const auto l          = static_cast<unsigned>(std::countr_zero(rest));
      std::uint64_t address = v.source[0][0][l];
      if ((i.mods & Extended) != 0) address |= std::uint64_t{v.source[0][1][l]} << 32;
      address +=
          static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::int32_t>(offset)));
      if (!is_shared(i.op) && address >> 32 != 0) {
        fail(e, "address " + hex(address) + " is beyond 4 GiB");
      }
      r.address[l] = static_cast<std::uint32_t>(address);
      if (r.address[l] % (4 * r.words) != 0) {
        fail(e, "address " + hex(r.address[l]) + " is not a multiple of " +
                    std::to_string(4 * r.words));
      }
      if (is_shared(i.op) &&
          std::uint64_t{r.address[l]} + 4 * r.words > 4 * ((machine_->l.shared_bytes + 3) / 4)) {
        fail(e, "address " + hex(r.address[l]) + " is beyond the shared memory of " +
                    std::to_string(machine_->l.shared_bytes) + " bytes");
      }
    }
    r.data = v.source[2];
    queue_.push_back(std::move(r));
    return;
  }

  v.active  = mask;
  v.pred_in = truth(w, i.pred_in & 7, (i.pred_in & 8) != 0);
  if (i.form == form_e::ConstantB || i.form == form_e::ConstantC) {
    auto& to = v.source[i.form == form_e::ConstantB ? 1 : 2];
    to[0].fill(constant(i, 0));
    to[1].fill(constant(i, 1));
  }
  if (i.op == op_e::S2r || i.op == op_e::Cs2r) {
    for (unsigned l = 0; l < Lanes; ++l) v.special[l] = special(w.begun, i.wide % 7, l);
  }
  if (i.tensor && mask != ~0u) fail(e, "needs all 32 threads");
  outcome x                = sm::execute(machine_->k, i, v);
  result& r                = results_.emplace_back();
  r.id                     = e.id;
  r.warp                   = e.warp;
  r.ins                    = &i;
  r.rows                   = x.d;
  r.registers              = i.results;
  r.mask                   = mask;
  r.p                      = x.p;
  r.q                      = x.q;
  r.hints                  = e.hints;
  r.forward                = now_ + g - 1 + machine_->k.depth_of(i);
  r.time                   = i.tensor ? now_ + g - 1 + machine_->k.tensor_read_depth : r.forward;
  const std::uint64_t late = r.registers == 0 ? 0 : (r.registers - 1) / machine_->k.banks;
  const auto known         = [&](unsigned resource) {
    pending& p = w.board[resource];
    if (p.id != e.id) return;
    p.known      = true;
    p.due        = r.time + late;
    p.due_tensor = i.tensor ? r.forward : p.due;
  };
  for (unsigned n = 0; n < i.results; ++n) known(Predicates + i.d + n);
  for (unsigned rest = i.preds_written; rest != 0; rest &= rest - 1) {
    known(static_cast<unsigned>(std::countr_zero(rest)));
  }
}

/// A special register of a thread.
std::uint32_t block::special(const warp_begin& of, unsigned number, unsigned lane) const {
  const unsigned thread = of.number * machine_->k.threads + lane;
  switch (static_cast<special_e>(number)) {
    case special_e::TidX:
      return thread % of.block_x;
    case special_e::TidY:
      return thread / of.block_x;
    case special_e::CtaidX:
      return of.cta % of.grid_x;
    case special_e::CtaidY:
      return of.cta / of.grid_x;
    case special_e::LaneId:
      return lane;
    case special_e::WarpId:
      return of.id;
    default:
      return static_cast<std::uint32_t>(now_);
  }
}

std::uint32_t block::constant(const instruction& i, unsigned index) const {
  const unsigned at = (i.wide & (PoolBit - 1)) + index;
  const auto& from  = (i.wide & PoolBit) != 0 ? machine_->l.code.pool : machine_->constants;
  return at < from.size() ? from[at] : 0;
}

// Rule 4: reads.

void block::read_banks() {
  for (unsigned s = 0; s < machine_->k.schedulers; ++s) {
    partition& p        = parts_[s];
    std::uint32_t taken = 0;
    for (entry& e : p.collectors) {
      if (e.unread == 0 || e.issued >= now_) continue;
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
        const row& value = warps_[e.warp].regs[o.reg];
        out_.reads.push_back({s, bank, e.warp, o.reg, ~0u, value});
        got(o, e, value, now_ + 1);
        hand_on(p, e, o);
      }
      if (machine_->k.in_order && lacks) break;
    }
  }
}

// The SIMT stack.

void block::resolve_branches() {
  for (unsigned w = 0; w < warps_.size(); ++w) {
    if (warps_[w].branch != nullptr && warps_[w].live && warps_[w].free_at == now_ + 1) resolve(w);
  }
}

void block::end_threads(warp_state& w, std::uint32_t threads) {
  w.alive &= ~threads;
  w.active &= ~threads;
  for (stack_entry& x : w.stack) x.mask &= ~threads;
}

void block::resolve(unsigned warp) {
  warp_state& w    = warps_[warp];
  const decoded& i = *std::exchange(w.branch, nullptr);
  ++moved_;
  entry at;
  at.warp                 = warp;
  at.pc                   = w.pc;
  at.ins                  = &i;
  const std::uint32_t yes = w.active & truth(w, i.guard, i.guard_not);
  const auto jump         = [&](unsigned pc) {
    w.pc          = pc;
    w.buffer_from = now_ + 1;
    w.free_at     = now_ + 1 + machine_->k.fetch;
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
        if (w.stack.size() == machine_->k.stack) fail(at, "the stack of branches is full");
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
        w.live = false;
        std::erase(part(warp).warps, warp);
        std::erase(part(warp).oldest, warp);
        out_.ended.push_back(warp);
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
      out_.arrived.push_back(warp);
  }
}

// Rules 1 to 3: issue.

/// The first register or predicate of an instruction that is in flight and not due when an
/// execution that issues now would start; none if there is no such one.
const block::pending* block::awaited(const warp_state& w, const decoded& i) const {
  if ((w.busy & i.named).none()) return nullptr;
  for (const unsigned resource : i.waits) {
    const pending& p = w.board[resource];
    if (p.id == 0) continue;
    const std::uint64_t due = i.tensor ? p.due_tensor : p.due;
    if (!p.known || due > now_ + 1 + machine_->k.window) return &p;
  }
  return nullptr;
}

reason_e block::obstacle(unsigned scheduler, unsigned warp, unsigned& port) const {
  const warp_state& w = warps_[warp];
  if (w.at_barrier) return reason_e::Barrier;
  if (w.free_at > now_) {
    return w.busy_with == reason_e::Branch && w.buffer_from != 0 && now_ >= w.buffer_from
               ? reason_e::Buffer
               : w.busy_with;
  }
  if (w.pc >= machine_->code.size()) {
    throw fault("a warp runs beyond the last instruction; EXIT is missing");
  }
  const decoded& i    = machine_->code[w.pc];
  const partition& p  = parts_[scheduler];
  const bool by_hints = machine_->deps == deps_e::Control && !machine_->l.code.controls.empty();
  if (by_hints) {
    const unsigned mask = machine_->l.code.controls[w.pc].wait;
    for (unsigned n = 0; n < 6; ++n) {
      if ((mask >> n & 1) != 0 && w.barriers[n] != 0) return reason_e::Stall;
    }
  } else {
    if (const pending* x = awaited(w, i); x != nullptr) {
      return x->load ? reason_e::Memory : reason_e::Scoreboard;
    }
    // An older instruction that still has to read what this one writes.
    for (const entry& e : p.collectors) {
      if (e.warp != warp) continue;
      if ((e.ins->preds_read & i.preds_written) != 0) return reason_e::Read;
      if (e.unread == 0) continue;
      for (const operand& o : e.operands) {
        if (o.state == state_e::Read && o.reg >= i.d && o.reg < i.d + i.results) {
          return reason_e::Read;
        }
      }
    }
  }
  if (i.op == op_e::Exit && w.in_flight != 0) {
    return w.stores != 0 ? reason_e::Memory : reason_e::Scoreboard;
  }
  if (i.op == op_e::BarSync && w.stores != 0) return reason_e::Memory;
  port = ~0u;
  if (i.branches) return reason_e::Issued;
  if (alone_ || (i.both_ports && issued_ != 0)) return reason_e::NotSelected;
  for (const unsigned n : i.ports[scheduler]) {
    const bool free = ports_[n].issue_free <= now_;
    if (!free && i.both_ports) return reason_e::Port;
    if (free && port == ~0u) port = n;
  }
  if (port == ~0u) return reason_e::Port;
  if (is_memory(i.op) && requests_ >= machine_->k.queue) return reason_e::Queue;
  if (p.collectors.size() >= machine_->k.collectors) {
    const bool reads =
        std::ranges::any_of(p.collectors, [](const entry& e) { return e.unread != 0; });
    return reads ? reason_e::Bank : reason_e::Collector;
  }
  return reason_e::Issued;
}

/// The warps of a scheduler in the order of its policy.
const std::vector<unsigned>& block::candidates(const partition& p) {
  auto& order = order_;
  if (machine_->policy == policy_e::Lrr) {
    order            = p.warps;
    const auto after = std::upper_bound(order.begin(), order.end(), p.last);
    std::rotate(order.begin(), after, order.end());
    return order;
  }
  order = p.oldest;
  if (machine_->policy == policy_e::Youngest) std::ranges::reverse(order);
  const auto last = std::find(order.begin(), order.end(), p.last);
  if (last != order.end()) std::rotate(order.begin(), last, last + 1);
  return order;
}

void block::issue_all() {
  const arch& k = machine_->k;
  issued_       = 0;
  alone_        = false;
  for (unsigned n = 0; n < k.schedulers; ++n) {
    // Every two schedulers take turns in who chooses first.
    const bool power = std::has_single_bit(k.schedulers);
    const auto turn  = static_cast<unsigned>(now_ / k.issue_interval % k.schedulers);
    const unsigned s = power ? n ^ turn : (n + turn) % k.schedulers;
    const bool pause = now_ % k.issue_interval != 0;
    unsigned chosen = ~0u, port = ~0u;
    for (const unsigned w : candidates(parts_[s])) {
      unsigned to        = ~0u;
      const reason_e why = obstacle(s, w, to);
      out_.reasons[w]    = why == reason_e::Issued ? reason_e::NotSelected : why;
      if (why != reason_e::Issued || pause || chosen != ~0u) continue;
      chosen = w;
      port   = to;
    }
    if (chosen != ~0u) issue_warp(s, chosen, port);
  }
}

/// The next instruction of a warp, and with dispatch to spare the one behind it.
void block::issue_warp(unsigned scheduler, unsigned warp, unsigned port) {
  const arch& k          = machine_->k;
  const auto& code       = machine_->code;
  warp_state& w          = warps_[warp];
  const bool paired      = !code[w.pc].branches && !code[w.pc].both_ports;
  out_.reasons[warp]     = reason_e::Issued;
  parts_[scheduler].last = warp;
  issue_now(scheduler, warp, port);
  for (unsigned d = 1; d < k.dispatch && paired && w.free_at <= now_; ++d) {
    if (obstacle(scheduler, warp, port) != reason_e::Issued) break;
    if (code[w.pc].both_ports) break;
    issue_now(scheduler, warp, port);
  }
  w.free_at = std::max(w.free_at, now_ + 1);
}

void block::issue_now(unsigned scheduler, unsigned warp, unsigned port) {
  partition& p      = parts_[scheduler];
  warp_state& w     = warps_[warp];
  const unsigned pc = w.pc;
  const decoded& i  = machine_->code[pc];
  out_.issues.push_back({scheduler, warp, pc, w.active});
  ++moved_;
  ++count_.instructions;
  ++count_.issued[pc];
  ++count_.unit[static_cast<std::size_t>(i.unit)];
  ++issued_;
  control hints;
  const bool by_hints = machine_->deps == deps_e::Control && !machine_->l.code.controls.empty();
  if (by_hints) hints = machine_->l.code.controls[pc];

  if (i.branches) {
    w.busy_with   = reason_e::Branch;
    w.buffer_from = 0;
    if (i.op == op_e::Nop || i.op == op_e::Bssy) {
      if (i.op == op_e::Bssy) {
        if (w.stack.size() == machine_->k.stack) throw fault("the stack of branches is full");
        w.stack.push_back({.sync = true, .pc = i.wide, .mask = w.active, .name = i.d});
      }
      ++w.pc;
      w.free_at = now_ + (by_hints ? std::max<unsigned>(1, hints.stall) : 1);
    } else {
      // The guard is read where an execution would start.
      w.branch  = &i;
      w.free_at = now_ + 2 + machine_->k.window;
    }
    return;
  }

  entry& e  = p.collectors.emplace_back();
  e.id      = ++ids_;
  e.issued  = now_;
  e.ins     = &i;
  e.warp    = warp;
  e.port    = port;
  e.pc      = pc;
  e.active  = w.active;
  e.hints   = hints;
  e.lacking = e.unread = static_cast<unsigned>(i.reads.size());
  e.operands.resize(i.reads.size());
  for (std::size_t n = 0; n < i.reads.size(); ++n) {
    const auto& [slot, index, reg] = i.reads[n];
    operand& o                     = e.operands[n];
    o.slot                         = slot;
    o.index                        = index;
    o.reg                          = reg;
    o.state                        = state_e::Read;
    const pending& x               = w.board[Predicates + reg];
    const bool due =
        x.id != 0 && x.known && (i.tensor ? x.due_tensor : x.due) <= now_ + 1 + machine_->k.window;
    kept& here     = p.reuse[slot][bank_of(reg, warp)];
    const bool hit = machine_->k.reuse && here.valid && here.warp == warp && here.reg == reg;
    if (due && i.tensor && x.due_tensor <= now_) {
      // The tensor unit holds a sum until the banks have it.
      const auto held = std::ranges::find(results_, x.id, &result::id);
      o.state         = state_e::Ready;
      o.value         = held->rows[reg - held->ins->d];
    } else if (due) {
      o.state = state_e::Tag;
      o.id    = x.id;
    } else if (hit) {
      ++count_.reuse_hits;
      o.state = here.there ? state_e::Ready : state_e::Follow;
      o.value = here.value;
      o.id    = here.id;
    }
    if (o.state == state_e::Ready) --e.lacking;
    if (o.state != state_e::Read) --e.unread;
    const bool stays = machine_->k.reuse && (i.reuse >> slot & 1) != 0;
    if (stays && !hit) {
      here = {.valid = true,
              .warp  = warp,
              .reg   = reg,
              .id    = e.id,
              .slot  = slot,
              .index = index,
              .there = o.state == state_e::Ready,
              .value = o.value};
    } else if (!stays && o.state == state_e::Read) {
      here.valid = false;
    }
  }
  // A register that is written is no longer kept.
  if (i.results != 0 && machine_->k.reuse) {
    for (auto& slot : p.reuse) {
      for (kept& x : slot) {
        if (x.warp == warp && x.reg >= i.d && x.reg < i.d + i.results) x.valid = false;
      }
    }
  }
  const auto mark = [&](unsigned resource) {
    w.board[resource] = {.id = e.id, .load = is_memory(i.op)};
    w.busy.set(resource);
  };
  for (unsigned n = 0; n < i.results; ++n) mark(Predicates + i.d + n);
  for (unsigned rest = i.preds_written; rest != 0; rest &= rest - 1) {
    mark(static_cast<unsigned>(std::countr_zero(rest)));
  }
  ports_[port].issue_free = now_ + i.groups[port];
  for (const unsigned n : i.taken) ports_[n].issue_free = now_ + i.groups[port];
  if (i.both_ports) alone_ = true;
  if (is_memory(i.op)) {
    ++requests_;
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
}

// Shared memory.

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

block::result access_shared(const block::request& r, std::span<std::uint32_t> words) {
  block::result to;
  to.id        = r.of.id;
  to.warp      = r.of.warp;
  to.ins       = r.of.ins;
  to.registers = r.of.ins->results;
  to.mask      = r.mask;
  to.hints     = r.of.hints;
  for (unsigned l = 0; l < Lanes; ++l) {
    if ((r.mask >> l & 1) == 0) continue;
    for (unsigned i = 0; i < r.words; ++i) {
      std::uint32_t& word = words[r.address[l] / 4 + i];
      if (is_store(r.of.ins->op)) {
        word = r.data[i][l];
      } else {
        to.rows[i][l] = word;
      }
    }
  }
  return to;
}

void block_shared::serve(block& b) {
  if (free_ > now_) return;
  const block::request* due = b.due(true);
  if (due == nullptr) return;
  const block::request r = b.take(due);
  const warp_begin& w    = b.begun(r.of.warp);
  auto to = access_shared(r, std::span(words_).subspan(w.shared_first, w.shared_words));
  const std::uint64_t passes = std::max(1u, shared_passes(r.address, r.mask, r.words));
  const std::uint64_t busy   = passes * k_->pass_cycles;
  free_                      = now_ + std::max<std::uint64_t>(busy, k_->request_interval);
  b.served(r);
  if (is_store(r.of.ins->op)) return b.stored(r);
  to.time = now_ + busy - 1 + k_->shared_depth;
  b.loaded(std::move(to));
}

void block_shared::begin(const warp_begin& b) {
  for (unsigned n = 0; n < b.shared_words; ++n) words_[b.shared_first + n] = 0;
}

// Memory.

/// The sectors of a request, in the order in which the threads touch them; each one's tag is the
/// lowest thread.
void memory_port::prepare(block::request& r) {
  r.prepared               = true;
  std::vector<sector>& all = r.sectors;
  for (unsigned l = 0; l < Lanes; ++l) {
    if ((r.mask >> l & 1) == 0) continue;
    for (unsigned i = 0; i < r.words; ++i) {
      const std::uint32_t address = r.address[l] + 4 * i;
      auto at                     = std::find_if(all.begin(), all.end(),
                                                 [&](const sector& s) { return s.address == address / 32 * 32; });
      if (at == all.end()) {
        all.push_back(
            {.address = address / 32 * 32, .write = is_store(r.of.ins->op), .mask = 0, .tag = l});
        at = std::prev(all.end());
      }
      if (at->write) {
        at->mask |= static_cast<std::uint8_t>(1u << (address / 4 % 8));
        at->data[address / 4 % 8] = r.data[i][l];
      }
    }
  }
}

/// A load from the cycle on in which its first sector is offered: its answer may come before the
/// last sector is asked for.
void memory_port::expect(block& b, unsigned number, block::request& r, std::size_t blocks) {
  r.place = b.reserve();
  loading x;
  x.block        = number;
  x.to.id        = r.of.id;
  x.to.warp      = r.of.warp;
  x.to.ins       = r.of.ins;
  x.to.registers = r.of.ins->results;
  x.to.mask      = r.mask;
  x.to.hints     = r.of.hints;
  x.to.place     = r.place;
  for (sector& y : r.sectors) {
    x.awaited |= 1u << y.tag;
    y.tag += (*r.place * blocks + number) * Lanes;
  }
  x.of = r;
  if (r.sectors.empty()) return b.loaded(std::move(x.to));
  loads_.push_back(std::move(x));
}

void memory_port::take_response(std::span<block> blocks, const sector& s) {
  const auto lane = static_cast<unsigned>(s.tag % Lanes);
  const auto from = std::find_if(loads_.begin(), loads_.end(), [&](const loading& x) {
    return *x.to.place * blocks.size() + x.block == s.tag / Lanes;
  });
  if (from == loads_.end() || (from->awaited >> lane & 1) == 0) return;
  for (unsigned l = 0; l < Lanes; ++l) {
    if ((from->of.mask >> l & 1) == 0) continue;
    for (unsigned i = 0; i < from->of.words; ++i) {
      const std::uint32_t address = from->of.address[l] + 4 * i;
      if (address / 32 * 32 == s.address) from->to.rows[i][l] = s.data[address / 4 % 8];
    }
  }
  ++moved_;
  from->awaited &= ~(1u << lane);
  if (from->awaited != 0) return;
  blocks[from->block].loaded(std::move(from->to));
  loads_.erase(from);
}

std::optional<sector> memory_port::serve(std::span<block> blocks, bool ready) {
  for (std::size_t n = 0; n < blocks.size(); ++n) {
    const auto number       = static_cast<unsigned>((turn_ + n) % blocks.size());
    block& b                = blocks[number];
    block::request* offered = b.due(false);
    if (offered == nullptr) continue;
    block::request& r = *offered;
    const bool stores = is_store(r.of.ins->op);
    if (!r.prepared) {
      prepare(r);
      if (stores) {
        for (sector& x : r.sectors) x.tag = 0;
      } else {
        expect(b, number, r, blocks.size());
      }
    }
    std::optional<sector> request;
    if (r.sent < r.sectors.size()) {
      request = r.sectors[r.sent];
      if (!ready) {
        turn_ = number;  // it stays until memory takes it
        return request;
      }
      ++r.sent;
      ++sectors_;
      ++moved_;
      turn_ = static_cast<unsigned>((number + 1) % blocks.size());
    }
    if (r.sent == r.sectors.size()) {
      const block::request taken = b.take(offered);
      if (stores) b.stored(taken);
    }
    if (request) return request;
  }
  return std::nullopt;
}

// The block alone.

void order(block::outputs& out) {
  std::ranges::stable_sort(out.issues, {}, &block::issue::scheduler);
  const auto place = [](const block::access& x) { return std::pair(x.scheduler, x.bank); };
  std::ranges::sort(out.reads, {}, place);
  std::ranges::sort(out.writes, {}, place);
}

block_model::outputs block_model::advance(const inputs& in) {
  if (in.memory.response) port_.take_response({&block_, 1}, *in.memory.response);
  block_.execute();
  shared_.serve(block_);
  block_.offered(port_.serve({&block_, 1}, in.memory.memory_ready));
  block_.proceed();
  for (unsigned w = 0; w < 32; ++w) {
    if ((in.opened >> w & 1) != 0) block_.open(w);
  }
  block_.issue_all();
  outputs out = block_.out();
  order(out);
  block_.edge();
  shared_.edge();
  for (const warp_begin& b : in.begins) {
    block_.begin(b);
    shared_.begin(b);
  }
  return out;
}

std::ostream& operator<<(std::ostream& os, const block_model::inputs& in) {
  if (in.load) os << "load=" << +in.load->space << ':' << in.load->address << ':' << in.load->data;
  for (const warp_begin& b : in.begins) os << " begin=" << b.warp << ':' << b.threads;
  if (in.memory.response) os << " response=" << in.memory.response->tag;
  return os << " opened=" << in.opened << " memory_ready=" << in.memory.memory_ready;
}

std::ostream& operator<<(std::ostream& os, const block_model::outputs& out) {
  for (const auto& x : out.issues)
    os << "issue=w" << x.warp << '@' << x.pc << ':' << x.active << ' ';
  for (const auto& x : out.starts) os << "start" << x.port << "=w" << x.warp << '@' << x.pc << ' ';
  for (const auto& x : out.services) {
    os << (x.store ? "shared-store=w" : "shared-load=w") << x.warp << ' ';
  }
  if (out.request) {
    os << (out.request->write ? "write@" : "read@") << out.request->address << '#'
       << out.request->tag << ' ';
    for (const std::uint32_t word : out.request->data) os << word << ',';
    os << '/' << +out.request->mask << ' ';
  }
  const auto rows = [&](const char* name, const std::vector<block::access>& all) {
    for (const auto& x : all) {
      os << name << x.bank << "=w" << x.warp << 'R' << x.reg << '/' << x.mask << ':';
      auto last = x.value.end();
      while (last != x.value.begin() && last[-1] == 0) --last;
      for (auto v = x.value.begin(); v != last; ++v) os << *v << ',';
      os << ' ';
    }
  };
  rows("read", out.reads);
  rows("write", out.writes);
  for (const unsigned w : out.arrived) os << "arrived=" << w << ' ';
  for (const unsigned w : out.ended) os << "ended=" << w << ' ';
  os << "reasons=";
  for (const reason_e r : out.reasons) os << name_of(r) << ';';
  return os;
}

}  // namespace weft::golden::sm
