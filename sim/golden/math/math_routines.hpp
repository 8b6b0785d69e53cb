// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "sim/golden/math/math.hpp"

/// The routines of math.hpp over any lane: binary32 multiply-adds rounded to nearest even, the
/// special function unit's reciprocals, and integer operations and comparisons, which are exact.
namespace weft::golden::math {

/// The types of a lane on the host and their exact operations: numbers, words of 32 bits, truths. A
/// Lane adds static functions fma(a, b, c), add(a, b), mul(a, b), rcp(a) and rsqrt(a) of numbers;
/// one whose types record what is done with them (math_program.hpp) has no truth to branch on, and
/// executes both sides of a choice.
struct host_types {
  using real = float;
  using word = std::uint32_t;
  using flag = bool;

  static constexpr bool Branches = true;

  static word bits(real x) { return std::bit_cast<word>(x); }
  static real number(word x) { return std::bit_cast<real>(x); }
  template <class T>
  static T select(flag c, T a, T b) {
    return c ? a : b;
  }
  static real from_signed(word x) { return static_cast<real>(static_cast<std::int32_t>(x)); }
  /// The integer part of 0 <= x < 2^31.
  static word integer_part(real x) { return static_cast<word>(static_cast<std::int32_t>(x)); }
  static word signed_right(word x, int n) {
    return static_cast<word>(static_cast<std::int32_t>(x) >> n);
  }
  /// The high word of {high, low} << n, n < 32.
  static word funnel_left(word high, word low, word n) {
    return static_cast<word>((std::uint64_t{high} << 32 | low) << n >> 32);
  }
  /// The high word of a product.
  static word high_product(word a, word b) { return static_cast<word>(std::uint64_t{a} * b >> 32); }
  /// Zeros before the first one of 0 < x.
  static word leading_zeros(word x) { return static_cast<word>(std::countl_zero(x)); }
  /// N words of a table from place `at` on.
  template <std::size_t N, std::size_t All>
  static std::array<word, N> consecutive(const std::array<std::uint32_t, All>& table, word at) {
    std::array<word, N> words;
    for (std::size_t i = 0; i < N; ++i) words[i] = table[at + i];
    return words;
  }
};

template <class Lane>
class routines {
 public:
  using real = typename Lane::real;
  using word = typename Lane::word;
  using flag = typename Lane::flag;

  /// The sum of two numbers, the second at most half an ulp of the first.
  struct sum {
    real hi = 0.0F, lo = 0.0F;
  };

  static real exp(real x) {
    const exponential e = exp_of({within(x, -104, 89), 0});
    return scaled(e.factor.hi, e.power);
  }

  static real exp2(real x) {
    x               = within(x, -151, 129);
    const rounded n = nearest(x);
    return scaled(exp_small(times(sub(x, n.value), {Ln2, Ln2Low})).hi, n.integer);
  }

  static real exp10(real x) {
    x               = within(x, -46, 39);
    const rounded n = nearest(mul(x, 0x1.a934fp+1f));
    const sum r     = less_multiple(x, n.value, Log10Of2Short, Log10Of2Rest);
    return scaled(exp_small(times(r, {0x1.26bb1cp+1f, -0x1.12aabap-25f})).hi, n.integer);
  }

  static real log(real x) {
    const auto normal = [&] {
      const logarithm l = log_of(x);
      const sum s       = ordered_sum(mul(l.power, Ln2Short), l.factor.hi);
      return add(s.hi, add(s.lo, fma(l.power, Ln2Rest, l.factor.lo)));
    };
    return choose(positive(x), normal, [&] { return log_special(x); });
  }

  static real log2(real x) {
    return choose(
        positive(x), [&] { return log2_of(x).hi; }, [&] { return log_special(x); });
  }

  static real log10(real x) {
    const auto normal = [&] {
      const logarithm l = log_of(x);
      const sum f       = times(l.factor, {0x1.bcb7b2p-2f, -0x1.5b235ep-27f});
      const sum s       = ordered_sum(mul(l.power, Log10Of2Short), f.hi);
      return add(s.hi, add(s.lo, fma(l.power, Log10Of2Rest, f.lo)));
    };
    return choose(positive(x), normal, [&] { return log_special(x); });
  }

