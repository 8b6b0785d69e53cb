// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <optional>
#include <ostream>

#include "sim/golden/engine/axi_read.hpp"
#include "sim/golden/engine/axi_write.hpp"

/// Golden model of rtl/engine/weft_axi_join.sv: two masters on one AXI4 port.
namespace weft::golden::axi_join {

/// The offers of a master.
struct offers {
  std::optional<axi::burst> ar{}, aw{};
  std::optional<axi_write::w_word> w{};

  bool operator==(const offers&) const = default;
  friend std::ostream& operator<<(std::ostream& os, const offers& o) {
    if (o.ar) os << " ar=" << *o.ar;
    if (o.aw) os << " aw=" << *o.aw;
    if (o.w) os << " w=" << *o.w;
    return os;
  }
};

/// The memory's side of the port in a cycle.
struct answers {
  bool ar_ready = true;
  std::optional<axi_read::r_beat> r{};
  bool aw_ready = true, w_ready = true;
  std::optional<axi::resp_e> b{};

  friend std::ostream& operator<<(std::ostream& os, const answers& a) {
    os << " ready=" << a.ar_ready << a.aw_ready << a.w_ready;
    if (a.r) os << " r=" << *a.r;
    if (a.b) os << " b=" << static_cast<unsigned>(*a.b);
    return os;
  }
};

/// One cycle at the inputs.
struct inputs {
  std::array<offers, 2> from{};
  answers bus{};

  friend std::ostream& operator<<(std::ostream& os, const inputs& in) {
    return os << "0:" << in.from[0] << " 1:" << in.from[1] << " bus:" << in.bus;
  }
};

/// One cycle at the outputs: the port, and by master the channels that move and the answers.
struct outputs {
  offers port{};
  std::array<bool, 2> ar_ready{}, aw_ready{}, w_ready{}, r{}, b{};

  bool operator==(const outputs&) const = default;
  friend std::ostream& operator<<(std::ostream& os, const outputs& o) {
    os << o.port;
    for (const auto* flags : {&o.ar_ready, &o.aw_ready, &o.w_ready, &o.r, &o.b}) {
      os << ' ' << (*flags)[0] << (*flags)[1];
    }
    return os;
  }
};

/// Every output in every cycle: to_port() and to_master() are combinational, step() is the rising
/// clock edge.
class model {
 public:
  using inputs  = axi_join::inputs;
  using outputs = axi_join::outputs;

  explicit model(unsigned in_flight = 17) : in_flight_(in_flight) {}

  outputs peek(const inputs& in) const {
    outputs o{.port = to_port(in.from)};
    for (std::size_t i = 0; i < 2; ++i) {
      const answers a = to_master(i, in.from, in.bus);
      o.ar_ready[i]   = a.ar_ready;
      o.aw_ready[i]   = a.aw_ready;
      o.w_ready[i]    = a.w_ready;
      o.r[i]          = a.r.has_value();
      o.b[i]          = a.b.has_value();
    }
    return o;
  }
  void step(const inputs& in) { step(in.from, in.bus); }

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
