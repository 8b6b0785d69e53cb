// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/golden/tensor.hpp"
#include "sim/program/gemm_run.hpp"
#include "sim/program/options.hpp"

namespace weft::sim {

/// The options that every command on the array has.
struct array_arguments {
  std::string type = "fp16", profile, array = "16x16", dataflow = "os", engine = "all", wave;
  std::vector<std::string> with;
  double stall_percent = 0;
  std::uint64_t seed   = 1;
  std::optional<std::uint64_t> wave_cycles;
  bool json = false;

  void add_to(options& o);

  /// Adds the options of a command that reports one run: --engine, --json.
  void add_report_to(options& o);

  /// Parses the options. `wants` has the features that the array needs beside its type and size.
  /// Throws input_error.
  gemm_options parse(const golden::tensor::config& wants = {}) const;

 private:
  void choose_array(gemm_options& o) const;
};

/// Writes the view beside the waveform, if one was asked for, and prints the line that tells the
/// user unless `quiet`. Throws input_error if it cannot be written.
void write_array_view(const gemm_options& options, bool quiet);

/// The outcome of one product: the exit code, and D if the engines agree.
struct gemm_outcome {
  int code;
  std::vector<golden::tensor::result_t> d;
};

/// Runs the engines on one product and prints the report; `command` is the command to repeat it.
gemm_outcome run_and_print(const golden::tensor::problem& p, const array_arguments& arguments,
                           const gemm_options& options, const sim::options& command);

}  // namespace weft::sim
