// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <deque>
#include <optional>
#include <ostream>
#include <vector>

#include "sim/golden/engine/engine_job.hpp"
#include "sim/golden/engine/engine_regs.hpp"
#include "sim/golden/engine/engine_ring.hpp"

/// Golden model of rtl/engine/weft_engine_front.sv: registers, check of a job, status, counters.
namespace weft::golden::engine_front {

using namespace engine_map;
using engine::end_e;
using engine::job;
using engine::op_e;
using engine::outcome;

/// The parameters of the RTL; sizes are in bytes.
struct config {
  std::uint32_t capability = 2;
  unsigned rows = 4, cols = 4;
  unsigned max_dim     = 65535;
  unsigned flows       = 7;  ///< bit f: CTRL.FLOW f
  unsigned any_flow    = 1;  ///< CTRL.FLOW 7
  bool streams         = true;
  bool transposes      = false;
  bool sparse          = false;
  bool epilogue        = false;
  unsigned a_bytes     = 1;
  unsigned b_bytes     = 1;
  unsigned sum_bytes   = 4;
  unsigned scale_block = 0;
  unsigned addr_bits   = 64;
  unsigned bus_bytes   = 16;
  unsigned burst_bytes = 256;
  unsigned block_m = 64, block_n = 64, block_k = 256;
  bool closed = false;
  bool conv = false, copy = false;
};

/// An operand in memory.
struct operand {
  std::uint64_t address;
  std::uint32_t stride;
  std::uint64_t rows, row_bytes;
  bool write             = false;
  std::uint64_t planes   = 1;
  std::uint64_t stride_2 = 0;             ///< bytes from a plane to the next
  std::optional<std::uint64_t> factor{};  ///< of a product that the check forms before that of rows

