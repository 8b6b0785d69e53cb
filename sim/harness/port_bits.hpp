// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace weft::sim {

/// `bits` bits, at most 32, of a port of a Verilated module from bit `at` on.
template <class T>
std::uint32_t get_bits(const T& port, unsigned at, unsigned bits) {
  std::uint64_t window = 0;
  const unsigned from  = at / 32 * 4;
  std::memcpy(&window, reinterpret_cast<const char*>(&port) + from,
              std::min<std::size_t>(sizeof window, sizeof port - from));
  return static_cast<std::uint32_t>(window >> (at % 32) & ((std::uint64_t{1} << bits) - 1));
}

/// The other way round.
template <class T>
void put_bits(T& port, unsigned at, unsigned bits, std::uint32_t value) {
  std::uint64_t window = 0;
  const unsigned from  = at / 32 * 4;
  char* place          = reinterpret_cast<char*>(&port) + from;
  const std::size_t n  = std::min<std::size_t>(sizeof window, sizeof port - from);
  const auto mask      = ((std::uint64_t{1} << bits) - 1) << (at % 32);
  std::memcpy(&window, place, n);
  window = (window & ~mask) | (std::uint64_t{value} << (at % 32) & mask);
  std::memcpy(place, &window, n);
}

}  // namespace weft::sim
