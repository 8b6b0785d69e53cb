// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "sim/file/dot_file.hpp"
#include "sim/golden/dpa.hpp"
#include "sim/program/unit_arguments.hpp"

namespace weft::sim {

/// A dot product as a plain call, on any engine.
using dot_engine = std::function<std::uint64_t(const dot_operands&)>;

/// The options that every command on one profile has.
struct dot_arguments : unit_arguments {
  std::string name;
  std::vector<std::string> with;

  void add_to(options& o);

  /// The profile. Throws input_error for invalid words.
  golden::dpa::profile profile() const;

  /// Makes an engine by name. Throws input_error for rtl if no built RTL has this profile.
  dot_engine make(const std::string& engine_name) const;
};

}  // namespace weft::sim
