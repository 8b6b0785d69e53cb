// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmpxx.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/golden/dpa.hpp"

namespace weft {

/// The block fused dot-product-accumulate, from its definition: every number is an integer of any
/// length in units of one very small power of two, and no number is ever aligned, normalised or
/// jammed. The oracle shares the description of a profile with golden, but no code.
class dpa_oracle {
 public:
  using profile = golden::dpa::profile;
  using words   = std::vector<std::uint64_t>;

  explicit dpa_oracle(const profile& p)
      : p_(p), half_(std::max({p.a.exp_bits, p.b.exp_bits, p.c.exp_bits}) > 8 ? 1100 : 200) {}

  std::uint64_t dot(const words& a, const words& b, std::uint64_t c, const words& scale_a = {},
                    const words& scale_b = {}) const {
    using namespace golden::dpa;
    number sum = addend(c);
    for (std::size_t start = 0; start < a.size(); start += p_.depth) {
      const std::size_t end = std::min<std::size_t>(a.size(), start + p_.depth);
      std::vector<number> chains(p_.chains, number{});
      if (p_.start == start_e::CFirst) chains[0] = sum;
      std::size_t count = 0;
      for (auto& list : blocks(start, end)) {
        number& into = chains[count++ % p_.chains];
        into         = block(list, a, b, into, scale_a, scale_b);
      }
      number all = chains[0];
      if (p_.chains == 2) all = plus(again(chains[0]), chains[1], p_.round);
      sum = p_.start == start_e::CFirst ? all : plus(again(all), sum, golden::round_e::NearEven);
    }
    return a.empty() ? c : code(sum);
  }

 private:
  enum class kind { Finite, Infinity, Nan };

  /// A value in units of 2^-(2 * half_), with the sign of a zero and the exponent that counts.
  struct number {
    kind k       = kind::Finite;
    bool minus   = false;
    mpz_class x  = 0;
    int exponent = 0;
    bool beyond  = false;  // a product that counts as infinite though its operands are not

    bool zero() const { return k == kind::Finite && x == 0; }
  };

  static constexpr std::size_t Nothing = ~std::size_t{0};

  /// The elements that each block of an instruction takes.
  std::vector<std::vector<std::size_t>> blocks(std::size_t start, std::size_t end) const {
    using enum golden::dpa::order_e;
    std::vector<std::size_t> order;
    const auto take = [&](std::size_t k) { order.push_back(k < end ? k : Nothing); };
    switch (p_.order) {
      case InOrder:
        for (std::size_t k = start; k < end; ++k) take(k);
        break;
      case OddFirst:
        for (std::size_t k = start; k < end; k += 2) {
          take(k + 1);
          take(k);
        }
        break;
      case EvenPairs:
        for (const std::size_t odd : {0, 2}) {
          for (std::size_t k = start; k < start + p_.depth; k += 4) {
            take(k + odd);
            take(k + odd + 1);
          }
        }
        break;
    }
    std::vector<std::vector<std::size_t>> out;
    for (std::size_t i = 0; i < order.size(); i += p_.lanes) {
      std::vector<std::size_t> one(p_.lanes, Nothing);
      for (std::size_t j = 0; j < p_.lanes; ++j) {
        // Zeros that fill a block in order are beside the last elements.
        if (i + j < order.size())
          one[j] = order[i + j];
        else if (p_.order == InOrder)
          one[j] = start + i + j;
      }
      out.push_back(one);
    }
    return out;
  }

  // Decoding. An element is in units of 2^-half_, so that a product is in the units of a number.

  static mpz_class power(int n) {
    mpz_class one = 1;
    return one << static_cast<unsigned>(n);
  }

  static int log2(const mpz_class& x) {
    return static_cast<int>(mpz_sizeinbase(x.get_mpz_t(), 2)) - 1;
  }