  static real pow(real x, real y) {
    const real magnitude = abs(x);
    const word m = bits(magnitude), n = bits(abs(y));
    // y >= 2^24 is an even integer.
    const real short_y  = Lane::select(abs(y) < 0x1p24F, abs(y), real(0x1p24F));
    const word integer  = Lane::integer_part(short_y);
    const flag fraction = !(Lane::from_signed(integer) == short_y);
    const word sign     = Lane::select(fraction, word(0), bits(x) & (integer << 31));

    const auto normal = [&] {
      const sum l = log2_of(magnitude);
      sum p       = product(y, l.hi);
      p.lo        = fma(y, l.lo, p.lo);
      p           = select(abs(p.hi) < 160.0F, p, sum{with_sign(160.0F, p.hi), 0.0F});

      const rounded i = nearest(p.hi);
      const sum r     = times(any_sum(sub(p.hi, i.value), p.lo), {Ln2, Ln2Low});
      return scaled(exp_small(r).hi, i.integer);
    };
    const auto extreme = [&] {
      // |x| > 1 and y > 0, or neither
      const flag grows = !(((word(One) - m) ^ bits(y)) < Sign);
      return Lane::select(magnitude == 1.0F, real(1.0F),
                          Lane::select(grows, real(Infinity), real(0.0F)));
    };
    const auto defined = [&] {
      const flag usual = m - 1 < InfinityBits - 1 && n < InfinityBits;
      return Lane::number(bits(choose(usual, normal, extreme)) | sign);
    };
    const flag nan =
        (x < 0.0F && m < InfinityBits && fraction) || InfinityBits < m || InfinityBits < n;
    return choose(
        x == 1.0F || y == 0.0F, [] { return real(1.0F); },
        [&] {
          return choose(
              nan, [] { return real(Nan); }, defined);
        });
  }

  static real rsqrt(real x) {
    const auto normal = [&] {
      const real y    = Lane::rsqrt(x);
      const sum root  = product(x, y);
      const real rest = fma(-root.lo, y, fma(-root.hi, y, 1.0F));
      return fma(mul(y, 0.5F), fma(mul(rest, 0.75F), rest, rest), y);
    };
    const auto special = [&] {
      return Lane::select(x == 0.0F, Lane::number(bits(x) | InfinityBits),
                          Lane::select(x > 0.0F, real(0.0F), real(Nan)));
    };
    return choose(positive(x), normal, special);
  }

  static real sin(real x) {
    // +-0 stays.
    return choose(
        x == 0.0F, [&] { return x; }, [&] { return turned(x, 0); });
  }
  static real cos(real x) { return turned(x, 1); }

  static real tan(real x) {
    const auto normal = [&] {
      const angle a = angle_of(x);
      const sum s = sin_small(a.rest), c = cos_small(a.rest);
      const flag odd = !((a.quarter & 1) == 0);
      const real q   = quotient(select(odd, c, s), select(odd, s, c)).hi;
      return Lane::number(bits(q) ^ a.quarter << 31);
    };
    return choose(
        x == 0.0F, [&] { return x; }, [&] { return of_finite(x, normal); });
  }

  static real tanh(real x) {
    const real magnitude = abs(x);
    const auto small     = [&] {
      const real z = mul(x, x);
      const real p =
          polynomial(z, std::array{-0x1.555556p-2f, 0x1.11111p-3f, -0x1.ba1b3ap-5f, 0x1.663f28p-6f,
                                   -0x1.2136b8p-7f, 0x1.be4142p-9f, -0x1.fa2c42p-11f});
      return Lane::select(x == 0.0F, x, fma(x, mul(z, p), x));
    };
    const auto large = [&] {
      const real twice = mul(Lane::select(magnitude > 10.0F, real(10.0F), magnitude), 2.0F);
      const sum e      = value(exp_of({twice, 0.0F}));
      sum d            = ordered_sum(e.hi, 1.0F);
      d.lo             = add(d.lo, e.lo);
      return with_sign(one_less(quotient({2.0F, 0.0F}, d)), x);
    };
    return choose(magnitude < 0.55F, small, large);
  }

