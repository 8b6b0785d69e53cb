// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include <string>

#include "sim/file/check_writable.hpp"
#include "sim/file/output_file.hpp"
#include "sim/picture/sfu_plot.hpp"
#include "sim/program/commands.hpp"
#include "sim/program/sfu_arguments.hpp"

namespace weft::sim {

namespace {

/// `weft plot`: draws the error of a function of the special function unit over its interval.
class plot_command {
 public:
  void add_to(options& o);

 private:
  /// Writes an SVG file and prints a summary of it. Throws input_error.
  int plot() const;

  sfu_arguments sfu_;
  std::string file_;
};

void plot_command::add_to(options& o) {
  o.asks("name a unit");
  auto& sfu = o.subcommand("sfu", "An elementary function's error over its interval");
  sfu_.add_to(sfu);
  sfu.text("-o,--output", file_, "SVG file").required().output();
  sfu.runs([this] { return plot(); });
}

int plot_command::plot() const {
  const auto op    = sfu_.operation();
  const auto build = sfu_.config().build;
  check_writable(file_);
  const sfu_plot plot = plot_sfu(build, op);
  write_file(file_, plot.svg);
  fmt::print("{}: {} {}, {} segments, error {:.4f} to {:.4f} {}\n", file_, sfu_.build, sfu_.op,
             plot.segments, plot.smallest, plot.largest, plot.unit);
  return 0;
}

}  // namespace

void add_plot(options& o) { add<plot_command>(o); }

}  // namespace weft::sim
