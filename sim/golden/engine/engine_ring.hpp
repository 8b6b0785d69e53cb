// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <ostream>
#include <vector>

#include "sim/golden/engine/engine_job.hpp"
#include "sim/golden/engine/engine_map.hpp"

/// Golden model of rtl/engine/weft_engine_ring.sv: descriptors in memory, one after the other.
namespace weft::golden::engine_ring {

using engine::job;
using engine::op_e;
using engine_map::error_e;

inline constexpr unsigned DescriptorBytes = 128, CompletionBytes = 16;

/// A descriptor as software writes it.
struct descriptor {
  unsigned op       = 1;  ///< 0 nothing, 1 GEMM, 2 CONV, 3 COPY
  bool irq          = false;
  std::uint32_t tag = 0;
  engine::job job{};

  /// The bytes in memory.
  std::array<std::uint8_t, DescriptorBytes> bytes() const {
    std::array<std::uint8_t, DescriptorBytes> out{};
    const auto put = [&](unsigned at, std::uint64_t value, unsigned width) {
      for (unsigned i = 0; i < width; ++i) out[at + i] = static_cast<std::uint8_t>(value >> 8 * i);
    };
    using namespace engine_map;
    const std::uint32_t ctrl =
        (job.preload ? CtrlPreload : 0) | job.flow << CtrlFlowShift |
        (job.transpose_a ? CtrlTransposeA : 0) | (job.transpose_b ? CtrlTransposeB : 0) |
        (job.sparse_a ? CtrlSparseA : 0) | (job.relu ? CtrlRelu : 0) | job.out << CtrlOutputShift;
    put(0x00, op | (irq ? 1u << 8 : 0) | (job.overlap ? 1u << 9 : 0) | ctrl << 16, 4);
    put(0x04, tag, 4);
    if (op_e(op) == op_e::Copy) {
      put(0x08, job.m, 4), put(0x0c, job.n, 4);
      put(0x18, job.c, 8), put(0x30, job.d, 8), put(0x38, job.ldc, 4), put(0x44, job.ldd, 4);
      put(0x68, job.a, 8), put(0x70, job.b, 8), put(0x78, job.k, 4);
      return out;
    }
    unsigned at = 0x08;
    for (const auto word : {job.m, job.n, job.k, job.scale}) put(at, word, 4), at += 4;
    for (const auto address : {job.a, job.b, job.c, job.d}) put(at, address, 8), at += 8;
    for (const auto stride : {job.lda, job.ldb, job.ldc, job.ldd}) put(at, stride, 4), at += 4;
    for (const auto address : {job.a_extra, job.b_extra}) put(at, address, 8), at += 8;
    if (op_e(op) == op_e::Conv) {
      const auto& c = job.conv;
      for (const auto size : {c.h, c.w, c.cin, c.out_w}) put(at, size, 2), at += 2;
      for (const auto size : {c.r, c.s, c.stride, c.dilation, c.pad_top, c.pad_left}) {
        put(at++, size, 1);
      }
      put(at, static_cast<std::uint16_t>(c.pad), 2);
    }
    return out;
  }
};

/// The operations that a ring knows beside GEMM.
struct operations {
  bool conv = false, copy = false;
};

/// The descriptor of 128 bytes, or nothing if it is refused.
inline std::optional<descriptor> read(const std::vector<std::uint8_t>& bytes,
                                      const operations& known) {
  const auto get = [&](unsigned at, unsigned width) {
    std::uint64_t value = 0;
    for (unsigned i = 0; i < width; ++i) value |= std::uint64_t{bytes[at + i]} << 8 * i;
    return value;
  };
  const auto word = [&](unsigned at) { return static_cast<std::uint32_t>(get(at, 4)); };
  using namespace engine_map;
  const std::uint32_t ctrl = word(0) >> 16;
  descriptor d;
  d.op  = bytes[0];
  d.irq = (word(0) >> 8 & 1) != 0;
  d.tag = word(4);
  d.job = {.op          = op_e(d.op),
           .preload     = (ctrl & CtrlPreload) != 0,
           .flow        = (ctrl & CtrlFlowMask) >> CtrlFlowShift,
           .transpose_a = (ctrl & CtrlTransposeA) != 0,
           .transpose_b = (ctrl & CtrlTransposeB) != 0,
           .sparse_a    = (ctrl & CtrlSparseA) != 0,
           .relu        = (ctrl & CtrlRelu) != 0,
           .out         = (ctrl & CtrlOutputMask) >> CtrlOutputShift,
           .overlap     = (word(0) >> 9 & 1) != 0,
           .m           = word(0x08),
           .n           = word(0x0c),
           .k           = word(0x10),
           .scale       = word(0x14),
           .a           = get(0x18, 8),
           .b           = get(0x20, 8),
           .c           = get(0x28, 8),
           .d           = get(0x30, 8),
           .lda         = word(0x38),
           .ldb         = word(0x3c),
           .ldc         = word(0x40),
           .ldd         = word(0x44),
           .a_extra     = get(0x48, 8),
           .b_extra     = get(0x50, 8)};
  if (d.op > 3 || (d.op == 2 && !known.conv) || (d.op == 3 && !known.copy)) return {};
  if (op_e(d.op) == op_e::Conv) {
    if (d.job.transpose_a || d.job.sparse_a || d.job.a_extra != 0 || d.job.b_extra != 0) return {};
    const auto half = [&](unsigned at) { return static_cast<std::uint32_t>(get(at, 2)); };
    d.job.conv      = {.h        = half(0x58),
                       .w        = half(0x5a),
                       .cin      = half(0x5c),
                       .out_w    = half(0x5e),
                       .r        = bytes[0x60],
                       .s        = bytes[0x61],
                       .stride   = bytes[0x62],
                       .dilation = bytes[0x63],
                       .pad_top  = bytes[0x64],
                       .pad_left = bytes[0x65],
                       .pad      = static_cast<std::int16_t>(half(0x66))};
  }
  if (op_e(d.op) == op_e::Copy) {
    if (ctrl != 0) return {};
    d.job = {.op      = op_e::Copy,
             .overlap = d.job.overlap,
             .m       = d.job.m,
             .n       = d.job.n,
             .k       = word(0x78),
             .a       = get(0x68, 8),
             .b       = get(0x70, 8),
             .c       = d.job.a,
             .d       = d.job.d,
             .ldc     = d.job.lda,
             .ldd     = d.job.ldd};
  }
  // A descriptor that is right is what it says, byte by byte.
  const auto again = d.bytes();
  if (!std::equal(again.begin(), again.end(), bytes.begin())) return {};
  if (d.op == 0 && (ctrl != 0 || std::any_of(bytes.begin() + 8, bytes.end(),
                                             [](std::uint8_t byte) { return byte != 0; }))) {
    return {};
  }
  return d;
}

/// A completion.
struct completion {
  std::uint64_t address = 0;
  std::uint32_t tag     = 0;
  std::uint16_t code = 0, lap = 0;
  std::uint64_t time = 0;

