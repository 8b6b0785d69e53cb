// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/golden/engine/axi_write.hpp"
#include "sim/harness/axi_checker.hpp"
#include "sim/harness/axi_memory.hpp"
#include "sim/harness/watchdog.hpp"

namespace weft {

/// The bytes that have been written, by their addresses.
using written = std::map<std::uint64_t, std::uint8_t>;

/// A memory behind the write channels. Its address and data channels stall independently.
class write_memory {
 public:
  write_memory(const golden::axi::config& k, sim::axi_timing t)
      : config_(k), timing_(std::move(t)) {}

  void drive(golden::axi_write::inputs& in) {
    in.aw_ready       = timing_.request();
    in.w_ready        = timing_.write();
    const auto answer = answers_.take(now_, timing_.answer);
    if (!answer) return;
    in.b = answer->resp;
    if (is_error(answer->resp) && !first_error_) first_error_ = *answer;
  }

  void step(const golden::axi_write::inputs& in, const golden::axi_write::outputs& out) {
    if (out.aw && in.aw_ready) {
      bursts_.push_back(*out.aw);
      ++requests_;
    }
    if (out.w && in.w_ready) words_.push_back(*out.w);
    while (!bursts_.empty() && words_.size() >= bursts_.front().beats) {
      const auto b = bursts_.front();
      bursts_.pop_front();
      const auto resp = next_resp(timing_, decodes_);
      for (unsigned i = 0; i < b.beats; ++i) {
        store(b.addr + i * config_.bytes, words_.front(), !is_error(resp));
        words_.pop_front();
      }
      answers_.push(now_, timing_.latency, golden::axi::done{resp, b.addr});
      ++owed_;
    }
    if (in.b) --owed_;
    ++now_;
  }

  /// No request, word or response is on its way.
  bool idle() const { return bursts_.empty() && words_.empty() && owed_ == 0; }
  std::uint64_t requests() const { return requests_; }
  written& bytes() { return bytes_; }

  /// The first error since the last call.
  golden::axi::done first_error() {
    return std::exchange(first_error_, std::nullopt).value_or(golden::axi::done{});
  }

 private:
  void store(std::uint64_t address, const golden::axi_write::w_word& w, bool keeps) {
    for (unsigned i = 0; i < config_.bytes; ++i) {
      if (keeps && (w.strb >> i & 1) != 0) bytes_[config_.address(address + i)] = w.data[i];
    }
  }

  golden::axi::config config_;
  sim::axi_timing timing_;
  std::deque<golden::axi::burst> bursts_;  // of which words are missing
  std::deque<golden::axi_write::w_word> words_;
  sim::axi_answers<golden::axi::done> answers_;
  std::optional<golden::axi::done> first_error_;
  written bytes_;
  std::uint64_t now_ = 0, requests_ = 0, owed_ = 0;
  bool decodes_ = false;
};

/// Byte `i` of row `row` of the stream.
inline std::uint8_t source_byte(std::uint64_t row, std::uint64_t i) {
  return sim::byte_at(row * 65537 + i * 3 + 11);
}

/// Runs one command on anything with cycle(inputs) and checks the bytes in memory, the end and
/// AXI's rules. Returns the cycles from the one that takes the command to the one in which it is
/// done.
template <class Unit>
std::uint64_t run_write(Unit& unit, const golden::axi::config& k, write_memory& memory,
                        sim::axi_write_checker& checker, const golden::axi::command& c,
                        sim::pace& source) {
  namespace write = golden::axi_write;
  written expected;
  for (std::uint64_t row = 0; row < (c.bytes == 0 ? 0 : c.rows); ++row) {
    for (std::uint64_t i = 0; i < c.bytes; ++i) {
      expected[k.address(c.addr + row * c.stride + i)] = source_byte(row, i);
    }
  }
  memory.bytes().clear();
  const std::uint64_t in_a_row = (std::uint64_t{c.bytes} + k.bytes - 1) / k.bytes;
  const std::uint64_t beats    = in_a_row * c.rows;
  sim::watchdog dog;
  std::uint64_t given = 0, cycles = 0;
  bool offered = false, taken = false;
  for (;;) {
    write::inputs in;
    if (!taken) in.cmd = c;
    offered = offered || (given < beats && source());
    if (offered) {
      in.in.emplace();  // bytes beyond the row are not zero
      for (unsigned i = 0; i < k.bytes; ++i) {
        (*in.in)[i] = source_byte(given / in_a_row, given % in_a_row * k.bytes + i);
      }
    }
    memory.drive(in);
    const write::outputs out = unit.cycle(in);
    checker.cycle(in, out);
    memory.step(in, out);
    const bool takes = in.cmd && out.cmd_ready, gives = in.in && out.in_ready;
    taken = taken || takes;
    cycles += taken;
    given += gives;
    offered = offered && !gives;
    if (out.done) {
      EXPECT_TRUE(memory.idle()) << c << ": done before the last response";
      EXPECT_EQ(given, beats) << c;
      const auto error = memory.first_error();
      EXPECT_EQ(*out.done, error) << c;
      if (is_error(error.resp)) {
        for (const auto& [address, byte] : memory.bytes()) {
          EXPECT_TRUE(expected.contains(address)) << c << ": byte " << address;
        }
      } else {
        EXPECT_EQ(memory.bytes(), expected) << c;
      }
      return cycles;
    }
    dog.cycle(takes || gives || in.b, [&] { return std::to_string(given) + " beats given"; });
  }
}

}  // namespace weft
