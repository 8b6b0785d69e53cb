// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "sim/golden/engine/axil.hpp"
#include "sim/harness/pace.hpp"
#include "sim/harness/watchdog.hpp"

namespace weft::sim {

/// A rule of AXI4-Lite does not hold.
struct axil_violation : std::runtime_error {
  explicit axil_violation(const std::string& text) : std::runtime_error("AXI4-Lite: " + text) {}
};

/// The rules of AXI4-Lite that concern a slave, for each cycle of its ports: an answer stays until
/// it is taken, answers what is owed, and comes in one of any three cycles in which a request is
/// complete, offered or taken. Throws axil_violation.
class axil_checker {
 public:
  static constexpr unsigned Limit = 2;  ///< cycles without an answer

  void cycle(const golden::axil::from_master& in, const golden::axil::from_slave& out) {
    require(!b_ || out.b == b_, "an answer to a write changes");
    require(!r_ || out.r == r_, "an answer to a read changes");
    require(!out.b || (aws_ != 0 && ws_ != 0), "an answer to no write");
    require(!out.r || ars_ != 0, "an answer to no read");
    age(write_age_, (aws_ != 0 || in.aw) && (ws_ != 0 || in.w), out.b.has_value());
    age(read_age_, ars_ != 0 || in.ar, out.r.has_value());
    b_                 = in.b_ready ? std::nullopt : out.b;
    r_                 = in.r_ready ? std::nullopt : out.r;
    const bool written = out.b && in.b_ready;
    aws_ += (in.aw && out.aw_ready) - written;
    ws_ += (in.w && out.w_ready) - written;
    ars_ += (in.ar && out.ar_ready) - (out.r && in.r_ready);
  }

 private:
  static void require(bool holds, const char* otherwise) {
    if (!holds) throw axil_violation(otherwise);
  }
  static void age(unsigned& age, bool offered, bool answered) {
    age = offered && !answered ? age + 1 : 0;
    require(age <= Limit, "an answer is late");
  }

  std::optional<golden::axil::resp_e> b_;
  std::optional<golden::axil::read_data> r_;
  unsigned aws_ = 0, ws_ = 0, ars_ = 0, write_age_ = 0, read_age_ = 0;
};

/// A master that offers addresses and data of writes independently, in any order.
class axil_master {
 public:
  explicit axil_master(const timing& t, unsigned seed)
      : address_(t.source), data_(t.source), read_(t.source), b_ready_(t.sink), r_ready_(t.sink) {
    if (seed != 0) {  // each channel at its own random pace
      address_ = randomly(0.4, seed);
      data_    = randomly(0.4, seed + 1);
      read_    = randomly(0.4, seed + 2);
      b_ready_ = randomly(0.6, seed + 3);
      r_ready_ = randomly(0.6, seed + 4);
    }
  }
  axil_master() : axil_master({"FullRate", always(), always()}, 0) {}

  void write(std::uint32_t offset, golden::axil::write_data w) {
    aws_.push_back(offset);
    ws_.push_back(w);
  }
  void read(std::uint32_t offset) { ars_.push_back(offset); }

  bool idle() const { return aws_.empty() && ws_.empty() && ars_.empty() && owed_ == 0; }
  std::size_t waiting() const { return aws_.size() + ws_.size() + ars_.size(); }

  void drive(golden::axil::from_master& in) {
    offer(in.aw, aws_, aw_, address_);
    offer(in.w, ws_, w_, data_);
    offer(in.ar, ars_, ar_, read_);
    in.b_ready = b_ready_();
    in.r_ready = r_ready_();
  }

  void step(const golden::axil::from_master& in, const golden::axil::from_slave& out) {
    checker_.cycle(in, out);
    if (in.aw && out.aw_ready) aws_.pop_front(), aw_ = false, ++owed_;
    if (in.w && out.w_ready) ws_.pop_front(), w_ = false;
    if (in.ar && out.ar_ready) ars_.pop_front(), ar_ = false, ++owed_;
    if (out.b && in.b_ready) written = out.b, --owed_;
    if (out.r && in.r_ready) was_read = out.r, --owed_;
  }

  std::optional<golden::axil::resp_e> written;  ///< the latest answers
  std::optional<golden::axil::read_data> was_read;

 private:
  template <class T>
  static void offer(std::optional<T>& to, const std::deque<T>& from, bool& offered, pace& pace) {
    offered = !from.empty() && (offered || pace());
    if (offered) to = from.front();
  }

  pace address_, data_, read_, b_ready_, r_ready_;
  std::deque<std::uint32_t> aws_, ars_;
  std::deque<golden::axil::write_data> ws_;
  bool aw_ = false, w_ = false, ar_ = false;  // offered and not yet taken
  unsigned owed_ = 0;
  axil_checker checker_;
};

/// One access at a time through `cycle`, which drives the bus for a cycle, and its answer.
class axil_port {
 public:
  using cycle_fn = std::function<golden::axil::from_slave(const golden::axil::from_master&)>;
  explicit axil_port(cycle_fn cycle) : cycle_(std::move(cycle)) {}

  golden::axil::resp_e write(std::uint32_t offset, std::uint32_t data, unsigned strb = 15) {
    master_.write(offset, {data, strb});
    run();
    return *master_.written;
  }
  golden::axil::read_data read(std::uint32_t offset) {
    master_.read(offset);
    run();
    return *master_.was_read;
  }

 private:
  void run() {
    watchdog dog;
    do {
      golden::axil::from_master in;
      master_.drive(in);
      master_.step(in, cycle_(in));
      dog.cycle(false, [] { return "no answer"; });
    } while (!master_.idle());
  }

  cycle_fn cycle_;
  axil_master master_;
};

}  // namespace weft::sim
