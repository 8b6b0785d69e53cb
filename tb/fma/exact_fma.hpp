// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmpxx.h>

#include <algorithm>
#include <cstdint>

#include "sim/golden/fma.hpp"

/// The reference of golden::fma in exact integers of GMP.
namespace weft::exact {

using namespace golden::fma;
using namespace golden;  // NOLINT: the formats and the rounding directions

inline bool is_nan(format f, std::uint64_t bits) {
  const std::uint64_t magnitude = bits & ((std::uint64_t{1} << (f.exp_bits + f.frac_bits)) - 1);
  const std::uint64_t infinity  = ((std::uint64_t{1} << f.exp_bits) - 1) << f.frac_bits;
  return f.infinities ? magnitude > infinity : magnitude == infinity + (1u << f.frac_bits) - 1;
}

/// The definition of IEEE 754, in code. A magnitude is an integer in units so small that every
/// product and every place of a result is a multiple.
class exact_fma {
 public:
  explicit exact_fma(const config& k)
      : k_(k), unit_(std::min(2 * lowest(k.multiplicand), lowest(k.addend)) - k.addend.frac_bits) {}

  result operator()(const operands& o) const {
    const bool product_only = o.op == op_e::Mul, sum_only = o.op == op_e::Add || o.op == op_e::Sub;
    const bool negate_product = o.op == op_e::Nmsub || o.op == op_e::Nmadd;
    const bool negate_addend  = o.op == op_e::Msub || o.op == op_e::Nmadd || o.op == op_e::Sub;
    const number a            = decode(k_.multiplicand, o.a);
    const number b =
        sum_only ? number{number::Finite, false, power(0)} : decode(k_.multiplicand, o.b);
    number c                    = product_only ? number{} : decode(k_.addend, o.c);
    const bool product_negative = (a.negative != b.negative) != negate_product;
    c.negative                  = c.negative != negate_addend;

    // 7.2: invalid operations.
    const auto is = [](const number& x, number::kind_e kind) { return x.kind == kind; };
    const bool zero_by_infinity =
        (is(a, number::Infinity) && is(b, number::Finite) && b.size == 0) ||
        (is(b, number::Infinity) && is(a, number::Finite) && a.size == 0);
    bool nan = false, signalling = false, infinite = false;
    for (const number& x : {a, b, c}) {
      nan        = nan || is(x, number::Quiet) || is(x, number::Signalling);
      signalling = signalling || is(x, number::Signalling);
    }
    if (signalling || zero_by_infinity) return {nan_code(), Invalid};
    if (nan) return {nan_code(), 0};
    infinite = is(a, number::Infinity) || is(b, number::Infinity);
    if (infinite && is(c, number::Infinity) && c.negative != product_negative) {
      return {nan_code(), Invalid};
    }
    if (infinite) return {with_sign(product_negative, end_code()), 0};
    if (is(c, number::Infinity)) return {with_sign(c.negative, end_code()), 0};

    mpz_class product = a.size * b.size >> -unit_;
    if (product_negative) product = -product;
    if (product_only) {
      return product == 0 ? result{with_sign(product_negative, 0), 0} : round(o.round, product);
    }
    if (c.negative) c.size = -c.size;
    const mpz_class exact = product + c.size;
    if (exact != 0) return round(o.round, exact);
    // 6.3: the sign of a sum that is zero.
    const bool alike = product_negative == c.negative;
    return {with_sign(alike ? c.negative : o.round == round_e::Down, 0), 0};
  }

 private:
  struct number {
    enum kind_e { Finite, Infinity, Quiet, Signalling } kind = Finite;
    bool negative                                            = false;
    mpz_class size                                           = 0;  // in units
  };

  static int bias(format f) { return (1 << (f.exp_bits - 1)) - 1; }
  static int lowest(format f) { return 1 - bias(f) - f.frac_bits; }
  static std::uint64_t ones(int n) { return (std::uint64_t{1} << n) - 1; }

  mpz_class power(int exp) const { return mpz_class(1) << (exp - unit_); }
  static mpz_class whole(std::uint64_t x) {
    return (mpz_class(static_cast<unsigned long>(x >> 32)) << 32) +
           static_cast<unsigned long>(x & ones(32));
  }

