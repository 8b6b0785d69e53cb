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

/// A dot product as a plain call, whatever computes its blocks.
using dot_engine = std::function<std::uint64_t(const dot_operands&)>;

/// The options that every command on one profile has.
struct dot_arguments : unit_arguments {
  std::string name;
  std::vector<std::string> with;

  void add_to(options& o);

  /// Throws input_error for words that mean nothing.
  golden::dpa::profile profile() const;

  /// An engine by its name. Throws input_error if it is to be RTL and none is of this profile.
  dot_engine make(const std::string& engine_name) const;
};

}  // namespace weft::sim
