// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <ostream>

#include "sim/golden/enum_name.hpp"
#include "sim/golden/float.hpp"
#include "sim/golden/pipelined.hpp"

/// Golden model of rtl/sfu/weft_texture_address.sv: from a sample's coordinates to the indices of
/// its four texels and the weights between them.
namespace weft::golden::texture_address {

/// Coordinates outside of [0, 1].
enum class mode_e : std::uint8_t {
  Wrap,    ///< repeats the picture
  Clamp,   ///< the nearest texel of the edge
  Mirror,  ///< repeats it, every other one mirrored
  Border   ///< texels outside are the border's colour
};

inline std::ostream& operator<<(std::ostream& os, mode_e mode) {
  return put_name(os, mode, {"Wrap", "Clamp", "Mirror", "Border"});
}

inline constexpr int PlaceBits    = 24;        ///< of a coordinate below the point
inline constexpr int WeightBits   = 8;         ///< of a weight
inline constexpr unsigned MaxSide = 1u << 14;  ///< texels of a side

/// The parameters of the unit.
struct config {
  unsigned pipe = 0;  ///< one bit per pipeline register position; three positions

  constexpr int latency() const { return std::popcount(pipe); }

  bool operator==(const config&) const = default;
};

/// Coordinates in binary32, 0 to 1 from edge to edge, and the picture's size in texels.
struct operands {
  std::uint32_t u = 0, v = 0;
  std::uint16_t width = 1, height = 1;  ///< 1 to MaxSide
  mode_e mode_u = mode_e::Wrap, mode_v = mode_e::Wrap;

  friend std::ostream& operator<<(std::ostream& os, const operands& o) {
    return os << o.u << ' ' << o.v << " of " << o.width << " x " << o.height << ' ' << o.mode_u
              << ' ' << o.mode_v;
  }
};

/// Two neighbours on an axis: their indices, whether each is outside (then its index is 0), and the
/// second one's weight in units of 2^-WeightBits.
struct pair {
  std::uint16_t first = 0, second = 0;
  bool first_outside = false, second_outside = false;
  std::uint8_t weight = 0;

  bool operator==(const pair&) const = default;

  friend std::ostream& operator<<(std::ostream& os, const pair& p) {
    return os << p.first << (p.first_outside ? "*" : "") << ',' << p.second
              << (p.second_outside ? "*" : "") << '@' << int{p.weight};
  }
};

struct result {
  pair x, y;

  bool operator==(const result&) const = default;

  friend std::ostream& operator<<(std::ostream& os, const result& r) {
    return os << r.x << ' ' << r.y;
  }
};

/// The neighbours of a coordinate on an axis of `size` texels, bit for bit.
///
/// The coordinate is cut off toward zero below 2^-PlaceBits; infinities and NaN count as 0. A
/// texel's centre is half a texel from its edge. The position is rounded to 2^-WeightBits of a
/// texel, ties up.
constexpr pair axis(std::uint32_t coordinate, std::int64_t size, mode_e mode) {
  constexpr std::int64_t One = std::int64_t{1} << PlaceBits;
  const unpacked x           = unpack(Binary32, coordinate);
  std::int64_t t             = 0;  // modulo 2 * One if it is at least that large
  const bool far             = x.is(unpacked::kind_e::Finite) && x.sig != 0 &&
                   static_cast<int>(std::bit_width(x.sig)) + x.exp > 1;
  if (x.is(unpacked::kind_e::Finite)) {
    const int left               = x.exp + PlaceBits;
    const std::int64_t s         = static_cast<std::int64_t>(x.sig);
    const std::int64_t magnitude = left > PlaceBits + 1 ? 0
                                   : left >= 0          ? s << left
                                   : left > -63         ? s >> -left
                                                        : 0;
    t                            = x.sign ? -magnitude : magnitude;
  }
  std::int64_t f = 0;
  switch (mode) {
    case mode_e::Wrap:
      f = t & (One - 1);
      break;
    case mode_e::Mirror:
      f = t & (2 * One - 1);
      f = f > One ? 2 * One - f : f;
      break;
    case mode_e::Clamp:
      f = far ? (x.sign ? 0 : One) : std::clamp<std::int64_t>(t, 0, One);
      break;
    case mode_e::Border:
      f = far ? (x.sign ? -One : 2 * One) : std::clamp<std::int64_t>(t, -One, 2 * One);
      break;
  }
  constexpr int Cut           = PlaceBits - WeightBits;
  const std::int64_t position = ((f * size + (1 << (Cut - 1))) >> Cut) - (1 << (WeightBits - 1));
  const std::int64_t first = position >> WeightBits, second = first + 1;

  pair p;
  p.weight = static_cast<std::uint8_t>(position & ((1 << WeightBits) - 1));
  if (mode == mode_e::Border) {
    p.first_outside  = first < 0 || first >= size;
    p.second_outside = second < 0 || second >= size;
    p.first          = static_cast<std::uint16_t>(p.first_outside ? 0 : first);
    p.second         = static_cast<std::uint16_t>(p.second_outside ? 0 : second);
  } else {
    const bool wraps = mode == mode_e::Wrap;
    p.first          = static_cast<std::uint16_t>(first >= 0 ? first : wraps ? size - 1 : 0);
    p.second         = static_cast<std::uint16_t>(second < size ? second : wraps ? 0 : size - 1);
  }
  return p;
}

constexpr result eval(const config&, const operands& o) {
  return {axis(o.u, o.width, o.mode_u), axis(o.v, o.height, o.mode_v)};
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

}  // namespace weft::golden::texture_address
