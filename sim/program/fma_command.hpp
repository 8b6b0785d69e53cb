// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/golden/fma.hpp"
#include "sim/program/unit_arguments.hpp"

namespace weft::sim {

/// The name of a unit in messages: "fp16 to fp32, flush-in".
std::string describe(const golden::fma::config& k);

/// The options of every command on the fused multiply-add.
struct fma_arguments : float_arguments {
  std::string result;

  fma_arguments() { op = "madd"; }

  /// Returns the option --op.
  option add_to(options& o);

  /// The unit's configuration. Throws input_error for invalid words.
  golden::fma::config config() const;
  golden::fma::op_e operation() const;

  using chosen = chosen_unit<golden::fma::config, golden::fma::operands, golden::fma::result>;
  chosen make(const std::string& engine_name) const;
};

}  // namespace weft::sim
