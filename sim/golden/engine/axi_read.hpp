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

/// Golden model of rtl/engine/weft_axi_read.sv: rows of bytes from a memory as packed beats.
namespace weft::golden::axi_read {

using namespace axi;

/// The beats of a command. `byte(address)` is the memory.
template <class Memory>
std::vector<beat> beats(const config& k, const command& c, const Memory& byte) {
  std::vector<beat> all;
  if (c.empty()) return all;
  for (std::uint32_t row = 0; row < c.rows; ++row) {
    const std::uint64_t first = c.addr + row * c.stride;
    for (std::uint64_t at = 0; at < c.bytes; at += k.bytes) {
      beat b;
      b.bytes    = static_cast<unsigned>(std::min<std::uint64_t>(k.bytes, c.bytes - at));
      b.row_last = at + k.bytes >= c.bytes;
      b.last     = b.row_last && row + 1 == c.rows;
      for (unsigned i = 0; i < b.bytes; ++i) b.data[i] = byte(k.address(first + at + i));
      all.push_back(b);
    }
  }
  return all;
}

/// The steps of the join of a row, one a cycle: those that take a word, and one more where the last
/// beat is ready only after all words have been taken.
struct row_steps {
  std::uint64_t words, steps;

  row_steps(const config& k, std::uint64_t addr, std::uint32_t bytes) {
    const std::uint64_t offset = addr % k.bytes, beats = (bytes - 1) / k.bytes + 1;
    words = (offset + bytes - 1) / k.bytes + 1;
    steps = words + (offset != 0 && words > 1 && words == beats);
  }
};

/// Cycles from the one that takes the command to the one in which it is done, both counted, with a
/// memory that takes a request at once, gives its first beat `latency` + 1 cycles later and a beat
/// in every cycle after that, and with a taker that never stalls.
inline std::uint64_t cycles(const config& k, const command& c, std::uint64_t latency) {
  if (c.empty()) return 2;
  // Cycle 0 takes the command. arrives: the cycle of a word on R. leaves: the cycle in which a word
  // leaves the buffer. ends: the last beat of a burst on R.
  std::vector<std::uint64_t> arrives, leaves, ends;
  const std::vector<burst> all = bursts(k, c);
  std::size_t next = 0, words_left = 0;
  std::uint64_t asked = 0, used = 0, step = 0;
  std::uint32_t row      = 0;
  const auto row_address = [&] { return k.address(c.addr + row * c.stride); };
  std::vector<std::uint64_t> starts_of_steps;
  const auto leave_all = [&] {  // words that have a known arrival, in the order of their rows
    while (row < c.rows) {
      const row_steps r(k, row_address(), c.bytes);
      while (words_left < r.words && leaves.size() < arrives.size()) {
        step = std::max(step + 1, arrives[leaves.size()] + 1);
        leaves.push_back(step);
        ++words_left;
      }
      if (words_left < r.words) return;
      step += r.steps - r.words;
      words_left = 0;
      ++row;
    }
  };
  for (; next < all.size(); ++next) {
    std::uint64_t at = asked + 1;
    if (next >= k.in_flight) at = std::max(at, ends[next - k.in_flight] + 1);
    used += all[next].beats;
    if (used > k.beats) at = std::max(at, leaves[used - k.beats - 1] + 1);
    asked              = at;
    std::uint64_t beat = asked + 1 + latency + 1;  // AR is a register behind the request
    if (!arrives.empty()) beat = std::max(beat, arrives.back() + 1);
    for (unsigned i = 0; i < all[next].beats; ++i) arrives.push_back(beat + i);
    ends.push_back(arrives.back());
    leave_all();
  }
  return step + 3;  // the last step, the cycle of its beat, the cycle after it
}

struct r_beat {
  word data{};
  resp_e resp = resp_e::Okay;
  bool last   = false;

  friend std::ostream& operator<<(std::ostream& os, const r_beat& r) {
    print(os, r.data);
    return os << '/' << static_cast<unsigned>(r.resp) << (r.last ? "l" : "");
  }
};

/// One cycle at the inputs. An engaged optional is a payload whose valid is high.
struct inputs {
  std::optional<command> cmd{};
  std::uint32_t hang_limit = 0;
  bool abort               = false;
  bool ar_ready            = true;
  std::optional<r_beat> r{};
  bool out_ready = true;

