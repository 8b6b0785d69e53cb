// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/golden/sfu.hpp"
#include "sim/program/unit_arguments.hpp"

namespace CLI {
class App;
}

namespace weft::sim {

/// The options that every command on the special function unit has.
struct sfu_arguments : unit_arguments {
  std::string build = "cubic";
  bool ftz          = false;

  /// The function and its tables.
  void add_to(CLI::App& app);

  /// Throws input_error for words that mean nothing.
  golden::sfu::op_e operation() const;
  golden::sfu::config config() const;

  using chosen = chosen_unit<golden::sfu::config, golden::sfu::operands, golden::sfu::result>;
  chosen make() const;

  std::string text() const;
};

}  // namespace weft::sim
