// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "sim/golden/math/math.hpp"

/// The routines of math.hpp over any lane: binary32 multiply-adds rounded to nearest even, the
/// special function unit's reciprocals, and integer operations and comparisons, which are exact.
///
/// A Lane has static functions fma(a, b, c), add(a, b), mul(a, b), rcp(a) and rsqrt(a) of
/// float.
namespace weft::golden::math {

/// The sum of two numbers, the second at most half an ulp of the first.
struct sum {
  float hi = 0, lo = 0;
};

template <class Lane>
class routines {
 public:
  static float exp(float x) {
    const exponential e = exp_of({within(x, -104, 89), 0});
    return scaled(e.factor.hi, e.power);
  }

  static float exp2(float x) {
    x               = within(x, -151, 129);
    const rounded n = nearest(x);
    return scaled(exp_small(times(sub(x, n.value), {Ln2, Ln2Low})).hi, n.integer);
  }

  static float exp10(float x) {
    x               = within(x, -46, 39);
    const rounded n = nearest(mul(x, 0x1.a934fp+1f));
    const sum r     = less_multiple(x, n.value, Log10Of2Short, Log10Of2Rest);
    return scaled(exp_small(times(r, {0x1.26bb1cp+1f, -0x1.12aabap-25f})).hi, n.integer);
  }

  static float log(float x) {
    if (!positive(x)) return log_special(x);
    const logarithm l = log_of(x);
    const sum s       = ordered_sum(mul(l.power, Ln2Short), l.factor.hi);
    return add(s.hi, add(s.lo, fma(l.power, Ln2Rest, l.factor.lo)));
  }

  static float log2(float x) { return positive(x) ? log2_of(x).hi : log_special(x); }

  static float log10(float x) {
    if (!positive(x)) return log_special(x);
    const logarithm l = log_of(x);
    const sum f       = times(l.factor, {0x1.bcb7b2p-2f, -0x1.5b235ep-27f});
    const sum s       = ordered_sum(mul(l.power, Log10Of2Short), f.hi);
    return add(s.hi, add(s.lo, fma(l.power, Log10Of2Rest, f.lo)));
  }

  static float pow(float x, float y) {
    const float magnitude = std::fabs(x);
    if (x == 1 || y == 0) return 1;
    if (std::isnan(x) || std::isnan(y)) return Nan;
    if (std::isinf(y)) return magnitude == 1 ? 1 : (magnitude > 1) == (y > 0) ? Infinity : 0;
    const parity_e parity = parity_of(y);
    if (x < 0 && !std::isinf(x) && parity == parity_e::Fraction) return Nan;
    const float sign = std::signbit(x) && parity == parity_e::Odd ? -1.0F : 1.0F;
    if (magnitude == 0 || std::isinf(magnitude)) {
      return std::copysign((magnitude == 0) == (y < 0) ? Infinity : 0.0F, sign);
    }
    const sum l = log2_of(magnitude);
    sum p       = product(y, l.hi);
    p.lo        = fma(y, l.lo, p.lo);
    if (!(std::fabs(p.hi) < 160)) p = {std::copysign(160.0F, p.hi), 0};
    const rounded n = nearest(p.hi);
    const sum r     = times(any_sum(sub(p.hi, n.value), p.lo), {Ln2, Ln2Low});
    return std::copysign(scaled(exp_small(r).hi, n.integer), sign);
  }

  static float rsqrt(float x) {
    if (x == 0) return std::copysign(Infinity, x);
    if (!positive(x)) return x > 0 ? 0 : Nan;
    const float y    = Lane::rsqrt(x);
    const sum root   = product(x, y);
    const float rest = fma(-root.lo, y, fma(-root.hi, y, 1));
    return fma(mul(y, 0.5F), fma(mul(rest, 0.75F), rest, rest), y);
  }

  static float sin(float x) { return turned(x, 0); }
  static float cos(float x) { return turned(x, 1); }

  static float tan(float x) {
    if (x == 0) return x;
    if (!std::isfinite(x)) return Nan;
    const angle a = angle_of(x);
    const sum s = sin_small(a.rest), c = cos_small(a.rest);
    return (a.quarter & 1) != 0 ? -quotient(c, s).hi : quotient(s, c).hi;
  }

