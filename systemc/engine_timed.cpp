// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>
#include <cstring>
#include <string>

#include "systemc/engine.hpp"

namespace weft::systemc {

using golden::engine::end_e;
using golden::engine::outcome;
using golden::engine_core::block_in_memory;
using golden::tensor::block_walk;

namespace {

/// golden::engine_core::cycles(); of a large job, those of its first blocks, in proportion.
outcome law(const golden::engine_core::config& k, golden::engine_core::job j,
            std::uint64_t latency) {
  const std::uint64_t all = blocks_of(k, j.shape);
  const auto cut          = [&](unsigned& dim, unsigned block) {
    const auto others = blocks_of(k, j.shape) / ((dim + block - 1) / block);
    const auto fits   = std::max<std::uint64_t>(1, engine_timed::MaxBlocks / others);
    dim               = static_cast<unsigned>(std::min<std::uint64_t>(dim, fits * block));
  };
  cut(j.shape.m, k.block_m);
  cut(j.shape.n, k.block_n);
  cut(j.shape.k, k.block_k);
  const std::uint64_t counted = blocks_of(k, j.shape);
  outcome o                   = golden::engine_core::cycles(k, j, latency);
  for (auto* figure : {&o.array_cycles, &o.time_cycles, &o.read_bytes, &o.write_bytes, &o.wait_load,
                       &o.wait_store}) {
    *figure = static_cast<std::uint64_t>(static_cast<unsigned __int128>(*figure) * all / counted);
  }
  return o;
}

/// A register, as a read of it answers; takes the model some cycles on.
std::uint32_t read_register(golden::engine_front::model& m, std::uint32_t offset) {
  golden::engine_front::inputs in{.bus       = {.b_ready = true, .r_ready = true},
                                  .job_ready = false,
                                  .memory    = {.fetch_ready = false, .comp_ready = false}};
  // An answer that another access is owed comes first.
  while (m.peek().bus.r || m.peek().bus.b || !m.peek().bus.ar_ready) m.step(in);
  in.bus.ar = offset;
  m.step(in);
  in.bus.ar.reset();
  while (!m.peek().bus.r) m.step(in);
  const auto value = m.peek().bus.r->data;
  m.step(in);
  return value;
}

/// A cycle in which nobody takes or answers anything.
const golden::engine_front::inputs Nothing{.bus       = {.b_ready = false, .r_ready = false},
                                           .job_ready = false,
                                           .memory = {.fetch_ready = false, .comp_ready = false}};

}  // namespace

engine_timed::engine_timed(const sc_core::sc_module_name& name, const engine_config& config)
    : engine_base(name, config),
      front_(golden::engine::front_of(config.engine)),
      dma_(
          config.engine.core.bus.burst_bytes,
          [this](const sc_core::sc_time& time) { pass_until(sc_core::sc_time_stamp() + time); },
          dma_master::bursts_e::Overlapping) {
  SC_THREAD(run);
  set_stack_size(1 << 20);
}

void engine_timed::start_anew() {
  front_ = golden::engine_front::model(golden::engine::front_of(config_.engine));
  ++resets_;
  if (traced_) show_registers();
  change_.notify(sc_core::SC_ZERO_TIME);
  drive_irq(false, sc_core::sc_time_stamp());
}

void engine_timed::invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last) {
  dma_.invalidate(first, last);
}

// Registers.

/// A cycle, with the access in progress.
void engine_timed::step(golden::engine_front::inputs in) {
  in.bus            = bus_;
  const auto before = front_.peek().bus;
  front_.step(in);
  front_time_ = std::max(front_time_, sc_core::sc_time_stamp()) + cycles(1);
  if (before.aw_ready) bus_.aw.reset();
  if (before.w_ready) bus_.w.reset();
  if (before.ar_ready) bus_.ar.reset();
  if (before.b && bus_.b_ready) answer_ = {0, *before.b};
  if (before.r && bus_.r_ready) answer_ = *before.r;
  const auto now = front_.peek();
  drive_irq(now.irq, front_time_ + cycles(1));  // at the end of that cycle
  if (traced_) show_registers();
  if (now.abort) change_.notify(sc_core::SC_ZERO_TIME);
  if (!now.idle && rests_) {
    next_step_ = front_time_;
    wake_.notify(sc_core::SC_ZERO_TIME);
  }
  stepped_.notify(sc_core::SC_ZERO_TIME);
}

