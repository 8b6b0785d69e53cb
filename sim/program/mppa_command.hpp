// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace weft::sim {

/// Programs of the tensor coprocessor. `weft mppa run` runs one.
class mppa_command {
 public:
  void add_to(CLI::App& app);

  /// Prints bundles, cycles and how busy the array was. Returns 1 if engines disagree. Throws
  /// input_error.
  int run() const;

 private:
  CLI::App* command_ = nullptr;
  std::string program_, engine_ = "all", wave_;
  std::vector<std::string> memories_, dumps_;
  std::uint64_t latency_ = 1, seed_ = 1;
  unsigned loads_ = 8;
};

}  // namespace weft::sim
