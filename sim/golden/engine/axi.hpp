// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <ostream>
#include <vector>

/// AXI4 as rtl/engine/weft_axi_read.sv and weft_axi_write.sv speak it: rows of bytes, bursts,
/// beats.
namespace weft::golden::axi {

inline constexpr unsigned MaxBytes = 32;  ///< bytes of the widest word

enum class resp_e : std::uint8_t { Okay, ExOkay, SlvErr, DecErr };

constexpr bool is_error(resp_e r) { return r == resp_e::SlvErr || r == resp_e::DecErr; }

/// The parameters of the RTL; sizes are in bytes.
struct config {
  unsigned addr_bits   = 64;
  unsigned bytes       = 16;  ///< a word of the bus
  unsigned burst_bytes = 256;
  unsigned in_flight   = 16;   ///< bursts that the bus may owe
  unsigned beats       = 128;  ///< places in the buffer
  unsigned commands    = 1;    ///< that a reader takes behind the one whose beats it gives

  constexpr std::uint64_t address(std::uint64_t a) const {
    return addr_bits == 64 ? a : a & ((std::uint64_t{1} << addr_bits) - 1);
  }
};

/// Rows of bytes: row i is the `bytes` bytes from addr + i * stride on, modulo 2^addr_bits.
struct command {
  std::uint64_t addr;
  std::uint32_t bytes, rows;
  std::uint64_t stride;  ///< two's complement

  constexpr bool empty() const { return bytes == 0 || rows == 0; }
  friend std::ostream& operator<<(std::ostream& os, const command& c) {
    return os << '{' << c.addr << ',' << c.bytes << 'x' << c.rows << ',' << c.stride << '}';
  }
};

/// A burst as its address channel gives it.
struct burst {
  std::uint64_t addr;       ///< of the first word
  unsigned beats;           ///< AxLEN + 1
  unsigned size, kind = 1;  ///< AxSIZE; AxBURST, 1 is INCR

  bool operator==(const burst&) const = default;
  friend std::ostream& operator<<(std::ostream& os, const burst& b) {
    return os << b.addr << '*' << b.beats << '/' << b.size << '/' << b.kind;
  }
};

/// A word of the bus. Bytes beyond its width are zero.
using word = std::array<std::uint8_t, MaxBytes>;

inline void print(std::ostream& os, const word& w) {
  for (unsigned i = MaxBytes; i-- > 0;)
    os << "0123456789abcdef"[w[i] >> 4] << "0123456789abcdef"[w[i] & 15];
}

/// Up to a word of a row, from its byte 0 on; bytes that do not belong to the row are zero.
struct beat {
  word data{};
  unsigned bytes = 0;  ///< that belong to the row
  bool row_last = false, last = false;

  bool operator==(const beat&) const = default;
  friend std::ostream& operator<<(std::ostream& os, const beat& b) {
    print(os, b.data);
    return os << '#' << b.bytes << (b.row_last ? "r" : "") << (b.last ? "l" : "");
  }
};

/// The end of a command: the first error and the address of its burst, if there was one.
struct done {
  resp_e resp        = resp_e::Okay;
  std::uint64_t addr = 0;  ///< compared only after an error

  bool operator==(const done& o) const {
    return resp == o.resp && (!is_error(resp) || addr == o.addr);
  }
  friend std::ostream& operator<<(std::ostream& os, const done& d) {
    return os << static_cast<unsigned>(d.resp) << '@' << d.addr;
  }
};

/// log2 of the bytes of a word: AxSIZE.
constexpr unsigned size_of(const config& k) { return k.bytes == 8 ? 3 : k.bytes == 16 ? 4 : 5; }

/// The bursts of a command in their order. A burst ends with its row or at a multiple of
/// burst_bytes.
class burst_walk {
 public:
  burst_walk() = default;
  burst_walk(const config& k, const command& c)
      : config_(k),
        command_(c),
        addr_(k.address(c.addr)),
        left_(c.bytes),
        rows_(c.empty() ? 0 : c.rows) {}