// The thread of jobs says when it steps next; before that, cycles are stepped here.
golden::axil::read_data engine_timed::access(std::uint32_t offset,
                                             std::optional<golden::axil::write_data> data) {
  bus_ = data ? golden::axil::from_master{.aw = offset, .w = data}
              : golden::axil::from_master{.ar = offset};
  answer_.reset();
  for (const auto resets = resets_; !answer_ && resets == resets_;) {
    const auto now = sc_core::sc_time_stamp();
    if (front_time_ > now) {
      wait(front_time_ - now, change_);
    } else if (next_step_ <= now) {
      wait(stepped_ | change_);
    } else {
      step(Nothing);
    }
  }
  bus_ = Nothing.bus;
  return answer_.value_or(golden::axil::read_data{0, golden::axil::resp_e::SlvErr});
}

// Reads whole registers of a copy, so that the model keeps its state.
unsigned engine_timed::transport_dbg(tlm::tlm_generic_payload& trans) {
  using golden::engine_map::PageBytes;
  const auto address = trans.get_address();
  if (!trans.is_read() || address >= PageBytes || trans.get_data_ptr() == nullptr) return 0;
  const auto length =
      static_cast<unsigned>(std::min<std::uint64_t>(trans.get_data_length(), PageBytes - address));
  auto copy = front_;
  std::array<std::uint32_t, PageBytes / 4> page{};
  for (auto word = address / 4; word <= (address + length - 1) / 4; ++word) {
    page[word] = read_register(copy, static_cast<std::uint32_t>(4 * word));
  }
  std::memcpy(trans.get_data_ptr(), reinterpret_cast<const unsigned char*>(page.data()) + address,
              length);
  return length;
}

void engine_timed::trace(sc_core::sc_trace_file* file) const {
  traced_ = std::make_unique<std::array<std::uint32_t, TracedRegisters.size()>>();
  show_registers();
  for (std::size_t i = 0; i < TracedRegisters.size(); ++i) {
    sc_core::sc_trace(file, (*traced_)[i], std::string(name()) + "." + TracedRegisters[i].name);
  }
}

void engine_timed::show_registers() const {
  for (std::size_t i = 0; i < TracedRegisters.size(); ++i) {
    auto copy     = front_;
    (*traced_)[i] = read_register(copy, TracedRegisters[i].offset);
  }
}

// Jobs and the ring.

void engine_timed::run() {
  for (;;) {
    while (held_in_reset() || front_.peek().idle) {
      if (busy_since_) {
        activity_.busy_cycles += cycles_of(front_time_ - *busy_since_);
        busy_since_.reset();
      }
      next_step_ = sc_core::sc_max_time();
      rests_     = true;
      wait(wake_);
      rests_ = false;
    }
    resets_at_start_ = resets_;
    runs_job_        = false;
    try {
      turn();
    } catch (const dropped&) {
    }
  }
}

/// One cycle, or as many as the memory or the array needs for what the front asks in it.
void engine_timed::turn() {
  next_step_ = front_time_;
  pass_until(next_step_);
  const auto now        = front_.peek();
  const auto start      = sc_core::sc_time_stamp();
  const bool takes      = now.job && !now.abort;
  busy_since_           = busy_since_.value_or(start);
  auto in               = Nothing;
  in.job_ready          = takes;
  in.memory.fetch_ready = now.memory.fetch.has_value();
  in.memory.comp_ready  = now.memory.comp.has_value();
  step(in);
  in         = Nothing;
  next_step_ = sc_core::sc_max_time();
  if (now.memory.fetch) {
    activity_.read_bytes += golden::engine_ring::DescriptorBytes;
    in.memory.word    = std::vector<std::uint8_t>(golden::engine_ring::DescriptorBytes);
    const auto moved  = move(tlm::TLM_READ_COMMAND, *now.memory.fetch, in.memory.word);
    in.memory.fetched = {.error = !moved.right};
    next_step_        = start + cycles(fetch_cycles(config_.engine, moved.latency));
    if (watch_.ring) watch_.ring(tlm::TLM_READ_COMMAND, start, next_step_);
  } else if (now.memory.comp) {
    auto bytes = now.memory.comp->bytes();
    activity_.write_bytes += std::max<std::uint64_t>(config_.engine.core.bus.bytes, bytes.size());
    const auto moved = move(tlm::TLM_WRITE_COMMAND, now.memory.comp->address, bytes);
    in.memory.told   = {.error = !moved.right};
    next_step_       = start + cycles(completion_cycles(config_.engine, moved.latency));
    if (watch_.ring) watch_.ring(tlm::TLM_WRITE_COMMAND, start, next_step_);
  } else if (takes) {
    const auto job = golden::engine::core_job(*now.job);
    runs_job_      = true;
    in.ended       = run_job(job, start);
    runs_job_      = false;
    if (watch_.job) watch_.job(job, *in.ended, start, job_latency_);
    activity_.read_bytes += in.ended->read_bytes;
    activity_.write_bytes += in.ended->write_bytes;
    next_step_ = std::max(sc_core::sc_time_stamp(), front_time_);
  } else {
    return;
  }
  pass_until(next_step_);
  step(in);
}

