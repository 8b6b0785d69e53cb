// SPDX-License-Identifier: Apache-2.0
#include "sim/sme/sme_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <span>
#include <sstream>
#include <string_view>
#include <vector>

#include "sim/file/input_error.hpp"

namespace weft::sim {
namespace {

using golden::sme::paged_memory;
using golden::sme::state;

constexpr std::string_view Digits = "0123456789abcdef";
constexpr std::size_t LineBytes   = 16;

/// A number in hexadecimal: its bytes from the last to the first.
std::string number(std::span<const std::uint8_t> bytes) {
  std::string text;
  for (std::size_t i = bytes.size(); i-- > 0;) {
    text += Digits[bytes[i] >> 4];
    text += Digits[bytes[i] & 15];
  }
  return text;
}

/// Parses the digits of a number to bytes from the first on, missing digits as zeros; false if they
/// do not fit.
bool parse_number(std::string_view text, std::span<std::uint8_t> bytes) {
  std::fill(bytes.begin(), bytes.end(), std::uint8_t{0});
  if (text.empty()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto digit = Digits.find(static_cast<char>(std::tolower(text[text.size() - 1 - i])));
    if (digit == std::string_view::npos) return false;
    if (i / 2 >= bytes.size()) {
      if (digit != 0) return false;
      continue;
    }
    bytes[i / 2] |= static_cast<std::uint8_t>(digit << (i % 2 * 4));
  }
  return true;
}
template <class T>
bool parse_number(std::string_view text, T& value) {
  std::array<std::uint8_t, sizeof(T)> bytes;
  if (!parse_number(text, std::span<std::uint8_t>(bytes))) return false;
  value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) value = static_cast<T>(value << 4 << 4 | bytes[i]);
  return true;
}

/// The number after a register's letter.
std::optional<std::size_t> index(std::string_view name, char letter, std::size_t count) {
  std::size_t i = 0;
  if (name.size() < 2 || name[0] != letter) return {};
  const auto [end, error] = std::from_chars(name.data() + 1, name.data() + name.size(), i);
  if (error != std::errc{} || end != name.data() + name.size() || i >= count) return {};
  return i;
}

constexpr std::size_t MostPages = (std::size_t{1} << 28) / paged_memory::PageBytes;

/// One line of a text.
class line_reader {
 public:
  line_reader(state& s, paged_memory& memory) : s_(s), memory_(memory) {}

  /// Reads the line. Returns its fault, or "".
  std::string read(const std::string& name, const std::vector<std::string>& words) {
    if (words.empty()) return name + ": no value";
    const auto& value = words.back();
    if (words.size() > (name == "za" || name == "mem" ? 2 : 1)) return name + ": too many values";
    const auto vl = static_cast<std::size_t>(s_.vl());

    bool good = false;
    if (name == "svl" || name == "nsvl")
      return read_length(name == "svl" ? s_.svl : s_.nsvl, value);
    if (name == "svcr") {
      unsigned svcr = 0;
      good          = parse_number(value, svcr) && svcr <= 3;
      s_.sm         = (svcr & 1) != 0;
      s_.za         = (svcr & 2) != 0;
    } else if (name == "pc") {
      good = parse_number(value, s_.pc);
    } else if (name == "sp") {
      good = parse_number(value, s_.x[31]);
    } else if (name == "nzcv") {
      good = parse_number(value, s_.nzcv) && s_.nzcv < 16;
    } else if (name == "fpcr") {
      good = parse_number(value, s_.fpcr);
    } else if (name == "fpsr") {
      good = parse_number(value, s_.fpsr);
    } else if (name == "tpidr2") {
      good = parse_number(value, s_.tpidr2);
    } else if (name == "ffr") {
      good = parse_number(value, std::span(s_.ffr).first(vl / 8));
    } else if (name == "za") {
      return read_row(words);
    } else if (name == "zt0") {
      if (!s_.za) return "zt0: PSTATE.ZA is 0";
      good = parse_number(value, std::span(s_.zt0));
    } else if (name == "mem") {
      return read_memory(words);
    } else if (const auto x = index(name, 'x', 31)) {
      good = parse_number(value, s_.x[*x]);
    } else if (const auto z = index(name, 'z', 32)) {
      good = parse_number(value, std::span(s_.z[*z]).first(vl));
    } else if (const auto p = index(name, 'p', 16)) {
      good = parse_number(value, std::span(s_.p[*p]).first(vl / 8));
    } else {
      return name + ": no such register";
    }
    return good ? "" : fmt::format("{} {}: not a hexadecimal number that fits", name, value);
  }

