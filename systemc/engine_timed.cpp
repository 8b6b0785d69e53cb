// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <string>
#include <utility>

#include "systemc/engine.hpp"

namespace weft::systemc {

using golden::engine::end_e;
using golden::engine::outcome;
using golden::engine_core::block_in_memory;
using golden::engine_core::job_walk;

namespace {

/// When the job is done by its schedule; a large one by that of its first blocks, in proportion.
golden::engine_core::schedule::times law(golden::engine_core::schedule& schedule,
                                         const golden::engine_core::config& k,
                                         golden::engine_core::job j, std::uint64_t latency,
                                         std::uint64_t taken, std::uint64_t released) {
  const std::uint64_t all = blocks_of(k, j);
  const auto cut          = [&](unsigned& dim, unsigned block) {
    const auto others = blocks_of(k, j) / ((dim + block - 1) / block);
    const auto fits   = std::max<std::uint64_t>(1, engine_timed::MaxBlocks / others);
    dim               = static_cast<unsigned>(std::min<std::uint64_t>(dim, fits * block));
  };
  cut(j.shape.m, k.block_m);
  cut(j.shape.n, j.copies() ? k.block_n * k.sum_bytes() : k.block_n);
  cut(j.shape.k, j.copies() ? 1 : k.block_k);
  const std::uint64_t counted = blocks_of(k, j);
  auto t                      = schedule.run(j, latency, taken, released);
  outcome& o                  = t.figures;
  const auto time             = o.time_cycles;
  for (auto* figure : {&o.array_cycles, &o.time_cycles, &o.read_bytes, &o.write_bytes, &o.wait_load,
                       &o.wait_store}) {
    *figure = static_cast<std::uint64_t>(static_cast<unsigned __int128>(*figure) * all / counted);
  }
  schedule.later(o.time_cycles - time);
  t.quiet += o.time_cycles - time;
  t.end += o.time_cycles - time;
  return t;
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
      schedule_(config.engine.core),
      dma_(
          config.engine.core.bus.burst_bytes,
          [this](const sc_core::sc_time& time) { pass_until(sc_core::sc_time_stamp() + time); },
          dma_master::bursts_e::Overlapping),
      ring_dma_(
          config.engine.core.bus.burst_bytes,
          [](const sc_core::sc_time& time) {
            if (time != sc_core::SC_ZERO_TIME) sc_core::wait(time);
          },
          dma_master::bursts_e::Overlapping) {
  SC_THREAD(run);
  set_stack_size(1 << 20);
  SC_THREAD(work);
  set_stack_size(1 << 20);
}

void engine_timed::start_anew() {
  front_ = golden::engine_front::model(golden::engine::front_of(config_.engine));
  ++resets_;
  jobs_.clear();
  fetch_.reset();
  tell_.reset();
  ended_.reset();
  quiet_at_ = ends_at_ = sc_core::sc_max_time();
  if (traced_) show_registers();
  change_.notify(sc_core::SC_ZERO_TIME);
  drive_irq(false, sc_core::sc_time_stamp());
}

void engine_timed::invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last) {
  dma_.invalidate(first, last);
  ring_dma_.invalidate(first, last);
}

// Registers.

/// The next cycle, with the access in progress.
void engine_timed::step(golden::engine_front::inputs in) {
  skip_to(sc_core::sc_time_stamp());
  in.bus            = bus_;
  in.quiet          = quiet_at(front_time_);
  const auto before = front_.peek();
  front_.step(in);
  front_time_ += cycles(1);
  if (before.bus.aw_ready) bus_.aw.reset();
  if (before.bus.w_ready) bus_.w.reset();
  if (before.bus.ar_ready) bus_.ar.reset();
  if (before.bus.b && bus_.b_ready) answer_ = {0, *before.bus.b};
  if (before.bus.r && bus_.r_ready) answer_ = *before.bus.r;
  const auto now = front_.peek();
  if (before.hold && !now.hold) released_ = cycle_at(front_time_);
  drive_irq(now.irq, front_time_ + cycles(1));  // at the end of that cycle
  if (traced_) show_registers();
  next_step_ = due();
  change_.notify(sc_core::SC_ZERO_TIME);
}

/// The cycles up to a time have nothing for the front.
void engine_timed::skip_to(const sc_core::sc_time& time) {
  if (time <= front_time_) return;
  front_.pass(cycles_of(time - front_time_));
  front_time_ = time;
}

/// Whether nothing of the jobs is left to load.
bool engine_timed::quiet_at(const sc_core::sc_time& time) const {
  return jobs_.empty() || (jobs_.size() == 1 && quiet_at_ <= time);
}

/// When the thread of the front has to step: the next cycle if it goes on by itself or asks for
/// something, or when it is answered.
sc_core::sc_time engine_timed::due() const {
  const auto now   = front_.peek();
  const bool asks  = (now.memory.fetch && !fetch_) || (now.memory.comp && !tell_);
  const bool takes = now.job && !now.abort && jobs_.size() < MaxJobs;
  if (asks || takes || front_.moves(quiet_at(front_time_))) return front_time_;
  auto at = sc_core::sc_max_time();
  if (fetch_) at = std::min(at, fetch_->at);
  if (tell_) at = std::min(at, tell_->at);
  if (ended_) at = std::min(at, front_time_);
  if (const auto left = front_.paced_in()) at = std::min(at, front_time_ + cycles(*left));
  if (jobs_.size() == 1 && quiet_at_ > front_time_) at = std::min(at, quiet_at_);
  // A job that is late ends when it does.
  if (!jobs_.empty() && ends_at_ >= sc_core::sc_time_stamp()) at = std::min(at, ends_at_);
  return std::max(at, front_time_);
}

// The thread of the front says when it steps next; before that, cycles are stepped here.
golden::axil::read_data engine_timed::access(std::uint32_t offset,
                                             std::optional<golden::axil::write_data> data) {
  bus_ = data ? golden::axil::from_master{.aw = offset, .w = data}
              : golden::axil::from_master{.ar = offset};
  answer_.reset();
  // A clock that runs has had its edge already.
  const auto asked = sc_core::sc_time_stamp();
  if (!front_.peek().idle && next_step_ > asked && front_time_ <= asked) {
    skip_to(asked + cycles(1));
  }
  for (const auto resets = resets_; !answer_ && resets == resets_;) {
    const auto now = sc_core::sc_time_stamp();
    if (front_time_ > now) {
      wait(front_time_ - now, change_);
    } else if (next_step_ = due(); next_step_ <= now) {
      wait(cycles(1), change_);
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

// The front: the ring and the checks of jobs.

void engine_timed::run() {
  for (;;) {
    while (held_in_reset() || front_.peek().idle) {
      if (busy_since_) {
        activity_.busy_cycles += cycles_of(front_time_ - *busy_since_);
        busy_since_.reset();
      }
      next_step_ = sc_core::sc_max_time();
      wait(change_);
    }
    try {
      turn(resets_);
    } catch (const dropped&) {
    }
  }
}

/// Waits for the next cycle in which something happens, and steps it.
void engine_timed::turn(std::uint64_t resets) {
  for (;;) {
    if (resets != resets_) throw dropped{};
    next_step_      = due();
    const auto now  = sc_core::sc_time_stamp();
    const bool late = !jobs_.empty() && !ended_ && ends_at_ == now;
    if (next_step_ <= now && !(late && next_step_ == ends_at_)) break;
    if (next_step_ == sc_core::sc_max_time()) {
      wait(change_);
    } else {
      wait(next_step_ <= now ? cycles(1) : next_step_ - now, change_);
    }
  }
  const auto start  = sc_core::sc_time_stamp();
  busy_since_       = busy_since_.value_or(start);
  const auto now    = front_.peek();
  auto in           = Nothing;
  const bool begins = now.memory.fetch && !fetch_, tells = now.memory.comp && !tell_;
  in.job_ready          = now.job && !now.abort && jobs_.size() < MaxJobs;
  in.memory.fetch_ready = begins;
  in.memory.comp_ready  = tells;
  if (fetch_ && fetch_->at <= start) {
    in.memory.word    = std::move(fetch_->word);
    in.memory.fetched = fetch_->end;
    fetch_.reset();
  }
  if (tell_ && tell_->at <= start) {
    in.memory.told = tell_->end;
    tell_.reset();
  }
  if (ended_) {
    in.ended = std::exchange(ended_, {});
    activity_.read_bytes += in.ended->read_bytes;
    activity_.write_bytes += in.ended->write_bytes;
    if (watch_.job) watch_.job(jobs_.front().job, *in.ended, job_start_, job_latency_);
    jobs_.pop_front();
    quiet_at_ = ends_at_ = sc_core::sc_max_time();
  }
  if (in.job_ready) {
    if (jobs_.empty()) {
      chain_from_ = start;
      schedule_   = golden::engine_core::schedule(config_.engine.core);
      released_   = 0;
    }
    jobs_.push_back({golden::engine::core_job(*now.job), cycle_at(start)});
  }
  step(in);
  if (begins) {
    activity_.read_bytes += golden::engine_ring::DescriptorBytes;
    std::vector<std::uint8_t> word(golden::engine_ring::DescriptorBytes);
    const auto moved = move(tlm::TLM_READ_COMMAND, *now.memory.fetch, word);
    if (resets != resets_) throw dropped{};
    fetch_ = {.at   = start + cycles(fetch_cycles(config_.engine, moved.latency)),
              .word = std::move(word),
              .end  = {.error = !moved.right}};
    if (watch_.ring) watch_.ring(tlm::TLM_READ_COMMAND, start, fetch_->at);
  } else if (tells) {
    auto bytes = now.memory.comp->bytes();
    activity_.write_bytes += std::max<std::uint64_t>(config_.engine.core.bus.bytes, bytes.size());
    const auto moved = move(tlm::TLM_WRITE_COMMAND, now.memory.comp->address, bytes);
    if (resets != resets_) throw dropped{};
    tell_ = {.at   = start + cycles(completion_cycles(config_.engine, moved.latency)),
             .word = {},
             .end  = {.error = !moved.right}};
    if (watch_.ring) watch_.ring(tlm::TLM_WRITE_COMMAND, start, tell_->at);
  }
}

/// Moves some bytes of the ring at once.
engine_timed::moved engine_timed::move(tlm::tlm_command command, std::uint64_t address,
                                       std::span<std::uint8_t> bytes) {
  moved m{.right = true};
  ring_dma_.begin(bus());
  try {
    if (command == tlm::TLM_READ_COMMAND) {
      std::vector<unsigned char> read;
      ring_dma_.read(address, bytes.size(), read);
      std::ranges::copy(read, bytes.begin());
    } else {
      ring_dma_.write(address, bytes.data(), bytes.size());
    }
  } catch (const dma_master::fault&) {
    m.right = false;
  }
  m.latency = cycles_of(ring_dma_.latency());
  return m;
}

std::uint64_t engine_timed::cycles_of(const sc_core::sc_time& time) const {
  const auto period = config_.clock_period.value();
  return period == 0 ? 0 : time.value() / period;
}

/// Cycles since the first of the jobs that follow each other was taken.
std::uint64_t engine_timed::cycle_at(const sc_core::sc_time& time) const {
  return time < chain_from_ ? 0 : cycles_of(time - chain_from_);
}

// The core.

/// One job after the other; one behind another begins when nothing of the ring is before it.
void engine_timed::work() {
  for (;;) {
    while (jobs_.empty() || ended_ || (front_.peek().hold && !front_.peek().abort)) wait(change_);
    resets_at_start_ = resets_;
    try {
      const outcome o =
          front_.peek().abort ? outcome{.how = end_e::Dropped} : run_job(jobs_.front());
      const auto at = cycle_at(sc_core::sc_time_stamp());
      // A target that waits makes the job longer than its schedule.
      if (ends_at_ != sc_core::sc_max_time() && at > cycle_at(ends_at_)) {
        schedule_.later(at - cycle_at(ends_at_));
      }
      ended_     = o;
      next_step_ = due();
      change_.notify(sc_core::SC_ZERO_TIME);
    } catch (const dropped&) {
    }
  }
}

/// Waits; whether the job goes on.
bool engine_timed::pass_until(const sc_core::sc_time& time) {
  for (;;) {
    if (resets_ != resets_at_start_) throw dropped{};
    const auto now = sc_core::sc_time_stamp();
    if (now >= time) return true;
    if (front_.peek().abort) return false;
    wait(time - now, change_);
  }
}

/// The oldest job; returns in the cycle of its end.
outcome engine_timed::run_job(const given& given) {
  const auto& job  = given.job;
  const auto& k    = config_.engine.core;
  const auto since = [&] { return cycle_at(sc_core::sc_time_stamp()) - given.taken; };
  const auto all   = blocks_of(k, job);
  outcome o;
  sc_core::sc_time start = chain_from_ + cycles(given.taken);
  job_start_             = start;
  std::uint64_t done     = 0;
  block_.flow            = job.flow;
  try {
    for (job_walk w(k, job, k.block_k);; w.step()) {
      dma_.begin(bus());
      const block_in_memory at{k, job, w};
      load(at);
      if (done == 0) {
        job_latency_     = cycles_of(dma_.latency());
        const auto times = law(schedule_, k, job, job_latency_, given.taken, released_);
        o                = times.figures;
        quiet_at_        = chain_from_ + cycles(times.quiet);
        ends_at_         = chain_from_ + cycles(times.end);
        // The figure counts the first cycle and the last one.
        start      = ends_at_ - cycles(o.time_cycles - 1);
        job_start_ = start;
        next_step_ = due();
        change_.notify(sc_core::SC_ZERO_TIME);
      }
      if (!job.copies()) {
        block_.shape    = {w.rows(), w.cols(), w.depth()};
        block_.epilogue = w.deepest() ? job.epilogue : golden::tensor::epilogue_of{};
        block_.c        = std::move(sums_);
        sums_           = golden::tensor::gemm(k.array, block_);
      }
      ++done;
      // The last block is stored at the end of its time, so that nobody sees D before.
      if (!pass_until(start + cycles((o.time_cycles - 1) * done / all))) {
        return {.how = end_e::Dropped, .time_cycles = since()};
      }
      if (!w.deepest()) continue;
      dma_.begin(bus());
      if (job.copies()) {
        const auto to = at.to();
        for (std::uint32_t i = 0; i < to.rows; ++i) {
          dma_.write(to.addr + i * to.stride, &bytes_[std::size_t{i} * to.bytes], to.bytes);
        }
        if (w.last()) return o;
        continue;
      }
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
  bytes_.clear();
  if (at.j.copies()) {
    const auto from = at.from();
    for (std::uint32_t i = 0; i < from.rows; ++i) {
      dma_.read(from.addr + i * from.stride, from.bytes, bytes_);
    }
    return;
  }
  if (at.j.convolves()) {
    const auto lines = at.conv();
    for (std::uint32_t i = 0; i < lines.lines; ++i) {
      for (const auto& s : lines.line(i)) {
        if (!s.fill) {
          dma_.read(s.addr, s.bytes, bytes_);
          continue;
        }
        for (std::uint32_t n = 0; n < s.bytes; ++n) bytes_.push_back(lines.fill(n % lines.width));
      }
    }
    block_.a.resize(std::size_t{lines.lines} * lines.depth);
    golden::tensor::from_bytes(bytes_.data(), lines.width, block_.a);
    for (auto& x : block_.a) x = golden::tensor::low_bits(x, type.a_bits());
  } else {
    operand(at.a(), k.a_bytes(), type.a_bits(), at.j.transpose_a, block_.a);
  }
  block_.layout.sparse_a = at.j.sparse_a;
  block_.layout.c_is_row = at.j.biased() && at.w.k() == 0;
  if (at.j.sparse_a) {
    const auto rows       = at.beside_a();
    const unsigned stored = at.w.depth() / 2;
    for (std::uint32_t i = 0; i < rows.rows; ++i) {
      dma_.read(rows.addr + i * rows.stride, rows.bytes, bytes_);
    }
    block_.index.resize(std::size_t{rows.rows} * stored);
    for (std::size_t i = 0; i < block_.index.size(); ++i) {
      const std::size_t column = i % stored;
      block_.index[i]          = bytes_[i / stored * rows.bytes + column / 4] >> column % 4 * 2 & 3;
    }
  }
  operand(at.b(), k.b_bytes(), type.b_bits(), at.j.transpose_b, block_.b);
  if (k.scales() != 0) {
    operand(at.beside_a(), 1, type.scale_bits(), false, block_.scale_a);
    operand(at.beside_b(), 1, type.scale_bits(), false, block_.scale_b);
  }
  if (at.w.k() == 0) sums_.clear();
  if (at.w.k() == 0 && at.j.preload) {
    operand(at.c(), k.sum_bytes(), type.result_bits(), false, sums_);
  }
}

}  // namespace weft::systemc
