// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace weft::sim {

/// A text as one line that a terminal shows as it is: control characters as \n, \t or \x1b.
inline std::string one_line(std::string_view text) {
  constexpr std::string_view Hex = "0123456789abcdef";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7f) {
      out += c;
    } else if (c == '\n' || c == '\t' || c == '\r') {
      out += c == '\n' ? "\\n" : c == '\t' ? "\\t" : "\\r";
    } else {
      out += {'\\', 'x', Hex[byte >> 4], Hex[byte & 15]};
    }
  }
  return out;
}

/// Something that the user gave cannot be used: one line that names the file, the field and the
/// value, whatever characters they have.
struct input_error : std::runtime_error {
  explicit input_error(std::string_view what) : std::runtime_error(one_line(what)) {}
};

}  // namespace weft::sim
