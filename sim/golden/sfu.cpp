// SPDX-License-Identifier: Apache-2.0

#include "sim/golden/sfu.hpp"

#include <algorithm>
#include <bit>

namespace weft::golden::sfu {
namespace {

constexpr std::uint32_t SignBit  = 0x8000'0000;
constexpr std::uint32_t Infinity = 0x7f80'0000;
constexpr std::uint32_t Nan      = 0x7fc0'0000;
constexpr std::uint32_t One      = 0x3f80'0000;
constexpr std::uint32_t Hidden   = 0x0080'0000;

/// Places of the sum below the function's ulp.
int sum_fraction(build_e build) { return 21 + Places[static_cast<std::size_t>(build)]; }

/// Places of a ratio below its ulp.
constexpr int RatioFraction = 4;

/// 2 / pi in units of 2^-40.
constexpr std::uint64_t TwoOverPi = 0xa2'f983'6e4e;

/// An unpacked operand: (-1)^sign * (1 + frac / 2^23) * 2^exp, or a number of another kind.
struct number {
  std::uint32_t bits;  ///< as given, or a zero if flushed
  int exp;
  std::uint32_t frac;
  bool zero, infinite, nan;

  bool negative() const { return (bits & SignBit) != 0; }
  std::uint32_t sign() const { return bits & SignBit; }
  std::uint32_t significand() const { return Hidden | frac; }
};

number unpack(std::uint32_t bits, bool flush) {
  const int exp            = static_cast<int>(bits >> 23 & 0xff);
  const std::uint32_t frac = bits & (Hidden - 1);
  if (exp == 0xff) return {bits, 128, frac, false, frac == 0, frac != 0};
  if (exp > 0) return {bits, exp - 127, frac, false, false, false};
  if (frac == 0 || flush) return {bits & SignBit, -127, 0, true, false, false};
  const int zeros = std::countl_zero(frac) - 8;
  return {bits, -126 - zeros, frac << zeros & (Hidden - 1), false, false, false};
}

/// An operand after the function's special cases and range reduction.
struct reduced {
  bool special       = false;  ///< the result is `bits`
  std::uint32_t bits = 0;

