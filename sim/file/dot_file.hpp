// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <istream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "sim/golden/dpa.hpp"

namespace weft::sim {

/// Operands of a dot product: bits, as a profile's formats have them.
struct dot_operands {
  std::vector<std::uint64_t> a, b, scale_a, scale_b;
  std::uint64_t c = 0;

  golden::dpa::scales scales() const { return {scale_a, scale_b}; }
};

/// Operands from words in hexadecimal, with or without 0x: A[0] .. A[K-1] B[0] .. B[K-1], with
/// block scales those of A and of B, C. K follows from their number. Throws input_error.
dot_operands parse_dot(const golden::dpa::profile& p, const std::vector<std::string>& words);

/// One test vector.
struct dot_vector {
  dot_operands operands;
  std::uint64_t expected = 0;
  bool disputed          = false;  ///< published models differ: it decides nothing
  std::string category;
  std::uint64_t line = 0;  ///< counted from 1
};

/// A file of dot products. A line has the operands as parse_dot() takes them, the result, a status
/// and a category:
///
///     3c00 3c00  3c00 4000  00000000 40400000  0 rand
///
/// Status 0: every source agrees, or silicon; 1: one source; 2: disputed. Empty lines, and those
/// that begin with #, count and are skipped.
class dot_file {
 public:
  /// "-" is standard input. Throws input_error if it cannot be read.
  dot_file(const std::string& path, const golden::dpa::profile& p);

  /// The next vector; none at the end. Throws input_error for a line that is none, with file and
  /// line.
  std::optional<dot_vector> next();

  /// The path, or "standard input".
  const std::string& name() const { return name_; }

 private:
  std::string name_;
  golden::dpa::profile p_;
  std::istringstream file_;
  std::istream& in_;
  std::uint64_t line_ = 0;
  std::vector<char> text_;  // of a line
};

}  // namespace weft::sim