  /// The last byte, counted from the first one.
  std::uint64_t reach() const {
    return (planes - 1) * stride_2 + (rows - 1) * stride + row_bytes - 1;
  }
};

/// A stride from a plane to the next has fewer bits.
inline constexpr unsigned PlaneBits = 48;

/// A window of memory.
struct window {
  std::uint64_t base, last;
  bool read, write;
};

constexpr unsigned output_bytes(const config& k, const job& j) {
  return j.out == 1 ? 1 : j.out == 2 ? 2 : k.sum_bytes;
}

/// The operands of a job, in the order in which they are checked.
inline std::vector<operand> operands(const config& k, const job& j) {
  if (j.op == op_e::Copy) {
    const auto side = [&](std::uint64_t at, std::uint32_t stride, std::uint64_t stride_2,
                          bool write) {
      return operand{at, stride, j.m, j.n, write, j.k, stride_2, j.k - 1};
    };
    return {side(j.d, j.ldd, j.b, true), side(j.c, j.ldc, j.a, false)};
  }
  const std::uint64_t stored = j.sparse_a ? j.k / 2 : j.k;
  const bool scaled          = k.scale_block != 0 && j.op != op_e::Conv;
  const std::uint64_t blocks = !scaled ? 0 : (j.k + k.scale_block - 1) / k.scale_block;
  const std::uint32_t beside = j.sparse_a ? (j.k + 7) / 8 : static_cast<std::uint32_t>(blocks);
  std::vector<operand> all;
  if (j.op == op_e::Conv) {
    const std::uint64_t row = std::uint64_t{j.conv.w} * j.conv.cin * k.a_bytes;
    all.push_back({j.a, j.lda, j.conv.h, row, false, 1, 0, j.conv.w});
  } else if (j.transpose_a) {
    all.push_back({j.a, j.lda, j.k, std::uint64_t{j.m} * k.a_bytes});
  } else {
    all.push_back({j.a, j.lda, j.m, stored * k.a_bytes});
  }
  all.push_back(j.transpose_b ? operand{j.b, j.ldb, j.n, std::uint64_t{j.k} * k.b_bytes}
                              : operand{j.b, j.ldb, j.k, std::uint64_t{j.n} * k.b_bytes});
  all.push_back({j.d, j.ldd, j.m, std::uint64_t{j.n} * output_bytes(k, j), true});
  if (j.sparse_a || blocks != 0) all.push_back({j.a_extra, beside, j.m, beside});
  if (blocks != 0) all.push_back({j.b_extra, j.n, blocks, j.n});
  if (j.preload) all.push_back({j.c, j.ldc, j.m, std::uint64_t{j.n} * k.sum_bytes});
  return all;
}

/// The errors before ADDRESS, which need no sum. `flow` is CTRL's, `m`, `n`, `k` the registers.
inline error_e check(const config& k, const job& j) {
  using enum error_e;
  if (j.op != op_e::Copy && j.flow != 7 && (k.flows >> j.flow & 1) == 0) return Flow;
  for (const auto dim : {j.m, j.n, j.k}) {
    if (dim < 1 || dim > k.max_dim) return Dimension;
  }
  if (j.op == op_e::Copy) {
    const bool far = ((j.a | j.b) >> PlaneBits) != 0;
    return far || (j.m > 1 && j.ldd < j.n) ? Stride : None;
  }
  if (j.op == op_e::Conv) {
    const auto& c = j.conv;
    for (const auto size : {c.h, c.w, c.cin, c.out_w, c.r, c.s, c.stride, c.dilation}) {
      if (size == 0) return Dimension;
    }
  }
  if ((j.transpose_a || j.transpose_b) && !k.transposes) return Feature;
  if (j.sparse_a && (!k.sparse || j.flow == 3)) return Feature;
  if ((j.out != 0 || j.relu) && !k.epilogue) return Feature;
  if (j.out == 3) return Feature;
  if (j.sparse_a && j.k % 4 != 0) return Dimension;
  const auto aligned = [](std::uint64_t address, std::uint32_t stride, unsigned bytes) {
    return address % bytes == 0 && stride % bytes == 0;
  };
  if (!aligned(j.a, j.lda, k.a_bytes) || !aligned(j.b, j.ldb, k.b_bytes)) return Alignment;
  if (!aligned(j.d, j.ldd, output_bytes(k, j))) return Alignment;
  if (j.preload && !aligned(j.c, j.ldc, k.sum_bytes)) return Alignment;
  if (j.m > 1 && j.ldd < std::uint64_t{j.n} * output_bytes(k, j)) return Stride;
  return None;
}

/// Whether a line of A has the elements of the window.
inline bool fits(const job& j) {
  return j.op != op_e::Conv || std::uint64_t{j.conv.r} * j.conv.s * j.conv.cin == j.k;
}

/// Whether the operand reaches beyond the last address.
inline bool beyond(const config& k, const operand& o) {
  const std::uint64_t last = ~std::uint64_t{0} >> (64 - k.addr_bits);
  return o.address > last || o.reach() > last - o.address;
}

/// Whether each word of the bus with a byte of the operand is allowed; not for one that is beyond.
template <class Windows>
bool inside(const config& k, const operand& o, const Windows& windows) {
  const std::uint64_t in_word = k.bus_bytes - 1;
  bool open                   = !k.closed;
  for (const window& w : windows) {
    if (w.read || w.write) open = false;
    if ((o.write ? w.write : w.read) && w.base <= (o.address & ~in_word) &&
        w.last >= ((o.address + o.reach()) | in_word)) {
      return true;
    }
  }
  return open;
}

/// The whole check, as if it took no time.
template <class Windows>
error_e check(const config& k, const job& j, const Windows& windows) {
  if (const auto error = check(k, j); error != error_e::None) return error;
  if (!fits(j)) return error_e::Dimension;
  bool all = true;
  for (const operand& o : operands(k, j)) {
    if (beyond(k, o)) return error_e::Address;
    all = all && inside(k, o, windows);
  }
  return all ? error_e::None : error_e::Window;
}

/// Cycles in which the size of the window is compared with K, and those of an operand.
inline std::uint64_t cycles_of_window(const job& j) {
  return 6 + std::bit_width(j.conv.s) + std::bit_width(j.conv.r);
}
inline std::uint64_t cycles_of(const operand& o) {
  return 4 + std::bit_width(o.rows - 1) + (o.factor ? 2 + std::bit_width(*o.factor) : 0);
}

/// Cycles from the one after that of START to the one of the answer, both counted, for a job that
/// is not refused before its operands are summed up.
inline std::uint64_t check_cycles(const config& k, const job& j) {
  std::uint64_t cycles = 1 + (j.op == op_e::Conv ? cycles_of_window(j) : 0);
  for (const operand& o : operands(k, j)) cycles += cycles_of(o);
  return cycles;
}

struct inputs {
  axil::from_master bus{};
  bool job_ready = true;
  bool quiet     = true;  ///< the core has no block to load
  std::optional<outcome> ended{};
  bool hung = false;
  engine_ring::from_memory memory{};

  friend std::ostream& operator<<(std::ostream& os, const inputs& in) {
    if (in.ended) os << "outcome=" << *in.ended << ' ';
    return os << in.bus << " job_ready=" << in.job_ready << " quiet=" << in.quiet
              << " hung=" << in.hung << ' ' << in.memory;
  }
};

struct outputs {
  axil::from_slave bus{};
  std::optional<engine::job> job{};
  bool abort               = false;
  bool hold                = false;  ///< nothing of the core's oldest job is stored yet
  std::uint32_t hang_limit = 0;
  unsigned attr            = 0;  ///< AXI_ATTR's bits: CACHE 3:0, PROT 6:4, QOS 11:8
  bool irq = false, idle = true;
  engine_ring::to_memory memory{};

