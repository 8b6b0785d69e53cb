// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/program/dot_command.hpp"
#include "sim/program/fma_command.hpp"
#include "sim/program/sfu_arguments.hpp"
#include "sim/program/unit_arguments.hpp"

namespace weft::sim {

/// `weft check`: compares test vectors, most in Berkeley TestFloat's format, with an engine. Each
/// block is a subcommand with its own options and a testfloat_target made from them.
class check_command {
 public:
  void add_to(options& o);

 private:
  struct job;

  job fma(const options& command);
  job fadd(const options& command);
  job fmul(const options& command);
  job fdiv(const options& command);
  job fdiv_seq(const options& command);
  job fcvt(const options& command);
  job sfu(const options& command);

  /// Prints the differences, then the counts. Returns 1 if there is a difference. Throws
  /// input_error.
  int check(const options& command, const unit_arguments& arguments, const job& job) const;

  std::string file_;
  bool exact_nan_ = false, exact_int_ = false, exact_ = false, saturate_ = false;
  bool by_steps_ = false;
  fma_arguments fma_;
  float_arguments fadd_, fmul_, fdiv_;
  unit_arguments fcvt_;
  sfu_arguments sfu_;
  dot_check_command dot_;
};

}  // namespace weft::sim