  static float tanh(float x) {
    if (std::isnan(x)) return Nan;
    const float magnitude = std::fabs(x);
    if (magnitude < 0.55F) {
      const float z = mul(x, x);
      const float p =
          polynomial(z, std::array{-0x1.555556p-2f, 0x1.11111p-3f, -0x1.ba1b3ap-5f, 0x1.663f28p-6f,
                                   -0x1.2136b8p-7f, 0x1.be4142p-9f, -0x1.fa2c42p-11f});
      return x == 0 ? x : fma(x, mul(z, p), x);
    }
    const float twice = magnitude > 10 ? 20 : mul(magnitude, 2);
    const sum e       = value(exp_of({twice, 0}));
    sum d             = ordered_sum(e.hi, 1);
    d.lo              = add(d.lo, e.lo);
    return std::copysign(one_less(quotient({2, 0}, d)), x);
  }

  static float sigmoid(float x) {
    if (std::isnan(x)) return Nan;
    const float magnitude = std::fabs(x) > 104 ? 104 : std::fabs(x);
    const exponential e   = exp_of({-magnitude, 0});
    const sum v           = value(e);
    sum d                 = ordered_sum(1, v.hi);
    d.lo                  = add(d.lo, v.lo);
    return x < 0 ? scaled(quotient(e.factor, d).hi, e.power) : quotient({1, 0}, d).hi;
  }

  static float erf(float x) {
    if (std::isnan(x)) return Nan;
    const float magnitude = std::fabs(x);
    if (magnitude < 0.875F) {
      const float p =
          polynomial(mul(x, x), std::array{0x1.06eba8p-3f, -0x1.812746p-2f, 0x1.ce2f1cp-4f,
                                           -0x1.b82bfep-6f, 0x1.564952p-8f, -0x1.be8acap-11f,
                                           0x1.e4d388p-14f, -0x1.66af3ap-17f});
      return x == 0 ? x : fma(x, p, x);
    }
    // erfc(x) = e^(-x^2 + g(x - 2))
    const float y = magnitude > 3.9375F ? 3.9375F : magnitude;
    const float g = polynomial(
        sub(y, 2), std::array{-0x1.5d6ccap+0f, -0x1.ac325ap-2f, 0x1.3850d8p-4f, -0x1.0dc254p-6f,
                              0x1.d418dep-9f, -0x1.807a4ap-11f, 0x1.1b2182p-13f, -0x1.4bd104p-16f,
                              0x1.c8bbf4p-20f, -0x1.82bf62p-26f});
    const sum square = product(y, y);
    sum s            = any_sum(-square.hi, g);
    s.lo             = sub(s.lo, square.lo);
    return std::copysign(one_less(value(exp_of(s))), x);
  }

 private:
  static constexpr float Infinity = std::numeric_limits<float>::infinity();
  static constexpr float Nan      = std::numeric_limits<float>::quiet_NaN();

  // Constants as a sum of two numbers. "Short" ones have 15 bits: integers times them are exact.
  static constexpr float Ln2 = 0x1.62e43p-1f, Ln2Low = -0x1.05c61p-29f;
  static constexpr float Ln2Short = 0x1.62e4p-1f, Ln2Rest = 0x1.7f7d1cp-20f;
  static constexpr float Log10Of2Short = 0x1.344p-2f, Log10Of2Rest = 0x1.3509f8p-18f;

  static float fma(float a, float b, float c) { return Lane::fma(a, b, c); }
  static float add(float a, float b) { return Lane::add(a, b); }
  static float sub(float a, float b) { return Lane::add(a, -b); }
  static float mul(float a, float b) { return Lane::mul(a, b); }

  /// x, at least `least` and at most `most`; NaN stays.
  static float within(float x, float least, float most) {
    return x < least ? least : x > most ? most : x;
  }

  template <std::size_t N>
  static float polynomial(float x, const std::array<float, N>& c) {
    float y = c[N - 1];
    for (std::size_t i = N - 1; i-- > 0;) y = fma(y, x, c[i]);
    return y;
  }

