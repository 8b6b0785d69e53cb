// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "sim/golden/engine/engine_core.hpp"

namespace weft::sim {

/// The blocks of one job over time, as a trace for Perfetto and chrome://tracing.
///
/// There are three tracks. An event of `load` is a block of an operand, from the cycle in which its
/// load is begun, or the one behind the end of the load before, to the one in which its last word
/// enters the panel: "A 0,2" is row 0, column 2 of the blocks of A. An event of `array` is a step,
/// "D 0,1 k 2"; one of `store` a block of D, to its last response. Cycle 0 takes the job.
class engine_trace {
 public:
  static constexpr std::size_t Most = 100'000;  ///< events that are kept, the first ones

  engine_trace(const golden::engine_core::config& k, const golden::tensor::shape& s);

  /// Takes what happens in the next cycle.
  void cycle(const golden::engine_core::events& e);

  std::size_t events() const { return spans_.size(); }
  std::uint64_t left_out() const { return left_out_; }

  /// JSON in the Trace Event Format, one event a line. A cycle is a microsecond.
  std::string json() const;

 private:
  enum track_e { Load, Array, Store };

  /// A block on a track; both cycles are of it.
  struct span {
    track_e track;
    char operand;
    unsigned row, col, depth;  // of the block, in blocks
    std::uint64_t from, to, bytes;
    golden::tensor::shape shape;
  };
  struct begun {
    std::uint64_t at;
    golden::engine_core::load block;
    golden::tensor::block_walk walk;
  };

  golden::tensor::block_walk walk(unsigned depth) const;
  void load(const golden::engine_core::events& e);
  void add(const span& s);
  unsigned row(const golden::tensor::block_walk& w) const { return w.row() / config_.block_m; }
  unsigned depth(const golden::tensor::block_walk& w) const { return w.k() / config_.block_k; }

  golden::engine_core::config config_;
  golden::tensor::shape shape_;
  golden::tensor::block_walk loading_, multiplying_, storing_;
  std::optional<std::uint64_t> now_;  // since the job is taken
  std::deque<begun> loads_;           // in the order of their words
  std::uint64_t load_free_ = 0, step_from_ = 0, store_from_ = 0;
  std::uint64_t store_bytes_ = 0;
  std::vector<span> spans_;
  std::uint64_t left_out_ = 0;
};

}  // namespace weft::sim