  /// The bytes in memory.
  std::array<std::uint8_t, CompletionBytes> bytes() const {
    std::array<std::uint8_t, CompletionBytes> all{};
    const auto put = [&](unsigned at, unsigned count, std::uint64_t x) {
      for (unsigned i = 0; i < count; ++i) all[at + i] = static_cast<std::uint8_t>(x >> 8 * i);
    };
    put(0, 4, tag), put(4, 2, code), put(6, 2, lap), put(8, 8, time);
    return all;
  }

  bool operator==(const completion&) const = default;
  friend std::ostream& operator<<(std::ostream& os, const completion& c) {
    return os << "{@" << c.address << " tag=" << c.tag << " code=" << c.code << " lap=" << c.lap
              << " time=" << c.time << '}';
  }
};

/// The answer of a memory to a command.
struct memory_end {
  bool error = false;
};

/// The memory's side of a cycle.
struct from_memory {
  bool fetch_ready = true, comp_ready = true;
  std::vector<std::uint8_t> word{};  ///< a word of the descriptor, or empty
  std::optional<memory_end> fetched{}, told{};

  friend std::ostream& operator<<(std::ostream& os, const from_memory& m) {
    os << "memory=" << m.fetch_ready << m.comp_ready << (m.word.empty() ? "" : "w");
    if (m.fetched) os << " fetched" << (m.fetched->error ? "!" : "");
    if (m.told) os << " told" << (m.told->error ? "!" : "");
    return os;
  }
};

struct to_memory {
  std::optional<std::uint64_t> fetch{};
  std::optional<completion> comp{};