  /// a + b without an error, if |a| >= |b| or a is 0.
  static sum ordered_sum(float a, float b) {
    const float hi = add(a, b);
    return {hi, sub(b, sub(hi, a))};
  }

  /// a + b without an error.
  static sum any_sum(float a, float b) {
    return std::fabs(a) >= std::fabs(b) ? ordered_sum(a, b) : ordered_sum(b, a);
  }

  /// a * b without an error, unless it is tiny.
  static sum product(float a, float b) {
    const float hi = mul(a, b);
    return {hi, fma(a, b, -hi)};
  }

  static sum times(float a, const sum& b) {
    const sum p = product(a, b.hi);
    return {p.hi, fma(a, b.lo, p.lo)};
  }
  static sum times(const sum& a, const sum& b) {
    const sum p = product(a.hi, b.hi);
    return ordered_sum(p.hi, fma(a.lo, b.hi, fma(a.hi, b.lo, p.lo)));
  }

  /// a / b: the special function unit's reciprocal, and the remainder of the first quotient.
  static sum quotient(const sum& a, const sum& b) {
    const float r    = Lane::rcp(b.hi);
    const float q    = mul(a.hi, r);
    const float rest = add(fma(-q, b.hi, a.hi), fma(-q, b.lo, a.lo));
    return ordered_sum(q, mul(rest, r));
  }

  /// 1 - a, rounded.
  static float one_less(const sum& a) {
    const sum s = ordered_sum(1, -a.hi);
    return add(s.hi, sub(s.lo, a.lo));
  }

  struct rounded {
    float value;
    std::int32_t integer;
  };

  /// The nearest integer of |x| < 2^22; of NaN any integer.
  static rounded nearest(float x) {
    constexpr float Large = 0x1.8p23f;
    const float sum       = add(x, Large);
    return {sub(sum, Large), static_cast<std::int32_t>(std::bit_cast<std::uint32_t>(sum) -
                                                       std::bit_cast<std::uint32_t>(Large))};
  }

