// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

/// Room for text in SVG pictures, whose font is the viewer's.
namespace weft::sim {

/// The width of a text in pixels at a font size, at 0.6 of the size a character: a little more than
/// the mean of DejaVu Sans, the widest of the usual sans-serif fonts.
inline double text_width(std::string_view words, int size) {
  const auto goes_on = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; };
  const auto bytes   = std::count_if(words.begin(), words.end(), goes_on);
  return 0.6 * size * static_cast<double>(static_cast<std::ptrdiff_t>(words.size()) - bytes);
}

/// A text in lines of at most `width` pixels, broken at blanks; a longer word has its own line.
inline std::vector<std::string> wrapped(std::string_view text, int size, double width) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const auto end  = std::min(text.find(' ', at), text.size());
    const auto word = std::string(text.substr(at, end - at));
    if (!lines.empty() && text_width(lines.back() + ' ' + word, size) <= width) {
      lines.back() += ' ' + word;
    } else {
      lines.push_back(word);
    }
    at = end + 1;
  }
  return lines;
}

}  // namespace weft::sim