  bool operator==(const to_memory&) const = default;
  friend std::ostream& operator<<(std::ostream& os, const to_memory& m) {
    if (m.fetch) os << " fetch=" << *m.fetch;
    if (m.comp) os << " comp=" << *m.comp;
    return os;
  }
};

/// The registers of the ring in a cycle; resume, stop and drop are commands.
struct control {
  bool enable = false, resume = false, stop = false, drop = false;
  std::uint64_t base = 0, comp_base = 0;
  unsigned log2      = 0;
  std::uint32_t tail = 0;
};

/// The end of a job.
struct job_end {
  error_e code;
  std::uint64_t fault, time;
};

/// Events of a cycle for the registers.
struct events {
  bool flagged = false, halted = false;
  std::optional<error_e> error{};
  std::uint64_t fault = 0;
};

/// The signals of the front to the ring in a cycle.
struct from_front {
  bool taken = false;  ///< the job of offers() is
  bool quiet = false;  ///< a job of the ring is in the core, none before it, and no load is left
  std::optional<error_e> refused{};  ///< a job that was taken does not get into the core
  std::optional<job_end> ended{};    ///< the current one has, in the core
};

/// The current descriptor, at HEAD, and the one ahead of it.
///
/// The one ahead is fetched, offered and begun while the current one runs; nobody sees anything of
/// it before HEAD has moved. Whatever halts the ring or takes the doorbell back drops it.
class model {
 public:
  explicit model(const operations& known = {}) : known_(known) {}

  to_memory peek(const control& c) const {
    to_memory m;
    if (fetch_ == fetch_e::Ask) m.fetch = fetch_address_;
    if (current_ == current_e::Tell) m.comp = told(c);
    return m;
  }
  const engine::job* offers() const {
    return fetch_ == fetch_e::Offer && !drop_ ? &next_.job : nullptr;
  }
  bool aborts() const { return current_ == current_e::Run && drop_; }
  /// The one ahead is dropped in this cycle.
  bool voids(const control& c) const {
    return fetch_ != fetch_e::Rest &&
           (halted_ || (is_ahead() && (!ahead_may(c) || end_.code != error_e::None)));
  }
  /// The current job is the front's or the core's.
  bool runs() const { return current_ == current_e::Run; }
  /// The job that was taken last is the one ahead.
  bool given() const { return fetch_ == fetch_e::Given; }
  /// Nothing of a job in the core may be stored.
  bool holds() const { return (is_ahead() && !runs()) || (halted_ && fetch_ != fetch_e::Rest); }
  bool idle(const control& c) const { return rests() && !waits(c) && !owes(); }
  /// A clock edge changes something, also if nobody says anything but `quiet` in that cycle.
  bool moves(const control& c, bool quiet) const {
    if (voids(c) || current_ == current_e::Close) return true;
    switch (fetch_) {
      case fetch_e::Rest:
        return begins(c, current_, quiet);
      case fetch_e::Offer:
        return drop_;
      case fetch_e::Given:
      case fetch_e::Ended:
        return !is_ahead();
      default:
        return fetch_ == fetch_e::Aim || fetch_ == fetch_e::Judge;
    }
  }
  std::uint32_t head() const { return head_; }
  unsigned state(const control& c) const {
    if (halted_) return 2;
    if (rests() && !waits(c)) return 0;
    return stop_ || drop_ ? 3 : 1;
  }

