// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/program/options.hpp"
#include "sim/sme/amx_schedule.hpp"
#include "sim/sme/sme_launch.hpp"
#include "sim/sme/sme_schedule.hpp"

namespace weft::sim {

/// --why and --trace: what a program's cycles on the SME core are spent on.
struct timetable_options {
  bool why = false;
  std::string trace;

  void add_options(options& command);

  bool given() const { return why || !trace.empty(); }

  /// Throws input_error if the trace cannot be written.
  void check_files() const;

  /// The program's timetable from its state to its end. Prints `heading`, a function of it, its
  /// outer products, which uops are serialised, and the reasons; writes the trace. Throws
  /// input_error.
  template <class State, class Heading>
  sme_schedule report(State& s, golden::sme::paged_memory& pages, schedule_options o,
                      Heading heading) const {
    std::string events;
    if (!trace.empty()) o.trace = &events;
    auto r = schedule(s, pages, ReturnTo, o);
    print(heading(r), r);
    if (!trace.empty()) write(events, r);
    return r;
  }

 private:
  void print(const std::string& heading, const sme_schedule& r) const;
  void write(const std::string& events, const sme_schedule& r) const;
};

}  // namespace weft::sim
