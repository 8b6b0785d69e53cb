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

/// Operands of a dot product, as bits in a profile's formats.
struct dot_operands {
  std::vector<std::uint64_t> a, b, scale_a, scale_b;
  std::uint64_t c = 0;

  golden::dpa::scales scales() const { return {scale_a, scale_b}; }
};

/// Operands from words in hexadecimal, with or without 0x: A[0] .. A[K-1] B[0] .. B[K-1], the block
/// scales of A and of B if the profile has them, C. K follows from the number of words. Throws
/// input_error.
dot_operands parse_dot(const golden::dpa::profile& p, const std::vector<std::string>& words);

/// One test vector.
struct dot_vector {
  dot_operands operands;
  std::uint64_t expected = 0;
  bool disputed          = false;  ///< published models differ: the vector decides nothing
  std::string category;
  std::uint64_t line = 0;  ///< counted from 1
};

/// A file of dot products. A line has the operands in the form of parse_dot(), the result, a status
/// and a category:
///
///     3c00 3c00  3c00 4000  00000000 40400000  0 rand
///
/// Status 0: every source agrees, or silicon; 1: one source; 2: disputed. Empty lines and lines
/// that begin with # count as lines and are skipped.
class dot_file {
 public:
  /// "-" is standard input. Throws input_error if it cannot be read.
  dot_file(const std::string& path, const golden::dpa::profile& p);

  /// The next vector, or nothing at the end. Throws input_error with file and line for a line that
  /// is not a vector.
  std::optional<dot_vector> next();

  /// The path, or "standard input".
  const std::string& name() const { return name_; }

 private:
  std::string name_;
  golden::dpa::profile p_;
  std::istringstream file_;
  std::istream& in_;
  std::uint64_t line_ = 0;
  std::vector<char> text_;  // the text of a line
};

}  // namespace weft::sim
