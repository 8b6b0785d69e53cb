// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/golden/sfu.hpp"
#include "sim/program/unit_arguments.hpp"

namespace weft::sim {

/// The name of a unit in messages: "cubic, relative, ftz".
std::string describe(const golden::sfu::config& k);

/// The options of every command on the special function unit.
struct sfu_arguments : unit_arguments {
  std::string build = "cubic";
  bool relative = false, ftz = false;

  static constexpr unsigned Places = 8;  ///< positions of pipeline registers

  /// Adds the options for the function and its tables.
  void add_to(options& o);

  /// Adds the options for what the unit does with them.
  void add_unit_to(options& o);

  /// The function. Throws input_error for invalid words.
  golden::sfu::op_e operation() const;
  golden::sfu::config config() const;

  using chosen = chosen_unit<golden::sfu::config, golden::sfu::operands, golden::sfu::result>;
  chosen make() const;
};

}  // namespace weft::sim