  number decode(format f, std::uint64_t bits) const {
    const std::uint64_t frac  = bits & ones(f.frac_bits);
    const std::uint64_t field = bits >> f.frac_bits & ones(f.exp_bits);
    number x;
    x.negative = (bits >> (f.exp_bits + f.frac_bits) & 1) != 0;
    if (is_nan(f, bits)) {
      const bool quiet = !f.infinities || (frac >> (f.frac_bits - 1)) == 1;
      x.kind           = quiet ? number::Quiet : number::Signalling;
    } else if (field == ones(f.exp_bits) && f.infinities) {
      x.kind = number::Infinity;
    } else if (field != 0) {
      x.size = (whole(frac) + (mpz_class(1) << f.frac_bits)) *
               power(static_cast<int>(field) - bias(f) - f.frac_bits);
    } else if (!k_.flush_in) {
      x.size = whole(frac) * power(lowest(f));
    }
    return x;
  }

  /// Rounds the magnitude x of a possibly negative number to a multiple of `step`.
  static mpz_class to_multiple(const mpz_class& x, const mpz_class& step, round_e mode,
                               bool negative) {
    mpz_class below = x / step * step, above = below + step;
    const mpz_class twice = 2 * (x - below);
    if (below == x) return x;
    const bool below_is_even = (below / step) % 2 == 0;
    switch (mode) {
      case round_e::NearEven:
        if (twice == step) return below_is_even ? below : above;
        return twice < step ? below : above;
      case round_e::NearAway:
        return twice < step ? below : above;
      case round_e::TowardZero:
        return below;
      case round_e::Down:
        return negative ? above : below;
      case round_e::Up:
        return negative ? below : above;
      case round_e::Odd:
        return below_is_even ? above : below;
    }
    return -1;
  }

  result round(round_e mode, const mpz_class& exact) const {
    const format g          = k_.addend;
    const bool negative     = exact < 0;
    const mpz_class size    = abs(exact);
    const int leading       = static_cast<int>(mpz_sizeinbase(size.get_mpz_t(), 2)) - 1 + unit_;
    const mpz_class normal  = power(1 - bias(g));
    const mpz_class largest = decode(g, end_code() - 1).size;

    const mpz_class unbounded = to_multiple(size, power(leading - g.frac_bits), mode, negative);
    const mpz_class rounded =
        to_multiple(size, power(std::max(leading - g.frac_bits, lowest(g))), mode, negative);
    // 7.4: overflow.
    if (unbounded > largest) {
      const bool away = mode == round_e::NearEven || mode == round_e::NearAway ||
                        (mode == round_e::Down && negative) || (mode == round_e::Up && !negative);
      return {with_sign(negative, away ? end_code() : end_code() - 1), Overflow | Inexact};
    }
    // 7.5: underflow.
    const bool tiny = (k_.tiny_before ? size : unbounded) < normal;
    if (tiny && k_.flush_out) return {with_sign(negative, 0), Underflow | Inexact};
    const int flags = rounded == size ? 0 : tiny ? Underflow | Inexact : Inexact;
    return {with_sign(negative, encode(rounded)), static_cast<std::uint8_t>(flags)};
  }

  std::uint64_t encode(const mpz_class& size) const {
    const format g = k_.addend;
    int place = static_cast<int>(mpz_sizeinbase(size.get_mpz_t(), 2)) - 1 + unit_ - g.frac_bits;
    place     = std::max(place, lowest(g));
    const mpz_class sig      = size / power(place);
    const std::uint64_t high = mpz_class(sig >> 32).get_ui(),
                        low  = mpz_class(sig & 0xffffffff).get_ui();
    const std::uint64_t bits = high << 32 | low;
    if (bits <= ones(g.frac_bits)) return bits;
    const int field = place + g.frac_bits + bias(g);
    return static_cast<std::uint64_t>(field) << g.frac_bits | (bits & ones(g.frac_bits));
  }

  std::uint64_t with_sign(bool negative, std::uint64_t code) const {
    return code | (negative ? std::uint64_t{1} << (k_.addend.exp_bits + k_.addend.frac_bits) : 0);
  }
  /// The code of infinity, or of the format's replacement for it.
  std::uint64_t end_code() const {
    const format g = k_.addend;
    return ones(g.exp_bits) << g.frac_bits | (g.infinities ? 0 : ones(g.frac_bits));
  }
  std::uint64_t nan_code() const {
    const format g = k_.addend;
    return end_code() | std::uint64_t{1} << (g.frac_bits - 1);
  }

  config k_;
  int unit_;
};

}  // namespace weft::exact
