// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace weft::sim {

/// How fast programs of SME are: `bench` says how many instructions a second golden, TLM, RTL and
/// QEMU's user mode execute, `utilisation` the cycles of slices, outer products and GEMMs on
/// weft_sme, both as Markdown.
struct za_bench {
  std::string program, entry, state, picture;
  std::vector<std::string> engines;
  int svl = 512, nsvl = 128, rows_per_cycle = 1;
  double seconds          = 0.5;
  std::uint64_t max_insns = 1'000'000'000;
  CLI::App *benching = nullptr, *utilising = nullptr;

  void add_to(CLI::App& app);
  bool chosen() const;

  /// Returns 1 if the program does not end by itself, or an engine ends it otherwise than golden.
  /// Throws input_error.
  int run() const;

 private:
  void check_numbers() const;
  int measure() const;
  int utilise() const;
};

}  // namespace weft::sim