  friend std::ostream& operator<<(std::ostream& os, const inputs& in) {
    if (in.cmd) os << "cmd=" << *in.cmd << ' ';
    if (in.r) os << "r=" << *in.r << ' ';
    if (in.abort) os << "abort ";
    return os << "limit=" << in.hang_limit << " ready=" << in.ar_ready << in.out_ready;
  }
};

/// One cycle at the outputs.
struct outputs {
  bool cmd_ready = false;
  std::optional<burst> ar;
  bool r_ready = true;
  std::optional<beat> out;
  bool busy = false;
  std::optional<axi::done> done;
  bool hung = false;

  bool operator==(const outputs&) const = default;
  friend std::ostream& operator<<(std::ostream& os, const outputs& o) {
    os << "cmd_ready=" << o.cmd_ready << " r_ready=" << o.r_ready << " busy=" << o.busy
       << " hung=" << o.hung;
    if (o.ar) os << " ar=" << *o.ar;
    if (o.out) os << " out=" << *o.out;
    if (o.done) os << " done=" << *o.done;
    return os;
  }
};

/// Every output in every cycle: peek() is combinational, step() is the rising clock edge.
class model {
 public:
  using inputs  = axi_read::inputs;
  using outputs = axi_read::outputs;

  explicit model(const config& k) : config_(k), requests_(k), free_(k.beats) {}

  outputs peek(const inputs& in) const {
    outputs o;
    o.cmd_ready = requests_.ready(next_.size() < config_.commands);
    o.ar        = requests_.offered();
    o.out       = out_;
    o.busy      = requests_.busy();
    o.hung      = requests_.hung(in.hang_limit);
    o.done      = requests_.ends(words_.empty() && rows_ == 0 && !out_);
    return o;
  }

  void step(const inputs& in) {
    const outputs now = peek(in);
    const bool gives  = !out_ || in.out_ready;
    std::optional<answer> a;
    if (in.r) a = {in.r->resp, in.r->last};
    const auto request = requests_.step(in.hang_limit, in.ar_ready, free_, a, false, in.abort);

    // The step of the join.
    if (gives) out_.reset();
    if (rows_ != 0) {
      join(gives);
    } else if (!words_.empty()) {
      pop();  // words after an error
    }

    if (in.r) words_.push_back(in.r->data);
    if (request) free_ -= request->beats;
    if (now.done) requests_.finish();
    if (in.cmd && now.cmd_ready) start(*in.cmd);
    if ((a && is_error(a->resp)) || in.abort) {
      rows_ = 0;
      next_.clear();
    }
  }

 private:
  void start(const command& c) {
    requests_.start(c);
    if (rows_ != 0)
      next_.push_back(c);
    else
      begin(c);
  }

  void begin(const command& c) {
    command_ = c;
    rows_    = c.empty() ? 0 : c.rows;
    row_     = 0;
    start_row();
  }

  void start_row() {
    offset_ = static_cast<unsigned>((command_.addr + row_ * command_.stride) % config_.bytes);
    left_   = command_.bytes;
    held_.clear();
  }

  void pop() {
    words_.pop_front();
    ++free_;
  }

  /// Takes a word, gives a beat, or both. held_ has the bytes of the row that have been taken and
  /// not given; `gives`: the output has a place.
  void join(bool gives) {
    const bool ready = held_.size() >= left_ && !held_.empty();  // the last beat needs no word
    if (!ready && words_.empty()) return;
    const unsigned skip   = held_.empty() ? offset_ : 0;
    const unsigned wanted = std::min<std::uint32_t>(left_, config_.bytes);
    const bool full       = ready || held_.size() + config_.bytes - skip >= wanted;
    if (full && !gives) return;
    if (!ready) {
      held_.insert(held_.end(), words_.front().begin() + skip,
                   words_.front().begin() + config_.bytes);
      pop();
    }
    if (!full) return;
    beat b;
    b.bytes    = wanted;
    b.row_last = left_ <= config_.bytes;
    b.last     = b.row_last && rows_ == 1;
    std::copy_n(held_.begin(), wanted, b.data.begin());
    held_.erase(held_.begin(), held_.begin() + wanted);
    out_ = b;
    left_ -= wanted;
    if (!b.row_last) return;
    --rows_;
    ++row_;
    start_row();
    if (rows_ != 0 || next_.empty()) return;
    begin(next_.front());
    next_.pop_front();
  }

  config config_;
  request_side requests_;
  command command_{};
  std::deque<command> next_;  // the commands behind it
  std::deque<word> words_;
  unsigned free_;

  std::uint64_t row_  = 0;
  std::uint32_t rows_ = 0, left_ = 0;
  unsigned offset_ = 0;
  std::vector<std::uint8_t> held_;
  std::optional<beat> out_;
};

}  // namespace weft::golden::axi_read
