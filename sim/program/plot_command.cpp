// SPDX-License-Identifier: Apache-2.0

#include "sim/program/plot_command.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "sim/file/input_error.hpp"
#include "sim/file/output_file.hpp"
#include "sim/picture/sfu_plot.hpp"

namespace weft::sim {

void plot_command::add_to(CLI::App& app) {
  command_  = &app;
  auto& sfu = *app.add_subcommand("sfu", "An elementary function's error over its interval");
  sfu_.add_to(sfu);
  sfu.add_option("-o,--output", file_, "SVG file")->required();
}

int plot_command::run() const {
  if (!command_->got_subcommand("sfu")) throw input_error("plot: of which unit; there is sfu");
  const auto op    = sfu_.operation();
  const auto build = sfu_.config().build;
  output_file file(file_);
  const sfu_plot plot = plot_sfu(build, op);
  file.write(plot.svg);
  file.commit();
  fmt::print("{}: {} {}, {} segments, error {:.4f} to {:.4f} {}\n", file_, sfu_.build, sfu_.op,
             plot.segments, plot.smallest, plot.largest, plot.unit);
  return 0;
}

}  // namespace weft::sim
