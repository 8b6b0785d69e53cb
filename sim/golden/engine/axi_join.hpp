// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <optional>

#include "sim/golden/axi_read.hpp"
#include "sim/golden/axi_write.hpp"

/// Golden model of rtl/engine/weft_axi_join.sv: two masters on one AXI4 port.
namespace weft::golden::axi_join {

/// The offers of a master.
struct offers {
  std::optional<axi::burst> ar{}, aw{};
  std::optional<axi_write::w_word> w{};
};

/// The memory's side of the port in a cycle.
struct answers {
  bool ar_ready = true;
  std::optional<axi_read::r_beat> r{};
  bool aw_ready = true, w_ready = true;
  std::optional<axi::resp_e> b{};
};

/// Every output in every cycle: to_port() and to_master() are combinational, step() is the rising
/// clock edge.
class model {
 public:
  explicit model(unsigned in_flight) : in_flight_(in_flight) {}

  /// The port's offers of both masters; the first comes before the second.
  offers to_port(const std::array<offers, 2>& from) const {
    offers out;
    if (reads_.size() < in_flight_) out.ar = from[reader(from)].ar;
    if (responses_.size() < in_flight_) out.aw = from[writer(from)].aw;
    if (!words_.empty()) {
      out.w = from[words_.front()].w;
    } else if (out.aw && !ahead_) {
      out.w = from[writer(from)].w;
    }
    return out;
  }

  /// The part of the memory's answers that a master sees.
  answers to_master(std::size_t i, const std::array<offers, 2>& from, const answers& in) const {
    const offers port = to_port(from);
    answers a{.ar_ready = port.ar && in.ar_ready && reader(from) == i,
              .aw_ready = port.aw && in.aw_ready && writer(from) == i,
              .w_ready  = port.w && in.w_ready && talker(from) == i};
    if (in.r && !reads_.empty() && reads_.front() == i) a.r = in.r;
    if (in.b && !responses_.empty() && responses_.front() == i) a.b = in.b;
    return a;
  }

  void step(const std::array<offers, 2>& from, const answers& in) {
    const offers port = to_port(from);
    const auto r = reader(from), w = writer(from);
    const bool asked = port.aw && in.aw_ready, said = port.w && in.w_ready && port.w->last;
    if (in.r && in.r->last) reads_.pop_front();
    if (in.b) responses_.pop_front();
    if (said && !words_.empty()) {
      words_.pop_front();
      if (asked) words_.push_back(w);
    } else if (asked) {
      if (!ahead_ && !said) words_.push_back(w);
      ahead_ = false;
    } else {
      ahead_ = ahead_ || said;
    }
    if (asked) responses_.push_back(w);
    if (port.ar && in.ar_ready) reads_.push_back(r);
    reader_ = port.ar && !in.ar_ready ? std::optional(r) : std::nullopt;
    writer_ = port.aw && !in.aw_ready ? std::optional(w) : std::nullopt;
  }

 private:
  std::size_t reader(const std::array<offers, 2>& from) const {
    return reader_.value_or(from[0].ar ? 0 : 1);
  }
  std::size_t writer(const std::array<offers, 2>& from) const {
    return writer_.value_or(from[0].aw ? 0 : 1);
  }
  std::size_t talker(const std::array<offers, 2>& from) const {
    return words_.empty() ? writer(from) : words_.front();
  }

  unsigned in_flight_;
  std::optional<std::size_t> reader_, writer_;  // of a request that waits
  std::deque<std::size_t> reads_, responses_, words_;
  bool ahead_ = false;  // all words of the burst at AW have left
};

}  // namespace weft::golden::axi_join