  /// A clock edge. `allowed(address, bytes, write)` is what the windows say.
  template <class Allowed>
  events step(const control& c, const Allowed& allowed, const from_memory& m, const from_front& f,
              bool reset) {
    events e;
    const bool far = this->far(c);
    if (far && !far_) e.error = error_e::Ring;
    const fetch_e fetch     = fetch_;
    const current_e current = current_;
    const bool fetch_owed =
        owed_fetch_ || fetch == fetch_e::Receive || (fetch == fetch_e::Ask && m.fetch_ready);
    const bool tell_owed =
        owed_tell_ || current == current_e::Told || (current == current_e::Tell && m.comp_ready);

    if (reset) {
      owed_fetch_ = fetch_owed && !m.fetched;
      owed_tell_  = tell_owed && !m.told;
      fetch_      = fetch_e::Rest;
      current_    = current_e::None;
      head_       = 0;
      halted_ = stop_ = drop_ = far_ = false;
      return e;
    }
    far_                = far;
    const bool voids    = this->voids(c);
    const bool rests    = this->rests();
    const bool is_ahead = this->is_ahead();

    bool over = false;
    switch (current) {
      case current_e::None:
        tell_address_ = place(c.comp_base, CompletionBytes, head_, c);
        e.halted      = rests && c.enable && (c.stop || c.drop) && !halted_;
        break;
      case current_e::Run:
        tell_address_ = place(c.comp_base, CompletionBytes, head_, c);
        if (f.refused && !given()) {
          end_     = {*f.refused, 0, 0};
          current_ = current_e::Close;
        } else if (f.ended) {
          end_     = *f.ended;
          current_ = current_e::Close;
        }
        break;
      case current_e::Close:
        current_ = current_e::Tell;
        if (c.comp_base == 0) {
          over = true;
        } else if (!allowed(tell_address_, CompletionBytes, true)) {
          over = true;
          if (end_.code == error_e::None) end_.code = error_e::Window;
        }
        break;
      case current_e::Tell:
        if (m.comp_ready) current_ = current_e::Told;
        break;
      case current_e::Told:
        over = m.told.has_value();
        if (over && m.told->error && end_.code == error_e::None) {
          end_ = {error_e::Fetch, tell_address_, 0};
        }
        break;
    }

    switch (fetch) {
      case fetch_e::Rest:
        fetch_address_ = place(c.base, DescriptorBytes, head_ + is_ahead, c);
        if (begins(c, current, f.quiet) && !e.halted) fetch_ = fetch_e::Aim;
        break;
      case fetch_e::Aim:
        if (current == current_e::Close) break;  // which has the windows
        next_     = {.op = 0};
        next_end_ = {error_e::Window, 0, 0};
        fetch_    = allowed(fetch_address_, DescriptorBytes, false) ? fetch_e::Ask : fetch_e::Ended;
        break;
      case fetch_e::Ask:
        bytes_.clear();
        if (m.fetch_ready) fetch_ = fetch_e::Receive;
        break;
      case fetch_e::Receive:
        bytes_.insert(bytes_.end(), m.word.begin(), m.word.end());
        if (!m.fetched) break;
        next_end_ = {error_e::Fetch, fetch_address_, 0};
        fetch_    = m.fetched->error ? fetch_e::Ended : fetch_e::Judge;
        break;
      case fetch_e::Judge: {
        const auto right = read(bytes_, known_);
        next_end_        = {right ? error_e::None : error_e::Descriptor, 0, 0};
        next_            = right.value_or(descriptor{.op  = 0,
                                                     .irq = (bytes_[1] & 1) != 0,
                                                     .tag = bytes_[4] | bytes_[5] << 8u | bytes_[6] << 16u |
                                                 std::uint32_t{bytes_[7]} << 24});
        fetch_           = right && right->op != 0 ? fetch_e::Offer : fetch_e::Ended;
        break;
      }
      case fetch_e::Offer:
        if (drop_) {
          next_end_.code = error_e::Aborted;
          fetch_         = fetch_e::Ended;
        } else if (f.taken) {
          fetch_ = fetch_e::Given;
        }
        break;
      case fetch_e::Given:
        if (!f.refused) break;
        next_end_.code = *f.refused;
        fetch_         = fetch_e::Ended;
        break;
      case fetch_e::Ended:
        break;
    }
    const bool lost = voids && (fetch == fetch_e::Receive || fetch == fetch_e::Ask);
    owed_fetch_     = (owed_fetch_ || (lost && fetch_owed)) && !m.fetched;
    owed_tell_      = owed_tell_ && !m.told;
    if (voids) fetch_ = fetch_e::Rest;

    if (over) {
      current_  = current_e::None;
      e.flagged = irq_;
      if (end_.code != error_e::None) {
        e.error = end_.code;
        e.fault = end_.fault;
      }
      e.halted = !halted_ && (end_.code != error_e::None || stop_ || drop_ || c.stop || c.drop);
      ++head_;
    }
    // The one ahead, or the only one, becomes the current one. One that has ended already waits for
    // a HEAD of its own, from which the place of its completion comes.
    const bool ready =
        (fetch == fetch_e::Ended && !is_ahead) || (fetch == fetch_e::Given && !f.refused);
    if (ready && !voids && current_ == current_e::None && !e.halted) {
      current_ = fetch == fetch_e::Given ? current_e::Run : current_e::Close;
      end_     = next_end_;
      tag_     = next_.tag;
      irq_     = next_.irq;
      fetch_   = fetch_e::Rest;
    }
    if (e.halted) {
      halted_ = true;
    } else if (c.resume) {
      halted_ = false;
    }
    stop_ = !rests && !over && (stop_ || c.stop);
    drop_ = !rests && !over && (drop_ || c.drop);
    return e;
  }