  static real sigmoid(real x) {
    const real magnitude = Lane::select(abs(x) > 104.0F, real(104.0F), abs(x));
    const exponential e  = exp_of({-magnitude, 0.0F});
    const sum v          = value(e);
    sum d                = ordered_sum(1.0F, v.hi);
    d.lo                 = add(d.lo, v.lo);
    const flag negative  = x < 0.0F;
    const real q         = quotient(select(negative, e.factor, sum{1.0F, 0.0F}), d).hi;
    return choose(
        negative, [&] { return scaled(q, e.power); }, [&] { return q; });
  }

  static real erf(real x) {
    const real magnitude = abs(x);
    const auto small     = [&] {
      const real p =
          polynomial(mul(x, x), std::array{0x1.06eba8p-3f, -0x1.812746p-2f, 0x1.ce2f1cp-4f,
                                           -0x1.b82bfep-6f, 0x1.564952p-8f, -0x1.be8acap-11f,
                                           0x1.e4d388p-14f, -0x1.66af3ap-17f});
      return Lane::select(x == 0.0F, x, fma(x, p, x));
    };
    // erfc(x) = e^(-x^2 + g(x - 2))
    const auto large = [&] {
      const real y = Lane::select(magnitude > 3.9375F, real(3.9375F), magnitude);
      const real g =
          polynomial(sub(y, 2.0F),
                     std::array{-0x1.5d6ccap+0f, -0x1.ac325ap-2f, 0x1.3850d8p-4f, -0x1.0dc254p-6f,
                                0x1.d418dep-9f, -0x1.807a4ap-11f, 0x1.1b2182p-13f, -0x1.4bd104p-16f,
                                0x1.c8bbf4p-20f, -0x1.82bf62p-26f});
      const sum square = product(y, y);
      sum s            = any_sum(-square.hi, g);
      s.lo             = sub(s.lo, square.lo);
      return with_sign(one_less(value(exp_of(s))), x);
    };
    return choose(magnitude < 0.875F, small, large);
  }

  /// The bits of a number, of any NaN those of one.
  static word without_payload(real x) {
    return Lane::select(x == x, bits(x), word(std::bit_cast<std::uint32_t>(Nan)));
  }

 private:
  static constexpr float Infinity = std::numeric_limits<float>::infinity();
  static constexpr float Nan      = std::numeric_limits<float>::quiet_NaN();

  static constexpr std::uint32_t Sign = 0x8000'0000, One = 0x3f80'0000, InfinityBits = 0x7f80'0000;

  // Constants as a sum of two numbers. "Short" ones have 15 bits: integers times them are exact.
  static constexpr float Ln2 = 0x1.62e43p-1f, Ln2Low = -0x1.05c61p-29f;
  static constexpr float Ln2Short = 0x1.62e4p-1f, Ln2Rest = 0x1.7f7d1cp-20f;
  static constexpr float Log10Of2Short = 0x1.344p-2f, Log10Of2Rest = 0x1.3509f8p-18f;

  static real fma(real a, real b, real c) { return Lane::fma(a, b, c); }
  static real add(real a, real b) { return Lane::add(a, b); }
  static real sub(real a, real b) { return Lane::add(a, -b); }
  static real mul(real a, real b) { return Lane::mul(a, b); }

  static word bits(real x) { return Lane::bits(x); }
  static real abs(real x) { return Lane::number(bits(x) & ~Sign); }
  /// x >= +0, with the sign of another number.
  static real with_sign(real x, real of) { return Lane::number(bits(x) | (bits(of) & Sign)); }

  struct angle {
    word quarter;
    sum rest;
  };

  static real select(flag c, real a, real b) { return Lane::select(c, a, b); }
  static sum select(flag c, const sum& a, const sum& b) {
    return {Lane::select(c, a.hi, b.hi), Lane::select(c, a.lo, b.lo)};
  }
  static angle select(flag c, const angle& a, const angle& b) {
    return {Lane::select(c, a.quarter, b.quarter), select(c, a.rest, b.rest)};
  }