  bool operator==(const outputs&) const = default;
  friend std::ostream& operator<<(std::ostream& os, const outputs& o) {
    os << o.bus << " abort=" << o.abort << " hold=" << o.hold << " limit=" << o.hang_limit
       << " attr=" << o.attr << " irq=" << o.irq << " idle=" << o.idle;
    if (o.job) os << " job=" << *o.job;
    return os << o.memory;
  }
};

/// Every output in every cycle: peek() is combinational, step() is the rising clock edge. No output
/// depends on an input of the same cycle.
class model {
 public:
  using inputs  = engine_front::inputs;
  using outputs = engine_front::outputs;

  explicit model(const config& k) : config_(k), ring_({k.conv, k.copy}) {}

  outputs peek(const inputs& = {}) const {
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

  /// A clock edge changes something, also if nobody says anything but `quiet` in that cycle.
  bool moves(bool quiet) const {
    const auto ring   = ring_control(regs_.peek().hw);
    const bool idle   = phase_ == phase_e::Idle;
    const bool offers = idle && (live_ == 0 || of_ring_) && ring_.offers() != nullptr;
    const bool ends   = phase_ == phase_e::Offer && of_ring_ && ring_.aborts();
    return phase_ == phase_e::Check || offers || ends ||
           ring_.moves(ring, idle && live_ != 0 && of_ring_ && quiet);
  }

  /// Cycles until a time of IRQ_PACE is over, if one runs.
  std::optional<std::uint32_t> paced_in() const {
    const pace pace = pace_of(regs_.peek().hw);
    if (told_ == 0 || pace.time == 0) return {};
    return pace.time - std::min(since_, pace.time);
  }
  /// Time passes in which no clock edge but that changes anything.
  void pass(std::uint64_t cycles) {
    if (told_ == 0) return;
    since_ = static_cast<std::uint32_t>(std::min<std::uint64_t>(since_ + cycles, MostSince));
  }

  void step(const inputs& in) {
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
    const bool takes = phase_ == phase_e::Idle && (live_ == 0 || of_ring_) &&
                       !(start && was_free) && ring_.offers() != nullptr && !reset && !voids;
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

 private:
  enum class phase_e { Idle, Check, Offer };
  struct error {
    error_e code;
    std::uint64_t fault;
  };

  /// The core has a job whose outcome nobody sees, and none that counts.
  bool drops() const { return inside_ != 0 && live_ == 0; }

  void begin(const job& j) {
    job_      = j;
    phase_    = phase_e::Check;
    operands_ = {};
    wait_     = 0;
    outside_  = false;
  }

  static engine_ring::job_end end_of(const outcome& o) {
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

  static constexpr std::uint32_t MostTold = 0xff, MostSince = 0xffffff;

  /// The register IRQ_PACE.
  struct pace {
    std::uint32_t count, time;
  };
  static pace pace_of(const engine_regs::to_hardware& now) {
    const std::uint32_t reg = now.value[IrqPace / 4];
    return {(reg & IrqPaceCountMask) >> IrqPaceCountShift,
            (reg & IrqPaceTimeMask) >> IrqPaceTimeShift};
  }

  static engine_ring::control ring_control(const engine_regs::to_hardware& now) {
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

  static std::array<window, 4> windows_of(const engine_regs::to_hardware& now) {
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

  /// A cycle of the check; its answer in the last one.
  std::optional<error_e> check_step(const engine_regs::to_hardware& now) {
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
  /// The registers that the hardware drives.
  engine_regs::from_hardware driven(std::uint32_t status, std::uint32_t enable,
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

  config config_;
  engine_regs::model regs_;
  phase_e phase_ = phase_e::Idle;
  job job_{};
  std::deque<operand> operands_;  // that are not checked yet
  std::uint64_t wait_  = 0;       // cycles until the first of them is
  bool window_         = false;   // the size of the window is, before them
  bool outside_        = false;
  unsigned inside_     = 0;  // jobs that the core has
  unsigned live_       = 0;  // the older ones of them, whose outcomes count
  std::uint32_t told_  = 0;  // descriptors with IRQ that have ended since STATUS.RING was set
  std::uint32_t since_ = 0;  // cycles since the first of them
  unsigned attr_       = 0;
  bool hung_           = false;
  error error_{error_e::None, 0};
  engine_ring::model ring_;
  bool of_ring_ = false;  // the job is the ring's
  outcome last_{};
  std::uint32_t jobs_ = 0;
};

}  // namespace weft::golden::engine_front