 private:
  enum class fetch_e { Rest, Aim, Ask, Receive, Judge, Offer, Given, Ended };
  enum class current_e { None, Run, Close, Tell, Told };

  static std::uint32_t entries(const control& c) {
    return c.log2 < 1 || c.log2 > 12 ? 0 : 1u << c.log2;
  }
  bool begins(const control& c, current_e current, bool quiet) const {
    if (owes()) return false;
    return current == current_e::None ? waits(c)
                                      : current == current_e::Run && quiet && ahead_may(c);
  }
  bool rests() const { return current_ == current_e::None && fetch_ == fetch_e::Rest; }
  bool owes() const { return owed_fetch_ || owed_tell_; }
  bool is_ahead() const { return current_ != current_e::None; }
  bool far(const control& c) const { return c.enable && c.tail - head_ > entries(c); }
  bool waits(const control& c) const { return c.enable && !halted_ && !far(c) && head_ != c.tail; }
  bool ahead_may(const control& c) const {
    return c.enable && !far(c) && c.tail - head_ >= 2 && !stop_ && !drop_;
  }
  std::uint64_t place(std::uint64_t base, unsigned bytes, std::uint32_t index,
                      const control& c) const {
    const std::uint32_t n = entries(c);
    const std::uint64_t i = n == 0 ? index : index % n;
    return base / bytes * bytes + i * bytes;
  }
  completion told(const control& c) const {
    return {tell_address_, tag_, static_cast<std::uint16_t>(end_.code),
            static_cast<std::uint16_t>((head_ >> c.log2) + 1), end_.time};
  }

  operations known_;
  fetch_e fetch_     = fetch_e::Rest;
  current_e current_ = current_e::None;
  std::vector<std::uint8_t> bytes_;
  descriptor next_{};  // that is fetched
  job_end next_end_{error_e::None, 0, 0}, end_{error_e::None, 0, 0};
  std::uint32_t tag_ = 0, head_ = 0;
  std::uint64_t fetch_address_ = 0, tell_address_ = 0;
  bool irq_ = false, halted_ = false, stop_ = false, drop_ = false, far_ = false;
  bool owed_fetch_ = false, owed_tell_ = false;
};

}  // namespace weft::golden::engine_ring