  /// 2^n, -126 <= n <= 127.
  static float power_of_two(std::int32_t n) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(n + 127) << 23);
  }

  /// x * 2^n, rounded once, -252 <= n <= 254.
  static float scaled(float x, std::int32_t n) {
    const std::int32_t half = n >> 1;
    return mul(mul(x, power_of_two(half)), power_of_two(n - half));
  }

  /// x - n * (a + b), where n * a is exact and near x.
  static sum less_multiple(float x, float n, float a, float b) {
    const float first = fma(-n, a, x);
    const float hi    = fma(-n, b, first);
    return {hi, fma(-n, b, sub(first, hi))};
  }

  /// e^r, |r| < 0.35: 1 + r + r^2 / 2 + r^3 Q(r).
  static sum exp_small(const sum& r) {
    const float q      = polynomial(r.hi, std::array{0x1.555556p-3f, 0x1.55551ap-5f, 0x1.1110f6p-7f,
                                                0x1.6d113ep-10f, 0x1.a0fbf2p-13f});
    const float square = mul(r.hi, r.hi);
    const float tail   = fma(mul(square, r.hi), q, fma(square, 0.5F, fma(r.lo, r.hi, r.lo)));
    const sum s        = ordered_sum(1, r.hi);
    return ordered_sum(s.hi, add(s.lo, tail));
  }

  /// factor * 2^power
  struct exponential {
    sum factor;
    std::int32_t power;
  };

  static exponential exp_of(const sum& x) {
    const rounded n = nearest(mul(x.hi, 0x1.715476p+0f));
    sum r           = less_multiple(x.hi, n.value, Ln2Short, Ln2Rest);
    r.lo            = add(r.lo, x.lo);
    return {exp_small(r), n.integer};
  }

  static sum value(const exponential& e) {
    return {scaled(e.factor.hi, e.power), scaled(e.factor.lo, e.power)};
  }

  static bool positive(float x) { return x > 0 && x < Infinity; }
  static float log_special(float x) { return x == 0 ? -Infinity : x < 0 ? Nan : x; }

  /// factor + power * log(2)
  struct logarithm {
    sum factor;
    float power;
  };

  /// The natural logarithm: of m between sqrt(1/2) and sqrt(2), 2 s + 2 s^3 / 3 + s^5 P(s^2) with
  /// s = (m - 1) / (m + 1).
  static logarithm log_of(float x) {
    std::int32_t power = 0;
    if (x < 0x1p-126F) {
      x     = mul(x, 0x1p24F);
      power = -24;
    }
    constexpr std::uint32_t SqrtHalf = 0x3f35'04f3;
    const std::uint32_t above        = std::bit_cast<std::uint32_t>(x) - SqrtHalf;
    power += static_cast<std::int32_t>(above) >> 23;
    const float m = std::bit_cast<float>((above & 0x7f'ffff) + SqrtHalf);

    const float d = add(m, 1);
    const sum s   = quotient({sub(m, 1), 0}, {d, sub(m, sub(d, 1))});
    sum z         = product(s.hi, s.hi);
    z.lo          = fma(mul(s.hi, 2), s.lo, z.lo);
    const float p = polynomial(
        z.hi, std::array{0x1.99999ap-3f, 0x1.24928ep-3f, 0x1.c6c0e8p-4f, 0x1.879638p-4f});
    const sum third = times(z, {0x1.555556p-2f, -0x1.555556p-27f});
    sum u           = ordered_sum(third.hi, mul(mul(z.hi, z.hi), p));
    u.lo            = add(u.lo, third.lo);
    const sum w     = times(s, u);
    sum half        = ordered_sum(s.hi, w.hi);
    half.lo         = add(half.lo, add(s.lo, w.lo));
    half            = ordered_sum(half.hi, half.lo);
    return {{mul(half.hi, 2), mul(half.lo, 2)}, static_cast<float>(power)};
  }

  static sum log2_of(float x) {
    const logarithm l = log_of(x);
    const sum f       = times(l.factor, {0x1.715476p+0f, 0x1.4ae0cp-26f});
    const sum s       = ordered_sum(l.power, f.hi);
    return ordered_sum(s.hi, add(s.lo, f.lo));
  }

  enum class parity_e : std::uint8_t { Even, Odd, Fraction };

  static parity_e parity_of(float y) {
    const float magnitude = std::fabs(y);
    if (magnitude >= 0x1p24F) return parity_e::Even;
    if (magnitude >= 0x1p23F) {
      return (std::bit_cast<std::uint32_t>(y) & 1) != 0 ? parity_e::Odd : parity_e::Even;
    }
    const auto integer = static_cast<std::int32_t>(magnitude);
    if (static_cast<float>(integer) != magnitude) return parity_e::Fraction;
    return (integer & 1) != 0 ? parity_e::Odd : parity_e::Even;
  }

  /// quarter * pi / 2 + rest, |rest| <= pi / 4
  struct angle {
    std::uint32_t quarter;
    sum rest;
  };

  /// |x| * 2 / pi less whole turns, to 2^-62: 96 bits of 2 / pi, from that one on whose product
  /// with the significand is a half turn, times the significand.
  static angle angle_of(float x) {
    constexpr std::uint32_t PiQuarter = 0x3f49'0fdb;
    const std::uint32_t bits          = std::bit_cast<std::uint32_t>(x) & 0x7fff'ffff;
    if (bits < PiQuarter) return {0, {x, 0}};
    // 2 / pi, behind 32 zeros.
    static constexpr std::array<std::uint64_t, 9> TwoByPi{0,           0xa2f9'836e, 0x4e44'1529,
                                                          0xfc27'57d1, 0xf534'ddc0, 0xdb62'9599,
                                                          0x3c43'9041, 0xfe51'63ab, 0xdebb'c561};
    const std::uint64_t significand = (bits & 0x7f'ffff) | 0x80'0000;
    // x = significand * 2^(exponent - 150); the bit of weight 2^-j is at place j + 31.
    const std::uint32_t place = (bits >> 23) - 150 + 30;
    const std::uint32_t word = place / 32, shift = place % 32;
    const auto window = [&](std::uint32_t i) {
      const std::uint64_t two = TwoByPi[word + i] << 32 | TwoByPi[word + i + 1];
      return two << shift >> 32 & 0xffff'ffff;
    };
    const std::uint64_t low    = window(2) * significand;
    const std::uint64_t middle = window(1) * significand + (low >> 32);
    const std::uint64_t high   = window(0) * significand + (middle >> 32);
    const std::uint64_t turns  = high << 32 | (middle & 0xffff'ffff);

    std::uint32_t quarter = static_cast<std::uint32_t>((turns + (std::uint64_t{1} << 61)) >> 62);
    const auto fraction   = static_cast<std::int64_t>(turns << 2);
    const bool below      = fraction < 0;
    const auto magnitude  = static_cast<std::uint64_t>(fraction);
    const std::uint64_t f = below ? 0 - magnitude : magnitude;
    // Two numbers of 24 bits from the leading one on, exact.
    const int zeros           = std::countl_zero(f | 1);
    const std::uint64_t leads = f << zeros;
    const auto part           = [&](std::uint64_t significant, int weight) {
      return mul(static_cast<float>(significant), power_of_two(weight - zeros));
    };
    const float high_part = part(leads >> 40, -24), low_part = part(leads >> 16 & 0xff'ffff, -48);
    sum r               = times(sum{high_part, low_part}, {0x1.921fb6p+0f, -0x1.777a5cp-25f});
    const bool negative = std::signbit(x);
    if (negative) quarter = 0 - quarter;
    if (below != negative) r = {-r.hi, -r.lo};
    return {quarter & 3, r};
  }

  static sum sin_small(const sum& r) {
    const float z = mul(r.hi, r.hi);
    const float p = polynomial(
        z, std::array{-0x1.555556p-3f, 0x1.11110ep-7f, -0x1.a013a6p-13f, 0x1.6dbdc6p-19f});
    return ordered_sum(r.hi, fma(mul(z, r.hi), p, fma(mul(z, -0.5F), r.lo, r.lo)));
  }

  static sum cos_small(const sum& r) {
    const sum z   = product(r.hi, r.hi);
    const float p = polynomial(
        z.hi, std::array{0x1.555556p-5f, -0x1.6c16cp-10f, 0x1.a015c4p-16f, -0x1.252422p-22f});
    const sum s      = ordered_sum(1, mul(z.hi, -0.5F));
    const float rest = fma(z.lo, -0.5F, -mul(r.hi, r.lo));
    return ordered_sum(s.hi, add(s.lo, fma(mul(z.hi, z.hi), p, rest)));
  }

  /// The sine of an angle that is `quarters` quarter turns further.
  static float turned(float x, std::uint32_t quarters) {
    if (!std::isfinite(x)) return Nan;
    if (x == 0 && quarters == 0) return x;
    const angle a               = angle_of(x);
    const std::uint32_t quarter = a.quarter + quarters;
    const float y               = (quarter & 1) != 0 ? cos_small(a.rest).hi : sin_small(a.rest).hi;
    return (quarter & 2) != 0 ? -y : y;
  }
};

/// A function by its name, with the routines of a lane.
template <class Routines>
float evaluate(op_e op, float x, float y) {
  switch (op) {
    case op_e::Exp:
      return Routines::exp(x);
    case op_e::Exp2:
      return Routines::exp2(x);
    case op_e::Exp10:
      return Routines::exp10(x);
    case op_e::Log:
      return Routines::log(x);
    case op_e::Log2:
      return Routines::log2(x);
    case op_e::Log10:
      return Routines::log10(x);
    case op_e::Sin:
      return Routines::sin(x);
    case op_e::Cos:
      return Routines::cos(x);
    case op_e::Tan:
      return Routines::tan(x);
    case op_e::Tanh:
      return Routines::tanh(x);
    case op_e::Sigmoid:
      return Routines::sigmoid(x);
    case op_e::Erf:
      return Routines::erf(x);
    case op_e::Rsqrt:
      return Routines::rsqrt(x);
    default:
      return Routines::pow(x, y);
  }
}

}  // namespace weft::golden::math
