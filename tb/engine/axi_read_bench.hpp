// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/golden/engine/axi_read.hpp"
#include "sim/harness/axi_checker.hpp"
#include "sim/harness/axi_memory.hpp"
#include "sim/harness/watchdog.hpp"

namespace weft {

/// A memory of byte_at() behind the read channels.
class read_memory {
 public:
  read_memory(const golden::axi::config& k, sim::axi_timing t)
      : config_(k), timing_(std::move(t)) {}

  void drive(golden::axi_read::inputs& in) {
    in.ar_ready = timing_.request();
    in.r        = answers_.take(now_, timing_.answer);
    if (in.r && is_error(in.r->resp) && !first_error_) {
      first_error_ = golden::axi::done{in.r->resp, bursts_.front()};
    }
    if (in.r && in.r->last) bursts_.pop_front();
  }

  void step(const golden::axi_read::inputs& in, const golden::axi_read::outputs& out) {
    using namespace golden::axi;
    if (out.ar && in.ar_ready) {
      bursts_.push_back(out.ar->addr);
      for (unsigned i = 0; i < out.ar->beats; ++i) {
        golden::axi_read::r_beat r{{}, next_resp(timing_, decodes_), i + 1 == out.ar->beats};
        for (unsigned j = 0; j < config_.bytes; ++j) {
          r.data[j] = sim::byte_at(out.ar->addr + i * config_.bytes + j);
        }
        answers_.push(now_, timing_.latency, r);
      }
      ++requests_;
    }
    ++now_;
  }

  std::uint64_t requests() const { return requests_; }

  /// The first error since the last call.
  golden::axi::done first_error() {
    const auto d = first_error_.value_or(golden::axi::done{});
    first_error_.reset();
    return d;
  }

 private:
  golden::axi::config config_;
  sim::axi_timing timing_;
  sim::axi_answers<golden::axi_read::r_beat> answers_;
  std::deque<std::uint64_t> bursts_;
  std::optional<golden::axi::done> first_error_;
  std::uint64_t now_ = 0, requests_ = 0;
  bool decodes_ = false;
};

/// Runs one command on anything with cycle(inputs) and checks every beat, the end and AXI's rules.
/// Returns the cycles from the one that takes the command to the one in which it is done.
template <class Unit>
std::uint64_t run_read(Unit& unit, const golden::axi::config& k, read_memory& memory,
                       sim::axi_read_checker& checker, const golden::axi::command& c,
                       sim::pace& sink) {
  namespace read      = golden::axi_read;
  const auto expected = read::beats(k, c, sim::byte_at);
  sim::watchdog dog;
  std::size_t given    = 0;
  std::uint64_t cycles = 0;
  for (bool taken = false;;) {
    read::inputs in;
    if (!taken) in.cmd = c;
    in.out_ready = sink();
    memory.drive(in);
    const read::outputs out = unit.cycle(in);
    checker.cycle(in, out);
    memory.step(in, out);
    const bool takes = in.cmd && out.cmd_ready, gives = out.out && in.out_ready;
    taken = taken || takes;
    cycles += taken;
    if (gives) {
      EXPECT_LT(given, expected.size());
      if (given < expected.size()) {
        EXPECT_EQ(*out.out, expected[given]) << c << " beat " << given;
      }
      ++given;
    }
    if (out.done) {
      const auto error = memory.first_error();
      EXPECT_EQ(*out.done, error) << c;
      if (!is_error(error.resp)) {
        EXPECT_EQ(given, expected.size()) << c;
      }
      return cycles;
    }
    dog.cycle(takes || gives || in.r, [&] { return std::to_string(given) + " beats given"; });
  }
}

}  // namespace weft
