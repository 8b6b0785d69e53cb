// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <ostream>
#include <vector>

#include "sim/golden/stream.hpp"
#include "sim/golden/tensor.hpp"

/// Golden model of rtl/tensor/weft_tensor_rows.sv: rows of a convolution's A from a picture that
/// is read once as a stream of pixels.
namespace weft::golden::tensor_rows {

using pixel = tensor::operand_t;

/// The parameters of the unit.
struct config {
  int pixel_bits     = 8;
  unsigned lanes     = 16;   ///< rows of the array
  unsigned window    = 5;    ///< most rows and columns of a window
  unsigned max_width = 256;  ///< most pixels of a row of the picture

  bool operator==(const config&) const = default;
};

/// A picture of width x height pixels under a window of rows x cols. The window of a pixel has its
/// centre, (rows / 2, cols / 2), on the pixel; beyond an edge the edge's pixels repeat.
struct geometry {
  unsigned width = 1, height = 1, rows = 1, cols = 1;

  bool operator==(const geometry&) const = default;

  constexpr unsigned pixels() const { return width * height; }
  constexpr unsigned taps() const { return rows * cols; }
  /// Pixels between a pixel and the first and the last one of its window, row by row.
  constexpr unsigned before() const { return rows / 2 * width + cols / 2; }
  constexpr unsigned behind() const { return (rows - 1 - rows / 2) * width + cols - 1 - cols / 2; }
};

/// A command: `count` rows of A from pixel (x, y) on, lanes from element (row, col) of the window.
struct pass {
  geometry of;
  unsigned row = 0, col = 0;
  unsigned x = 0, y = 0;
  unsigned count  = 1;
  unsigned skip   = 0;  ///< shifts before the one that completes the first row
  unsigned pixels = 1;  ///< of the stream

  bool operator==(const pass&) const = default;

  /// The pixel of the picture with which the stream begins.
  constexpr unsigned first() const { return y * of.width + x + of.behind() - skip; }

  friend std::ostream& operator<<(std::ostream& os, const pass& p) {
    return os << p.of.width << 'x' << p.of.height << '/' << p.of.rows << 'x' << p.of.cols
              << " lane0=" << p.row << ',' << p.col << " from " << p.x << ',' << p.y
              << " count=" << p.count << " skip=" << p.skip << " pixels=" << p.pixels;
  }
};

/// The pass of rows p, p + 1, ... of A, `count` of them, and of its elements from k on. Its stream
/// has the pixels of their windows and those between.
constexpr pass pass_of(const geometry& g, unsigned p, unsigned count, unsigned k) {
  const unsigned first = p - std::min(p, g.before());
  const unsigned end   = std::min(g.pixels(), p + count + g.behind());
  return {
      g,          k / g.cols, k % g.cols, p % g.width, p / g.width, count, p + g.behind() - first,
      end - first};
}

/// The word of the i-th row of a pass, from the pass's stream.
inline std::vector<pixel> word(const config& c, const pass& s, unsigned i,
                               const std::vector<pixel>& stream) {
  const geometry& g = s.of;
  const int at      = static_cast<int>(s.y * g.width + s.x + i);
  const int width = static_cast<int>(g.width), y = at / width, x = at % width;
  std::vector<pixel> lanes(c.lanes);
  for (unsigned l = 0; l < c.lanes; ++l) {
    const unsigned k = s.row * g.cols + s.col + l;
    if (k >= g.taps()) break;
    const int py = std::clamp(y + static_cast<int>(k / g.cols) - static_cast<int>(g.rows / 2), 0,
                              static_cast<int>(g.height) - 1);
    const int px =
        std::clamp(x + static_cast<int>(k % g.cols) - static_cast<int>(g.cols / 2), 0, width - 1);
    lanes[l] = stream.at(static_cast<std::size_t>(py * width + px) - s.first());
  }
  return lanes;
}

/// Cycles from the one that takes a command to the first one that can take a request, at full rate.
constexpr std::uint64_t first_request(const config& c, const pass& s) {
  return std::max(s.skip + 2, c.lanes + 1);
}

/// Cycles from the one that takes a command to the one that takes the last request, both counted,
/// when the stream and the requests never wait.
constexpr std::uint64_t cycles(const config& c, const pass& s) {
  return first_request(c, s) + s.count;
}

/// Whether the unit can do it.
constexpr bool fits(const config& c, const geometry& g) {
  return g.width <= c.max_width && g.rows <= c.window && g.cols <= c.window;
}

/// The passes of a product on an array in which sums pass, in the order in which weft_tensor asks
/// for A. One is enough if all of K and of N fits the array.
inline std::vector<pass> passes(const tensor::config& array, const geometry& g, unsigned n) {
  const unsigned m = g.pixels(), k = g.taps();
  if (k <= array.rows && n <= array.cols) return {pass_of(g, 0, m, 0)};
  std::vector<pass> all;
  for (unsigned p = 0; p < m; p += array.partial_rows) {
    const unsigned count = std::min(array.partial_rows, m - p);
    for (unsigned col = 0; col < n; col += array.cols) {
      for (unsigned from = 0; from < k; from += array.rows)
        all.push_back(pass_of(g, p, count, from));
    }
  }
  return all;
}

/// Pixels that the passes read.
inline std::uint64_t pixels_read(const std::vector<pass>& all) {
  std::uint64_t sum = 0;
  for (const pass& s : all) sum += s.pixels;
  return sum;
}

/// Clock cycles of weft_tensor with this unit at its port of A, the first command of both in the
/// same cycle, and memories that never stall. Row i of A enters the array in cycle use(i); the
/// reader asks for it at most four rows ahead and two cycles before. Of one pass it is
///
///     tensor::cycles() + max(0, first_request() - array.rows - 1)
inline std::uint64_t cycles(const config& c, const tensor::config& array, const geometry& g,
                            unsigned n) {
  constexpr unsigned Ahead = 4;  // words of the reader's buffer
  const auto all           = passes(array, g, n);
  std::uint64_t command = 0, use = array.rows + 2, ideal = use;
  std::uint64_t last_uses[Ahead] = {};  // by row modulo Ahead; 0: nothing used yet
  std::uint64_t request = 0, rows = 0;
  for (const pass& s : all) {
    request = command + first_request(c, s) - 1;
    for (unsigned i = 0; i < s.count; ++i, ++rows) {
      auto& before = last_uses[rows % Ahead];
      request      = std::max(request + 1, before + 1);
      // A block of fewer rows than the array has ends with steps that take no row.
      const unsigned idle = i == 0 && rows > 0 && s.count < array.rows ? array.rows - s.count : 0;
      ideal += 1 + idle;
      use    = std::max(use + 1 + idle, request + 2);
      before = use;
    }
    command = request + 1;
  }
  return tensor::cycles(array, {g.pixels(), n, g.taps()}, tensor::flow_e::WeightStationary) + use -
         ideal;
}

struct inputs {
  std::optional<pass> cmd;
  std::optional<pixel> px;
  bool req = false;

