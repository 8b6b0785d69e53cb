// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>

/// IEEE 754 binary formats up to 64 bits and their fused multiply-add, in integer arithmetic only.
namespace weft::golden {

/// A binary interchange format: sign, biased exponent, fraction; subnormals, infinities, NaN.
struct format {
  int exp_bits, frac_bits;

  constexpr int width() const { return 1 + exp_bits + frac_bits; }
  constexpr int bias() const { return (1 << (exp_bits - 1)) - 1; }
  constexpr int max_exp() const { return (1 << exp_bits) - 1; }  ///< of infinities and NaN
};

inline constexpr format Binary16{5, 10};
inline constexpr format Binary32{8, 23};

/// What the bits of a number say: (-1)^sign * sig * 2^exp, or an infinity, or NaN.
struct unpacked {
  enum class kind_e { Finite, Infinity, Nan };

  kind_e kind;
  bool sign;
  int exp;
  std::uint64_t sig;

  constexpr bool is(kind_e k) const { return kind == k; }
  constexpr bool zero() const { return is(kind_e::Finite) && sig == 0; }
};

constexpr unpacked unpack(format f, std::uint64_t bits) {
  const bool sign          = (bits >> (f.width() - 1)) & 1;
  const int exp            = static_cast<int>(bits >> f.frac_bits) & f.max_exp();
  const std::uint64_t frac = bits & ((std::uint64_t{1} << f.frac_bits) - 1);

  using enum unpacked::kind_e;
  if (exp == f.max_exp()) return {frac != 0 ? Nan : Infinity, sign, 0, 0};
  const std::uint64_t hidden = exp != 0 ? std::uint64_t{1} << f.frac_bits : 0;
  return {Finite, sign, (exp != 0 ? exp : 1) - f.bias() - f.frac_bits, hidden | frac};
}

constexpr std::uint64_t infinity(format f, bool sign) {
  return (std::uint64_t{sign} << (f.width() - 1)) |
         (static_cast<std::uint64_t>(f.max_exp()) << f.frac_bits);
}

/// The one NaN that results are: positive, quiet, payload zero.
constexpr std::uint64_t quiet_nan(format f) {
  return infinity(f, false) | (std::uint64_t{1} << (f.frac_bits - 1));
}

namespace detail {

__extension__ using wide_t = unsigned __int128;

constexpr int bit_length(wide_t x) {
  const auto high = static_cast<std::uint64_t>(x >> 64);
  return high != 0 ? 64 + std::bit_width(high) : std::bit_width(static_cast<std::uint64_t>(x));
}

/// x / 2^n, with a one in the last place if anything was lost (n >= 0).
constexpr wide_t shift_right_jam(wide_t x, int n) {
  if (n == 0) return x;
  if (n >= 128) return x != 0;
  return (x >> n) | wide_t{(x & ((wide_t{1} << n) - 1)) != 0};
}

/// sig * 2^exp, not zero, rounded once to nearest even, as a number of format f.
constexpr std::uint64_t round_pack(format f, bool sign, wide_t sig, int exp) {
  const int min_exp = 1 - f.bias() - f.frac_bits;  // of the last place of a subnormal
  int last_place    = bit_length(sig) + exp - 1 - f.frac_bits;
  if (last_place < min_exp) last_place = min_exp;

  // Two bits more than the format keeps: half a unit, and whether there is anything below it.
  const int drop = last_place - 2 - exp;
  sig            = drop >= 0 ? shift_right_jam(sig, drop) : sig << -drop;

  std::uint64_t kept    = static_cast<std::uint64_t>(sig >> 2);
  const unsigned beyond = static_cast<unsigned>(sig & 3);
  if (beyond > 2 || (beyond == 2 && (kept & 1) != 0)) ++kept;

  // kept includes the hidden bit, so it adds one to the exponent of a normal number.
  const std::uint64_t magnitude =
      (static_cast<std::uint64_t>(last_place - min_exp) << f.frac_bits) + kept;
  if (magnitude >= infinity(f, false)) return infinity(f, sign);
  return (std::uint64_t{sign} << (f.width() - 1)) | magnitude;
}

}  // namespace detail

/// a * b + c rounded once, to nearest even: a and b of format f, c and the result of format g.
///
/// NaN results are quiet_nan(g). g's significand has at most 53 bits, f's at most 53.
constexpr std::uint64_t fma(format f, format g, std::uint64_t a_bits, std::uint64_t b_bits,
                            std::uint64_t c_bits) {
  using enum unpacked::kind_e;
  const unpacked a = unpack(f, a_bits), b = unpack(f, b_bits), c = unpack(g, c_bits);
  const bool product_sign = a.sign != b.sign;

  if (a.is(Nan) || b.is(Nan) || c.is(Nan)) return quiet_nan(g);
  if (a.is(Infinity) || b.is(Infinity)) {
    if (a.zero() || b.zero()) return quiet_nan(g);
    if (c.is(Infinity) && c.sign != product_sign) return quiet_nan(g);
    return infinity(g, product_sign);
  }
  if (c.is(Infinity)) return infinity(g, c.sign);

  struct term {
    bool sign;
    int exp;
    detail::wide_t sig;
  };
  term product{product_sign, a.exp + b.exp, detail::wide_t{a.sig} * b.sig};
  term addend{c.sign, c.exp, c.sig};

  if (product.sig == 0 && addend.sig == 0) {
    return std::uint64_t{product.sign && addend.sign} << (g.width() - 1);
  }
  if (product.sig == 0) return detail::round_pack(g, addend.sign, addend.sig, addend.exp);
  if (addend.sig == 0) return detail::round_pack(g, product.sign, product.sig, product.exp);

  // Leading ones to bit 120: room for a carry, and 14 zeros or more below, so that a term which is
  // shifted by more than that is far too small for its jammed tail to cancel.
  for (term* t : {&product, &addend}) {
    const int up = 121 - detail::bit_length(t->sig);
    t->sig <<= up;
    t->exp -= up;
  }
  const bool addend_larger =
      addend.exp != product.exp ? addend.exp > product.exp : addend.sig > product.sig;
  const term& large = addend_larger ? addend : product;
  term small        = addend_larger ? product : addend;
  small.sig         = detail::shift_right_jam(small.sig, large.exp - small.exp);

  const detail::wide_t sum =
      large.sign == small.sign ? large.sig + small.sig : large.sig - small.sig;
  if (sum == 0) return 0;
  return detail::round_pack(g, large.sign, sum, large.exp);
}

}  // namespace weft::golden
