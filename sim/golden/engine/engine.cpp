// SPDX-License-Identifier: Apache-2.0
#include "sim/golden/engine/engine.hpp"

#include <algorithm>

namespace weft::golden::engine {

ring_times ring_cycles(const config& k, std::span<const job> jobs, std::uint64_t latency) {
  engine_core::schedule core(k.core);
  const auto front = front_of(k);
  ring_times t;
  std::uint64_t begun = 0;  // the fetch; the one ahead is begun when nothing is left to load
  for (const job& j : jobs) {
    const auto taken = begun + fetch_cycles(k, latency) + engine_front::check_cycles(front, j) + 5;
    const auto o     = core.run(core_job(j), latency, taken, t.cycles);
    begun            = std::max(o.quiet, t.cycles);
    t.cycles         = o.end + completion_cycles(k, latency) + 3;
    t.array += o.figures.array_cycles;
    t.alone += engine_core::cycles(k.core, core_job(j), latency).time_cycles;
  }
  return t;
}

model::outputs model::peek(const inputs&) const {
  const auto now  = look();
  const auto port = join_.to_port(now.offered);
  return {.regs    = now.front.bus,
          .ar      = port.ar,
          .r_ready = true,
          .aw      = port.aw,
          .w       = port.w,
          .b_ready = true,
          .attr    = now.front.attr,
          .irq     = now.front.irq,
          .idle    = now.front.idle && now.core.idle && !now.fetch.busy && !now.complete.busy};
}

engine::events model::events(const inputs& in) const {
  const auto now = look();
  const axi_join::answers port{in.ar_ready, in.r, in.aw_ready, in.w_ready, in.b};
  const auto& memory = now.front.memory;
  return {core_.events(core_inputs(now.front, join_.to_master(1, now.offered, port))),
          memory.fetch && now.fetch.cmd_ready, now.fetch.done.has_value(),
          memory.comp && now.complete.cmd_ready, now.complete.done.has_value()};
}

void model::step(const inputs& in) {
  const auto now = look();
  const axi_join::answers port{in.ar_ready, in.r, in.aw_ready, in.w_ready, in.b};
  const auto to_ring = join_.to_master(0, now.offered, port);
  const auto to_core = join_.to_master(1, now.offered, port);

  axi_read::inputs fetch{
      .hang_limit = now.front.hang_limit, .ar_ready = to_ring.ar_ready, .r = to_ring.r};
  if (now.front.memory.fetch) {
    fetch.cmd = axi::command{*now.front.memory.fetch, Descriptor, 1, 0};
  }
  axi_write::inputs complete{.hang_limit = now.front.hang_limit,
                             .in         = word_,
                             .aw_ready   = to_ring.aw_ready,
                             .w_ready    = to_ring.w_ready,
                             .b          = to_ring.b};
  const auto& comp = now.front.memory.comp;
  if (comp) complete.cmd = axi::command{comp->address, Completion, 1, 0};

  engine_ring::from_memory memory{.fetch_ready = now.fetch.cmd_ready,
                                  .comp_ready  = now.complete.cmd_ready};
  if (now.fetch.out) {
    memory.word.assign(now.fetch.out->data.begin(), now.fetch.out->data.begin() + bytes_);
  }
  if (now.fetch.done) memory.fetched = {axi::is_error(now.fetch.done->resp)};
  if (now.complete.done) memory.told = {axi::is_error(now.complete.done->resp)};
  front_.step({in.regs, now.core.job_ready, now.core.quiet, now.core.outcome,
               now.core.hung || now.fetch.hung || now.complete.hung, memory});

  if (comp && now.complete.cmd_ready) {
    tell_ = comp->bytes();
    word_ = word_of(0);
    next_ = bytes_;
  } else if (now.complete.in_ready) {
    word_ = word_of(next_);
    next_ += bytes_;
  }
  core_.step(core_inputs(now.front, to_core));
  fetch_.step(fetch);
  complete_.step(complete);
  join_.step(now.offered, port);
}

axi::config model::fetch_bus(axi::config k) {
  k.burst_bytes = std::min(k.burst_bytes, Descriptor);
  k.in_flight   = 2;
  k.beats       = Descriptor / k.bytes;
  return k;
}

axi::config model::complete_bus(axi::config k) {
  k.burst_bytes = std::max(k.bytes, Completion);
  k.in_flight   = 2;
  k.beats       = 2 * k.burst_bytes / k.bytes;
  return k;
}

axi::word model::word_of(unsigned at) const {
  axi::word w{};
  for (unsigned i = 0; i < bytes_ && at + i < Completion; ++i) w[i] = tell_[at + i];
  return w;
}

model::state model::look() const {
  state now{front_.peek(), {}, {}, {}, {}};
  // No output of the core depends on the bus in the same cycle.
  now.core     = core_.peek(core_inputs(now.front, {}));
  now.fetch    = fetch_.peek({.hang_limit = now.front.hang_limit});
  now.complete = complete_.peek({.hang_limit = now.front.hang_limit});
  now.offered  = {
       {{now.fetch.ar, now.complete.aw, now.complete.w}, {now.core.ar, now.core.aw, now.core.w}}};
  return now;
}

engine_core::inputs model::core_inputs(const engine_front::outputs& front,
                                       const axi_join::answers& bus) {
  return {.job        = front.job ? std::optional(core_job(*front.job)) : std::nullopt,
          .abort      = front.abort,
          .hold       = front.hold,
          .hang_limit = front.hang_limit,
          .ar_ready   = bus.ar_ready,
          .r          = bus.r,
          .aw_ready   = bus.aw_ready,
          .w_ready    = bus.w_ready,
          .b          = bus.b};
}

}  // namespace weft::golden::engine
