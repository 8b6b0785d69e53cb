// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/file/input_file.hpp"
#include "sim/golden/float.hpp"

namespace weft::sim {

/// One test vector: operands in the order of the line, the result and its flags.
struct testfloat_vector {
  std::array<std::uint64_t, 3> operands{};
  golden::float_result expected;
  std::uint64_t line = 0;  ///< counted from 1
};

/// A file of test vectors in the format of Berkeley TestFloat's testfloat_gen: a line has the
/// operands, the result and the flags in hexadecimal, each as wide as its format, separated by
/// blanks.
///
///     3F800000 3F800001 BF800000 34000000 00
///
/// Flags are golden::flag_e in two digits. Empty lines and lines that begin with # count as lines
/// and are skipped. If a function has no flags, lines end with the result.
class testfloat_file {
 public:
  /// `bits` has the width of each operand and, last, of the result. "-" is standard input. Throws
  /// input_error if it cannot be read.
  testfloat_file(const std::string& path, std::vector<int> bits, bool has_flags = true);

  /// The next vectors, at most `most`; none at the end. Throws input_error with file, line and text
  /// for a line that is not a vector.
  std::vector<testfloat_vector>& read(std::size_t most);

  /// The path, or "standard input".
  const std::string& name() const { return name_; }

  /// The estimated number of lines, from the file's size and its first line; 0 if unknown.
  std::uint64_t lines_expected() const;

 private:
  bool fill();
  void parse(const char* at, const char* end);
  [[noreturn]] void refuse(const std::string& what) const;

  std::string name_;
  std::size_t result_;              // the index of the result's word
  std::vector<int> bits_;           // the width of every word
  std::optional<input_file> file_;  // none: standard input
  std::vector<char> buffer_;
  std::size_t at_ = 0, end_ = 0;  // the unread part of the buffer
  std::uint64_t line_ = 0;
  std::vector<testfloat_vector> vectors_;
};

}  // namespace weft::sim
