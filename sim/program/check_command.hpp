// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/program/dot_command.hpp"
#include "sim/program/fma_command.hpp"
#include "sim/program/sfu_arguments.hpp"
#include "sim/program/unit_arguments.hpp"

namespace CLI {
class App;
}

namespace weft::sim {

/// Test vectors, most in Berkeley TestFloat's form, against an engine. A block whose vectors can be
/// checked is a subcommand: options of its own and a testfloat_target made from them.
class check_command {
 public:
  void add_to(CLI::App& app);

  /// Prints what differs and closes with the counts. Returns 1 if anything does. Throws
  /// input_error.
  int run();

 private:
  struct job;

  job fma();
  job fadd();
  job fmul();
  job fcvt();
  job sfu();
  int check(const std::string& block, const unit_arguments& arguments, const job& job) const;

  CLI::App* command_ = nullptr;
  std::string file_;
  bool exact_nan_ = false, exact_int_ = false, exact_ = false, saturate_ = false;
  fma_arguments fma_;
  float_arguments fadd_, fmul_;
  unit_arguments fcvt_;
  sfu_arguments sfu_;
  dot_check_command dot_;
};

}  // namespace weft::sim
