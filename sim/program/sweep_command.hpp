// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/program/sfu_arguments.hpp"

namespace CLI {
class App;
}

namespace weft::sim {

struct sfu_sweep;

/// Every operand of a unit with one, against the true values. `weft sweep sfu` does the work, or a
/// part of it; `weft sweep merge` puts parts together.
class sweep_command {
 public:
  void add_to(CLI::App& app);

  /// Prints the figures. Returns 1 if a result is wrong, a bound is broken or operands are missing.
  /// Throws input_error.
  int run();

 private:
  int sweep();
  int merge() const;
  int finish(const sfu_sweep& sweep) const;
  void choose_operands(sfu_sweep& sweep) const;
  void go_on(sfu_sweep& sweep);

  CLI::App* command_ = nullptr;
  sfu_arguments sfu_;
  std::string shard_, from_, to_, json_;
  unsigned jobs_ = 0;
  std::vector<std::string> files_;
};

}  // namespace weft::sim
