// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/golden/fma.hpp"
#include "sim/program/unit_arguments.hpp"

namespace weft::sim {

/// "fp16 to fp32, flush-in": how messages call a unit.
std::string describe(const golden::fma::config& k);

/// The options that every command on the fused multiply-add has.
struct fma_arguments : float_arguments {
  std::string result;

  fma_arguments() { op = "madd"; }

  /// Returns the option --op.
  option add_to(options& o);

  /// The unit. Throws input_error for words that mean nothing.
  golden::fma::config config() const;
  golden::fma::op_e operation() const;

  using chosen = chosen_unit<golden::fma::config, golden::fma::operands, golden::fma::result>;
  chosen make(const std::string& engine_name) const;
};

}  // namespace weft::sim
