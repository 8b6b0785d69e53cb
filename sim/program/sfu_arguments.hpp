// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/golden/sfu.hpp"
#include "sim/program/unit_arguments.hpp"

namespace weft::sim {

/// "cubic, ftz": how messages call a unit.
std::string describe(const golden::sfu::config& k);

/// The options that every command on the special function unit has.
struct sfu_arguments : unit_arguments {
  std::string build = "cubic";
  bool ftz          = false;

  static constexpr unsigned Places = 7;  ///< for pipeline registers

  /// The function and its tables.
  void add_to(options& o);

  /// Throws input_error for words that mean nothing.
  golden::sfu::op_e operation() const;
  golden::sfu::config config() const;

  using chosen = chosen_unit<golden::sfu::config, golden::sfu::operands, golden::sfu::result>;
  chosen make() const;
};

}  // namespace weft::sim
