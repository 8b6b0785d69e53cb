// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/golden/float.hpp"

/// Floating-point formats and numbers as text.
namespace weft::sim {

/// fp64, fp32, ... of golden::Formats, or e<E>m<F>: any exponent of 3 to 11 bits and fraction of 2
/// to 52, as IEEE 754 has it. Throws input_error.
golden::format parse_format(const std::string& name);

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
/// Throws input_error, also for what has no place in the format.
parsed_float parse_float(const std::string& text, golden::format f);

/// "0x3f800000", as wide as the format.
std::string bits_text(golden::format f, std::uint64_t bits);

/// The number's value: the shortest decimal that a double reads back as it, "inf", "nan", "snan".
std::string value_text(golden::format f, std::uint64_t bits);

/// The same number in hexadecimal, such as "0x1.8p+1"; "" for what is not finite.
std::string hex_text(golden::format f, std::uint64_t bits);

/// Exception flags by name, such as overflow and inexact.
std::vector<std::string> flag_names(unsigned flags);

}  // namespace weft::sim
