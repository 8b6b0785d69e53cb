// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "sim/golden/engine/axi.hpp"
#include "sim/golden/engine/engine_job.hpp"

/// Lines of a convolution's A: rtl/engine/weft_engine_conv.sv and weft_engine_merge.sv.
///
/// Line m is the window of output pixel m, element k = (r, s, c) of it is channel c of the pixel at
///
///     y = m / out_w * stride - pad_top  + r * dilation
///     x = m % out_w * stride - pad_left + s * dilation
///
/// or the padding where the picture has no such pixel.
namespace weft::golden::engine_core {

using engine::conv_shape;

/// Bytes of a line that lie together: in memory, or all of them padding.
struct stretch {
  bool fill;
  std::uint64_t addr;  ///< of the first byte in memory
  std::uint32_t bytes;
  bool line_last;
};

/// Lines of a convolution's A from pixel `row` on, each from element `k` on.
struct conv_block {
  conv_shape shape{};
  std::uint64_t a   = 0;
  std::uint32_t lda = 0;
  unsigned width    = 1;  ///< bytes of an element
  std::uint32_t row = 0, k = 0, lines = 0, depth = 0;
  bool first = false;  ///< of the job

  /// The stretches of a line. With dilation 1 the columns of a window's row are one run of
  /// elements; else each pixel is a run of its own. The picture's edges cut a run.
  std::vector<stretch> line(std::uint32_t i) const {
    std::vector<stretch> all;
    const auto& c            = shape;
    const std::int64_t out_y = (row + i) / c.out_w, out_x = (row + i) % c.out_w;
    const std::int64_t run  = c.dilation == 1 ? std::int64_t{c.s} * c.cin : c.cin;
    const unsigned runs     = c.dilation == 1 ? 1 : c.s;
    const std::int64_t edge = std::int64_t{c.w} * c.cin;
    for (std::uint32_t at = k, end = k + depth; at < end;) {
      const std::int64_t of_run = at % run, r = at / run / runs, s = at / run % runs;
      const std::int64_t y = out_y * c.stride - c.pad_top + r * c.dilation;
      // The place in the row of the picture, in elements.
      const std::int64_t x =
          (out_x * c.stride - c.pad_left + s * c.dilation) * std::int64_t{c.cin} + of_run;
      const bool outside    = y < 0 || y >= c.h || x < 0 || x >= edge;
      std::int64_t elements = std::min<std::int64_t>(run - of_run, end - at);
      if (x < 0) {
        elements = std::min(elements, -x);
      } else if (x < edge) {
        elements = std::min(elements, edge - x);
      }
      at += static_cast<std::uint32_t>(elements);
      all.push_back(
          {outside, a + static_cast<std::uint64_t>(y * lda) + static_cast<std::uint64_t>(x * width),
           static_cast<std::uint32_t>(elements * width), at == end});
    }
    return all;
  }

  /// Bytes of padding, from an element's first one on.
  std::uint8_t fill(unsigned byte) const {
    return static_cast<std::uint8_t>(shape.pad >> std::min(8 * byte, 15u));
  }
};

/// Cycles from the one that takes a block to the one that finds its first stretch: those of the
/// products come before a job's first block.
constexpr unsigned ConvFirst = 18, ConvNext = 2;

/// Finds the stretches of a block, one in two cycles at most (rtl/engine/weft_engine_conv.sv).
class conv_walk {
 public:
  bool idle() const { return !runs_ && !offered_; }
  const std::optional<stretch>& offered() const { return offered_; }

  void start(const conv_block& b) {
    block_ = b;
    line_  = 0;
    left_.clear();
    next_line();
    runs_ = true;
    wait_ = (b.first ? ConvFirst : ConvNext) - 1;
  }
  void stop() { *this = {}; }

  void step(bool taken) {
    const bool free = !offered_ || taken;
    if (taken) offered_.reset();
    if (!runs_) return;
    if (wait_ != 0) {
      --wait_;
      return;
    }
    if (!free) return;
    offered_ = left_.front();
    left_.pop_front();
    wait_ = 1;
    if (left_.empty() && ++line_ < block_.lines) next_line();
    runs_ = !left_.empty();
  }

 private:
  void next_line() {
    const auto all = block_.line(line_);
    left_.assign(all.begin(), all.end());
  }

