// SPDX-License-Identifier: Apache-2.0

#include "sim/program/sme/timetable_options.hpp"

#include <fmt/format.h>

#include "sim/file/check_writable.hpp"
#include "sim/file/output_file.hpp"

namespace weft::sim {

void timetable_options::add_options(options& command) {
  command.flag("--why", why, "What products wait for, as shares of all cycles");
  command.text("--trace", trace, "JSON file of queues, pipes and rows over time, for Perfetto")
      .output();
}

void timetable_options::check_files() const {
  if (!trace.empty()) check_writable(trace);
}

void timetable_options::print(const std::string& heading, const sme_schedule& r) const {
  fmt::print("{}", heading);
  fmt::print("{} outer products, {:.1f} % of one a cycle\n", r.products.uops, 100 * r.share());
  for (const auto& [name, uops] : r.alone) fmt::print("serialised: {}, {} times\n", name, uops);
  if (why) fmt::print("{}", why_idle(r));
}

void timetable_options::write(const std::string& events, const sme_schedule& r) const {
  write_file(trace, "{\"traceEvents\":[\n" + events + "\n]}\n");
  if (r.untraced != 0) fmt::print("{}: {} uops left out\n", trace, r.untraced);
}

}  // namespace weft::sim