  bool ended() const { return rows_ == 0; }
  void stop() { rows_ = 0; }

  burst head() const {
    const std::uint64_t first = addr_ / config_.bytes;
    return {first * config_.bytes,
            static_cast<unsigned>((addr_ + (chunk() - 1)) / config_.bytes - first) + 1,
            size_of(config_)};
  }

  void next() {
    const std::uint32_t taken = chunk();
    left_ -= taken;
    addr_ = config_.address(addr_ + taken);
    if (left_ != 0) return;
    --rows_;
    ++row_;
    addr_ = config_.address(command_.addr + row_ * command_.stride);
    left_ = command_.bytes;
  }

 private:
  std::uint32_t chunk() const {
    return std::min(left_,
                    static_cast<std::uint32_t>(config_.burst_bytes - addr_ % config_.burst_bytes));
  }

  config config_;
  command command_{};
  std::uint64_t addr_ = 0, row_ = 0;
  std::uint32_t left_ = 0, rows_ = 0;
};

inline std::vector<burst> bursts(const config& k, const command& c) {
  std::vector<burst> all;
  for (burst_walk w(k, c); !w.ended(); w.next()) all.push_back(w.head());
  return all;
}

/// Counts cycles in which the bus owes an answer and nothing moves.
class hang_watch {
 public:
  bool hung(std::uint32_t limit) const { return limit != 0 && count_ >= limit; }
  void step(std::uint32_t limit, bool owed, bool moved) {
    if (!owed || moved)
      count_ = 0;
    else if (limit != 0 && !hung(limit))
      ++count_;
  }

 private:
  std::uint32_t count_ = 0;
};

/// An R beat or a B response; `last` ends the oldest burst.
struct answer {
  resp_e resp;
  bool last;
};

/// The request side of a master: rtl/engine/weft_axi_requests.sv. What its functions say is before
/// the clock edge of step(). After an error a command that has been taken meanwhile requests
/// nothing.
class request_side {
 public:
  explicit request_side(const config& k) : config_(k) {}

  bool busy() const { return busy_; }
  /// Whether a command is taken; `next`: the data path has a place for a further one.
  bool ready(bool next) const { return !busy_ || (next && walk_.ended() && !failed()); }
  bool failed() const { return is_error(first_.resp); }
  bool hung(std::uint32_t limit) const { return watch_.hung(limit); }
  const std::optional<burst>& offered() const { return offered_; }  ///< on the address channel

  /// The end of a command, if the data path is idle.
  std::optional<done> ends(bool idle) const {
    if (!busy_ || !walk_.ended() || !flying_.empty() || !idle) return {};
    return first_;
  }

  /// A clock edge: `places` beats may be requested, `moved` says that a word was written. Returns
  /// the request.
  std::optional<burst> step(std::uint32_t limit, bool ready, std::size_t places,
                            const std::optional<answer>& a, bool moved, bool abort = false) {
    const bool taken = offered_ && ready, accepts = !offered_ || ready;
    watch_.step(limit, !flying_.empty(), taken || a || moved);

    std::optional<burst> request;
    if (!walk_.ended() && accepts && !failed() && walk_.head().beats <= places &&
        flying_.size() < config_.in_flight) {
      request = walk_.head();
      walk_.next();
    }
    if (accepts) offered_ = request;

    if (a && is_error(a->resp) && !failed()) first_ = {a->resp, flying_.front()};
    if (failed() || abort) walk_.stop();
    if (a && a->last) flying_.pop_front();
    if (request) flying_.push_back(request->addr);
    return request;
  }

  void start(const command& c) {
    if (!busy_) first_ = {};
    busy_ = true;
    walk_ = burst_walk(config_, c);
  }
  void finish() { busy_ = false; }

 private:
  config config_;
  bool busy_ = false;
  burst_walk walk_;
  std::optional<burst> offered_;
  std::deque<std::uint64_t> flying_;  // addresses of bursts that the bus owes
  hang_watch watch_;
  done first_;
};

}  // namespace weft::golden::axi
