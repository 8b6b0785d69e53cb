// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace weft::sim {

/// Names of more characters are shortened in messages.
inline constexpr std::size_t LongestName = 80;

/// Control characters as \n, \t, \x1b.
std::string escaped(std::string_view text);

/// The first and the last characters of a word that is too long, "..." between them.
std::string shortened(std::string_view word);

/// A word as messages have it: escaped, shortened, '' if it is empty.
std::string shown(std::string_view word);

/// A word as a shell takes it.
std::string shell_word(std::string_view word);

/// A message as one line: control characters are escaped; the `names` that are in it, and whatever
/// else has no blank in it, are shortened.
std::string one_line(std::string message, const std::vector<std::string>& names);

/// "a, b and c".
std::string listed(const std::vector<std::string>& words, std::string_view last = "or");

}  // namespace weft::sim
