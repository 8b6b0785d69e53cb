// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <ostream>
#include <string_view>

#include "sim/golden/enum_name.hpp"

/// Binary floating point up to 64 bits, bit for bit, in integer arithmetic only: formats,
/// unpacking, and a single rounding of an exact value.
///
/// Source: IEEE 754-2019; OCP 8-bit Floating Point Specification 1.0 for E4M3.
namespace weft::golden {

/// A binary format: sign, biased exponent, fraction; subnormals and NaN.
///
/// With `infinities`, as in IEEE 754, the largest exponent encodes infinities and NaN. Without, as
/// in OCP's E4M3, only the code of all ones is NaN; all other codes are numbers.
struct format {
  int exp_bits, frac_bits;
  bool infinities = true;

  constexpr int width() const { return 1 + exp_bits + frac_bits; }
  constexpr int bias() const { return (1 << (exp_bits - 1)) - 1; }
  constexpr int max_exp() const { return (1 << exp_bits) - 1; }  ///< the field of all ones
  /// The exponent of a subnormal's last place.
  constexpr int min_exp() const { return 1 - bias() - frac_bits; }

  constexpr std::uint64_t sign_bit() const { return std::uint64_t{1} << (width() - 1); }
  constexpr std::uint64_t frac_mask() const { return (std::uint64_t{1} << frac_bits) - 1; }
  constexpr std::uint64_t mask() const { return (sign_bit() - 1) << 1 | 1; }
  /// The code after the largest number: infinity, or E4M3's NaN.
  constexpr std::uint64_t overflow_code() const {
    return infinities ? static_cast<std::uint64_t>(max_exp()) << frac_bits : sign_bit() - 1;
  }

  bool operator==(const format&) const = default;
};

inline constexpr format Binary64{11, 52};
inline constexpr format Binary32{8, 23};
inline constexpr format Tf32{8, 10};
inline constexpr format Binary16{5, 10};
inline constexpr format Bfloat16{8, 7};
inline constexpr format E5m2{5, 2};
inline constexpr format E4m3{4, 3, false};

/// The named formats, as the command line spells them.
struct named_format {
  std::string_view name;
  format f;
};
inline constexpr std::array<named_format, 7> Formats{{{"fp64", Binary64},
                                                      {"fp32", Binary32},
                                                      {"tf32", Tf32},
                                                      {"fp16", Binary16},
                                                      {"bf16", Bfloat16},
                                                      {"e5m2", E5m2},
                                                      {"e4m3", E4m3}}};

/// The directions of rounding. The first five have the codes of RISC-V's frm.
enum class round_e : std::uint8_t {
  NearEven,    ///< to nearest, ties to the even significand
  TowardZero,  ///< truncate
  Down,        ///< toward minus infinity
  Up,          ///< toward plus infinity
  NearAway,    ///< to nearest, ties away from zero
  Odd          ///< truncate, then set the last bit if anything was lost
};
inline constexpr int Rounds = 6;

inline std::ostream& operator<<(std::ostream& os, round_e round) {
  return put_name(os, round, {"NearEven", "TowardZero", "Down", "Up", "NearAway", "Odd"});
}

/// Exception flags, in the order of RISC-V's fflags and Berkeley TestFloat.
enum flag_e : std::uint8_t {
  Inexact      = 1,
  Underflow    = 2,
  Overflow     = 4,
  DivideByZero = 8,
  Invalid      = 16  // clang-format off
};  // clang-format on

/// A result: its bits and the exceptions raised.
struct float_result {
  std::uint64_t bits = 0;
  std::uint8_t flags = 0;

  bool operator==(const float_result&) const = default;

  friend std::ostream& operator<<(std::ostream& os, const float_result& r) {
    return os << r.bits << " flags=" << unsigned{r.flags};
  }
};

/// An unpacked number: (-1)^sign * sig * 2^exp, or an infinity, or NaN.
struct unpacked {
  enum class kind_e { Finite, Infinity, Nan };

  kind_e kind;
  bool sign;
  int exp;
  std::uint64_t sig;
  bool signalling = false;

