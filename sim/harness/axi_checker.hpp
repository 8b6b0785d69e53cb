// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <deque>
#include <optional>
#include <stdexcept>
#include <string>

#include "sim/golden/engine/axi.hpp"
#include "sim/golden/engine/axi_write.hpp"

namespace weft::sim {

/// A rule of AXI4, or of Weft's masters, does not hold. `rule` is its number in docs/unit/axi.md.
struct axi_violation : std::runtime_error {
  axi_violation(unsigned rule, const std::string& text)
      : std::runtime_error("AXI rule " + std::to_string(rule) + ": " + text), rule(rule) {}
  unsigned rule;
};

/// The requests of a master: an address channel, whatever it is the address of.
class axi_requests {
 public:
  explicit axi_requests(const golden::axi::config& k) : config_(k) {}

  /// One cycle of the channel. Throws axi_violation.
  void cycle(const std::optional<golden::axi::burst>& request, bool ready) {
    if (waiting_ && request != waiting_) {
      throw axi_violation(1, "a request stays as it is until it is taken");
    }
    if (request) check(*request);
    waiting_ = request && !ready ? request : std::nullopt;
    if (!request || !ready) return;
    owed_.push_back(request->beats);
    beats_owed_ += request->beats;
    if (owed_.size() > config_.in_flight) {
      throw axi_violation(
          6, "no more than " + std::to_string(config_.in_flight) + " bursts are in flight");
    }
    if (beats_owed_ > config_.beats) {
      throw axi_violation(
          7, "no more than " + std::to_string(config_.beats) + " beats are owed: each has a place");
    }
  }

  /// The beats of each burst that is owed, oldest first.
  std::deque<unsigned>& owed() { return owed_; }
  void answered(unsigned beats) { beats_owed_ -= beats; }
  bool idle() const { return owed_.empty() && !waiting_; }

 private:
  void check(const golden::axi::burst& b) const {
    if (b.kind != 1 || b.size != std::bit_width(config_.bytes) - 1u) {
      throw axi_violation(2, "a burst is INCR, of words as wide as the bus");
    }
    if (b.addr % config_.bytes != 0) throw axi_violation(3, "a burst starts at a word");
    if (b.beats == 0 || std::uint64_t{b.beats} * config_.bytes > config_.burst_bytes) {
      throw axi_violation(4,
                          "a burst has at most " + std::to_string(config_.burst_bytes) + " bytes");
    }
    if (b.addr % 4096 + std::uint64_t{b.beats} * config_.bytes > 4096) {
      throw axi_violation(5, "a burst does not cross 4 KiB");
    }
  }

  golden::axi::config config_;
  std::optional<golden::axi::burst> waiting_;
  std::deque<unsigned> owed_;
  std::uint64_t beats_owed_ = 0;
};

/// Rules of a read master and of the bus behind it. In an inputs or outputs an engaged optional is
/// a payload whose valid is high.
class axi_read_checker {
 public:
  explicit axi_read_checker(const golden::axi::config& k) : requests_(k) {}

  /// One cycle at the ports. Throws axi_violation.
  template <class Inputs, class Outputs>
  void cycle(const Inputs& in, const Outputs& out) {
    if (in.r) {
      if (!out.r_ready) throw axi_violation(8, "a beat that is owed is taken at once");
      if (requests_.owed().empty()) throw axi_violation(9, "a beat answers a request");
      unsigned& left = requests_.owed().front();
      if (in.r->last != (left == 1)) throw axi_violation(10, "RLAST is at the end of a burst");
      requests_.answered(1);
      if (--left == 0) requests_.owed().pop_front();
    }
    if (out.out != offered_ && offered_) {
      throw axi_violation(11, "a beat of the stream stays as it is until it is taken");
    }
    offered_ = in.out_ready ? std::nullopt : out.out;
    requests_.cycle(out.ar, in.ar_ready);
    if (out.done && !requests_.idle()) {
      throw axi_violation(12, "a command is done when the bus owes nothing");
    }
  }

 private:
  axi_requests requests_;
  std::optional<golden::axi::beat> offered_;
};

/// Rules of a write master and of the bus behind it.
class axi_write_checker {
 public:
  explicit axi_write_checker(golden::axi::config k)
      : requests_([&] {
          k.beats = ~0u;  // the words of a request have left the buffer long before its response
          return k;
        }()) {}

  /// One cycle at the ports. Throws axi_violation.
  template <class Inputs, class Outputs>
  void cycle(const Inputs& in, const Outputs& out) {
    if (in.b) {
      if (!out.b_ready) throw axi_violation(8, "a response that is owed is taken at once");
      if (complete_ == 0 || requests_.owed().empty()) {
        throw axi_violation(9, "a response answers a burst of which all words are taken");
      }
      requests_.answered(requests_.owed().front());
      requests_.owed().pop_front();
      --complete_;
    }
    if (out.aw && !requested_) words_.push_back(out.aw->beats);
    requested_ = out.aw && !in.aw_ready;
    requests_.cycle(out.aw, in.aw_ready);
    word(in.w_ready, out);
    if (out.done && (!requests_.idle() || !words_.empty())) {
      throw axi_violation(12, "a command is done when the bus owes nothing");
    }
  }

 private:
  template <class Outputs>
  void word(bool ready, const Outputs& out) {
    if (out.w != offered_ && offered_) {
      throw axi_violation(11, "a word stays as it is until it is taken");
    }
    if (within_ && !out.w) throw axi_violation(13, "the words of a burst have no gap");
    offered_ = ready ? std::nullopt : out.w;
    if (!out.w) return;
    if (words_.empty()) throw axi_violation(14, "a word belongs to a requested burst");
    if (out.w->last != (words_.front() == 1)) {
      throw axi_violation(10, "WLAST is at the end of a burst");
    }
    if (out.w->strb == 0) throw axi_violation(15, "each word has a byte to write");
    if (!ready) return;
    within_ = !out.w->last;
    if (--words_.front() == 0) {
      words_.pop_front();
      ++complete_;
    }
  }

  axi_requests requests_;
  bool requested_ = false;      // the request of this cycle was there in the cycle before
  std::deque<unsigned> words_;  // of each requested burst, those not taken
  unsigned complete_ = 0;       // bursts without a response of which all words are taken
  bool within_       = false;   // a burst
  decltype(golden::axi_write::outputs::w) offered_;
};

}  // namespace weft::sim