/// Waits; whether the job goes on.
bool engine_timed::pass_until(const sc_core::sc_time& time) {
  for (;;) {
    if (resets_ != resets_at_start_) throw dropped{};
    const auto now = sc_core::sc_time_stamp();
    if (now >= time) return true;
    if (runs_job_ && front_.peek().abort) return false;
    wait(time - now, change_);
  }
}

/// Moves some bytes at once.
engine_timed::moved engine_timed::move(tlm::tlm_command command, std::uint64_t address,
                                       std::span<std::uint8_t> bytes) {
  moved m{.right = true};
  dma_.begin(bus());
  try {
    if (command == tlm::TLM_READ_COMMAND) {
      std::vector<unsigned char> read;
      dma_.read(address, bytes.size(), read);
      std::ranges::copy(read, bytes.begin());
    } else {
      dma_.write(address, bytes.data(), bytes.size());
    }
  } catch (const dma_master::fault&) {
    m.right = false;
  }
  m.latency = cycles_of(dma_.latency());
  return m;
}

std::uint64_t engine_timed::cycles_of(const sc_core::sc_time& time) const {
  const auto period = config_.clock_period.value();
  return period == 0 ? 0 : time.value() / period;
}

/// The job that is taken in the cycle at `start`; returns in that of its end.
outcome engine_timed::run_job(const golden::engine_core::job& job, const sc_core::sc_time& start) {
  const auto& k    = config_.engine.core;
  const auto since = [&] { return cycles_of(sc_core::sc_time_stamp() - start); };
  const auto all   = blocks_of(k, job.shape);
  outcome o;
  std::uint64_t done = 0;
  block_.flow        = job.flow;
  try {
    for (block_walk w(job.shape, k.block_m, k.block_n, k.block_k);; w.step()) {
      dma_.begin(bus());
      const block_in_memory at{k, job, w};
      load(at);
      if (done == 0) {
        job_latency_ = cycles_of(dma_.latency());
        o            = law(k, job, job_latency_);
        // The figure counts the first cycle and the last one.
        next_step_ = start + cycles(o.time_cycles - 1);
      }
      block_.shape    = {w.rows(), w.cols(), w.depth()};
      block_.epilogue = w.deepest() ? job.epilogue : golden::tensor::epilogue_of{};
      block_.c        = std::move(sums_);
      sums_           = golden::tensor::gemm(k.array, block_);
      ++done;
      // The last block is stored at the end of its time, so that nobody sees D before.
      if (!pass_until(start + cycles((o.time_cycles - 1) * done / all))) {
        return {.how = end_e::Dropped, .time_cycles = since()};
      }
      if (!w.deepest()) continue;
      dma_.begin(bus());
      const auto d     = at.d();
      const auto width = golden::engine_core::stored_bytes(k, job.epilogue.output);
      matrices_.store(
          {d.addr, static_cast<std::uint32_t>(d.stride), d.rows, d.bytes / width, width}, sums_);
      if (w.last()) return o;
    }
  } catch (const dma_master::fault& fault) {
    const bool read = fault.command == tlm::TLM_READ_COMMAND;
    return {.how         = read ? end_e::LoadFailed : end_e::StoreFailed,
            .fault       = fault.address / k.bus.bytes * k.bus.bytes,
            .time_cycles = since()};
  }
}

/// The operands of a block; the sums so far are kept.
void engine_timed::load(const block_in_memory& at) {
  const auto& type   = config_.engine.core.array.type;
  const auto operand = [&](const golden::axi::command& c, unsigned width, unsigned bits,
                           bool transposed, std::vector<std::uint64_t>& to) {
    const memory_matrix m{c.addr, static_cast<std::uint32_t>(c.stride), c.rows, c.bytes / width,
                          width};
    if (transposed) {
      matrices_.load_transposed(m, bits, to);
    } else {
      matrices_.load(m, bits, to);
    }
  };
  const auto& k = config_.engine.core;
  operand(at.a(), k.a_bytes(), type.a_bits(), at.j.transpose_a, block_.a);
  operand(at.b(), k.b_bytes(), type.b_bits(), at.j.transpose_b, block_.b);
  if (at.w.k() == 0) sums_.clear();
  if (at.w.k() == 0 && at.j.preload) {
    operand(at.c(), k.sum_bytes(), type.result_bits(), false, sums_);
  }
}

}  // namespace weft::systemc
