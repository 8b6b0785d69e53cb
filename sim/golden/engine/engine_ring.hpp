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
using engine_map::error_e;

inline constexpr unsigned DescriptorBytes = 128, CompletionBytes = 16;

/// A descriptor as software writes it.
struct descriptor {
  unsigned op       = 1;  ///< 0 nothing, 1 GEMM
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
    unsigned at = 0x08;
    for (const auto word : {job.m, job.n, job.k, job.scale}) put(at, word, 4), at += 4;
    for (const auto address : {job.a, job.b, job.c, job.d}) put(at, address, 8), at += 8;
    for (const auto stride : {job.lda, job.ldb, job.ldc, job.ldd}) put(at, stride, 4), at += 4;
    for (const auto address : {job.a_extra, job.b_extra}) put(at, address, 8), at += 8;
    return out;
  }
};

/// The descriptor of 128 bytes, or nothing if it is refused.
inline std::optional<descriptor> read(const std::vector<std::uint8_t>& bytes) {
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
  d.job = {.preload     = (ctrl & CtrlPreload) != 0,
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
  // A descriptor that is right is what it says, byte by byte.
  if (d.op > 1) return {};
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

class model {
 public:
  to_memory peek(const control& c) const {
    to_memory m;
    if (at_ == at_e::Ask) m.fetch = address_;
    if (at_ == at_e::Tell) m.comp = told(c);
    return m;
  }
  const engine::job* offers() const {
    return at_ == at_e::Offer && !drop_ ? &descriptor_.job : nullptr;
  }
  bool aborts() const { return at_ == at_e::Run && drop_; }
  bool idle(const control& c) const { return at_ == at_e::Idle && !waits(c) && !owed_; }
  std::uint32_t head() const { return head_; }
  unsigned state(const control& c) const {
    if (halted_) return 2;
    if (at_ == at_e::Idle && !waits(c)) return 0;
    return stop_ || drop_ ? 3 : 1;
  }

  /// A clock edge. `allowed(address, bytes, write)` is what the windows say. `taken`: the job of
  /// offers() is; `ended`: a job that was taken has.
  template <class Allowed>
  events step(const control& c, const Allowed& allowed, const from_memory& m, bool taken,
              const std::optional<job_end>& ended, bool reset) {
    events e;
    const bool far = this->far(c);
    if (far && !far_) e.error = error_e::Ring;
    const bool answered = m.fetched || m.told;

    if (reset) {
      const bool asks = (at_ == at_e::Ask && m.fetch_ready) || (at_ == at_e::Tell && m.comp_ready);
      owed_           = (owed_ || asks || at_ == at_e::Receive || at_ == at_e::Told) && !answered;
      at_             = at_e::Idle;
      head_           = 0;
      halted_ = stop_ = drop_ = far_ = false;
      return e;
    }
    far_ = far;

    const at_e before = at_;
    bool over         = false;
    switch (before) {
      case at_e::Idle:
        if (c.enable && (c.stop || c.drop) && !halted_) {
          e.halted = true;
        } else if (waits(c) && !owed_) {
          at_ = at_e::Aim;
        }
        break;
      case at_e::Aim:
        address_    = place(c.base, DescriptorBytes, c);
        descriptor_ = {.op = 0};
        end_        = {error_e::Window, 0, 0};
        at_         = allowed(address_, DescriptorBytes, false) ? at_e::Ask : at_e::Close;
        break;
      case at_e::Ask:
        bytes_.clear();
        if (m.fetch_ready) at_ = at_e::Receive;
        break;
      case at_e::Receive:
        bytes_.insert(bytes_.end(), m.word.begin(), m.word.end());
        if (!m.fetched) break;
        end_ = {error_e::Fetch, address_, 0};
        at_  = m.fetched->error ? at_e::Close : at_e::Judge;
        break;
      case at_e::Judge: {
        const auto right = read(bytes_);
        end_             = {right ? error_e::None : error_e::Descriptor, 0, 0};
        descriptor_ =
            right.value_or(descriptor{.op  = 0,
                                      .irq = (bytes_[1] & 1) != 0,
                                      .tag = bytes_[4] | bytes_[5] << 8u | bytes_[6] << 16u |
                                             std::uint32_t{bytes_[7]} << 24});
        at_ = right && right->op == 1 ? at_e::Offer : at_e::Close;
        break;
      }
      case at_e::Offer:
        if (drop_) {
          end_.code = error_e::Aborted;
          at_       = at_e::Close;
        } else if (taken) {
          at_ = at_e::Run;
        }
        break;
      case at_e::Run:
        if (!ended) break;
        end_ = *ended;
        at_  = at_e::Close;
        break;
      case at_e::Close:
        address_ = place(c.comp_base, CompletionBytes, c);
        at_      = at_e::Tell;
        if (c.comp_base == 0) {
          over = true;
        } else if (!allowed(address_, CompletionBytes, true)) {
          over = true;
          if (end_.code == error_e::None) end_.code = error_e::Window;
        }
        break;
      case at_e::Tell:
        if (m.comp_ready) at_ = at_e::Told;
        break;
      case at_e::Told:
        over = m.told.has_value();
        if (over && m.told->error && end_.code == error_e::None) {
          end_ = {error_e::Fetch, address_, 0};
        }
        break;
    }
    if (answered) owed_ = false;

    if (over) {
      at_       = at_e::Idle;
      e.flagged = descriptor_.irq;
      if (end_.code != error_e::None) {
        e.error = end_.code;
        e.fault = end_.fault;
      }
      e.halted = !halted_ && (end_.code != error_e::None || stop_ || drop_ || c.stop || c.drop);
      ++head_;
    }
    if (e.halted) {
      halted_ = true;
    } else if (c.resume) {
      halted_ = false;
    }
    const bool runs = before != at_e::Idle && !over;
    stop_           = runs && (stop_ || c.stop);
    drop_           = runs && (drop_ || c.drop);
    return e;
  }

 private:
  enum class at_e { Idle, Aim, Ask, Receive, Judge, Offer, Run, Close, Tell, Told };

  static std::uint32_t entries(const control& c) {
    return c.log2 < 1 || c.log2 > 12 ? 0 : 1u << c.log2;
  }
  bool far(const control& c) const { return c.enable && c.tail - head_ > entries(c); }
  bool waits(const control& c) const { return c.enable && !halted_ && !far(c) && head_ != c.tail; }
  std::uint64_t place(std::uint64_t base, unsigned bytes, const control& c) const {
    const std::uint32_t n = entries(c);
    const std::uint64_t i = n == 0 ? head_ : head_ % n;
    return base / bytes * bytes + i * bytes;
  }
  completion told(const control& c) const {
    return {address_, descriptor_.tag, static_cast<std::uint16_t>(end_.code),
            static_cast<std::uint16_t>((head_ >> c.log2) + 1), end_.time};
  }

  at_e at_ = at_e::Idle;
  std::vector<std::uint8_t> bytes_;
  descriptor descriptor_{};
  job_end end_{error_e::None, 0, 0};
  std::uint64_t address_ = 0;  // of the descriptor, then of the completion
  std::uint32_t head_    = 0;
  bool halted_ = false, stop_ = false, drop_ = false, owed_ = false, far_ = false;
};

}  // namespace weft::golden::engine_ring
