// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>

/// Every parser of a file, as a call on bytes: with a fuzzer behind it, and on files that the test
/// makes and damages.
namespace weft::fuzz {

/// A parser reads the file; whatever it throws is its own.
struct parser {
  const char* name;
  void (*read)(const std::string& file);
};
std::span<const parser> parsers();

/// Gives the bytes to a parser, as a file without a name. Returns what it says against them, empty
/// if nothing; any exception but input_error passes.
std::string complaint(const parser& p, std::span<const std::uint8_t> bytes);

}  // namespace weft::fuzz
