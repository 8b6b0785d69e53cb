// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/program/options.hpp"
#include "sim/program/sme/timetable_options.hpp"

namespace weft::sim {

/// The speed of SME programs, as Markdown: `bench` measures instructions per second on golden, TLM,
/// RTL and QEMU's user mode; `utilisation` gives the rates of outer products and GEMMs on the SME
/// core; `schedule` the cycles of a program there.
struct za_bench {
  std::string program, entry, state, picture;
  timetable_options timetable;
  std::vector<std::string> engines, memory;
  int svl = 512, nsvl = 128;
  std::optional<int> rows_per_cycle;
  double seconds          = 0.5;
  std::uint64_t max_insns = 10'000'000, latency = 20;
  bool gemm = false, rtl = false, tlm = false;

  void add_to(options& o);

 private:
  /// Returns 1 if the program does not end by itself, or ends differently on an engine than on
  /// golden. Throws input_error.
  int measure() const;
  int utilise() const;
  /// Returns 1 if the program does not end by itself, or golden differs from TLM or RTL. Throws
  /// input_error.
  int plan() const;
};

}  // namespace weft::sim
