// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <ostream>

#include "sim/golden/enum_name.hpp"
#include "sim/golden/mppa_core/mppa_core.hpp"

/// Cycle model of rtl/mppa/weft_mppa_core.sv: every output in every cycle, whatever fetch and
/// memory do.
namespace weft::golden::mppa_core {

/// A request to memory: 32 bytes from an address that end, with a load, at the next multiple of 64
/// at the latest; what is behind it is undefined. A store writes the bytes of `strobe`.
struct request {
  bool write           = false;
  bool bypass          = false;
  std::uint32_t addr   = 0;
  std::uint32_t strobe = 0;
  register_t data{};

  bool operator==(const request&) const = default;
  friend std::ostream& operator<<(std::ostream& os, const request& r) {
    os << (r.write ? "write " : "read ") << r.addr << (r.bypass ? " bypass" : "");
    if (r.write) {
      os << " strobe=" << r.strobe;
      for (const std::uint64_t d : r.data) os << ' ' << d;
    }
    return os;
  }
};

/// Why no bundle issues in a cycle; the first that applies.
enum class why_e : std::uint8_t {
  Issues,
  Ended,        ///< the program has ended or trapped
  Branch,       ///< the cycle after a branch that was taken
  Fetch,        ///< no bundle is offered
  Load,         ///< a register waits for an answer from memory
  General,      ///< a general register is not computed yet
  Coprocessor,  ///< half of a coprocessor register is not computed yet
  Condition,    ///< a branch reads a register one cycle early
  Memory,       ///< the request before is not taken
  Queue,        ///< as many loads as allowed are on their way
  Trap          ///< the bundle accesses a hole
};
inline constexpr int Whys = 11;
inline std::ostream& operator<<(std::ostream& os, why_e w) {
  return put_name(os, w,
                  {"Issues", "Ended", "Branch", "Fetch", "Load", "General", "Coprocessor",
                   "Condition", "Memory", "Queue", "Trap"});
}

struct inputs {
  std::optional<bundle> in;  ///< the bundle at `pc`
  bool req_ready = true;
  std::optional<register_t> rsp;

  friend std::ostream& operator<<(std::ostream& os, const inputs& in) {
    if (in.in) os << "in={" << *in.in << "} ";
    if (in.rsp) {
      os << "rsp=";
      for (const std::uint64_t d : *in.rsp) os << d << ' ';
    }
    return os << "req_ready=" << in.req_ready;
  }
};

struct outputs {
  bool fetch       = false;  ///< a bundle is wanted: that at `pc`
  std::uint16_t pc = 0;      ///< meaningful with `fetch`, and where a trap is
  why_e why        = why_e::Ended;
  std::optional<request> req;
  bool trap = false;
  bool busy = false;

  bool operator==(const outputs&) const = default;
  friend std::ostream& operator<<(std::ostream& os, const outputs& o) {
    os << "fetch=" << o.fetch << " pc=" << o.pc << " why=" << o.why << " trap=" << o.trap
       << " busy=" << o.busy;
    if (o.req) os << " req=" << *o.req;
    return os;
  }
};

struct config {
  unsigned loads = 8;  ///< loads in flight

  bool operator==(const config&) const = default;
};

/// peek() is combinational, step() is the rising clock edge.
class model {
 public:
  using inputs  = mppa_core::inputs;
  using outputs = mppa_core::outputs;

  explicit model(const config& k = {}) : config_(k) {}

  outputs peek(const inputs& in) const {
    return {.fetch = running_ && !bubble_,
            .pc    = state_.pc,
            .why   = why(in),
            .req   = asked(),
            .trap  = trap_,
            .busy  = running_ || stage_ || !loads_.empty() || now_ < computes_};
  }

  void step(const inputs& in) {
    const why_e w    = why(in);
    const auto taken = stage_ && in.req_ready;
    if (taken) {
      if (stage_->split() && !second_) {
        second_ = true;
      } else {
        stage_.reset();
        second_ = false;
      }
    }
    if (in.rsp) answer(*in.rsp);
    bubble_ = false;
    if (w == why_e::Trap) {
      trap_    = true;
      running_ = false;
    }
    if (w == why_e::Issues) issue(*in.in);
    ++now_;
  }

  const state& registers() const { return state_; }
  state& registers() { return state_; }

 private:
  enum class kind_e : std::uint8_t { Other, Integer, Move };
  struct half {
    std::uint64_t ready = 0;
    kind_e kind         = kind_e::Other;
  };
  struct waiting {
    access of;
    std::optional<register_t> first;  ///< the first part of a split load
    mppa_core::registers masks;
  };

  template <class Call>
  static bool any(std::uint64_t mask, Call call) {
    for (; mask != 0; mask &= mask - 1) {
      if (call(static_cast<unsigned>(std::countr_zero(mask)))) return true;
    }
    return false;
  }
  template <class Call>
  static bool any(const halves& h, Call call) {
    return any(h.lo, [&](unsigned r) { return call(2 * r); }) ||
           any(h.hi, [&](unsigned r) { return call(2 * r + 1); });
  }

