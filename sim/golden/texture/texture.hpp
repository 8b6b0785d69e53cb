// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <ostream>

#include "sim/golden/enum_name.hpp"
#include "sim/golden/float.hpp"
#include "sim/golden/pipelined.hpp"

/// Golden model of rtl/sfu/weft_texture.sv: the bilinear mean of four texels.
namespace weft::golden::texture {

enum class texel_e : std::uint8_t {
  Unorm8,  ///< four channels of eight bits, the first one lowest
  Fp32     ///< one channel of binary32
};

inline std::ostream& operator<<(std::ostream& os, texel_e texel) {
  return put_name(os, texel, {"Unorm8", "Fp32"});
}

inline constexpr int WeightBits = 8;
inline constexpr int Channels   = 4;  ///< of a Unorm8 texel
inline constexpr int MorePlaces = 2;  ///< of an aligned significand, below the largest one's last

/// The parameters of the unit.
struct config {
  unsigned pipe = 0;  ///< one bit per pipeline register position; six positions

  constexpr int latency() const { return std::popcount(pipe); }

  bool operator==(const config&) const = default;
};

/// Texels [row][column], and the weights of the second column and of the second row in units of
/// 2^-WeightBits.
struct operands {
  texel_e texel = texel_e::Unorm8;
  std::array<std::array<std::uint32_t, 2>, 2> at{};
  std::uint8_t x = 0, y = 0;

  friend std::ostream& operator<<(std::ostream& os, const operands& o) {
    return os << o.texel << ' ' << o.at[0][0] << ' ' << o.at[0][1] << ' ' << o.at[1][0] << ' '
              << o.at[1][1] << " x=" << int{o.x} << " y=" << int{o.y};
  }
};

struct result {
  std::uint32_t bits = 0;

  bool operator==(const result&) const = default;

  friend std::ostream& operator<<(std::ostream& os, const result& r) { return os << r.bits; }
};

namespace detail {

inline constexpr std::uint32_t Nan = 0x7fc0'0000;

/// The mean in units of 2^-(2 * WeightBits), exact.
constexpr std::int64_t mean(const std::array<std::array<std::int64_t, 2>, 2>& s, int x, int y) {
  constexpr int One = 1 << WeightBits;
  const auto row    = [&](const auto& r) { return r[0] * (One - x) + r[1] * x; };
  return row(s[0]) * (One - y) + row(s[1]) * y;
}

constexpr std::uint32_t unorm8(const operands& o) {
  std::uint32_t bits = 0;
  for (int c = 0; c < Channels; ++c) {
    std::array<std::array<std::int64_t, 2>, 2> s{};
    for (int j = 0; j < 2; ++j) {
      for (int i = 0; i < 2; ++i) s[j][i] = o.at[j][i] >> (8 * c) & 0xff;
    }
    const std::int64_t sum = mean(s, o.x, o.y) + (1 << (2 * WeightBits - 1));
    bits |= static_cast<std::uint32_t>(sum >> (2 * WeightBits)) << (8 * c);
  }
  return bits;
}

/// Significands are aligned to the largest exponent and cut off toward zero behind MorePlaces; the
/// mean is rounded to 24 bits, ties away from zero.
constexpr std::uint32_t fp32(const operands& o) {
  int largest = -127;
  for (const auto& row : o.at) {
    for (const std::uint32_t bits : row) {
      const int field = static_cast<int>(bits >> 23 & 0xff);
      if (field == 255) return Nan;
      largest = std::max(largest, field - 127);
    }
  }
  std::array<std::array<std::int64_t, 2>, 2> s{};
  for (int j = 0; j < 2; ++j) {
    for (int i = 0; i < 2; ++i) {
      const std::uint32_t bits = o.at[j][i];
      const int field          = static_cast<int>(bits >> 23 & 0xff);
      if (field == 0) continue;  // zeros and subnormals
      const std::int64_t sig = std::int64_t{(bits & 0x7f'ffff) | 0x80'0000} << MorePlaces;
      const std::int64_t cut = sig >> std::min(largest - (field - 127), 63);
      s[j][i]                = bits >> 31 != 0 ? -cut : cut;
    }
  }
  const std::int64_t sum = mean(s, o.x, o.y);
  if (sum == 0) return 0;
  const std::uint32_t sign = sum < 0 ? 0x8000'0000 : 0;
  const auto magnitude     = static_cast<std::uint64_t>(sum < 0 ? -sum : sum);
  const int zeros          = std::countl_zero(magnitude);
  const auto sig           = static_cast<std::uint32_t>(((magnitude << zeros >> 39) + 1) >> 1);
  const int field          = largest - 23 - MorePlaces - 2 * WeightBits + 63 - zeros + 127;
  if (field < 1) return sign;
  return sign | ((static_cast<std::uint32_t>(field) << 23) + (sig - 0x80'0000));
}

}  // namespace detail

/// The result, bit for bit. A Unorm8 mean is rounded to the nearest, ties up. Subnormal FP32 texels
/// count as zeros and subnormal means become zeros of their sign; an infinite or NaN texel gives
/// NaN, whatever its weight.
constexpr result eval(const config&, const operands& o) {
  return {o.texel == texel_e::Fp32 ? detail::fp32(o) : detail::unorm8(o)};
}

/// Clock cycles for n samples when neither side stalls: from the cycle that takes the first sample
/// to the cycle that takes the last result, both counted.
constexpr std::uint64_t cycles(const config& k, std::uint64_t n) {
  return n + static_cast<std::uint64_t>(k.latency());
}

using model = pipelined<operands, result>;

inline model make_model(const config& k) {
  return {[k](const operands& o) { return eval(k, o); }, k.latency()};
}

}  // namespace weft::golden::texture
