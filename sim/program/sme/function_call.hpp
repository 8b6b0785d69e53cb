// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/golden/sme.hpp"

namespace weft::sim {

/// A call of a C function from the command line, by the Procedure Call Standard for the Arm 64-bit
/// Architecture:
///
///     42  -1  0x2a       an integer, in X0 to X7, then on the stack
///     f:1.5              a float in S0 to S7, then on the stack; d: a double, h: a half
///     @FILE              the address of the file's bytes
///     inout:FILE:OUT     the same, and OUT is what they are when the function has returned
///     out:FILE:BYTES     the address of zeros, and FILE is what they are when it has returned
///     zero:BYTES         the address of zeros
///
/// Every buffer begins at a page, and the page behind its last one is not mapped.
class function_call {
 public:
  /// Reads the files of `words`, a symbol and its arguments, and tries those to write. Throws
  /// input_error.
  explicit function_call(const std::vector<std::string>& words);

  const std::string& symbol() const { return symbol_; }

  /// Maps the buffers, and sets registers and stack. Throws input_error if the stack that SP points
  /// to is not there.
  void place(golden::sme::state& s, golden::sme::paged_memory& memory) const;

  /// The registers of a result as text: X0 as an integer, S0 and D0.
  static std::string result(const golden::sme::state& s);

  /// Writes the files, all or none, and returns a line for each. Throws input_error.
  std::string write(golden::sme::paged_memory& memory) const;

 private:
  struct argument {
    std::uint64_t value = 0;  ///< of a buffer its address
    bool vector         = false;
  };
  struct buffer {
    std::uint64_t at, size;
    std::vector<std::uint8_t> bytes;  ///< the first ones; zeros are behind them
    std::string to;                   ///< the file, or ""
  };

  argument add(const std::string& word, std::uint64_t size, std::vector<std::uint8_t> bytes,
               const std::string& to);
  argument read(const std::string& word);

  std::string symbol_;
  std::vector<argument> arguments_;
  std::vector<buffer> buffers_;
  std::uint64_t next_, total_ = 0;
};

}  // namespace weft::sim
