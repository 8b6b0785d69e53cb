// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <ostream>
#include <vector>

#include "sim/golden/engine/axi.hpp"

/// Golden model of rtl/engine/weft_axi_write.sv: packed beats as rows of bytes in a memory.
namespace weft::golden::axi_write {

using namespace axi;

/// A word on W. Bytes without a strobe are zero.
struct w_word {
  word data{};
  std::uint32_t strb = 0;
  bool last          = false;

  bool operator==(const w_word&) const = default;
  friend std::ostream& operator<<(std::ostream& os, const w_word& w) {
    print(os, w.data);
    return os << '/' << w.strb << (w.last ? "l" : "");
  }
};

/// The number of beats of the stream that a command takes.
constexpr std::uint64_t beats(const config& k, const command& c) {
  return c.empty() ? 0 : std::uint64_t{(c.bytes - 1) / k.bytes + 1} * c.rows;
}

/// Cycles from the one that takes the command to the one in which it is done, both counted, with a
/// source that gives a beat in every cycle and a memory that takes every request and word at once
/// and responds `latency` + 1 cycles after the last word of a burst.
inline std::uint64_t cycles(const config& k, const command& c, std::uint64_t latency) {
  if (c.empty()) return 2;
  // Cycle 0 takes the command. enters: a word enters the buffer; leaves: it is on W.
  std::vector<std::uint64_t> leaves, responses;
  std::uint64_t enters = 0, asked = 0;
  std::size_t words = 0;
  for (const burst& b : bursts(k, c)) {
    for (unsigned i = 0; i < b.beats; ++i, ++words) {
      ++enters;
      if (words >= k.beats) enters = std::max(enters, leaves[words - k.beats] + 1);
    }
    asked = std::max(asked, enters) + 1;
    if (responses.size() >= k.in_flight) {
      asked = std::max(asked, responses[responses.size() - k.in_flight] + 1);
    }
    std::uint64_t leave = asked + 1;  // AW is a register behind the request
    if (!leaves.empty()) leave = std::max(leave, leaves.back() + 1);
    for (unsigned i = 0; i < b.beats; ++i) leaves.push_back(leave + i);
    std::uint64_t response = leaves.back() + 1 + latency;
    if (!responses.empty()) response = std::max(response, responses.back() + 1);
    responses.push_back(response);
  }
  return responses.back() + 2;
}

/// One cycle at the inputs. An engaged optional is a payload whose valid is high.
struct inputs {
  std::optional<command> cmd{};
  std::uint32_t hang_limit = 0;
  std::optional<word> in{};
  bool aw_ready = true, w_ready = true;
  std::optional<resp_e> b{};

  friend std::ostream& operator<<(std::ostream& os, const inputs& i) {
    if (i.cmd) os << "cmd=" << *i.cmd << ' ';
    if (i.in) print(os << "in=", *i.in);
    if (i.b) os << " b=" << static_cast<unsigned>(*i.b);
    return os << " limit=" << i.hang_limit << " ready=" << i.aw_ready << i.w_ready;
  }
};

/// One cycle at the outputs.
struct outputs {
  bool cmd_ready = false, in_ready = false;
  std::optional<burst> aw;
  std::optional<w_word> w;
  bool b_ready = true, busy = false;
  std::optional<axi::done> done;
  bool hung = false;

  bool operator==(const outputs&) const = default;
  friend std::ostream& operator<<(std::ostream& os, const outputs& o) {
    os << "cmd_ready=" << o.cmd_ready << " in_ready=" << o.in_ready << " b_ready=" << o.b_ready
       << " busy=" << o.busy << " hung=" << o.hung;
    if (o.aw) os << " aw=" << *o.aw;
    if (o.w) os << " w=" << *o.w;
    if (o.done) os << " done=" << *o.done;
    return os;
  }
};

/// Every output in every cycle: peek() is combinational, step() is the rising clock edge.
class model {
 public:
  using inputs  = axi_write::inputs;
  using outputs = axi_write::outputs;

  explicit model(const config& k) : config_(k), requests_(k) {}

  outputs peek(const inputs& in) const;

  void step(const inputs& in);

 private:
  bool accepts_word() const { return words_.size() < config_.beats || requests_.failed(); }

  void start(const command& c);

  /// The bytes of the next word that belong to its row.
  unsigned wanted() const {
    return static_cast<unsigned>(
        std::min<std::uint64_t>(left_, config_.bytes - addr_ % config_.bytes));
  }
  bool needs_beat() const { return held_.size() < wanted(); }

  /// The next word, after `beat` if its bytes need one.
  w_word gather(const std::optional<word>& beat);

  config config_;
  request_side requests_;
  command command_{};
  std::deque<w_word> words_;
  std::size_t requested_ = 0;  // words at the front whose burst is requested

  std::uint64_t addr_ = 0, row_ = 0;  // the address of the next byte to write
  std::uint32_t rows_ = 0, left_ = 0, coming_ = 0;
  std::deque<std::uint8_t> held_;  // bytes of the row that have come and are not in a word
};

}  // namespace weft::golden::axi_write