  why_e why(const inputs& in) const {
    if (!running_) return why_e::Ended;
    if (bubble_) return why_e::Branch;
    if (!in.in) return why_e::Fetch;
    const mppa_core::registers of = registers_of(*in.in);

    std::uint64_t awaited = 0;
    halves c_awaited;
    for (const waiting& l : loads_) {
      awaited |= l.masks.load | l.masks.silent;
      c_awaited = c_awaited | l.masks.c_load | l.masks.c_silent;
    }
    if (((of.read | of.late | of.early | of.written() | of.sum | of.silent) & awaited) != 0 ||
        ((of.c_read | of.c_late | of.c_sum | of.c_addend | of.c_fixed() | of.c_silent) & c_awaited)
            .any()) {
      return why_e::Load;
    }
    const auto not_by = [&](std::uint64_t cycle) {
      return [this, cycle](unsigned r) { return ready_[r] > cycle; };
    };
    if (any(of.read | of.written() | of.load | of.silent | of.early, not_by(now_)) ||
        any(of.late, not_by(now_ + 1))) {
      return why_e::General;
    }
    const auto half_not_by = [&](std::uint64_t cycle) {
      return [this, cycle](unsigned h) { return half_[h].ready > cycle; };
    };
    if (any(of.c_read | of.c_fixed() | of.c_load | of.c_silent, half_not_by(now_)) ||
        any(of.c_late, half_not_by(now_ + 1)) ||
        any(of.c_sum,
            [&](unsigned h) {
              return half_[h].kind != kind_e::Integer && half_[h].ready > now_;
            }) ||
        any(of.c_addend, [&](unsigned h) {
          return half_[h].ready + (half_[h].kind == kind_e::Move ? 1 : 0) > now_;
        })) {
      return why_e::Coprocessor;
    }
    if (any(of.early, [&](unsigned r) { return ready_[r] != 0 && ready_[r] + 1 > now_; })) {
      return why_e::Condition;
    }
    const word memory(in.in->w[4]);
    if (memory.op >= 32 && stage_ && !(in.req_ready && (second_ || !stage_->split()))) {
      return why_e::Memory;
    }
    if (memory.op >= 32 && memory.op < 48 && loads_.size() >= config_.loads) return why_e::Queue;
    const auto a = access_of(state_, *in.in);
    return a && a->traps ? why_e::Trap : why_e::Issues;
  }

  std::optional<request> asked() const {
    if (!stage_) return {};
    const unsigned first = stage_->first();
    const unsigned from  = second_ ? first : 0;
    const unsigned n     = second_ ? stage_->size - first : first;
    request r{.write  = stage_->store,
              .bypass = stage_->bypass,
              .addr   = static_cast<std::uint32_t>(stage_->at + from),
              .strobe = 0,
              .data   = {}};
    if (r.write) {
      r.strobe = static_cast<std::uint32_t>((std::uint64_t{1} << n) - 1);
      r.data   = shifted(stage_->data, from);
    }
    return r;
  }

  void answer(const register_t& data) {
    waiting& l = loads_.front();
    if (l.of.split() && !l.first) {
      l.first = data;
      return;
    }
    register_t bytes = data;
    if (l.first) {  // bytes before the multiple of 64, then those from it on
      const unsigned n = l.of.first();
      for (unsigned i = 0; i < 32; ++i) {
        const unsigned from      = i < n ? i : i - n;
        const register_t& part   = i < n ? *l.first : data;
        const std::uint64_t byte = part[from / 8] >> 8 * (from % 8) & 0xff;
        bytes[i / 8] = (bytes[i / 8] & ~(std::uint64_t{0xff} << 8 * (i % 8))) | byte << 8 * (i % 8);
      }
    }
    load(state_, l.of, bytes);
    any(l.masks.load | l.masks.silent, [&](unsigned r) {
      ready_[r] = now_ + 1;
      return false;
    });
    any(l.masks.c_load | l.masks.c_silent, [&](unsigned h) {
      half_[h] = {now_ + 1, kind_e::Other};
      return false;
    });
    loads_.pop_front();
  }

  void issue(const bundle& x) {
    const auto a                  = access_of(state_, x);
    const mppa_core::registers of = registers_of(x);
    bubble_                       = mppa_core::step(state_, x);
    if (state_.pc == EndAddress) running_ = false;

    const auto general = [&](std::uint64_t mask, unsigned n) {
      any(mask, [&](unsigned r) {
        ready_[r] = now_ + n;
        return false;
      });
    };
    const auto coprocessor = [&](const halves& mask, unsigned n, kind_e kind) {
      any(mask, [&](unsigned h) {
        half_[h] = {now_ + n, kind};
        return false;
      });
    };
    general(of.sum, 2);
    for (unsigned n = 1; n < of.write.size(); ++n) general(of.write[n], n);
    coprocessor(of.c_moved, MoveTime, kind_e::Move);
    coprocessor(of.c_written, MoveTime, kind_e::Other);
    coprocessor(of.c_result, MoveTime, kind_e::Integer);
    coprocessor(of.c_float, MoveTime + 1, kind_e::Other);
    const std::uint64_t pipes   = (of.sum | of.write[2]) != 0 ? 2 : 0;
    const std::uint64_t longest = std::max<std::uint64_t>(
        {pipes, of.write[4] != 0 || of.c_float.any() ? 4u : 0u, of.c_result.any() ? 3u : 0u});
    computes_ = std::max(computes_, now_ + longest);
    if (!a) return;
    if (a->dismissed) {
      general(of.silent, Hit);
      coprocessor(of.c_silent, Hit, kind_e::Other);
      return;
    }
    stage_ = a;
    if (!a->store) loads_.push_back({*a, {}, of});
  }

  config config_;
  state state_;
  bool running_ = true, trap_ = false, bubble_ = false;
  std::optional<access> stage_;  ///< the request that is made
  bool second_ = false;          ///< its second half is
  std::deque<waiting> loads_;
  std::uint64_t now_ = 8, computes_ = 0;
  std::array<std::uint64_t, General> ready_{};
  std::array<half, 2 * mppa::Registers> half_{};
};

}  // namespace weft::golden::mppa_core
