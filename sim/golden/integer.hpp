// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// Integers of 1 to 64 bits in 64-bit words, zero-extended.
namespace weft::golden {

/// The largest unsigned integer: all ones.
constexpr std::uint64_t ones(unsigned width) { return ~std::uint64_t{0} >> (64 - width); }

/// The highest bit: the sign of a two's complement number.
constexpr bool top_bit(unsigned width, std::uint64_t x) { return (x >> (width - 1) & 1) != 0; }

/// The value of a two's complement number.
constexpr std::int64_t sign_extend(unsigned width, std::uint64_t x) {
  return static_cast<std::int64_t>(x << (64 - width)) >> (64 - width);
}

}  // namespace weft::golden
