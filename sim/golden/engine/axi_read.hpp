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
std::uint64_t cycles(const config& k, const command& c, std::uint64_t latency);

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

  outputs peek(const inputs& in) const;

  void step(const inputs& in);

 private:
  void start(const command& c);

  void begin(const command& c);

  void start_row();

  void pop() {
    words_.pop_front();
    ++free_;
  }

  /// Takes a word, gives a beat, or both. held_ has the bytes of the row that have been taken and
  /// not given; `gives`: the output has a place.
  void join(bool gives);

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
