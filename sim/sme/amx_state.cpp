// SPDX-License-Identifier: Apache-2.0
#include "sim/sme/amx_state.hpp"

#include <fmt/format.h>

#include <cctype>
#include <cstddef>
#include <span>
#include <sstream>

#include "sim/file/input_error.hpp"
#include "sim/sme/sme_state.hpp"

namespace weft::sim {
namespace {

using golden::amx::pool_t, golden::amx::PoolBytes, golden::amx::RowBytes;

constexpr int Registers = PoolBytes / RowBytes;

std::span<std::uint8_t> reg(pool_t& pool, int r) {
  return std::span(pool).subspan(static_cast<std::size_t>(r) * RowBytes, RowBytes);
}

/// Parses the digits of a number, the highest first, to bytes from the lowest on; false if they do
/// not fit.
bool parse(const std::string& digits, std::span<std::uint8_t> bytes) {
  if (digits.empty() || digits.size() > 2 * bytes.size()) return false;
  std::fill(bytes.begin(), bytes.end(), std::uint8_t{0});
  for (std::size_t i = 0; i < digits.size(); ++i) {
    const auto c = static_cast<unsigned char>(digits[digits.size() - 1 - i]);
    if (std::isxdigit(c) == 0) return false;
    const int digit = std::isdigit(c) != 0 ? c - '0' : std::tolower(c) - 'a' + 10;
    bytes[i / 2]    = static_cast<std::uint8_t>(bytes[i / 2] | digit << i % 2 * 4);
  }
  return true;
}

/// Reads one of AMX's lines. Returns its fault, or "".
std::string read_line(const std::string& name, std::istringstream& words, golden::amx::state& s) {
  int number = -1;
  std::string digits, rest;
  words >> number;
  if (name == "amx") {
    if (!words || number < 0 || number > 1 || words >> rest) return "amx: 0 or 1";
    s.on = number == 1;
    return "";
  }
  const bool there = static_cast<bool>(words >> digits);
  if (!there || words >> rest) return name + ": a register and its value";
  if (number < 0 || number >= Registers)
    return fmt::format("{} {}: no such register", name, number);
  return parse(digits, reg(name == "amxx" ? s.x : s.y, number))
             ? ""
             : fmt::format("{} {} {}: not a hexadecimal number that fits", name, number, digits);
}

}  // namespace

std::string to_text(const golden::amx::state& s, const golden::sme::paged_memory& memory) {
  std::string text = fmt::format("amx {}\n", s.on ? 1 : 0);
  for (const auto& [name, pool] : {std::pair("amxx", s.x), std::pair("amxy", s.y)}) {
    for (int r = 0; r < Registers; ++r) {
      text += fmt::format("{} {} ", name, r);
      for (std::size_t i = RowBytes; i-- > 0;) {
        text += fmt::format("{:02x}", pool[static_cast<std::size_t>(r) * RowBytes + i]);
      }
      text += '\n';
    }
  }
  return text + to_text(s.core, &memory);
}

void read_state(std::istream& text, const std::string& name, golden::amx::state& s,
                golden::sme::paged_memory& memory) {
  std::string line, others;
  for (int number = 1; std::getline(text, line); ++number) {
    std::istringstream words(line);
    std::string first;
    words >> first;
    if (first == "amx" || first == "amxx" || first == "amxy") {
      const auto wrong = read_line(first, words, s);
      if (!wrong.empty()) throw input_error(fmt::format("{}:{}: {}", name, number, wrong));
      line.clear();  // empty, so that later lines keep their numbers
    }
    others += line + '\n';
  }
  std::istringstream rest(others);
  read_state(rest, name, s.core, memory);
  if (s.core.svl != 8 * RowBytes) throw input_error(name + ": AMX needs svl 512");
  if (s.on && !s.core.za) throw input_error(name + ": amx 1 needs PSTATE.ZA, svcr 2");
}

}  // namespace weft::sim