  number decoded(int exp_bits, int frac_bits, int bias, golden::dpa::specials_e specials,
                 std::uint64_t bits, int unit, bool flush, bool exp_from_format) const {
    using enum golden::dpa::specials_e;
    const std::uint64_t ones = (std::uint64_t{1} << exp_bits) - 1;
    const std::uint64_t frac = bits % (std::uint64_t{1} << frac_bits);
    const std::uint64_t exp  = bits >> frac_bits & ones;
    number n;
    n.minus = (bits >> (exp_bits + frac_bits) & 1) != 0;
    if (specials == Ieee && exp == ones) {
      n.k = frac != 0 ? kind::Nan : kind::Infinity;
      return n;
    }
    const bool all_ones = exp == ones && frac == (std::uint64_t{1} << frac_bits) - 1;
    if ((specials == Fn && all_ones) || (specials == Fnuz && n.minus && exp == 0 && frac == 0)) {
      n.k = kind::Nan;
      return n;
    }
    n.exponent = (exp == 0 ? 1 : static_cast<int>(exp)) - bias;
    n.x        = mpz_class(static_cast<unsigned long>(frac)) * power(n.exponent - frac_bits + unit);
    if (exp != 0) n.x += power(n.exponent + unit);
    if (exp == 0 && frac != 0 && flush) {
      n.x = 0;
      if (p_.daz_plus) n.minus = false;
    }
    if (n.x != 0 && !exp_from_format) n.exponent = log2(n.x) - unit;
    if (n.x == 0) n.exponent = p_.zero_exp;
    if (n.minus) n.x = -n.x;
    return n;
  }

  number element(const golden::dpa::element& e, std::uint64_t bits) const {
    return decoded(e.exp_bits, e.frac_bits, e.bias, e.specials, bits >> e.pad, half_, p_.daz_ab,
                   p_.ab_exp_from_format);
  }

  number addend(std::uint64_t bits) const {
    return decoded(p_.c.exp_bits, p_.c.frac_bits, p_.c.bias(), golden::dpa::specials_e::Ieee, bits,
                   2 * half_, p_.daz_c, p_.c_exp_from_format);
  }

  /// A scale as a significand and a power of two.
  struct scale {
    bool nan;
    unsigned sig;
    int exp, frac;
  };
  scale scale_of(std::uint64_t bits) const {
    const int f = p_.block_scale.frac_bits, e = p_.block_scale.exp_bits;
    const auto code = static_cast<unsigned>(bits) & ((1u << (e + f)) - 1);
    const int bias  = (1 << (e - 1)) - 1;
    if (code == (1u << (e + f)) - 1) return {true, 0, 0, 0};
    if (f == 0) return {false, 1, static_cast<int>(code) - bias, 0};
    const unsigned frac = code % (1u << f), field = code >> f;
    if (field == 0) return {false, frac, 1 - bias, f};
    return {false, frac + (1u << f), static_cast<int>(field) - bias, f};
  }

  number times(const number& a, const number& b) const {
    number n;
    n.minus    = a.minus != b.minus;
    n.exponent = a.exponent + b.exponent;
    if (a.k == kind::Nan || b.k == kind::Nan || (a.k == kind::Infinity && b.zero()) ||
        (b.k == kind::Infinity && a.zero())) {
      n.k = kind::Nan;
    } else if (a.k == kind::Infinity || b.k == kind::Infinity) {
      n.k = kind::Infinity;
    } else {
      n.x = a.x * b.x;
    }
    return n;
  }

  number scaled(number n, const scale& x, const scale& y) const {
    if (x.nan || y.nan) n.k = kind::Nan;
    if (n.k != kind::Finite) return n;
    n.exponent += x.exp + y.exp;
    n.x *= x.sig * y.sig;
    const int up = x.exp + y.exp - x.frac - y.frac;
    if (up >= 0) {
      n.x <<= static_cast<unsigned>(up);
    } else {
      mpz_divexact(n.x.get_mpz_t(), n.x.get_mpz_t(), power(-up).get_mpz_t());
    }
    return n;
  }

  // Cutting and rounding.

  /// The multiple of 2^place that a value is cut to.
  mpz_class cut(const mpz_class& x, int place, golden::dpa::cut_e how) const {
    using enum golden::dpa::cut_e;
    const int low = place + 2 * half_;
    if (low <= 0) return x;
    const mpz_class unit = power(low);
    mpz_class n;
    if (how == Floor) {
      mpz_fdiv_q(n.get_mpz_t(), x.get_mpz_t(), unit.get_mpz_t());
    } else {
      mpz_tdiv_q(n.get_mpz_t(), x.get_mpz_t(), unit.get_mpz_t());
      if (how == Jam && n * unit != x && mpz_even_p(n.get_mpz_t()) != 0) n += sgn(x);
    }
    return n * unit;
  }