  friend std::ostream& operator<<(std::ostream& os, const inputs& in) {
    if (in.cmd) os << "cmd=" << *in.cmd << ' ';
    if (in.px) os << "px=" << *in.px << ' ';
    return os << "req=" << in.req;
  }
};

struct outputs {
  bool cmd_ready = false, px_ready = false, req_ready = false;
  std::optional<std::vector<pixel>> rsp;

  bool operator==(const outputs&) const = default;

  friend std::ostream& operator<<(std::ostream& os, const outputs& o) {
    os << "cmd_ready=" << o.cmd_ready << " px_ready=" << o.px_ready << " req_ready=" << o.req_ready
       << " rsp=";
    if (!o.rsp) return os << '-';
    for (const pixel x : *o.rsp) os << x << ' ';
    return os;
  }
};

/// The unit cycle by cycle.
class model {
 public:
  using inputs  = tensor_rows::inputs;
  using outputs = tensor_rows::outputs;

  explicit model(const config& c) : c_(c) {}

  outputs peek(const inputs& in) const {
    const bool ready = window_ && set_ == c_.lanes;
    return {!pass_, wants(in) && stream_.size() < pass_->pixels, ready, rsp_};
  }

  void step(const inputs& in) {
    const outputs now  = peek(in);
    const bool request = in.req && now.req_ready;
    const bool shift   = wants(in) && (in.px || !now.px_ready);
    rsp_.reset();
    if (request) rsp_ = word(c_, *pass_, given_++, stream_);
    if (pass_ && set_ < c_.lanes) ++set_;
    if (shift) {
      if (now.px_ready) stream_.push_back(*in.px);
      window_ = shifts_++ >= pass_->skip;
    } else if (request) {
      window_ = false;
    }
    if (pass_ && given_ == pass_->count) pass_.reset();
    if (in.cmd && now.cmd_ready) {
      pass_ = in.cmd;
      stream_.clear();
      shifts_ = given_ = set_ = 0;
    }
  }

 private:
  bool wants(const inputs& in) const {
    if (!pass_ || shifts_ == pass_->skip + pass_->count) return false;
    return !window_ || (in.req && set_ == c_.lanes);
  }

  config c_;
  std::optional<pass> pass_;
  std::vector<pixel> stream_;
  unsigned shifts_ = 0, given_ = 0, set_ = 0;  // shifts, rows given, lanes set
  bool window_ = false;                        // a row is in the window
  std::optional<std::vector<pixel>> rsp_;
};

}  // namespace weft::golden::tensor_rows
