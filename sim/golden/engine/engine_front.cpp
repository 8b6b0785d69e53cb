// SPDX-License-Identifier: Apache-2.0
#include "sim/golden/engine/engine_front.hpp"

#include <algorithm>
#include <bit>

namespace weft::golden::engine_front {

model::outputs model::peek(const inputs&) const {
  const auto now = regs_.peek();
  outputs o{.bus = now.bus};
  if (phase_ == phase_e::Offer && inside_ == live_) o.job = job_;
  o.abort      = drops() || (live_ != 0 && of_ring_ && ring_.aborts());
  o.hold       = ring_.holds();
  o.hang_limit = now.hw.value[HangLimit / 4];
  o.attr       = attr_;
  o.irq        = (now.hw.value[Status / 4] & now.hw.value[IrqEnable / 4]) != 0;
  o.idle       = phase_ == phase_e::Idle && inside_ == 0 && ring_.idle(ring_control(now.hw)) &&
           (told_ == 0 || pace_of(now.hw).time == 0);
  o.memory = ring_.peek(ring_control(now.hw));
  return o;
}

bool model::moves(bool quiet) const {
  const auto ring   = ring_control(regs_.peek().hw);
  const bool idle   = phase_ == phase_e::Idle;
  const bool offers = idle && (live_ == 0 || of_ring_) && ring_.offers() != nullptr;
  const bool ends   = phase_ == phase_e::Offer && of_ring_ && ring_.aborts();
  return phase_ == phase_e::Check || offers || ends ||
         ring_.moves(ring, idle && live_ != 0 && of_ring_ && quiet);
}

std::optional<std::uint32_t> model::paced_in() const {
  const pace pace = pace_of(regs_.peek().hw);
  if (told_ == 0 || pace.time == 0) return {};
  return pace.time - std::min(since_, pace.time);
}

void model::step(const inputs& in) {
  const auto now   = regs_.peek().hw;
  const auto reg   = [&](std::uint32_t offset) { return now.value[offset / 4]; };
  const auto reg64 = [&](std::uint32_t low) {
    return reg(low) | std::uint64_t{reg(low + 4)} << 32;
  };
  const std::uint32_t command = now.written == Ctrl ? reg(Ctrl) : 0;
  const bool reset            = (command & CtrlReset) != 0;
  const bool start            = (command & CtrlStart) != 0 && !reset;
  const bool taken            = peek().job && in.job_ready;

  engine_regs::inputs to_regs{in.bus, reset,
                              driven(reg(Status), reg(IrqEnable), ring_control(now))};
  std::uint32_t& sets = to_regs.hw.sets[Status / 4];

  // The errors of a cycle: START while busy, unless the job itself fails.
  std::optional<error> fails;
  const bool was_free =
      phase_ == phase_e::Idle && live_ == 0 && (reg(RingCtrl) & RingCtrlEnable) == 0;
  const bool voids = ring_.voids(ring_control(now)) && !reset;
  const bool takes = phase_ == phase_e::Idle && (live_ == 0 || of_ring_) && !(start && was_free) &&
                     ring_.offers() != nullptr && !reset && !voids;
  const engine::job taken_from_ring = takes ? *ring_.offers() : engine::job{};
  if (start && !was_free) fails = {error_e::Busy, 0};

  // A job that does not get into the core, and one that ends in it.
  std::optional<error_e> refused;
  std::optional<engine_ring::job_end> end;
  const bool may_fetch = phase_ == phase_e::Idle && live_ != 0 && of_ring_ && in.quiet;
  const bool bus_rests = inside_ == 0 && !ring_.holds();
  if (phase_ == phase_e::Check) {
    if (const auto answer = check_step(now)) {
      phase_ = *answer == error_e::None ? phase_e::Offer : phase_e::Idle;
      if (*answer != error_e::None) refused = *answer;
      if (job_.flow == 7) job_.flow = config_.any_flow;
    }
  } else if (taken) {
    phase_ = phase_e::Idle;
    if (bus_rests) attr_ = reg(AxiAttr);
  } else if (phase_ == phase_e::Offer && of_ring_ && ring_.aborts() && !ring_.given()) {
    phase_  = phase_e::Idle;
    refused = error_e::Aborted;
  }
  if (in.ended && live_ != 0 && !ring_.holds()) {
    end = end_of(*in.ended);
    if (in.ended->how == end_e::Done) {
      last_ = *in.ended;
      ++jobs_;
    }
  }
  const bool was_live = live_ != 0;
  inside_             = inside_ + taken - in.ended.has_value();
  live_               = live_ + taken - (in.ended && was_live);
  if (voids) {
    phase_ = phase_e::Idle;
    live_  = was_live && ring_.runs() && !end;
  }

  const auto allowed = [&](std::uint64_t address, unsigned bytes, bool write) {
    if (address > ~std::uint64_t{0} >> (64 - config_.addr_bits)) return false;
    return inside(config_, operand{address, 0, 1, bytes, write}, windows_of(now));
  };
  if (ring_.peek(ring_control(now)).fetch && in.memory.fetch_ready && bus_rests) {
    attr_ = reg(AxiAttr);
  }
  engine_ring::from_front to_ring{.taken = takes, .quiet = may_fetch};
  if (of_ring_) to_ring.refused = refused, to_ring.ended = end;
  const auto rang = ring_.step(ring_control(now), allowed, in.memory, to_ring, reset);
  const pace pace = pace_of(now);
  if (rang.flagged && told_ < MostTold) ++told_;
  const bool counted = pace.count != 0 && told_ >= pace.count;
  const bool waited  = pace.time != 0 && since_ >= pace.time;
  const bool each    = pace.count == 0 && pace.time == 0;
  if (told_ != 0 && (rang.halted || each || counted || waited)) {
    sets |= StatusRing;
    told_ = since_ = 0;
  } else if (told_ != 0) {
    pass(1);
  }
  if (rang.halted) sets |= StatusHalted;
  if (rang.error) fails = {*rang.error, rang.fault};
  if (!of_ring_ && refused) fails = {*refused, 0};
  if (!of_ring_ && end) {
    if (end->code == error_e::None) {
      sets |= StatusDone;
    } else {
      fails = {end->code, end->fault};
    }
  }
  if (fails) {
    sets |= StatusError;
    error_ = *fails;
  }
  if (in.hung && !hung_) sets |= StatusHung;
  hung_ = in.hung;

  if (takes) {
    begin(taken_from_ring);
    of_ring_ = true;
  }
  if (start && was_free) {
    of_ring_                      = false;
    to_regs.hw.clears[Status / 4] = StatusDone | StatusError;

    begin({.preload     = (command & CtrlPreload) != 0,
           .flow        = (command & CtrlFlowMask) >> CtrlFlowShift,
           .transpose_a = (command & CtrlTransposeA) != 0,
           .transpose_b = (command & CtrlTransposeB) != 0,
           .sparse_a    = (command & CtrlSparseA) != 0,
           .relu        = (command & CtrlRelu) != 0,
           .out         = (command & CtrlOutputMask) >> CtrlOutputShift,
           .m           = reg(M),
           .n           = reg(N),
           .k           = reg(K),
           .scale       = reg(Scale),
           .a           = reg64(ALo),
           .b           = reg64(BLo),
           .c           = reg64(CLo),
           .d           = reg64(DLo),
           .lda         = reg(Lda),
           .ldb         = reg(Ldb),
           .ldc         = reg(Ldc),
           .ldd         = reg(Ldd),
           .a_extra     = reg64(AExtraLo),
           .b_extra     = reg64(BExtraLo)});
  }
  if (reset) {
    live_ = told_ = since_ = 0;
    phase_                 = phase_e::Idle;
    last_                  = {};
    jobs_                  = 0;
  }
  regs_.step(to_regs);
}

void model::begin(const job& j) {
  job_      = j;
  phase_    = phase_e::Check;
  operands_ = {};
  wait_     = 0;
  outside_  = false;
}

engine_ring::job_end model::end_of(const outcome& o) {
  switch (o.how) {
    case end_e::Done:
      return {error_e::None, 0, o.time_cycles};
    case end_e::LoadFailed:
      return {error_e::Load, o.fault, o.time_cycles};
    case end_e::StoreFailed:
      return {error_e::Store, o.fault, o.time_cycles};
    default:
      return {error_e::Aborted, 0, o.time_cycles};
  }
}

model::pace model::pace_of(const engine_regs::to_hardware& now) {
  const std::uint32_t reg = now.value[IrqPace / 4];
  return {(reg & IrqPaceCountMask) >> IrqPaceCountShift,
          (reg & IrqPaceTimeMask) >> IrqPaceTimeShift};
}

engine_ring::control model::ring_control(const engine_regs::to_hardware& now) {
  const auto reg   = [&](std::uint32_t offset) { return now.value[offset / 4]; };
  const auto reg64 = [&](std::uint32_t low) {
    return reg(low) | std::uint64_t{reg(low + 4)} << 32;
  };
  const std::uint32_t ctrl = reg(RingCtrl);
  return {.enable    = (ctrl & RingCtrlEnable) != 0,
          .resume    = (ctrl & RingCtrlContinue) != 0,
          .stop      = (ctrl & RingCtrlStop) != 0,
          .drop      = (ctrl & RingCtrlAbort) != 0,
          .base      = reg64(RingBaseLo),
          .comp_base = reg64(CompBaseLo),
          .log2      = reg(RingLog2),
          .tail      = reg(RingTail)};
}

std::array<window, 4> model::windows_of(const engine_regs::to_hardware& now) {
  std::array<window, 4> windows;
  for (std::uint32_t i = 0; i < windows.size(); ++i) {
    const auto word = [&](std::uint32_t offset) {
      return now.value[(offset + i * (Window1Ctrl - Window0Ctrl)) / 4];
    };
    windows[i] = {word(Window0BaseLo) | std::uint64_t{word(Window0BaseHi)} << 32,
                  word(Window0LastLo) | std::uint64_t{word(Window0LastHi)} << 32,
                  (word(Window0Ctrl) & Window0CtrlRead) != 0,
                  (word(Window0Ctrl) & Window0CtrlWrite) != 0};
  }
  return windows;
}

std::optional<error_e> model::check_step(const engine_regs::to_hardware& now) {
  if (operands_.empty()) {  // the first cycle
    const error_e simple = check(config_, job_);
    if (simple != error_e::None) return simple;
    const auto all = operands(config_, job_);
    operands_.assign(all.begin(), all.end());
    window_ = job_.op == op_e::Conv;
    wait_   = window_ ? cycles_of_window(job_) : cycles_of(operands_.front());
    return {};
  }
  if (--wait_ != 0) return {};
  if (window_) {
    if (!fits(job_)) return error_e::Dimension;
    window_ = false;
    wait_   = cycles_of(operands_.front());
    return {};
  }
  if (beyond(config_, operands_.front())) return error_e::Address;
  outside_ = outside_ || !inside(config_, operands_.front(), windows_of(now));
  operands_.pop_front();
  if (operands_.empty()) return outside_ ? error_e::Window : error_e::None;
  wait_ = cycles_of(operands_.front());
  return {};
}

engine_regs::from_hardware model::driven(std::uint32_t status, std::uint32_t enable,
                                         const engine_ring::control& ring) const {
  engine_regs::from_hardware hw;
  const auto put   = [&](std::uint32_t offset, std::uint32_t v) { hw.value[offset / 4] = v; };
  const auto put64 = [&](std::uint32_t low, std::uint64_t v) {
    put(low, static_cast<std::uint32_t>(v));
    put(low + 4, static_cast<std::uint32_t>(v >> 32));
  };
  const auto log2 = [](unsigned n) { return static_cast<std::uint32_t>(std::bit_width(n - 1)); };
  put(Capability, config_.capability & 0x80003fff);
  put(Array, config_.rows << ArrayRowsShift | config_.cols << ArrayColsShift);
  put(Limits, config_.max_dim << LimitsMaxDimShift | log2(config_.burst_bytes)
                                                         << LimitsBurstLog2Shift);
  put(Features,
      (config_.streams ? FeaturesStreams : 0) | (config_.transposes ? FeaturesTransposes : 0) |
          (config_.sparse ? FeaturesSparse : 0) | (config_.epilogue ? FeaturesEpilogue : 0));
  put(Engine, log2(config_.bus_bytes) << EngineBusLog2Shift |
                  log2(config_.burst_bytes) << EngineBurstLog2Shift |
                  log2(config_.block_m) << EngineMLog2Shift |
                  log2(config_.block_n) << EngineNLog2Shift |
                  log2(config_.block_k) << EngineKLog2Shift | EngineRing | EngineWindows |
                  (config_.conv ? EngineConv : 0) | (config_.copy ? EngineCopy : 0));
  put(RingHead, ring_.head());
  put(RingState, ring_.state(ring));
  put(Status, phase_ != phase_e::Idle || live_ != 0 ? StatusBusy : 0);
  if ((status & StatusError) != 0) {
    put(Error, static_cast<std::uint32_t>(error_.code));
    put64(FaultLo, error_.fault);
  }
  put(IrqRaw, status);
  put(IrqStatus, status & enable);
  put64(CyclesLo, last_.array_cycles);
  put64(DmaCyclesLo, last_.time_cycles - last_.array_cycles);
  put(Jobs, jobs_);
  put64(ReadBytesLo, last_.read_bytes);
  put64(WriteBytesLo, last_.write_bytes);
  put64(WaitLoadLo, last_.wait_load);
  put64(WaitStoreLo, last_.wait_store);
  put64(TimeLo, last_.time_cycles);
  return hw;
}

}  // namespace weft::golden::engine_front
