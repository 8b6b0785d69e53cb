// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <ostream>

namespace weft::golden {

/// Writes an enumerator by its name, as reports have it; a code without a name is a number.
template <class Enum, std::size_t N>
std::ostream& put_name(std::ostream& os, Enum value, const char* const (&names)[N]) {
  const auto code = static_cast<std::size_t>(value);
  return code < N ? os << names[code] : os << code;
}

}  // namespace weft::golden
