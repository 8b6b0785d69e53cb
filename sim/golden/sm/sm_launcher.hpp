// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <ostream>
#include <vector>

#include "sim/golden/sm/sm_block.hpp"

namespace weft::golden::sm {

/// The blocks of threads that are on a multiprocessor: their warps, by numbers in the
/// multiprocessor, and their barriers.
class residents {
 public:
  /// Throws a fault if a block of threads does not fit.
  explicit residents(const machine& of);

  /// Warps that the launch needs at most at once.
  unsigned warps() const { return warps_; }
  std::size_t places() const { return ctas_.size(); }
  /// Whether blocks of threads are there or to come.
  bool busy() const;

  /// Gives the next block of threads its warps, the lowest free ones. Returns them, in the order of
  /// their threads; none if no block of threads is left, or it does not fit yet.
  std::vector<warp_begin> begin(const machine& of);
  void arrive(unsigned warp) { ++ctas_[of_[warp]].waiting; }
  void end(unsigned warp);
  /// The warps of blocks of threads whose warps all wait; these wait no more.
  std::vector<unsigned> opened();

 private:
  struct cta_state {
    bool live     = false;
    unsigned left = 0, waiting = 0;  ///< warps
    bool operator==(const cta_state&) const = default;
  };

  unsigned next_ = 0, ctas_left_ = 0, warps_ = 0;
  std::vector<cta_state> ctas_;
  std::vector<bool> live_;    // warps
  std::vector<unsigned> of_;  // the place of each one's block of threads
};

/// The launcher of a multiprocessor, as rtl/sm/weft_sm_launch.sv is in every cycle.
class launcher {
 public:
  struct inputs {
    std::shared_ptr<const machine> start;  ///< a launch, or none
    std::uint64_t arrived = 0, ended = 0;  ///< warps, a bit each
  };
  /// A warp that begins.
  struct started {
    unsigned warp         = 0;
    std::uint32_t threads = 0;
    std::vector<std::uint16_t> tid_x, tid_y;  ///< of every thread
    unsigned cta_x = 0, cta_y = 0, shared_first = 0, shared_words = 0;
    bool operator==(const started&) const = default;
  };
  struct outputs {
    bool busy = false, restart = false;
    std::uint64_t opened = 0;
    std::vector<started> begins;
    bool operator==(const outputs&) const = default;
  };

  outputs peek(const inputs& in) const {
    launcher next(*this);
    return next.advance(in);
  }
  void step(const inputs& in) { advance(in); }
  outputs advance(const inputs& in);

 private:
  std::shared_ptr<const machine> of_;
  std::vector<residents> on_;  // of the launch: one, or none
  unsigned shape_ = 0;         // warps whose threads are still to be numbered
  bool fresh_     = false;
};

/// The shape of a launch, if there is one, and a space.
void print_start(std::ostream& os, const machine* start);
std::ostream& operator<<(std::ostream& os, const launcher::inputs& in);
std::ostream& operator<<(std::ostream& os, const launcher::outputs& out);

}  // namespace weft::golden::sm
