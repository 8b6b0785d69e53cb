// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace weft::sim {

/// Words of `width` bits, 64 at most, into a port, the first one in the low bits. Lanes between
/// them and the port's end keep what they had.
template <class Port>
void put_words(Port& port, std::span<const std::uint64_t> words, unsigned width) {
  auto* const bytes = reinterpret_cast<unsigned char*>(&port);
  if (width % 8 == 0) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      std::memcpy(bytes + i * width / 8, &words[i], width / 8);
    }
    return;
  }
  for (std::size_t i = 0; i < words.size() * width; ++i) {
    const auto bit = static_cast<unsigned char>(1u << i % 8);
    const bool set = (words[i / width] >> i % width & 1) != 0;
    bytes[i / 8]   = static_cast<unsigned char>(set ? bytes[i / 8] | bit : bytes[i / 8] & ~bit);
  }
}

}  // namespace weft::sim
