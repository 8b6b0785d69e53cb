// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "sim/picture/engine_trace.hpp"
#include "sim/picture/trace_events.hpp"
#include "systemc/engine.hpp"
#include "systemc/hart.hpp"
#include "systemc/recorder.hpp"

namespace weft::sim {

/// A run of the platform over time: what the hart does, its interrupts, the lines that it prints,
/// and the engine's jobs, transfers of the ring, loads, steps and stores.
///
/// A job that the engine refuses never runs and is no event. On the loosely-timed engine the blocks
/// of a job are those of the law of its cycles; a job that failed, or of more than MaxBlocks
/// blocks, has none.
class vp_trace {
 public:
  static constexpr std::size_t Most = 500'000;

  explicit vp_trace(const systemc::engine_config& k);
  vp_trace(const vp_trace&) = delete;

  /// Golden's model, watched; or the RTL, with golden beside it for that, and a cycle in which they
  /// differ is an error.
  systemc::engine_pins golden(std::function<void(golden::engine::inputs&)> stall);
  systemc::engine_pins beside(systemc::engine_pins rtl);

  void watch(systemc::engine_timed& engine);
  void watch(systemc::hart& hart);
  void print(char c);                   ///< of the UART, now
  void end(const systemc::hart& hart);  ///< now

  const trace_events& events() const { return events_; }

 private:
  struct taken {
    golden::engine_core::job job;
    sc_core::sc_time at;
  };

  std::uint64_t cycle_of(const sc_core::sc_time& t) const;
  void cycle(const golden::engine::events& e);
  void job(const golden::engine_core::job& j, const golden::engine::outcome& o,
           const sc_core::sc_time& from, const sc_core::sc_time& to);
  void transfer(tlm::tlm_command command, const sc_core::sc_time& from, const sc_core::sc_time& to);

  systemc::engine_config config_;
  trace_events events_{Most};
  trace_events::track runs_, interrupts_, lines_;
  engine_trace engine_;
  trace_events::track jobs_, ring_;
  std::deque<taken> taken_;  // jobs that have not ended
  std::uint64_t job_ = 0;    // the number of the next one
  sc_core::sc_time awake_, fetch_, complete_;
  std::string line_;
};

/// The transactions of some sockets over time. Those of a socket that overlap are on tracks beside
/// each other.
class transaction_trace {
 public:
  void add(const std::string& socket, const systemc::transaction& t);
  const trace_events& events() const { return events_; }

 private:
  struct lane {
    trace_events::track track;
    sc_core::sc_time free;
  };

  trace_events events_{vp_trace::Most};
  std::map<std::string, std::vector<lane>> lanes_;
};

}  // namespace weft::sim
