// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace weft::sim {

/// Writes words of `width` bits, at most 64, to a port from bit `first` on. The other bits keep
/// their values.
template <class Port>
void put_words(Port& port, std::span<const std::uint64_t> words, unsigned width,
               std::size_t first = 0) {
  auto* const bytes = reinterpret_cast<unsigned char*>(&port);
  if (width % 8 == 0 && first % 8 == 0) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      std::memcpy(bytes + (first + i * width) / 8, &words[i], width / 8);
    }
    return;
  }
  for (std::size_t i = 0; i < words.size() * width; ++i) {
    const std::size_t at = first + i;
    const auto bit       = static_cast<unsigned char>(1u << at % 8);
    const bool set       = (words[i / width] >> i % width & 1) != 0;
    bytes[at / 8] = static_cast<unsigned char>(set ? bytes[at / 8] | bit : bytes[at / 8] & ~bit);
  }
}

}  // namespace weft::sim