  /// |x| in units of 2^place, rounded.
  mpz_class rounded(const mpz_class& magnitude, int place, bool minus, golden::round_e mode) const {
    using enum golden::round_e;
    const mpz_class unit = power(place + 2 * half_);
    mpz_class n, rest;
    mpz_fdiv_qr(n.get_mpz_t(), rest.get_mpz_t(), magnitude.get_mpz_t(), unit.get_mpz_t());
    const bool odd = mpz_odd_p(n.get_mpz_t()) != 0;
    bool up        = false;
    switch (mode) {
      case NearEven:
        up = 2 * rest > unit || (2 * rest == unit && odd);
        break;
      case NearAway:
        up = 2 * rest >= unit;
        break;
      case Down:
        up = minus && rest != 0;
        break;
      case Up:
        up = !minus && rest != 0;
        break;
      case Odd:
        up = !odd && rest != 0;
        break;
      case TowardZero:
        break;
    }
    return up ? mpz_class(n + 1) : n;
  }

  /// A value that is not zero, as a number of C's format.
  number round(const mpz_class& x, golden::round_e mode) const {
    number n;
    n.minus             = x < 0;
    const mpz_class mag = abs(x);
    const int log       = log2(mag) - 2 * half_;
    const int least     = 1 - p_.c.bias();
    if (p_.ftz) {
      int after = log;
      if (p_.tiny_after) {
        after = log2(rounded(mag, log - p_.out_frac, n.minus, mode)) + log - p_.out_frac;
      }
      if (after < least) return n;
    }
    const int place = std::max(log, least) - p_.out_frac;
    n.x             = rounded(mag, place, n.minus, mode) * power(place + 2 * half_);
    if (n.x >= power(p_.c.bias() + 1 + 2 * half_)) {
      n.k = kind::Infinity;
      n.x = 0;
    }
    if (n.minus) n.x = -n.x;
    return n;
  }

  std::uint64_t code(const number& n) const {
    const std::uint64_t sign = std::uint64_t{n.minus} << (p_.c.exp_bits + p_.c.frac_bits);
    const std::uint64_t ones = (std::uint64_t{1} << p_.c.exp_bits) - 1;
    if (n.k == kind::Nan) return p_.nan;
    if (n.k == kind::Infinity) return sign | ones << p_.c.frac_bits;
    if (n.x == 0) return sign;
    const mpz_class mag = abs(n.x);
    const int least = 1 - p_.c.bias(), exponent = std::max(log2(mag) - 2 * half_, least);
    const mpz_class sig        = mag / power(exponent - p_.c.frac_bits + 2 * half_);
    const std::uint64_t digits = mpz_get_ui(sig.get_mpz_t());
    const std::uint64_t hidden = std::uint64_t{1} << p_.c.frac_bits;
    if (digits < hidden) return sign | digits;
    return sign | static_cast<std::uint64_t>(exponent - least + 1) << p_.c.frac_bits |
           (digits - hidden);
  }

  /// Decodes a rounded number: its exponent, or zero if it is flushed.
  number again(const number& n) const { return addend(code(n)); }

  /// The sum by IEEE 754's rules.
  number plus(const number& x0, const number& y0, golden::round_e mode) const {
    const number x = x0, y = again(y0);
    number n;
    if (x.k == kind::Nan || y.k == kind::Nan ||
        (x.k == kind::Infinity && y.k == kind::Infinity && x.minus != y.minus)) {
      n.k = kind::Nan;
      return n;
    }
    if (x.k == kind::Infinity) return x;
    if (y.k == kind::Infinity) return y;
    const mpz_class sum = x.x + y.x;
    if (sum != 0) return round(sum, mode);
    // The sign of two zeros is theirs, if they have the same; a difference is +0, or -0 downward.
    n.minus = (x.minus && y.minus) || (x.minus != y.minus && mode == golden::round_e::Down);
    return n;
  }

  // Blocks.

  number block(const std::vector<std::size_t>& list, const words& a, const words& b,
               const number& c0, const words& scale_a, const words& scale_b) const {
    using enum golden::dpa::algo_e;
    const number c = again(c0);
    std::vector<number> products;
    for (const std::size_t k : list) {
      const bool there = k < a.size();
      number product   = times(element(p_.a, there ? a[k] : 0), element(p_.b, there ? b[k] : 0));
      if (p_.scale_block != 0) {
        const std::size_t at = k / p_.scale_block;
        const auto word = [&](const words& scales) { return at < scales.size() ? scales[at] : 0; };
        if (p_.exact_group > 1) product.exponent = 0;
        product = scaled(product, scale_of(word(scale_a)), scale_of(word(scale_b)));
      }
      product.beyond = p_.product_overflow && abs(product.x) >= power(128 + 2 * half_);
      products.push_back(product);
    }
    if (p_.algo == Fma) {
      number sum = c;
      for (const number& product : products) sum = plus(product, sum, p_.round);
      return sum;
    }
    if (p_.algo == Tree) return tree(products, c);

    if (p_.c_joins || p_.algo == TwoStage) return joined(products, c);
    // C is added to the rounded sum of the products, even if it is infinite.
    return plus(again(summed(products)), c, p_.round);
  }