  /// The result of one of two functions.
  template <class A, class B>
  static auto choose(flag c, A a, B b) {
    if constexpr (Lane::Branches) {
      return c ? a() : b();
    } else {
      const auto x = a(), y = b();
      return select(c, x, y);
    }
  }

  /// x, at least `least` and at most `most`; NaN stays.
  static real within(real x, real least, real most) {
    return Lane::select(x < least, least, Lane::select(x > most, most, x));
  }

  template <std::size_t N>
  static real polynomial(real x, const std::array<float, N>& c) {
    real y = c[N - 1];
    for (std::size_t i = N - 1; i-- > 0;) y = fma(y, x, real(c[i]));
    return y;
  }

  /// a + b without an error, if |a| >= |b| or a is 0.
  static sum ordered_sum(real a, real b) {
    const real hi = add(a, b);
    return {hi, sub(b, sub(hi, a))};
  }

  /// a + b without an error.
  static sum any_sum(real a, real b) {
    const flag less = abs(a) < abs(b);
    return ordered_sum(Lane::select(less, b, a), Lane::select(less, a, b));
  }

  /// a * b without an error, unless it is tiny.
  static sum product(real a, real b) {
    const real hi = mul(a, b);
    return {hi, fma(a, b, -hi)};
  }

  static sum times(real a, const sum& b) {
    const sum p = product(a, b.hi);
    return {p.hi, fma(a, b.lo, p.lo)};
  }
  static sum times(const sum& a, const sum& b) {
    const sum p = product(a.hi, b.hi);
    return ordered_sum(p.hi, fma(a.lo, b.hi, fma(a.hi, b.lo, p.lo)));
  }

  /// a / b: the special function unit's reciprocal, and the remainder of the first quotient.
  static sum quotient(const sum& a, const sum& b) {
    const real r    = Lane::rcp(b.hi);
    const real q    = mul(a.hi, r);
    const real rest = add(fma(-q, b.hi, a.hi), fma(-q, b.lo, a.lo));
    return ordered_sum(q, mul(rest, r));
  }

  /// 1 - a, rounded.
  static real one_less(const sum& a) {
    const sum s = ordered_sum(1.0F, -a.hi);
    return add(s.hi, sub(s.lo, a.lo));
  }

  struct rounded {
    real value;
    word integer;
  };

  /// The nearest integer of |x| < 2^22; of NaN any integer.
  static rounded nearest(real x) {
    constexpr float Large = 0x1.8p23f;
    const real sum        = add(x, Large);
    return {sub(sum, Large), bits(sum) - std::bit_cast<std::uint32_t>(Large)};
  }

  /// 2^n, -126 <= n <= 127.
  static real power_of_two(word n) { return Lane::number((n + 127) << 23); }

  /// x * 2^n, rounded once, -252 <= n <= 254.
  static real scaled(real x, word n) {
    const word half = Lane::signed_right(n, 1);
    return mul(mul(x, power_of_two(half)), power_of_two(n - half));
  }

  /// x - n * (a + b), where n * a is exact and near x.
  static sum less_multiple(real x, real n, real a, real b) {
    const real first = fma(-n, a, x);
    const real hi    = fma(-n, b, first);
    return {hi, fma(-n, b, sub(first, hi))};
  }

  /// e^r, |r| < 0.35: 1 + r + r^2 / 2 + r^3 Q(r).
  static sum exp_small(const sum& r) {
    const real q      = polynomial(r.hi, std::array{0x1.555556p-3f, 0x1.55551ap-5f, 0x1.1110f6p-7f,
                                               0x1.6d113ep-10f, 0x1.a0fbf2p-13f});
    const real square = mul(r.hi, r.hi);
    const real tail   = fma(mul(square, r.hi), q, fma(square, 0.5F, fma(r.lo, r.hi, r.lo)));
    const sum s       = ordered_sum(1.0F, r.hi);
    return ordered_sum(s.hi, add(s.lo, tail));
  }

