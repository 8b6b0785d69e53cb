// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <verilated.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace weft::sim {

/// Words of `width` bits into a port, the first one in the low bits.
template <class Port>
void put_words(Port& port, std::span<const std::uint64_t> words, int width) {
  std::uint64_t bits = 0;
  for (std::size_t i = words.size(); i > 0; --i) bits = bits << width | words[i - 1];
  port = static_cast<Port>(bits);
}
template <std::size_t N>
void put_words(VlWide<N>& port, std::span<const std::uint64_t> words, int width) {
  std::uint64_t bits = 0;  // not yet in the port, at most 31 and a word
  int have           = 0;
  std::size_t at     = 0;
  for (const std::uint64_t word : words) {
    bits |= word << have;
    have += width;
    for (; have >= 32; have -= 32, bits >>= 32) port[at++] = static_cast<EData>(bits);
  }
  if (have > 0) port[at] = static_cast<EData>(bits);
}

}  // namespace weft::sim
