// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/golden/tensor.hpp"
#include "sim/harness/run_options.hpp"

/// One GEMM on several engines, and a report that compares them.
namespace weft::sim {

struct gemm_options {
  golden::tensor::config array;
  std::vector<std::string> engines{"golden", "tlm", "rtl"};
  double stall = 0;      ///< probability that an on-chip memory port of the RTL stalls in a cycle
  run_options run;       ///< options of the RTL's run
  int runs      = 1;     ///< least number of runs per engine; the shortest counts
  bool progress = true;  ///< shows a progress bar on a terminal
};

/// The results of one engine.
struct engine_report {
  std::string name;
  std::uint64_t cycles;
  double seconds;  ///< processor seconds of one run
  std::vector<golden::tensor::result_t> d;
};

/// An element on which two engines differ.
struct difference {
  std::string first, second;  ///< engines
  std::size_t row, col;
  golden::tensor::result_t first_bits, second_bits;
};

struct gemm_report {
  golden::tensor::config array;
  golden::tensor::shape shape;
  bool preload;
  double stall;
  golden::tensor::flow_e flow;
  golden::tensor::layout layout;
  golden::tensor::epilogue_of epilogue;
  std::uint64_t limit;
  std::vector<engine_report> engines;
  std::optional<difference> values_differ;
  bool cycles_agree;

  bool agree() const { return !values_differ && cycles_agree; }
};

/// Runs the engines one after the other on each problem. With stalls, golden's and the TLM model's
/// cycles come from the golden cycle model under the same stalls. Call it once per process, because
/// SystemC elaborates only once.
std::vector<gemm_report> run_engines(const std::vector<golden::tensor::problem>& problems,
                                     const gemm_options& options);

/// Compares all engines with the first one, and records differences in the report.
void compare(gemm_report& r);

/// The distance of D from the exact product, in long double.
struct exactness {
  double largest_error   = 0;  ///< largest error of elements finite on both sides
  double largest_value   = 0;  ///< largest value of the exact product
  std::size_t not_finite = 0;  ///< elements that are infinite or NaN
  std::size_t wrapped    = 0;  ///< integer sums that overflowed
};
exactness compare_exact(const golden::tensor::arithmetic& type, const golden::tensor::problem& p,
                        const std::vector<golden::tensor::result_t>& d);

/// The report as a table for people, and as JSON for scripts.
std::string to_text(const gemm_report& r, const exactness& e);
std::string to_json(const gemm_report& r, const exactness& e);

}  // namespace weft::sim
