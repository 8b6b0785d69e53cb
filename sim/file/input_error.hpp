// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace weft::sim {

/// An error in the user's input: one line that names the file, the field and the value. A NUL in
/// it, where what() would end, is shown as \x00.
struct input_error : std::runtime_error {
  explicit input_error(std::string line) : runtime_error(without_nul(std::move(line))) {}

 private:
  static std::string without_nul(std::string line) {
    for (std::size_t at; (at = line.find('\0')) != line.npos;) line.replace(at, 1, "\\x00");
    return line;
  }
};

}  // namespace weft::sim
