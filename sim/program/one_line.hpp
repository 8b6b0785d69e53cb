// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace weft::sim {

/// Longer names are shortened in messages.
inline constexpr std::size_t LongestName = 80;

/// A text with control characters written as \n, \t, \x1b.
std::string escaped(std::string_view text);

/// Shortens a word that is too long to its first and last characters with "..." between.
std::string shortened(std::string_view word);

/// A word in the form for messages: escaped, shortened, '' if it is empty.
std::string shown(std::string_view word);

/// A word quoted for a shell.
std::string shell_word(std::string_view word);

/// A message as one line: control characters are escaped; the `names` in it, and all other words
/// without blanks, are shortened.
std::string one_line(std::string message, const std::vector<std::string>& names);

/// A message of several lines, in which other control characters are escaped.
std::string several_lines(std::string_view message);

/// Joins words: "a, b and c".
std::string listed(const std::vector<std::string>& words, std::string_view last = "or");

}  // namespace weft::sim
