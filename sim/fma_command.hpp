// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/fma_engine.hpp"
#include "sim/golden/fma.hpp"

namespace CLI {
class App;
}

namespace weft::sim {

/// The options that every command on the fused multiply-add has.
struct fma_arguments {
  std::string format = "fp32", result, op = "madd", round = "near_even", tininess = "after",
              engine = "golden", wave;
  bool flush_in = false, flush_out = false;
  int stages         = -1;
  std::uint64_t seed = 1;

  void add_to(CLI::App& app);

  /// The unit. Throws input_error for words that mean nothing.
  golden::fma::config config() const;
  golden::fma::op_e operation() const;
  golden::round_e rounding() const;

  /// An engine by its name and the pipeline that it has. Of the RTL, the first built one that fits:
  /// input_error if there is none.
  struct chosen {
    golden::fma::config k;
    fma_engine run;
  };
  chosen make(const std::string& engine_name) const;

  /// Throws input_error if there is a waveform to write and it cannot be.
  void check_wave(const std::string& engine_name) const;

  /// The options again, as on a command line.
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
