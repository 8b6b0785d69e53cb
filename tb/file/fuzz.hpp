// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>

/// Every parser of a file, as a call on bytes: with a fuzzer behind it, and on files that the test
/// makes and damages.
namespace weft::fuzz {

/// A parser: reads the file, and may throw.
struct parser {
  const char* name;
  void (*read)(const std::string& file);
};
std::span<const parser> parsers();

/// Passes the bytes to a parser, as a file without a name. Returns the parser's error message,
/// empty if it accepts the bytes; exceptions other than input_error propagate.
std::string complaint(const parser& p, std::span<const std::uint8_t> bytes);

}  // namespace weft::fuzz
