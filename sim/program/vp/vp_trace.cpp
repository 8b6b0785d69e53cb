// SPDX-License-Identifier: Apache-2.0

#include "sim/program/vp/vp_trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <utility>

namespace weft::sim {
namespace {

using sc_core::sc_time;
using sc_core::sc_time_stamp;

double microseconds(const sc_time& t) { return t.to_seconds() * 1e6; }

const char* name_of(golden::rv64::line_e line) {
  switch (line) {
    case golden::rv64::line_e::Software:
      return "software";
    case golden::rv64::line_e::Timer:
      return "timer";
    default:
      return "external";
  }
}

const char* name_of(golden::engine::end_e how) {
  switch (how) {
    case golden::engine::end_e::Done:
      return "done";
    case golden::engine::end_e::LoadFailed:
      return "load failed";
    case golden::engine::end_e::StoreFailed:
      return "store failed";
    default:
      return "dropped";
  }
}

std::string text_of(tlm::tlm_response_status status) {
  tlm::tlm_generic_payload t;
  t.set_response_status(status);
  return t.get_response_string();
}

}  // namespace

vp_trace::vp_trace(const systemc::engine_config& k)
    : config_(k),
      runs_(events_.add_track("hart", "runs")),
      interrupts_(events_.add_track("hart", "interrupts")),
      lines_(events_.add_track("hart", "uart")),
      engine_(k.engine.core, events_, microseconds(k.clock_period)),
      jobs_(events_.add_track("weft_engine", "jobs")),
      ring_(events_.add_track("weft_engine", "ring")) {}

std::uint64_t vp_trace::cycle_of(const sc_time& t) const {
  return t.value() / config_.clock_period.value();
}

systemc::engine_pins vp_trace::golden(std::function<void(golden::engine::inputs&)> stall) {
  return beside({.cycle = {}, .reset = {}, .stall = std::move(stall)});
}

systemc::engine_pins vp_trace::beside(systemc::engine_pins rtl) {
  using golden_model = golden::engine::model;
  auto model         = std::make_shared<golden_model>(config_.engine);
  auto stall         = rtl.stall;
  return {.cycle = [this, model, rtl](const golden::engine::inputs& in) -> golden::engine::outputs {
            const auto out = model->peek(in);
            cycle(model->events(in));
            model->step(in);
            if (rtl.cycle && rtl.cycle(in) != out) {
              throw std::runtime_error(
                  fmt::format("cycle {}: the RTL differs from golden", cycle_of(sc_time_stamp())));
            }
            return out;
          },
          .reset =
              [this, model, rtl] {
                *model = golden_model(config_.engine);
                taken_.clear();
                if (rtl.reset) rtl.reset();
              },
          .stall = std::move(stall)};
}

void vp_trace::cycle(const golden::engine::events& e) {
  const sc_time now = sc_time_stamp(), behind = now + config_.clock_period;
  engine_.cycle(e, cycle_of(now));
  if (e.fetch) fetch_ = now;
  if (e.fetched) transfer(tlm::TLM_READ_COMMAND, fetch_, behind);
  if (e.complete) complete_ = now;
  if (e.told) transfer(tlm::TLM_WRITE_COMMAND, complete_, behind);
  if (e.ended && !taken_.empty()) {
    job(taken_.front().job, *e.ended, taken_.front().at, behind);
    taken_.pop_front();
  }
  if (e.job) taken_.push_back({*e.job, now});
}

void vp_trace::job(const golden::engine_core::job& j, const golden::engine::outcome& o,
                   const sc_time& from, const sc_time& to) {
  events_.span(jobs_, fmt::format("{}: {} x {} x {}", job_++, j.shape.m, j.shape.n, j.shape.k),
               microseconds(from), microseconds(to),
               {{"end", name_of(o.how)},
                {"cycles", o.time_cycles},
                {"array_cycles", o.array_cycles},
                {"read_bytes", o.read_bytes},
                {"write_bytes", o.write_bytes}});
}

void vp_trace::transfer(tlm::tlm_command command, const sc_time& from, const sc_time& to) {
  events_.span(ring_, command == tlm::TLM_READ_COMMAND ? "descriptor" : "completion",
               microseconds(from), microseconds(to));
}

void vp_trace::watch(systemc::engine_timed& engine) {
  const auto cycle = config_.clock_period;
  engine.watch({.job =
                    [this, cycle](const auto& j, const auto& o, const auto& start, auto latency) {
                      job(j, o, start, start + o.time_cycles * cycle);
                      const auto& k = config_.engine.core;
                      if (o.how == golden::engine::end_e::Done &&
                          blocks_of(k, j) <= systemc::engine_timed::MaxBlocks) {
                        engine_.job(j, cycle_of(start), latency);
                      }
                    },
                .ring = [this, cycle](auto command, const auto& from,
                                      const auto& to) { transfer(command, from, to + cycle); }});
}

void vp_trace::watch(systemc::hart& hart) {
  hart.on_sleep = [this](const sc_time& from, const sc_time& to) {
    if (from > awake_) events_.span(runs_, "runs", microseconds(awake_), microseconds(from));
    events_.span(runs_, "wfi", microseconds(from), microseconds(to));
    awake_ = to;
  };
  hart.on_interrupt = [this](golden::rv64::line_e line, const sc_time& at) {
    events_.instant(interrupts_, name_of(line), microseconds(at));
  };
}

void vp_trace::end(const systemc::hart& hart) {
  const sc_time now = sc_time_stamp(), from = hart.asleep_since().value_or(now);
  if (from > awake_) events_.span(runs_, "runs", microseconds(awake_), microseconds(from));
  if (now > from) events_.span(runs_, "wfi", microseconds(from), microseconds(now));
}

void vp_trace::print(char c) {
  if (c != '\n') {
    line_ += c;
    return;
  }
  events_.instant(lines_, std::exchange(line_, {}), microseconds(sc_time_stamp()));
}

void transaction_trace::add(const std::string& socket, const systemc::transaction& t) {
  auto& lanes = lanes_[socket];
  auto lane   = std::ranges::find_if(lanes, [&](const auto& l) { return l.free <= t.from; });
  if (lane == lanes.end()) {
    lanes.push_back({events_.add_track(socket, fmt::format("lane {}", lanes.size())), {}});
    lane = lanes.end() - 1;
  }
  lane->free = t.to;
  events_.span(lane->track,
               t.command == tlm::TLM_READ_COMMAND    ? "read"
               : t.command == tlm::TLM_WRITE_COMMAND ? "write"
                                                     : "ignore",
               microseconds(t.from), microseconds(t.to),
               {{"address", fmt::format("0x{:x}", t.address)},
                {"bytes", std::uint64_t{t.bytes}},
                {"response", text_of(t.response)}});
}

}  // namespace weft::sim
