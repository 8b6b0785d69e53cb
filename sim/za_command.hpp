// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sim/golden/sme.hpp"

namespace CLI {
class App;
}

namespace weft::sim {

/// What executes a program: changes state and memory as golden::sme::run does, says why it stopped
/// and, if it knows time, in how many cycles.
struct za_result {
  golden::sme::run_result run;
  std::optional<std::uint64_t> cycles = {};
};
using za_engine = std::function<za_result(golden::sme::state& s, golden::sme::paged_memory& memory,
                                          std::uint64_t limit, std::uint64_t end)>;

/// AArch64 programs with SME instructions: `run` executes one from its entry until SVC, BRK or its
/// return, `list` prints which instructions there are, `show` where the bytes of a slice are.
struct za_command {
  std::string program, entry, engine = "golden", state, dump;
  std::string tile, slice, picture;
  std::vector<std::string> memory;
  int svl = 512, nsvl = 128, rows = 1;
  std::uint64_t max_insns = 1'000'000'000;
  CLI::App *listing = nullptr, *showing = nullptr;

  void add_to(CLI::App& app);

  /// Prints why the program ended, writes the state. Returns 1 if it did not end by itself. Throws
  /// input_error.
  int run() const;

 private:
  int execute() const;
  int show() const;
};

}  // namespace weft::sim