  constexpr bool is(kind_e k) const { return kind == k; }
  constexpr bool zero() const { return is(kind_e::Finite) && sig == 0; }
};

/// Unpacks a number. With `flush`, subnormals count as zeros of their sign.
constexpr unpacked unpack(format f, std::uint64_t bits, bool flush = false) {
  const bool sign               = (bits & f.sign_bit()) != 0;
  const std::uint64_t magnitude = bits & (f.sign_bit() - 1);
  const std::uint64_t frac      = bits & f.frac_mask();
  const int exp                 = static_cast<int>(magnitude >> f.frac_bits);

  using enum unpacked::kind_e;
  if (magnitude >= f.overflow_code()) {
    if (f.infinities && frac == 0) return {Infinity, sign, 0, 0};
    return {Nan, sign, 0, 0, f.infinities && (frac >> (f.frac_bits - 1)) == 0};
  }
  if (exp == 0) return {Finite, sign, f.min_exp(), flush ? 0 : frac};
  return {Finite, sign, f.min_exp() + exp - 1, std::uint64_t{1} << f.frac_bits | frac};
}

constexpr std::uint64_t signed_code(format f, bool sign, std::uint64_t magnitude) {
  return (sign ? f.sign_bit() : 0) | magnitude;
}

/// Infinity; E4M3's NaN with a sign.
constexpr std::uint64_t infinity(format f, bool sign) {
  return signed_code(f, sign, f.overflow_code());
}

/// The only NaN that results take: positive, quiet, payload zero. For E4M3, its only NaN.
constexpr std::uint64_t quiet_nan(format f) {
  return f.infinities ? f.overflow_code() | std::uint64_t{1} << (f.frac_bits - 1)
                      : f.overflow_code();
}

/// How an exact value is rounded to a number.
struct rounding {
  round_e mode     = round_e::NearEven;
  bool tiny_before = false;  ///< underflow is detected before rounding, not after
  bool flush       = false;  ///< tiny results become zeros
  bool saturate    = false;  ///< overflow gives the largest number
};

namespace detail {

__extension__ using wide_t = unsigned __int128;

constexpr int bit_length(wide_t x) {
  const auto high = static_cast<std::uint64_t>(x >> 64);
  return high != 0 ? 64 + std::bit_width(high) : std::bit_width(static_cast<std::uint64_t>(x));
}

/// x / 2^n, with a one in the last place if anything was lost; x * 2^-n if n < 0.
constexpr wide_t shift_right_jam(wide_t x, int n) {
  if (n <= 0) return x << -n;
  if (n >= 128) return x != 0;
  return (x >> n) | wide_t{(x & ((wide_t{1} << n) - 1)) != 0};
}

/// 1 if rounding increments a significand whose last bit is `odd`. `beyond` is the part below the
/// last place, in quarters of it, the lowest bit jammed.
constexpr unsigned round_up(round_e mode, bool sign, bool odd, unsigned beyond) {
  switch (mode) {
    case round_e::NearEven:
      return beyond + odd > 2;
    case round_e::NearAway:
      return beyond >= 2;
    case round_e::Down:
      return sign && beyond != 0;
    case round_e::Up:
      return !sign && beyond != 0;
    case round_e::Odd:
      return !odd && beyond != 0;
    case round_e::TowardZero:
      break;
  }
  return 0;
}

/// The significand sig * 2^exp rounded to a multiple of 2^last_place.
struct in_places {
  std::uint64_t value;
  bool inexact;
};
constexpr in_places round_to_place(round_e mode, bool sign, wide_t sig, int exp, int last_place) {
  const wide_t quarters    = shift_right_jam(sig, last_place - 2 - exp);
  const std::uint64_t kept = static_cast<std::uint64_t>(quarters >> 2);
  const auto beyond        = static_cast<unsigned>(quarters & 3);
  return {kept + round_up(mode, sign, (kept & 1) != 0, beyond), beyond != 0};
}

/// Whether overflow in this rounding direction gives infinity instead of the largest number.
constexpr bool overflows_to_infinity(const rounding& how, bool sign) {
  if (how.saturate) return false;
  return how.mode == round_e::NearEven || how.mode == round_e::NearAway ||
         how.mode == (sign ? round_e::Down : round_e::Up);
}

/// Rounds sig * 2^exp, not zero, once to a number of format f. sig's lowest bit may be jammed if at
/// least two bits lie between it and the last place.
constexpr float_result round_pack(format f, const rounding& how, bool sign, wide_t sig, int exp) {
  const int unbounded  = bit_length(sig) + exp - 1 - f.frac_bits;
  const bool subnormal = unbounded < f.min_exp();
  const int last_place = subnormal ? f.min_exp() : unbounded;
  const auto r         = round_to_place(how.mode, sign, sig, exp, last_place);

  bool tiny = subnormal;
  if (subnormal && !how.tiny_before) {
    // Tininess after rounding, with an unbounded exponent: a carry may reach the smallest normal.
    const auto u = round_to_place(how.mode, sign, sig, exp, unbounded);
    tiny         = (u.value >> (f.frac_bits + 1)) == 0 || unbounded + 1 < f.min_exp();
  }
  if (tiny && how.flush) return {signed_code(f, sign, 0), Underflow | Inexact};

  // The significand includes the hidden bit, which adds one to the exponent of a normal number.
  const std::uint64_t magnitude =
      (static_cast<std::uint64_t>(last_place - f.min_exp()) << f.frac_bits) + r.value;
  if (magnitude >= f.overflow_code()) {
    const bool to_infinity = overflows_to_infinity(how, sign);
    return {signed_code(f, sign, f.overflow_code() - (to_infinity ? 0 : 1)), Overflow | Inexact};
  }
  const int flags = r.inexact ? Inexact | (tiny ? Underflow : 0) : 0;
  return {signed_code(f, sign, magnitude), static_cast<std::uint8_t>(flags)};
}

/// An exact finite number (-1)^sign * sig * 2^exp; its leading one is at bit 120 or below.
struct term {
  bool sign;
  wide_t sig;
  int exp;
};

/// x + y rounded once. A sum of zeros is -0 if both are -0; an exact zero difference is -0 in mode
/// Down.
constexpr float_result round_sum(format f, const rounding& how, term x, term y) {
  const bool zero_sign = x.sign == y.sign ? x.sign : how.mode == round_e::Down;
  if (x.sig == 0 && y.sig == 0) return {signed_code(f, zero_sign, 0), 0};
  if (x.sig == 0) return round_pack(f, how, y.sign, y.sig, y.exp);
  if (y.sig == 0) return round_pack(f, how, x.sign, x.sig, x.exp);

  // Moves the leading ones to bit 120. This leaves room for a carry and 14 or more zeros below, so
  // a term shifted by more than that is too small for its jammed tail to cancel.
  for (term* t : {&x, &y}) {
    const int up = 121 - bit_length(t->sig);
    t->sig <<= up;
    t->exp -= up;
  }
  if (x.exp != y.exp ? x.exp < y.exp : x.sig < y.sig) {
    const term smaller = x;
    x                  = y;
    y                  = smaller;
  }
  y.sig            = shift_right_jam(y.sig, x.exp - y.exp);
  const wide_t sum = x.sign == y.sign ? x.sig + y.sig : x.sig - y.sig;
  if (sum == 0) return {signed_code(f, zero_sign, 0), 0};
  return round_pack(f, how, x.sign, sum, x.exp);
}

/// The quotient of finite numbers, y not zero: 60 bits or more, the last one jammed. Significands
/// have at most 53 bits.
constexpr term quotient(const unpacked& x, const unpacked& y) {
  const bool sign = x.sign != y.sign;
  if (x.sig == 0) return {sign, 0, 0};
  const int up     = 53 - std::bit_width(x.sig);
  const wide_t n   = wide_t{x.sig << up} << 60;
  const bool rests = n % y.sig != 0;
  return {sign, n / y.sig | wide_t{rests}, x.exp - up - 60 - y.exp};
}

/// The square root of a finite number that is not negative: 62 bits or more, the last one jammed.
constexpr term root(const unpacked& x) {
  if (x.sig == 0) return {x.sign, 0, 0};
  // An even exponent and 122 or 123 bits: the root has 61 or 62.
  int up = 123 - std::bit_width(x.sig);
  if ((x.exp - up) % 2 != 0) --up;
  const wide_t radicand = wide_t{x.sig} << up;
  wide_t r              = 0;
  for (wide_t bit = wide_t{1} << 61; bit != 0; bit >>= 1) {
    if ((r | bit) * (r | bit) <= radicand) r |= bit;
  }
  return {false, r << 1 | wide_t{r * r != radicand}, (x.exp - up) / 2 - 1};
}

}  // namespace detail
}  // namespace weft::golden
