// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmpxx.h>

#include <algorithm>
#include <cstdint>

#include "sim/golden/wide/fdiv_seq.hpp"

/// The reference of golden::fdiv_seq in exact integers of GMP.
namespace weft::exact {

using namespace golden::fdiv_seq;
using namespace golden;  // NOLINT: the formats and the rounding directions

/// The definition of IEEE 754, in code: the result is a quotient of integers, or the root of one.
class exact_quotient {
 public:
  explicit exact_quotient(const config& k) : k_(k), f_(k.number) {}

  result operator()(const operands& o) const {
    const bool one_operand = o.op != op_e::Div;
    const number a = decode(o.a), b = one_operand ? number{} : decode(o.b);
    // 7.2 and 7.3: invalid operations, divisions by zero.
    if (a.kind == number::Signalling || b.kind == number::Signalling) return {nan(), Invalid};
    if (a.kind == number::Quiet || b.kind == number::Quiet) return {nan(), 0};
    const bool zero = a.kind == number::Finite && a.size == 0;
    const bool inf  = a.kind == number::Infinity;
    switch (o.op) {
      case op_e::Sqrt:
      case op_e::Rsqrt: {
        if (zero) {
          if (o.op == op_e::Sqrt) return {with_sign(a.negative, 0), 0};
          return {with_sign(a.negative, end()), DivideByZero};
        }
        if (a.negative) return {nan(), Invalid};
        if (inf) return {o.op == op_e::Sqrt ? end() : 0, 0};
        const auto size = static_cast<int>(mpz_sizeinbase(a.size.get_mpz_t(), 2)) + a.exp;
        return o.op == op_e::Sqrt ? round(o.round, false, {a.size, 1, a.exp, true}, size / 2)
                                  : round(o.round, false, {1, a.size, -a.exp, true}, -size / 2);
      }
      case op_e::Rcp:
        if (zero) return {with_sign(a.negative, end()), DivideByZero};
        if (inf) return {with_sign(a.negative, 0), 0};
        return round(o.round, a.negative, {1, a.size, -a.exp, false},
                     -static_cast<int>(mpz_sizeinbase(a.size.get_mpz_t(), 2)) - a.exp);
      case op_e::Div:
        break;
    }
    const bool by_inf = b.kind == number::Infinity, by_zero = !by_inf && b.size == 0;
    const bool sign = a.negative != b.negative;
    if ((zero && by_zero) || (inf && by_inf)) return {nan(), Invalid};
    if (inf) return {with_sign(sign, end()), 0};
    if (by_zero) return {with_sign(sign, end()), DivideByZero};
    if (zero || by_inf) return {with_sign(sign, 0), 0};
    return round(o.round, sign, {a.size, b.size, a.exp - b.exp, false},
                 static_cast<int>(mpz_sizeinbase(a.size.get_mpz_t(), 2)) -
                     static_cast<int>(mpz_sizeinbase(b.size.get_mpz_t(), 2)) + a.exp - b.exp);
  }

 private:
  struct number {
    enum kind_e { Finite, Infinity, Quiet, Signalling } kind = Finite;
    bool negative                                            = false;
    mpz_class size                                           = 1;
    int exp                                                  = 0;
  };

  /// over / under * 2^exp, or its square root.
  struct ratio {
    mpz_class over, under;
    int exp;
    bool root;

    struct whole {
      mpz_class value;
      bool exact;
    };
    /// Multiples of 2^place that it has.
    whole in_places(int place) const {
      const int up      = exp - (root ? 2 * place : place);
      const mpz_class n = up > 0 ? mpz_class(over << static_cast<unsigned>(up)) : over;
      const mpz_class d = up < 0 ? mpz_class(under << static_cast<unsigned>(-up)) : under;
      const mpz_class q = n / d;
      bool exact        = q * d == n;
      if (!root) return {q, exact};
      const mpz_class r = sqrt(q);
      return {r, exact && r * r == q};
    }
  };

  static std::uint64_t ones(int n) { return (std::uint64_t{1} << n) - 1; }
  int bias() const { return (1 << (f_.exp_bits - 1)) - 1; }
  int lowest() const { return 1 - bias() - f_.frac_bits; }
  std::uint64_t end() const {
    return ones(f_.exp_bits) << f_.frac_bits | (f_.infinities ? 0 : ones(f_.frac_bits));
  }
  std::uint64_t nan() const { return end() | std::uint64_t{1} << (f_.frac_bits - 1); }
  std::uint64_t with_sign(bool negative, std::uint64_t code) const {
    return code | (negative ? std::uint64_t{1} << (f_.exp_bits + f_.frac_bits) : 0);
  }