  std::uint32_t index = 0;      ///< table argument, in units of 2^-26 of its part
  unsigned part       = 0;      ///< part of the table
  bool constant       = false;  ///< the table is not read: the sum is `added`
  std::int64_t added  = 0;      ///< addend of the interpolation, in units of its integers
  std::int64_t factor = 0;      ///< of a ratio; 0 elsewhere
  bool negative       = false;  ///< the result is the negated sum
  int exp             = 0;      ///< the sum's unit is 2^exp
  bool normalise      = false;  ///< the sum has any number of leading zeros; else 24 bits
};

reduced special(std::uint32_t bits) { return {.special = true, .bits = bits}; }

reduced reduce_rcp(const number& n) {
  if (n.nan) return special(Nan);
  if (n.zero) return special(n.sign() | Infinity);
  if (n.infinite) return special(n.sign());
  return {.index = n.frac << 3, .negative = n.negative(), .exp = -24 - n.exp};
}

/// Makes the exponent even; its parity selects the part of the table.
reduced reduce_root(const number& n, bool reciprocal) {
  if (n.zero) return special(n.sign() | (reciprocal ? Infinity : 0));
  if (n.nan || n.negative()) return special(Nan);
  if (n.infinite) return special(reciprocal ? 0 : Infinity);
  const int half = n.exp >> 1;
  return {.index = n.frac << 3,
          .part  = static_cast<unsigned>(n.exp & 1),
          .exp   = reciprocal ? -24 - half : -23 + half};
}

/// The operand in fixed point, 26 places below the point: integer and index. Lower bits are cut
/// off, and a negative operand is complemented: one unit too small, but within its cell.
reduced reduce_ex2(const number& n) {
  if (n.nan) return special(Nan);
  if (n.exp < -26) return special(One);
  if (n.exp >= (n.negative() ? 8 : 7)) return special(n.negative() ? 0 : Infinity);
  constexpr std::int64_t Whole = 1 << 26;
  const std::int64_t magnitude = (std::int64_t{n.significand()} << 10) >> (7 - n.exp);
  const std::int64_t fixed     = n.negative() ? ~magnitude : magnitude;
  // A negative integer must not fall into the cell below it.
  const bool integer = n.negative() && magnitude % Whole == 0;
  return {.index    = static_cast<std::uint32_t>(fixed & (Whole - 1)),
          .constant = integer,
          .added    = integer ? std::int64_t{1} << 24 : 0,
          .exp      = static_cast<int>(fixed >> 26) - 23};
}

reduced reduce_lg2(const number& n) {
  if (n.zero) return special(SignBit | Infinity);
  if (n.nan || n.negative()) return special(Nan);
  if (n.infinite) return special(Infinity);
  return {.index     = n.frac << 3,
          .constant  = n.frac == 0,
          .added     = n.exp * (std::int64_t{1} << 23),
          .exp       = -23,
          .normalise = true};
}

/// x = 1 + d from 1/2 to 3/2 but not at a power of two: the factor is |d|, in units of 2^-24.
reduced reduce_lg2_ratio(const number& n) {
  const bool below        = n.exp < 0;
  const std::uint32_t d_1 = n.significand() << (below ? 0 : 1);  // x, in units of 2^-24
  return {.index     = (d_1 - Hidden) << 2,
          .factor    = std::abs(std::int64_t{d_1} - 2 * Hidden),
          .negative  = below,
          .exp       = -51,
          .normalise = true};
}

/// x from 2^-12 to 1: the factor is x.
reduced reduce_sin_ratio(const number& n) {
  const auto fixed =
      static_cast<std::uint32_t>(std::uint64_t{n.significand()} << 12 >> (10 - n.exp));
  return {.index     = fixed << 1,
          .factor    = n.significand(),
          .negative  = n.negative(),
          .exp       = n.exp - 51,
          .normalise = true};
}

/// The operand in quarter turns: two integer bits, the quadrant, and 25 bits below the point. From
/// 2^38 on, no bit of it is known.
reduced reduce_sin(const number& n, bool cosine) {
  if (n.nan || n.infinite) return special(Nan);
  if (n.exp < -12) return special(cosine ? One : n.bits);
  const std::uint64_t turns = n.significand() * TwoOverPi >> std::max(38 - n.exp, 0);
  const unsigned quadrant   = static_cast<unsigned>(turns >> 25) + (cosine ? 1 : 0);
  const auto mirrored       = static_cast<std::uint32_t>((quadrant & 1) != 0 ? ~turns : turns);
  return {.index     = (mirrored & 0x1ff'ffff) << 1,
          .negative  = ((quadrant & 2) != 0) != (n.negative() && !cosine),
          .exp       = -24,
          .normalise = true};
}

/// Selects a part of the table for each exponent from -6 to 2.
reduced reduce_tanh(const number& n) {
  if (n.nan) return special(Nan);
  if (n.exp < -6) return special(n.bits);
  if (n.exp >= 3) return special(n.sign() | One);
  return {.index     = (n.frac & TanhMask) << 3,
          .part      = static_cast<unsigned>(n.exp + 6),
          .negative  = n.negative(),
          .exp       = n.exp - 15,
          .normalise = true};
}

/// Whether a function has a relative bound at an operand: the result is a ratio times a factor.
bool has_ratio(const config& k, op_e op, const number& n) {
  if (!k.relative || n.nan || n.zero) return false;
  if (op == op_e::Sin) return n.exp < 0 && n.exp >= -12;
  const bool near_one = n.exp == -1 || (n.exp == 0 && n.frac < Hidden / 2);
  return op == op_e::Lg2 && !n.negative() && near_one && n.frac != 0;
}

reduced reduce(op_e op, const number& n, bool ratio) {
  if (ratio) return op == op_e::Sin ? reduce_sin_ratio(n) : reduce_lg2_ratio(n);
  switch (op) {
    case op_e::Rcp:
      return reduce_rcp(n);
    case op_e::Rsqrt:
      return reduce_root(n, true);
    case op_e::Sqrt:
      return reduce_root(n, false);
    case op_e::Ex2:
      return reduce_ex2(n);
    case op_e::Lg2:
      return reduce_lg2(n);
    case op_e::Sin:
      return reduce_sin(n, false);
    case op_e::Cos:
      return reduce_sin(n, true);
    default:
      return reduce_tanh(n);
  }
}

/// k * k / 2^16 without the columns below 16 of the folded array of partial products: bit i alone
/// is in column 2i, bits i and j > i together are in column i + j + 1.
std::uint32_t square(std::uint32_t k) {
  std::uint32_t dropped = 0;
  for (int i = 0; i < 8; ++i) {
    const std::uint32_t row = (1U << 2 * i) + (k >> (i + 1) << (2 * i + 2) & 0xffff);
    dropped += row & -(k >> i & 1);
  }
  return static_cast<std::uint32_t>((std::uint64_t{k} * k - dropped) >> 16);
}

/// C0 + C1 * t + C2 * t^2 (+ C3 * V(t)) with sum_fraction() places below the function's ulp.
std::int64_t interpolate(build_e build, const table& f, std::uint32_t index, unsigned part) {
  const region& r        = f.regions[16 * part + (index >> 22)];
  const unsigned segment = r.m > 4 ? index >> (26 - r.m) & ((1U << (r.m - 4)) - 1) : 0;
  const row& c           = f.rows[r.row + segment];

  // t is relative to the middle of the segment; for the width `widest` it has 21 bits.
  const std::int32_t middle = 1 << (25 - r.m);
  const int smallest        = f.index_bits - f.widest;
  std::int32_t t            = static_cast<std::int32_t>(index & (2 * middle - 1)) - middle;
  t                         = smallest > 5 ? t * (1 << (smallest - 5)) : t >> (5 - smallest);
  const auto k              = static_cast<std::uint32_t>(t < 0 ? ~t : t);

  std::int64_t sum = (c.c0 << 17) + f.bias + c.c1 * t + c.c2 * square(k >> 3) * 2;
  if (build != build_e::Quadratic) {
    const int v = CubicV[k << (r.m - smallest) >> 14];
    sum += c.c3 * (t < 0 ? -v : v) * (1 << 14);
  }
  return sum;
}

/// Packs the sum's 24 bits above the point; a subnormal result is rounded to nearest, ties up.
std::uint32_t pack(bool ftz, bool negative, std::uint32_t r, int exp) {
  const int field         = exp + 23 + 127;
  const std::uint32_t top = negative ? SignBit : 0;
  if (field >= 255) return top | Infinity;
  if (field >= 1) return top | ((static_cast<std::uint32_t>(field) << 23) + (r - Hidden));
  const int shift               = std::min(1 - field, 26);
  const std::uint32_t magnitude = (r + (1U << (shift - 1))) >> shift;
  return top | (ftz && magnitude < Hidden ? 0 : magnitude);
}

/// Rounds a sum in units of 2^exp to 24 significant bits, ties away; a result that would be
/// subnormal becomes zero. A negative sum is replaced by its complement.
std::uint32_t normalise_and_pack(bool negative, std::int64_t sum, int exp) {
  const auto magnitude = static_cast<std::uint64_t>(sum < 0 ? ~sum : sum);
  if (magnitude == 0) return 0;
  const int zeros         = std::countl_zero(magnitude);
  const auto sig          = static_cast<std::uint32_t>(((magnitude << zeros >> 39) + 1) >> 1);
  const int field         = exp + 63 - zeros + 127;
  const std::uint32_t top = negative != (sum < 0) ? SignBit : 0;
  if (field < 1) return top;
  if (field >= 255) return top | Infinity;
  return top | ((static_cast<std::uint32_t>(field) << 23) + (sig - Hidden));
}

/// a + b * x + c * y in fixed point, aligned to the largest exponent that a product or a can have.
/// The slopes keep two places below binary32's last place; bits shifted further are cut off; a
/// negative a is replaced by its complement.
std::uint32_t interpolate_plane(const operands& o) {
  const number a = unpack(o.a, true), b = unpack(o.b, true), c = unpack(o.c, true);
  for (const number& n : {a, b, c}) {
    if (n.nan || n.infinite) return Nan;
  }
  constexpr int Integer = XyBits - 1 - XyFraction;
  const int exp         = std::max({a.exp, b.exp + Integer, c.exp + Integer});

  const auto aligned = [&](const number& n, int places, int ahead) -> std::int64_t {
    const std::int64_t sig = n.zero ? 0 : n.significand();
    return sig << places >> std::min(exp - ahead - n.exp, 63);
  };
  const auto product = [&](const number& n, int offset) {
    return aligned(n, 2, Integer) * (n.negative() ? -offset : offset) * 2;
  };
  const std::int64_t base = aligned(a, 2 + XyBits, 0);
  const std::int64_t sum  = (a.negative() ? ~base : base) + product(b, o.x) + product(c, o.y);
  return normalise_and_pack(false, sum, exp - 23 - 2 - XyBits);
}

}  // namespace

result eval(const config& k, const operands& o) {
  if (o.op >= op_e::Interpolate) return {interpolate_plane(o)};
  return eval(k, o, is_ratio(k, o) ? ratio_of(k.build, o.op) : table_of(k.build, o.op));
}

bool is_ratio(const config& k, const operands& o) { return has_ratio(k, o.op, unpack(o.a, k.ftz)); }

result eval(const config& k, const operands& o, const table& f) {
  const number n   = unpack(o.a, k.ftz);
  const reduced r  = reduce(o.op, n, has_ratio(k, o.op, n));
  const int places = sum_fraction(k.build);
  if (r.special) return {r.bits};
  const std::int64_t sum =
      (r.added << places) + (r.constant ? 0 : interpolate(k.build, f, r.index, r.part));
  if (r.factor != 0) {
    return {normalise_and_pack(r.negative, (sum >> (places - RatioFraction)) * r.factor, r.exp)};
  }
  return {r.normalise ? normalise_and_pack(r.negative, sum, r.exp - places)
                      : pack(k.ftz, r.negative, static_cast<std::uint32_t>(sum >> places), r.exp)};
}

}  // namespace weft::golden::sfu
