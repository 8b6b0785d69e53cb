// SPDX-License-Identifier: Apache-2.0
//
// weft-fp-filter FORMAT: reads hexadecimal words, one per line, and writes them as decimal numbers
// or as names of A64 instructions.
//
// GTKWave starts it as a translate filter process (sim/picture/gtkw.hpp). A word wider than the
// format is several lanes: lane 0, the rightmost digits, is written first. Lanes with an x or z
// digit are written unchanged.

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>
#include <string_view>

#include "sim/file/half.hpp"
#include "sim/golden/sme.hpp"

namespace weft::sim {
namespace {

template <class T, class... Format>
std::string digits(T value, Format... format) {
  std::array<char, 64> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, format...).ptr;
  return {text.data(), end};
}

/// The fewest digits that identify the number; all digits of an integer.
std::string fp16(std::uint32_t bits) {
  const double value = double_from_half(static_cast<std::uint16_t>(bits));
  if (std::isnan(value)) return "nan";
  if (std::trunc(value) == value) return digits(value);
  for (int precision = 1;; ++precision) {
    const std::string text = digits(value, std::chars_format::general, precision);
    const double back      = std::strtod(text.c_str(), nullptr);
    if (half_from_double(back) == bits) return digits(back);
  }
}

std::string fp32(std::uint32_t bits) {
  const float value = std::bit_cast<float>(bits);
  return std::isnan(value) ? "nan" : digits(value);
}

std::string int8(std::uint32_t bits) {
  return digits(static_cast<int>(static_cast<std::int8_t>(bits)));
}

std::string int32(std::uint32_t bits) { return digits(static_cast<std::int32_t>(bits)); }

/// The instruction's name in golden's table; an encoding may have several names.
std::string a64(std::uint32_t bits) {
  const auto* line = golden::sme::decode(bits);
  std::string name(line == nullptr ? "?" : line->name);
  std::replace(name.begin(), name.end(), ' ', '|');
  return name;
}

struct format {
  std::string_view name;
  std::size_t hex_digits;
  std::string (*text)(std::uint32_t bits);
};
constexpr format Formats[] = {
    {"fp16", 4, fp16}, {"fp32", 8, fp32}, {"int8", 2, int8}, {"int32", 8, int32}, {"a64", 8, a64}};

std::string lane(const format& f, std::string_view hex) {
  std::uint32_t bits      = 0;
  const auto [end, error] = std::from_chars(hex.data(), hex.data() + hex.size(), bits, 16);
  const bool number       = error == std::errc() && end == hex.data() + hex.size();
  return number ? f.text(bits) : std::string(hex);
}

std::string translated(const format& f, std::string_view word) {
  while (word.starts_with(' ') || word.starts_with('$')) word.remove_prefix(1);
  while (word.ends_with(' ') || word.ends_with('\r')) word.remove_suffix(1);
  std::string out;
  while (!word.empty()) {
    const std::size_t from = word.size() - std::min(word.size(), f.hex_digits);
    out += (out.empty() ? "" : " ") + lane(f, word.substr(from));
    word.remove_suffix(word.size() - from);
  }
  return out;
}

}  // namespace
}  // namespace weft::sim

int main(int argc, char** argv) {
  for (const auto& f : weft::sim::Formats) {
    if (argc != 2 || argv[1] != f.name) continue;
    // GTKWave waits for the answer to each line.
    for (std::string line; std::getline(std::cin, line);) {
      std::cout << weft::sim::translated(f, line) << std::endl;
    }
    return 0;
  }
  std::cerr << "usage: weft-fp-filter fp16|fp32|int8|int32|a64\n";
  return 2;
}