  /// factor * 2^power
  struct exponential {
    sum factor;
    word power;
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

  static flag positive(real x) { return bits(x) - 1 < InfinityBits - 1; }
  static real log_special(real x) {
    return Lane::select(x == 0.0F, real(-Infinity), Lane::select(x < 0.0F, real(Nan), x));
  }

  /// factor + power * log(2)
  struct logarithm {
    sum factor;
    real power;
  };

  /// The natural logarithm: of m between sqrt(1/2) and sqrt(2), 2 s + 2 s^3 / 3 + s^5 P(s^2) with
  /// s = (m - 1) / (m + 1).
  static logarithm log_of(real x) {
    const flag subnormal = x < 0x1p-126F;
    x                    = choose(
                           subnormal, [&] { return mul(x, 0x1p24F); }, [&] { return x; });
    constexpr std::uint32_t SqrtHalf = 0x3f35'04f3;
    const word above                 = bits(x) - SqrtHalf;
    const word power = Lane::signed_right(above, 23) - Lane::select(subnormal, word(24), word(0));
    const real m     = Lane::number((above & 0x7f'ffff) + SqrtHalf);

    const real d = add(m, 1.0F);
    const sum s  = quotient({sub(m, 1.0F), 0.0F}, {d, sub(m, sub(d, 1.0F))});
    sum z        = product(s.hi, s.hi);
    z.lo         = fma(mul(s.hi, 2.0F), s.lo, z.lo);
    const real p = polynomial(
        z.hi, std::array{0x1.99999ap-3f, 0x1.24928ep-3f, 0x1.c6c0e8p-4f, 0x1.879638p-4f});
    const sum third = times(z, {0x1.555556p-2f, -0x1.555556p-27f});
    sum u           = ordered_sum(third.hi, mul(mul(z.hi, z.hi), p));
    u.lo            = add(u.lo, third.lo);
    const sum w     = times(s, u);
    sum half        = ordered_sum(s.hi, w.hi);
    half.lo         = add(half.lo, add(s.lo, w.lo));
    half            = ordered_sum(half.hi, half.lo);
    return {{mul(half.hi, 2.0F), mul(half.lo, 2.0F)}, Lane::from_signed(power)};
  }

  static sum log2_of(real x) {
    const logarithm l = log_of(x);
    const sum f       = times(l.factor, {0x1.715476p+0f, 0x1.4ae0cp-26f});
    const sum s       = ordered_sum(l.power, f.hi);
    return ordered_sum(s.hi, add(s.lo, f.lo));
  }

  /// quarter * pi / 2 + rest, |rest| <= pi / 4, of a finite number
  static angle angle_of(real x) {
    constexpr std::uint32_t PiQuarter = 0x3f49'0fdb;
    return choose((bits(x) & ~Sign) < PiQuarter,
                  [&] {
                    return angle{0, {x, 0.0F}};
                  },
                  [&] { return turns_of(x); });
  }

  /// |x| * 2 / pi less whole turns, to 2^-62: 96 bits of 2 / pi, from that one on whose product
  /// with the significand is a half turn, times the significand.
  static angle turns_of(real x) {
    // 2 / pi, behind 32 zeros.
    static constexpr std::array<std::uint32_t, 9> TwoByPi{0,           0xa2f9'836e, 0x4e44'1529,
                                                          0xfc27'57d1, 0xf534'ddc0, 0xdb62'9599,
                                                          0x3c43'9041, 0xfe51'63ab, 0xdebb'c561};
    const word magnitude   = bits(x) & ~Sign;
    const word significand = (magnitude & 0x7f'ffff) | 0x80'0000;
    // x = significand * 2^(exponent - 150); the bit of weight 2^-j is at place j + 31.
    const word place                = (magnitude >> 23) - (150 - 30);
    const word shift                = place & 31;
    const std::array<word, 4> words = Lane::template consecutive<4>(TwoByPi, place >> 5);
    const auto window               = [&](std::size_t i) {
      return Lane::funnel_left(words[i], words[i + 1], shift);
    };
    // The words of the product from 2^-63 turns on.
    const word carry  = Lane::high_product(window(2), significand);
    const word second = window(1);
    const word low    = second * significand + carry;
    const word upper =
        Lane::high_product(second, significand) + Lane::select(low < carry, word(1), word(0));
    const word high = window(0) * significand + upper;

    const word quarter = (high + 0x2000'0000) >> 30;
    // The fraction, less than half a quarter in magnitude.
    const word above = Lane::funnel_left(high, low, 2), below = low << 2;
    const flag minus = !(above < Sign);
    const word f_low = Lane::select(minus, word(0) - below, below);
    const word f_high =
        Lane::select(minus, word(0) - above - Lane::select(below == 0, word(0), word(1)), above);
    // Two numbers of 24 bits from the leading one on, exact.
    const flag tiny      = f_high == 0;
    const word first     = Lane::select(tiny, f_low, f_high);
    const word zeros     = Lane::leading_zeros(first | 1);
    const word lead_high = Lane::funnel_left(first, Lane::select(tiny, word(0), f_low), zeros);
    const word lead_low  = Lane::select(tiny, word(0), f_low << zeros);
    const word weight    = word(0) - zeros - Lane::select(tiny, word(32), word(0));
    const auto part      = [&](word significant, std::uint32_t places) {
      return mul(Lane::from_signed(significant), power_of_two(weight - places));
    };
    const real high_part = part(lead_high >> 8, 24);
    const real low_part  = part((lead_high & 0xff) << 16 | lead_low >> 16, 48);

    const sum r = times(sum{high_part, low_part}, {0x1.921fb6p+0f, -0x1.777a5cp-25f});
    // Quarters and rest of a negative angle are negative.
    const word turn = (above ^ bits(x)) & Sign;
    const word back = Lane::signed_right(bits(x), 31);
    return {((quarter ^ back) - back) & 3,
            {Lane::number(bits(r.hi) ^ turn), Lane::number(bits(r.lo) ^ turn)}};
  }

  static sum sin_small(const sum& r) {
    const real z = mul(r.hi, r.hi);
    const real p = polynomial(
        z, std::array{-0x1.555556p-3f, 0x1.11110ep-7f, -0x1.a013a6p-13f, 0x1.6dbdc6p-19f});
    return ordered_sum(r.hi, fma(mul(z, r.hi), p, fma(mul(z, -0.5F), r.lo, r.lo)));
  }

  static sum cos_small(const sum& r) {
    const sum z  = product(r.hi, r.hi);
    const real p = polynomial(
        z.hi, std::array{0x1.555556p-5f, -0x1.6c16cp-10f, 0x1.a015c4p-16f, -0x1.252422p-22f});
    const sum s     = ordered_sum(1.0F, mul(z.hi, -0.5F));
    const real rest = fma(z.lo, -0.5F, -mul(r.hi, r.lo));
    return ordered_sum(s.hi, add(s.lo, fma(mul(z.hi, z.hi), p, rest)));
  }

  template <class Normal>
  static real of_finite(real x, Normal normal) {
    return choose((bits(x) & ~Sign) < InfinityBits, normal, [] { return real(Nan); });
  }

  /// The sine of an angle that is `quarters` quarter turns further.
  static real turned(real x, std::uint32_t quarters) {
    return of_finite(x, [&] {
      const angle a      = angle_of(x);
      const word quarter = a.quarter + quarters;
      const real y       = choose((quarter & 1) == 0, [&] { return sin_small(a.rest).hi; },
                                  [&] { return cos_small(a.rest).hi; });
      return Lane::number(bits(y) ^ (quarter & 2) << 30);
    });
  }
};

/// A function by its name, with the routines of a lane; NaN results may be any.
template <class Routines>
typename Routines::real evaluate(op_e op, typename Routines::real x, typename Routines::real y) {
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

/// The bits of a function; NaN results are 0x7fc00000.
template <class Routines>
typename Routines::word result_bits(op_e op, typename Routines::real x, typename Routines::real y) {
  return Routines::without_payload(evaluate<Routines>(op, x, y));
}

}  // namespace weft::golden::math