  /// The sum of products and C, rounded only once.
  number joined(std::vector<number> products, const number& c) const {
    std::vector<number> all = products;
    all.push_back(c);
    if (const auto special = not_finite(all)) return *special;
    if (p_.exact_group > 1) products = groups(products);
    if (p_.algo == golden::dpa::algo_e::TwoStage) return two_stage(products, c);
    products.push_back(c);
    return on_grid(products);
  }

  number summed(const std::vector<number>& products) const {
    if (const auto special = not_finite(products)) return *special;
    return on_grid(p_.exact_group > 1 ? groups(products) : products);
  }

  /// The sum of terms that include infinities or NaN.
  std::optional<number> not_finite(const std::vector<number>& terms) const {
    bool nan = false, infinite[2] = {false, false};
    for (const number& t : terms) {
      nan = nan || t.k == kind::Nan;
      if (t.k == kind::Infinity) infinite[t.minus] = true;
    }
    if (!p_.overflow_last || !(infinite[0] || infinite[1])) {
      for (const number& t : terms) {
        if (t.beyond) infinite[t.minus] = true;
      }
    }
    number special;
    if (nan || (infinite[0] && infinite[1])) {
      special.k = kind::Nan;
      return special;
    }
    if (!infinite[0] && !infinite[1]) return {};
    special.k     = kind::Infinity;
    special.minus = infinite[1];
    return special;
  }

  /// The sum of terms, exact or cut to the grid, rounded.
  number on_grid(const std::vector<number>& terms) const {
    using enum golden::dpa::algo_e;
    mpz_class sum = 0;
    const int top = largest(terms);
    for (const number& t : terms) sum += p_.algo == Exact ? t.x : cut(t.x, top - p_.grid, p_.cut);
    return finish(sum, terms);
  }

  std::vector<number> groups(const std::vector<number>& products) const {
    std::vector<number> out;
    for (std::size_t i = 0; i < products.size(); i += p_.exact_group) {
      number group = products[i];
      for (std::size_t j = i + 1; j < i + p_.exact_group; ++j) group.x += products[j].x;
      out.push_back(group);
    }
    return out;
  }

  int largest(const std::vector<number>& terms) const {
    int top = p_.emax_floor;
    for (const number& t : terms) {
      if (t.x != 0 || p_.zero_votes) top = std::max(top, t.exponent);
    }
    return top;
  }

  /// The sum of terms as the result, with the sign of zero that the profile gives it.
  number finish(const mpz_class& sum, const std::vector<number>& terms) const {
    if (sum == 0) {
      number zero;
      zero.minus = p_.neg_zero_sum && std::all_of(terms.begin(), terms.end(), [](const number& t) {
                     return t.x == 0 && t.minus;
                   });
      return zero;
    }
    number n = round(sum, p_.round);
    if (n.zero() && !p_.neg_zero_keep) n.minus = false;
    return n;
  }

  number two_stage(const std::vector<number>& products, const number& c) const {
    using enum golden::dpa::cut_e;
    std::vector<std::vector<number>> groups(p_.groups);
    for (std::size_t i = 0; i < products.size(); ++i) groups[i % p_.groups].push_back(products[i]);
    const int top    = largest(products);
    mpz_class joined = 0;
    for (const auto& group : groups) {
      mpz_class sum   = 0;
      const int place = largest(group) - p_.grid;
      for (const number& t : group) sum += cut(t.x, place, p_.cut);
      joined += cut(sum, top - p_.grid, p_.group_cut);
    }
    const bool votes = c.x != 0 || p_.zero_votes;
    const int both   = votes ? std::max(top, c.exponent) : top;
    mpz_class total  = cut(joined, both - p_.sum_grid, Floor);
    if (c.exponent >= both - p_.c_drop) total += cut(c.x, both - p_.c_grid, Floor);
    return finish(total, products);
  }

  number tree(const std::vector<number>& products, const number& c) const {
    std::vector<number> level;
    for (const number& t : products) {
      number zero;
      zero.minus = t.minus;
      level.push_back(plus(t, zero, p_.round));
    }
    while (level.size() > 1) {
      std::vector<number> next;
      for (std::size_t i = 0; i + 1 < level.size(); i += 2) {
        next.push_back(plus(again(level[i]), level[i + 1], p_.round));
      }
      level = next;
    }
    return plus(c, level[0], p_.round);
  }

  const profile& p_;
  int half_;
};

}  // namespace weft
