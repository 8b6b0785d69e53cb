// SPDX-License-Identifier: Apache-2.0

#include "sim/program/one_line.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace weft::sim {
namespace {

bool is_control(unsigned char c) { return c < 0x20 || c == 0x7f; }

/// Whether a UTF-8 byte continues the character before it.
bool goes_on(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

std::string escape(char c) {
  switch (c) {
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    default:
      return fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  }
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    // U+0080 to U+009F are control characters too.
    const bool c1 = c == 0xc2 && i + 1 < text.size() && goes_on(text[i + 1]) &&
                    static_cast<unsigned char>(text[i + 1]) < 0xa0;
    if (is_control(c)) {
      out += escape(text[i]);
    } else if (c1) {
      out += escape(text[i]) + escape(text[i + 1]);
      ++i;
    } else {
      out += text[i];
    }
  }
  return out;
}

std::string shortened(std::string_view word) {
  const auto characters =
      word.size() - static_cast<std::size_t>(std::count_if(word.begin(), word.end(), goes_on));
  if (characters <= LongestName) return std::string(word);
  constexpr std::string_view Dots = "...";
  constexpr std::size_t Last = LongestName / 2 - Dots.size(), First = LongestName / 2;
  const auto after = [&](std::size_t count) {  // the position after `count` characters
    std::size_t at = 0;
    for (; count > 0 && at < word.size(); --count) {
      do ++at;
      while (at < word.size() && goes_on(word[at]));
    }
    return at;
  };
  return std::string(word.substr(0, after(First))) + std::string(Dots) +
         std::string(word.substr(after(characters - Last)));
}

std::string shown(std::string_view word) { return word.empty() ? "''" : shortened(escaped(word)); }

std::string shell_word(std::string_view word) {
  constexpr std::string_view Plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:,=+@%-";
  if (!word.empty() && word.find_first_not_of(Plain) == word.npos) return std::string(word);
  const bool control = std::any_of(word.begin(), word.end(), is_control);
  std::string out    = control ? "$'" : "'";
  for (const char c : word) {
    if (c == '\'') {
      out += control ? "\\'" : "'\\''";
    } else if (control && (c == '\\' || is_control(static_cast<unsigned char>(c)))) {
      out += c == '\\' ? "\\\\" : escape(c);
    } else {
      out += c;
    }
  }
  return out + "'";
}

std::string one_line(std::string message, const std::vector<std::string>& names) {
  message = escaped(message);
  for (const auto& name : names) {
    const auto text = escaped(name), brief = shortened(text);
    if (brief == text) continue;
    for (auto at = message.find(text); at != message.npos; at = message.find(text, at)) {
      message.replace(at, text.size(), brief);
      at += brief.size();
    }
  }
  std::string out;
  for (std::size_t at = 0; at < message.size();) {
    const auto end = std::min(message.find(' ', at), message.size());
    // A colon after a name does not belong to the name.
    const bool colon = end > at && message[end - 1] == ':' && end < message.size();
    const auto size  = end - at - (colon ? 1 : 0);
    out += shortened(std::string_view(message).substr(at, size));
    if (colon) out += ':';
    if (end < message.size()) out += ' ';
    at = end + 1;
  }
  return out;
}

std::string several_lines(std::string_view message) {
  std::string out;
  for (std::size_t from = 0, to = 0; to != message.npos; from = to + 1) {
    to = message.find('\n', from);
    if (from > 0) out += '\n';
    out += escaped(message.substr(from, to - from));
  }
  return out;
}

std::string listed(const std::vector<std::string>& words, std::string_view last) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) out += i + 1 == words.size() ? fmt::format(" {} ", last) : ", ";
    out += words[i];
  }
  return out;
}

}  // namespace weft::sim
