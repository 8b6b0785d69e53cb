// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "sim/fma_command.hpp"

namespace CLI {
class App;
}

namespace weft::sim {

struct testfloat_target;

/// Test vectors of Berkeley TestFloat against an engine. A block whose vectors can be checked is a
/// subcommand: options of its own and a testfloat_target made from them.
class check_command {
 public:
  void add_to(CLI::App& app);

  /// Prints what differs and closes with the counts. Returns 1 if anything does. Throws
  /// input_error.
  int run();

 private:
  /// `arguments` are the words that repeat it, from the block's name on.
  int check(const testfloat_target& target, const std::string& arguments, std::uint64_t seed) const;

  CLI::App* command_ = nullptr;
  std::string file_;
  bool exact_nan_ = false;
  fma_arguments fma_;
};

}  // namespace weft::sim
