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

  outputs peek(const inputs& = {}) const;

  /// A clock edge changes something, also if nobody says anything but `quiet` in that cycle.
  bool moves(bool quiet) const;

  /// Cycles until a time of IRQ_PACE is over, if one runs.
  std::optional<std::uint32_t> paced_in() const;
  /// Time passes in which no clock edge but that changes anything.
  void pass(std::uint64_t cycles) {
    if (told_ == 0) return;
    since_ = static_cast<std::uint32_t>(std::min<std::uint64_t>(since_ + cycles, MostSince));
  }

  void step(const inputs& in);

 private:
  enum class phase_e { Idle, Check, Offer };
  struct error {
    error_e code;
    std::uint64_t fault;
  };

  /// The core has a job whose outcome nobody sees, and none that counts.
  bool drops() const { return inside_ != 0 && live_ == 0; }

  void begin(const job& j);

  static engine_ring::job_end end_of(const outcome& o);

  static constexpr std::uint32_t MostTold = 0xff, MostSince = 0xffffff;

  /// The register IRQ_PACE.
  struct pace {
    std::uint32_t count, time;
  };
  static pace pace_of(const engine_regs::to_hardware& now);

  static engine_ring::control ring_control(const engine_regs::to_hardware& now);

  static std::array<window, 4> windows_of(const engine_regs::to_hardware& now);

  /// A cycle of the check; its answer in the last one.
  std::optional<error_e> check_step(const engine_regs::to_hardware& now);
  /// The registers that the hardware drives.
  engine_regs::from_hardware driven(std::uint32_t status, std::uint32_t enable,
                                    const engine_ring::control& ring) const;

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
