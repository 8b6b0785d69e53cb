// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <memory>
#include <utility>

#include "systemc/engine.hpp"

namespace weft::systemc {

using golden::axi::resp_e;

namespace {

/// A burst of the bus has at most 4096 bytes, so it is one transaction.
constexpr unsigned LongestBurst = 4096;

void pass(const sc_core::sc_time& time) {
  if (time != sc_core::SC_ZERO_TIME) sc_core::wait(time);
}

}  // namespace

engine_pins golden_pins(const golden::engine::config& config) {
  auto model = std::make_shared<golden::engine::model>(config);
  return {[model](const golden::engine::inputs& in) {
            const auto out = model->peek(in);
            model->step(in);
            return out;
          },
          [model, config] { *model = golden::engine::model(config); }};
}

engine_cycles::engine_cycles(const sc_core::sc_module_name& name, const engine_config& config,
                             engine_pins pins, transport_e transport)
    : engine_base(name, config),
      pins_(std::move(pins)),
      transport_(transport),
      read_dma_(LongestBurst, pass, dma_master::bursts_e::Overlapping),
      write_dma_(LongestBurst, pass, dma_master::bursts_e::Overlapping),
      phases_([this](std::uint64_t id, bool right, std::span<const unsigned char> data) {
        answer(id, right, data);
      }) {
  if (config.clock_period == sc_core::SC_ZERO_TIME) {
    SC_REPORT_ERROR("/weft/engine", "an engine cycle by cycle needs a clock period");
  }
  SC_THREAD(clock);
  set_stack_size(1 << 20);
  SC_THREAD(read_bursts);
  SC_THREAD(write_bursts);
}

void engine_cycles::start_anew() {
  pins_.reset();
  ++resets_;
  for (bursts* all : {&reads_, &writes_}) all->clear();
  write_addresses_.clear();
  words_.clear();
  if (request_ != nullptr) request_->answer = {0, resp_e::SlvErr};
  answered_.notify(sc_core::SC_ZERO_TIME);
  drive_irq(false, sc_core::sc_time_stamp());
}

void engine_cycles::invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last) {
  read_dma_.invalidate(first, last);
  write_dma_.invalidate(first, last);
}

golden::axil::read_data engine_cycles::access(std::uint32_t offset,
                                              std::optional<golden::axil::write_data> data) {
  request r{.offset = offset, .data = data};
  request_ = &r;
  wake_.notify(sc_core::SC_ZERO_TIME);
  while (!r.answer) wait(answered_);
  request_ = nullptr;
  return *r.answer;
}

// The clock's edges are at multiples of its period.
void engine_cycles::clock() {
  const auto period = config_.clock_period;
  for (;;) {
    const bool works =
        !idle_ || !reads_.empty() || !writes_.empty() || (request_ != nullptr && !request_->answer);
    if (held_in_reset() || !works) {
      wait(wake_);
      const auto late = sc_core::sc_time_stamp().value() % period.value();
      if (late != 0) wait(period - sc_core::sc_time::from_value(late));
      continue;
    }
    golden::engine::inputs in;
    drive(in);
    if (pins_.stall) pins_.stall(in);
    const auto out = pins_.cycle(in);
    idle_          = out.idle;
    activity_.busy_cycles += !idle_;
    activity_.read_bytes += in.r ? config_.engine.core.bus.bytes : 0;
    activity_.write_bytes += out.w && in.w_ready ? config_.engine.core.bus.bytes : 0;
    drive_irq(out.irq, sc_core::sc_time_stamp() + period);
    take(in, out);
    wait(period);
  }
}

/// The word or response that is there in this cycle, and the access.
void engine_cycles::drive(golden::engine::inputs& in) {
  if (there(reads_)) {
    const burst& b      = reads_.front();
    const unsigned word = 1u << b.at.size;
    in.r                = golden::axi_read::r_beat{{}, b.resp, b.given + 1 == b.at.beats};
    std::copy_n(b.data.begin() + b.given * word, word, in.r->data.begin());
  }
  if (there(writes_)) in.b = writes_.front().resp;
  in.ar_ready = in.aw_ready = in.w_ready = phases_.ready();
  if (request_ == nullptr || request_->answer) return;
  const request& r = *request_;
  if (!r.data) {
    if (!r.address_taken) in.regs.ar = r.offset;
    return;
  }
  if (!r.address_taken) in.regs.aw = r.offset;
  if (!r.data_taken) in.regs.w = *r.data;
}

bool engine_cycles::there(const bursts& all) const {
  return !all.empty() && all.front().answered && *all.front().answered <= sc_core::sc_time_stamp();
}