  conv_block block_;
  std::uint32_t line_ = 0;
  std::deque<stretch> left_;  // of the line
  std::optional<stretch> offered_;
  bool runs_     = false;
  unsigned wait_ = 0;  // cycles before the next stretch is found
};

/// Puts stretches together to lines, a word of the bus at a time (rtl/engine/weft_engine_merge.sv).
class merger {
 public:
  /// A command of the reader, or padding.
  struct piece {
    bool plain          = true;  ///< rows of a command: they are lines as they are
    bool fill           = false;
    bool line_last      = false;
    std::uint32_t bytes = 0;
  };
  struct item {
    std::vector<std::uint8_t> bytes;
    bool last;  ///< of the line
  };

  explicit merger(unsigned bytes) : width_(bytes) {}

  bool has_place(std::size_t places) const { return pieces_.size() < places; }
  bool empty() const { return pieces_.empty(); }
  void push(const piece& p) { pieces_.push_back(p); }

  /// The word that leaves in this cycle if it is taken; `fill(i)` is byte i of padding.
  template <class Fill>
  std::optional<item> offered(const std::optional<axi::beat>& beat, const Fill& fill) const {
    if (flush_) return item{padded(held_), true};
    if (pieces_.empty()) return {};
    if (pieces_.front().plain) {
      if (!beat) return {};
      return item{{beat->data.begin(), beat->data.begin() + width_}, beat->row_last};
    }
    const auto taken = next(beat, fill);
    if (!taken) return {};
    auto all                  = held_;
    const auto& [bytes, ends] = *taken;
    all.insert(all.end(), bytes.begin(), bytes.end());
    if (all.size() < width_ && !ends) return {};
    return item{padded(all), ends && all.size() <= width_};
  }

  /// A cycle; `ready`: what is offered is taken. Returns whether the beat is.
  template <class Fill>
  bool step(const std::optional<axi::beat>& beat, const Fill& fill, bool ready) {
    const auto out = offered(beat, fill);
    if (out && !ready) return false;
    if (flush_) {
      flush_ = false;
      held_.clear();
      return false;
    }
    if (pieces_.empty()) return false;
    const piece& p = pieces_.front();
    if (p.plain) {
      if (beat && beat->last) pieces_.pop_front();
      return beat.has_value();
    }
    const auto taken = next(beat, fill);
    if (!taken) return false;
    const bool of_memory      = !p.fill;
    const auto& [bytes, ends] = *taken;
    held_.insert(held_.end(), bytes.begin(), bytes.end());
    if (out)
      held_.erase(held_.begin(), held_.begin() + std::min<std::size_t>(width_, held_.size()));
    flush_ = ends && !held_.empty();
    filled_ += static_cast<std::uint32_t>(bytes.size());
    if (filled_ == p.bytes) {
      filled_ = 0;
      pieces_.pop_front();
    }
    return of_memory;
  }

  /// In a cycle in which all is dropped.
  void stop() {
    if (!pieces_.empty()) pieces_.pop_front();
    held_.clear();
    flush_  = false;
    filled_ = 0;
  }

 private:
  /// The bytes that are taken, and whether they end the line.
  template <class Fill>
  std::optional<std::pair<std::vector<std::uint8_t>, bool>> next(
      const std::optional<axi::beat>& beat, const Fill& fill) const {
    const piece& p = pieces_.front();
    std::vector<std::uint8_t> bytes;
    if (p.fill) {
      const auto n = std::min(p.bytes - filled_, width_);
      for (unsigned i = 0; i < n; ++i) bytes.push_back(fill(i));
    } else if (beat) {
      bytes.assign(beat->data.begin(), beat->data.begin() + beat->bytes);
    } else {
      return {};
    }
    const bool ends = p.line_last && filled_ + bytes.size() == p.bytes;
    return std::pair{std::move(bytes), ends};
  }
  std::vector<std::uint8_t> padded(std::vector<std::uint8_t> all) const {
    all.resize(width_);
    return all;
  }

  unsigned width_;  // bytes of a word
  std::deque<piece> pieces_;
  std::uint32_t filled_ = 0;        // bytes of the first one that are taken
  std::vector<std::uint8_t> held_;  // of the line, that have not left
  bool flush_ = false;              // held_ is the end of its line
};

}  // namespace weft::golden::engine_core