  number decode(std::uint64_t bits) const {
    const std::uint64_t frac  = bits & ones(f_.frac_bits);
    const std::uint64_t field = bits >> f_.frac_bits & ones(f_.exp_bits);
    number x;
    x.negative      = (bits >> (f_.exp_bits + f_.frac_bits) & 1) != 0;
    const bool last = field == ones(f_.exp_bits);
    if (f_.infinities && last) {
      x.kind = frac == 0                           ? number::Infinity
               : (frac >> (f_.frac_bits - 1)) == 1 ? number::Quiet
                                                   : number::Signalling;
    } else if (last && frac == ones(f_.frac_bits)) {
      x.kind = number::Quiet;
    } else if (field != 0) {
      x.size = static_cast<unsigned long>(frac | std::uint64_t{1} << f_.frac_bits);
      x.exp  = static_cast<int>(field) - bias() - f_.frac_bits;
    } else {
      x.size = static_cast<unsigned long>(k_.flush_in ? 0 : frac);
      x.exp  = lowest();
    }
    return x;
  }

  /// The multiple of 2^place that a direction of rounding takes, in these multiples.
  static ratio::whole to_place(const ratio& x, int place, round_e mode, bool negative) {
    const auto halves     = x.in_places(place - 1);
    const bool half       = mpz_odd_p(halves.value.get_mpz_t()) != 0;
    const mpz_class below = halves.value / 2;
    const bool odd        = mpz_odd_p(below.get_mpz_t()) != 0;
    if (halves.exact && !half) return {below, true};
    const bool beyond = half && !halves.exact;
    bool up           = false;
    switch (mode) {
      case round_e::NearEven:
        up = beyond || (half && odd);
        break;
      case round_e::NearAway:
        up = half;
        break;
      case round_e::Down:
        up = negative;
        break;
      case round_e::Up:
        up = !negative;
        break;
      case round_e::Odd:
        up = !odd;
        break;
      case round_e::TowardZero:
        break;
    }
    return {up ? mpz_class(below + 1) : below, false};
  }

  /// `near` is within two of the exponent of the leading bit of x.
  result round(round_e mode, bool negative, const ratio& x, int near) const {
    const int leading =
        static_cast<int>(mpz_sizeinbase(x.in_places(near - 8).value.get_mpz_t(), 2)) - 1 + near - 8;
    const int place = std::max(leading - f_.frac_bits, lowest());
    const auto r    = to_place(x, place, mode, negative);
    // A significand that rounding carried out of its places is a power of two.
    const bool carried =
        mpz_sizeinbase(r.value.get_mpz_t(), 2) > 1u + static_cast<unsigned>(f_.frac_bits);
    const int at            = place + (carried ? 1 : 0);
    const std::uint64_t sig = carried ? std::uint64_t{1} << f_.frac_bits : r.value.get_ui();
    const bool normal       = (sig >> f_.frac_bits) != 0;
    const int field         = normal ? at + f_.frac_bits + bias() : 0;
    if (field > static_cast<int>(ones(f_.exp_bits)) ||
        (static_cast<std::uint64_t>(field) << f_.frac_bits | (sig & ones(f_.frac_bits))) >= end()) {
      const bool away = mode == round_e::NearEven || mode == round_e::NearAway ||
                        (mode == round_e::Down && negative) || (mode == round_e::Up && !negative);
      return {with_sign(negative, away ? end() : end() - 1), Overflow | Inexact};
    }
    // 7.5: underflow, after rounding with an unbounded exponent.
    bool tiny = leading < lowest() + f_.frac_bits;
    if (tiny && !k_.tiny_before && leading == lowest() + f_.frac_bits - 1) {
      tiny = mpz_sizeinbase(to_place(x, leading - f_.frac_bits, mode, negative).value.get_mpz_t(),
                            2) == 1u + static_cast<unsigned>(f_.frac_bits);
    }
    if (tiny && k_.flush_out) return {with_sign(negative, 0), Underflow | Inexact};
    const int flags = r.exact ? 0 : tiny ? Underflow | Inexact : Inexact;
    return {with_sign(negative, static_cast<std::uint64_t>(field) << f_.frac_bits |
                                    (sig & ones(f_.frac_bits))),
            static_cast<std::uint8_t>(flags)};
  }

  config k_;
  format f_;
};

}  // namespace weft::exact