/// Takes note of the transfers of this cycle.
void engine_cycles::take(const golden::engine::inputs& in, const golden::engine::outputs& out) {
  if (in.r && ++reads_.front().given == reads_.front().at.beats) reads_.pop_front();
  if (in.b) writes_.pop_front();

  if (request_ != nullptr && !request_->answer) {
    request& r = *request_;
    r.address_taken |= (in.regs.ar && out.regs.ar_ready) || (in.regs.aw && out.regs.aw_ready);
    r.data_taken |= in.regs.w && out.regs.w_ready;
    if (out.regs.b) r.answer = {0, *out.regs.b};
    if (out.regs.r) r.answer = *out.regs.r;
    if (r.answer) answered_.notify(sc_core::SC_ZERO_TIME);
  }

  if (out.ar && in.ar_ready) {
    ask(reads_, {.id = ++bursts_, .at = *out.ar, .data = {}, .enabled = {}}, read_there_);
  }
  if (out.aw && in.aw_ready) write_addresses_.push_back(*out.aw);
  if (out.w && in.w_ready) words_.push_back(*out.w);
  while (!write_addresses_.empty() && words_.size() >= write_addresses_.front().beats) {
    burst b{.id = ++bursts_, .at = write_addresses_.front(), .data = {}, .enabled = {}};
    write_addresses_.pop_front();
    for (unsigned i = 0; i < b.at.beats; ++i) {
      for (unsigned j = 0; j < 1u << b.at.size; ++j) {
        b.data.push_back(words_.front().data[j]);
        b.enabled.push_back((words_.front().strb >> j & 1) != 0);
      }
      words_.pop_front();
    }
    ask(writes_, std::move(b), write_there_);
  }
}

void engine_cycles::ask(bursts& all, burst b, sc_core::sc_event& there) {
  if (transport_ == transport_e::Phases) {
    begin(b, &all == &writes_ ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
  } else {
    there.notify(sc_core::SC_ZERO_TIME);
  }
  all.push_back(std::move(b));
}

void engine_cycles::begin(const burst& b, tlm::tlm_command command) {
  phased_master::burst to{
      .id = b.id, .command = command, .address = b.at.addr, .data = b.data, .enabled = {}};
  if (command == tlm::TLM_READ_COMMAND) to.data.resize(std::size_t{b.at.beats} << b.at.size);
  if (std::ranges::find(b.enabled, false) != b.enabled.end()) {
    for (const bool on : b.enabled) {
      to.enabled.push_back(on ? TLM_BYTE_ENABLED : TLM_BYTE_DISABLED);
    }
  }
  phases_.begin(bus(), std::move(to));
}

/// Takes note of BEGIN_RESP. A burst of before a reset is not there any more.
void engine_cycles::answer(std::uint64_t id, bool right, std::span<const unsigned char> data) {
  for (bursts* all : {&reads_, &writes_}) {
    const auto found = std::ranges::find(*all, id, &burst::id);
    if (found == all->end()) continue;
    found->resp = right ? resp_e::Okay : resp_e::SlvErr;
    found->data.assign(data.begin(), data.end());
    found->answered = sc_core::sc_time_stamp() + config_.clock_period;
  }
}

tlm::tlm_sync_enum engine_cycles::nb_transport_bw(tlm::tlm_generic_payload& trans,
                                                  tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  return phases_.nb_transport_bw(trans, phase, delay);
}

void engine_cycles::read_bursts() { transport(reads_, read_there_, read_dma_, false); }
void engine_cycles::write_bursts() { transport(writes_, write_there_, write_dma_, true); }

/// Transports bursts one after the other. A burst that is taken in a cycle is answered in the next
/// one at the earliest.
void engine_cycles::transport(bursts& all, sc_core::sc_event& there, dma_master& dma, bool writes) {
  for (;;) {
    const auto next = std::ranges::find_if(all, [](const burst& b) { return !b.answered; });
    if (next == all.end()) {
      wait(there);
      continue;
    }
    burst b           = *next;
    const auto resets = resets_;
    const auto start  = sc_core::sc_time_stamp();
    dma.begin(bus());
    try {
      if (!writes) dma.read(b.at.addr, std::uint64_t{b.at.beats} << b.at.size, b.data);
      for (std::size_t i = 0, end; writes && i < b.data.size(); i = end) {
        for (end = i + 1; end < b.data.size() && b.enabled[end] == b.enabled[i];) ++end;
        if (b.enabled[i]) dma.write(b.at.addr + i, &b.data[i], end - i);
      }
    } catch (const dma_master::fault&) {
      b.resp = resp_e::SlvErr;
      b.data.resize(std::size_t{b.at.beats} << b.at.size);
    }
    if (resets != resets_) continue;
    b.answered = start + dma.latency() + config_.clock_period;
    *std::ranges::find_if(all, [](const burst& x) { return !x.answered; }) = std::move(b);
  }
}

}  // namespace weft::systemc
