// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <string>

#include "sim/golden/engine/engine_core.hpp"
#include "sim/picture/trace_events.hpp"

namespace weft::sim {

/// The blocks of an engine's jobs over time, on three tracks of a trace.
///
/// An event of `load` is a block of an operand, from the cycle in which its load is begun, or the
/// one behind the end of the load before, to the one in which its last word enters the panel:
/// "A 0,2" is row 0, column 2 of the blocks of A. An event of `array` is a step, "D 0,1 k 2"; one
/// of `store` a block of D, to its last response.
class engine_trace {
 public:
  /// In the trace a cycle has that length.
  engine_trace(const golden::engine_core::config& k, trace_events& to, double microseconds = 1);

  /// Takes the events of cycle `now`.
  void cycle(const golden::engine_core::events& e, std::uint64_t now);

  /// Takes a job by the law of its cycles: it is taken in cycle `start`, on a memory of that
  /// latency.
  void job(const golden::engine_core::job& j, std::uint64_t start, std::uint64_t latency);

 private:
  /// A load that is on its way.
  struct begun {
    std::uint64_t at;
    golden::engine_core::load block;
    golden::engine_core::job_walk walk;
  };
  using walks = std::deque<golden::engine_core::job_walk>;  // of the jobs, the oldest first

  void load(const golden::engine_core::events& e, std::uint64_t now);
  void load(golden::engine_core::operand_e operand, const golden::engine_core::job_walk& w,
            std::uint64_t bytes, std::uint64_t from, std::uint64_t to);
  void multiply(const golden::engine_core::job_walk& w, std::uint64_t from, std::uint64_t to);
  void store(const golden::engine_core::job_walk& w, std::uint64_t bytes, std::uint64_t from,
             std::uint64_t to);
  void span(trace_events::track on, std::string name, std::uint64_t from, std::uint64_t to,
            trace_events::arguments args);
  static void next(walks& all);
  unsigned row(const golden::engine_core::job_walk& w) const { return w.row() / config_.block_m; }
  unsigned depth(const golden::engine_core::job_walk& w) const { return w.k() / config_.block_k; }

  golden::engine_core::config config_;
  trace_events& to_;
  double microseconds_;
  trace_events::track load_, array_, store_;
  walks loading_, multiplying_, storing_;
  std::deque<begun> loads_;              // in the order of their words
  std::deque<std::uint64_t> step_from_;  // of the steps in the array
  std::uint64_t load_free_ = 0, array_free_ = 0, store_from_ = 0, store_bytes_ = 0;
};

}  // namespace weft::sim
