// SPDX-License-Identifier: Apache-2.0
#pragma once

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
  std::array<std::uint8_t, DescriptorBytes> bytes() const;
};

/// The operations that a ring knows beside GEMM.
struct operations {
  bool conv = false, copy = false;
};

/// The descriptor of 128 bytes, or nothing if it is refused.
std::optional<descriptor> read(const std::vector<std::uint8_t>& bytes, const operations& known);

/// A completion.
struct completion {
  std::uint64_t address = 0;
  std::uint32_t tag     = 0;
  std::uint16_t code = 0, lap = 0;
  std::uint64_t time = 0;

  /// The bytes in memory.
  std::array<std::uint8_t, CompletionBytes> bytes() const;

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

  to_memory peek(const control& c) const;
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
  bool moves(const control& c, bool quiet) const;
  std::uint32_t head() const { return head_; }
  unsigned state(const control& c) const;

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
  bool begins(const control& c, current_e current, bool quiet) const;
  bool rests() const { return current_ == current_e::None && fetch_ == fetch_e::Rest; }
  bool owes() const { return owed_fetch_ || owed_tell_; }
  bool is_ahead() const { return current_ != current_e::None; }
  bool far(const control& c) const { return c.enable && c.tail - head_ > entries(c); }
  bool waits(const control& c) const { return c.enable && !halted_ && !far(c) && head_ != c.tail; }
  bool ahead_may(const control& c) const {
    return c.enable && !far(c) && c.tail - head_ >= 2 && !stop_ && !drop_;
  }
  std::uint64_t place(std::uint64_t base, unsigned bytes, std::uint32_t index,
                      const control& c) const;
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
