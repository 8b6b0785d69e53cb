// SPDX-License-Identifier: Apache-2.0
//
// weft-fp-filter FORMAT: reads hexadecimal words, one per line, and writes them as decimal numbers
// or as names of A64 instructions.
//
// GTKWave starts it as a translate filter process (sim/picture/gtkw.hpp). A word wider than the
// format is several lanes: lane 0, the rightmost bits, is written first. Lanes with an x or z digit
// are written unchanged. sim/picture/number_text.hpp has the formats.

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <string>
#include <string_view>

#include "sim/picture/number_text.hpp"

namespace weft::sim {
namespace {

constexpr std::size_t DigitBits = 4;

/// The digits that hold `bits` bits from bit `low` on as a number, or the digits themselves if one
/// of them is x or z.
std::string lane(const number_format& f, std::string_view word, std::size_t low) {
  const std::size_t right = low / DigitBits, left = (low + f.bits() + DigitBits - 1) / DigitBits;
  const std::size_t first = word.size() - std::min(word.size(), left);
  const auto digits       = word.substr(first, word.size() - first - right);
  unsigned __int128 bits  = 0;
  for (const char c : digits) {
    unsigned value          = 0;
    const auto [end, error] = std::from_chars(&c, &c + 1, value, 16);
    if (error != std::errc()) return std::string(digits);
    bits = bits << DigitBits | value;
  }
  return f.text(static_cast<std::uint64_t>(bits >> (low % DigitBits)));
}

std::string translated(const number_format& f, std::string_view word) {
  while (word.starts_with(' ') || word.starts_with('$')) word.remove_prefix(1);
  while (word.ends_with(' ') || word.ends_with('\r')) word.remove_suffix(1);
  std::string out;
  std::size_t low = 0;
  // A word has at least one lane; the bits that fill up its last digit are none.
  do {
    if (!word.empty()) out += (low == 0 ? "" : " ") + lane(f, word, low);
    low += f.bits();
  } while (low + f.bits() <= DigitBits * word.size());
  return out;
}

}  // namespace
}  // namespace weft::sim

int main(int argc, char** argv) {
  const auto format = weft::sim::number_format::find(argc == 2 ? argv[1] : "");
  if (!format) {
    std::cerr << "usage: weft-fp-filter fp16|fp32|bf16|e4m3|e<E>m<F>|int<N>|uint<N>|a64|...\n";
    return 2;
  }
  // GTKWave waits for the answer to each line.
  for (std::string line; std::getline(std::cin, line);) {
    std::cout << weft::sim::translated(*format, line) << std::endl;
  }
  return 0;
}
