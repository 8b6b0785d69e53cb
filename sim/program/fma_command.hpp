// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/golden/fma.hpp"
#include "sim/program/unit_arguments.hpp"

namespace CLI {
class App;
}

namespace weft::sim {

/// The options that every command on the fused multiply-add has.
struct fma_arguments : float_arguments {
  std::string result;

  fma_arguments() { op = "madd"; }

  void add_to(CLI::App& app);

  /// The unit. Throws input_error for words that mean nothing.
  golden::fma::config config() const;
  golden::fma::op_e operation() const;

  using chosen = chosen_unit<golden::fma::config, golden::fma::operands, golden::fma::result>;
  chosen make(const std::string& engine_name) const;

  std::string text() const;
};

/// One operation with its operands written by hand.
struct fma_command {
  fma_arguments arguments;
  bool json         = false;
  CLI::App* command = nullptr;

  void add_to(CLI::App& app);

  /// Prints operands, result and flags, and the result of product and sum rounded separately.
  /// Returns 1 if engines disagree. Throws input_error.
  int run() const;
};

}  // namespace weft::sim