 private:
  std::string read_length(int& length, const std::string& value) {
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), length);
    const bool good         = error == std::errc{} && end == value.data() + value.size();
    return good && golden::sme::valid_lengths(s_.svl, s_.nsvl) ? "" : value + ": no such length";
  }
  std::string read_row(const std::vector<std::string>& words) {
    if (words.size() != 2) return "za: a row and its value";
    const auto row = index("r" + words[0], 'r', static_cast<std::size_t>(s_.svlb()));
    if (!s_.za) return "za: PSTATE.ZA is 0";
    if (!row) return fmt::format("za {}: no such row", words[0]);
    const auto bytes = std::span(s_.rows[*row]).first(static_cast<std::size_t>(s_.svlb()));
    return parse_number(words[1], bytes)
               ? ""
               : fmt::format("za {} {}: not a hexadecimal number that fits", words[0], words[1]);
  }
  std::string read_memory(const std::vector<std::string>& words) {
    std::uint64_t address = 0;
    if (words.size() != 2 || !parse_number(words[0], address)) return "mem: an address and bytes";
    std::vector<std::uint8_t> bytes(words[1].size() / 2);
    if (words[1].size() % 2 != 0 || !parse_number(words[1], std::span(bytes))) {
      return fmt::format("mem {} {}: not two hexadecimal digits a byte", words[0], words[1]);
    }
    std::reverse(bytes.begin(), bytes.end());
    if (bytes.empty()) return "";
    if (bytes.size() - 1 > ~std::uint64_t{0} - address) {
      return fmt::format("mem {}: ends beyond the last address", words[0]);
    }
    // A line of a few bytes maps a whole page.
    const auto before = memory_.pages().size();
    memory_.map(address, bytes.size());
    mapped_ += memory_.pages().size() - before;
    if (mapped_ > MostPages) return fmt::format("mem {}: more than {} pages", words[0], MostPages);
    memory_.write(address, bytes);
    return "";
  }

  state& s_;
  paged_memory& memory_;
  std::size_t mapped_ = 0;  // pages mapped
};

}  // namespace

std::string to_text(const state& s, const paged_memory* memory) {
  std::string text;
  const auto line = [&](const std::string& name, const std::string& value) {
    text += fmt::format("{} {}\n", name, value);
  };
  const auto vl = static_cast<std::size_t>(s.vl()), svlb = static_cast<std::size_t>(s.svlb());
  line("svl", fmt::format("{}", s.svl));
  line("nsvl", fmt::format("{}", s.nsvl));
  line("svcr", fmt::format("{:x}", s.svcr()));
  line("pc", fmt::format("{:016x}", s.pc));
  for (int i = 0; i < 31; ++i) line(fmt::format("x{}", i), fmt::format("{:016x}", s.x[i]));
  line("sp", fmt::format("{:016x}", s.x[31]));
  line("nzcv", fmt::format("{:x}", s.nzcv));
  line("fpcr", fmt::format("{:08x}", s.fpcr));
  line("fpsr", fmt::format("{:08x}", s.fpsr));
  line("tpidr2", fmt::format("{:016x}", s.tpidr2));
  for (int i = 0; i < 32; ++i) line(fmt::format("z{}", i), number(std::span(s.z[i]).first(vl)));
  for (int i = 0; i < 16; ++i) line(fmt::format("p{}", i), number(std::span(s.p[i]).first(vl / 8)));
  line("ffr", number(std::span(s.ffr).first(vl / 8)));
  for (std::size_t i = 0; s.za && i < svlb; ++i) {
    line(fmt::format("za {}", i), number(std::span(s.rows[i]).first(svlb)));
  }
  if (s.za) line("zt0", number(s.zt0));
  if (memory == nullptr) return text;
  for (const auto& [address, page] : memory->pages()) {
    for (std::size_t at = 0; at < page.size(); at += LineBytes) {
      std::array<std::uint8_t, LineBytes> bytes;
      std::reverse_copy(page.begin() + at, page.begin() + at + LineBytes, bytes.begin());
      if (at != 0 && bytes == std::array<std::uint8_t, LineBytes>{}) continue;
      line(fmt::format("mem {:016x}", address + at), number(bytes));
    }
  }
  return text;
}

std::string different_lines(const std::string& name, const std::string& text,
                            const std::string& other_name, const std::string& other) {
  constexpr int Most = 12;
  std::istringstream a(text), b(other);
  std::string lines, x, y;
  int count = 0;
  for (;;) {
    const bool more = static_cast<bool>(std::getline(a, x)), others = !std::getline(b, y).fail();
    if (!more && !others) break;
    if (more == others && x == y) continue;
    if (++count > Most) continue;
    if (more) lines += fmt::format("{} {}\n", name, x);
    if (others) lines += fmt::format("{} {}\n", other_name, y);
  }
  return count > Most ? lines + fmt::format("{} lines differ\n", count) : lines;
}

void read_state(std::istream& text, const std::string& name, state& s, paged_memory& memory) {
  line_reader reader(s, memory);
  std::string line;
  for (int number = 1; std::getline(text, line); ++number) {
    std::istringstream words(line);
    std::string first, word;
    if (!(words >> first) || first[0] == '#') continue;
    std::vector<std::string> rest;
    while (words >> word) rest.push_back(word);
    const auto wrong = reader.read(first, rest);
    if (!wrong.empty()) throw input_error(fmt::format("{}:{}: {}", name, number, wrong));
  }
}

}  // namespace weft::sim
