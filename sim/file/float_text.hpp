// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/golden/float.hpp"

/// Floating-point formats and numbers as text.
namespace weft::sim {

/// fp64, fp32, ... of golden::Formats, or e<E>m<F>: an IEEE 754 format with 3 to 11 exponent bits
/// and 2 to 52 fraction bits. Throws input_error, whose message begins with `option`.
golden::format parse_format(const std::string& name, const std::string& option = "");

/// The name that parse_format() reads.
std::string format_name(golden::format f);

struct parsed_float {
  std::uint64_t bits;
  bool rounded;  ///< the text is not exactly this number
};

/// A number of format f, from one of
///
///     0x3f800000               its bits: 0x and hexadecimal digits only
///     1.5  -3e-5  -0x1.8p-149  a decimal or hexadecimal number, rounded to nearest even
///     inf  -inf  nan
///
/// Throws input_error, also for a value that the format cannot represent.
parsed_float parse_float(const std::string& text, golden::format f);

/// The bits as text, as wide as the format: "0x3f800000".
std::string bits_text(golden::format f, std::uint64_t bits);

/// The number's value as text: the shortest decimal that a double reads back unchanged, or "inf",
/// "nan", "snan".
std::string value_text(golden::format f, std::uint64_t bits);

/// The number's value in hexadecimal, such as "0x1.8p+1", or "" if it is not finite.
std::string hex_text(golden::format f, std::uint64_t bits);

/// Exception flags by name, such as overflow and inexact.
std::vector<std::string> flag_names(unsigned flags);

}  // namespace weft::sim
