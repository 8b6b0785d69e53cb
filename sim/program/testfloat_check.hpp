// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "sim/file/testfloat_file.hpp"
#include "sim/golden/float.hpp"

namespace weft::sim {

/// The target of test vectors: a function of up to three operands, on any engine.
struct testfloat_target {
  std::vector<int> bits;           ///< widths of the operands and, last, of the result
  bool has_flags          = true;  ///< whether lines end with flags
  std::uint8_t flags_mask = 0x1f;  ///< the flags that are compared
  /// Whether two results with different bits count as equal; empty: never.
  std::function<bool(const golden::float_result&, const golden::float_result&)> same;
  std::function<void(std::span<const testfloat_vector>, std::span<golden::float_result>)> eval;
};

struct testfloat_report {
  std::uint64_t passed = 0, failed = 0;
  std::string differences;  ///< one line for each of the first failures
};

/// Compares every vector of a file, result and flags. Throws input_error for a file that cannot be
/// read, is empty or has a bad line.
testfloat_report check_testfloat(const std::string& path, const testfloat_target& target);

}  // namespace weft::sim
