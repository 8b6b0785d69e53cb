// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ios>
#include <ostream>
#include <random>
#include <vector>

#include "sim/golden/dpa.hpp"

namespace weft {

/// Operands of a dot product.
struct dpa_case {
  std::vector<std::uint64_t> a, b;
  std::uint64_t c = 0;
  std::vector<std::uint64_t> scale_a, scale_b;

  golden::dpa::scales scales() const { return {scale_a, scale_b}; }

  friend std::ostream& operator<<(std::ostream& os, const dpa_case& x) {
    const auto list = [&](const char* name, const std::vector<std::uint64_t>& words) {
      os << name << " =" << std::hex;
      for (const std::uint64_t word : words) os << ' ' << word;
      os << std::dec << '\n';
    };
    list("a", x.a);
    list("b", x.b);
    list("scale a", x.scale_a);
    list("scale b", x.scale_b);
    return os << "c = " << std::hex << x.c << std::dec << '\n';
  }
};

/// Dot products weighted to hard cases: random bits; numbers near one; exponents at the cut-off of
/// the grid; sums that cancel, to nothing or nearly; sums just beside the middle between two
/// results; subnormals; zeros beside huge partners; infinities and NaN; overflow, beside an
/// infinite C too.
class dpa_cases {
 public:
  dpa_cases(const golden::dpa::profile& p, std::uint64_t seed) : p_(p), rng_(seed) {}

  /// The next one, of k elements.
  dpa_case operator()(std::size_t k) {
    dpa_case x;
    x.a.resize(k);
    x.b.resize(k);
    const unsigned kind = pick(Kinds);
    // All elements have exponents about this one, a share of the range.
    centre_ = pick(1024);
    for (std::size_t i = 0; i < k; ++i) {
      x.a[i] = element(p_.a, kind, i);
      x.b[i] = element(p_.b, kind, i);
    }
    if (kind == Cancel) {
      for (std::size_t i = 0; i + 1 < k; i += 2) {
        x.a[i + 1] = x.a[i] ^ sign_of(p_.a);
        x.b[i + 1] = pick(8) == 0 ? x.b[i] ^ std::uint64_t{1} << p_.b.pad : x.b[i];
      }
      // Both factors in the same way.
      const std::uint64_t seed = rng_();
      std::shuffle(x.a.begin(), x.a.end(), std::mt19937_64(seed));
      std::shuffle(x.b.begin(), x.b.end(), std::mt19937_64(seed));
    }
    if (kind == Tie) {
      for (std::size_t i = 0; i + 1 < k; i += 2) make_tie(x, i);
    }
    if (p_.scale_block != 0) {
      const std::size_t n = (k + p_.scale_block - 1) / p_.scale_block;
      for (std::size_t i = 0; i < n; ++i) {
        x.scale_a.push_back(scale());
        x.scale_b.push_back(scale());
      }
    }
    x.c = addend(x, kind);
    return x;
  }

 private:
  enum kind_e : unsigned {
    Bits,
    Near,
    Align,
    Cancel,
    Tie,
    Subnormal,
    Zero,
    Special,
    Huge,
    Spread,
    Kinds
  };

  std::uint64_t pick(std::uint64_t n) { return rng_() % n; }

  static std::uint64_t sign_of(const golden::dpa::element& e) {
    return std::uint64_t{1} << (e.width() - 1);
  }

  std::uint64_t fraction(int bits) {
    const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
    switch (pick(4)) {
      case 0:
        return 0;
      case 1:
        return mask;
      case 2:
        return bits == 0 ? 0 : std::uint64_t{1} << pick(static_cast<std::uint64_t>(bits));
      default:
        return rng_() & mask;
    }
  }

  /// A number's magnitude with an exponent field near `field`, within the format.
  std::uint64_t magnitude(int exp_bits, int frac_bits, std::int64_t field) {
    const std::int64_t most = (std::int64_t{1} << exp_bits) - 1;
    const auto kept         = static_cast<std::uint64_t>(std::clamp<std::int64_t>(field, 0, most));
    return kept << frac_bits | fraction(frac_bits);
  }

  std::uint64_t element(const golden::dpa::element& e, unsigned kind, std::size_t i) {
    const std::int64_t most   = (std::int64_t{1} << e.exp_bits) - 1;
    const std::int64_t centre = most * static_cast<std::int64_t>(centre_) / 1024;
    const std::uint64_t sign  = pick(2) * (sign_of(e) >> e.pad);
    const auto about          = [&](std::int64_t field) {
      return sign | magnitude(e.exp_bits, e.frac_bits, field);
    };
    const auto jitter = [&](std::uint64_t n) {
      return static_cast<std::int64_t>(pick(2 * n + 1)) - static_cast<std::int64_t>(n);
    };
    std::uint64_t code = 0;
    switch (kind) {
      case Near:
        code = about(e.bias + jitter(2));
        break;
      case Align: {
        // One element leads, the others are about half the grid below, so products at its end.
        const std::int64_t below = i == 0 ? 0 : p_.grid / 2 + jitter(2);
        code                     = about(std::max<std::int64_t>(centre, most / 2) - below);
        break;
      }
      case Cancel:
        code = about(centre + jitter(1));
        break;
      case Subnormal:
        code = about(pick(4) == 0 ? 1 : 0);
        break;
      case Zero:
        code = pick(2) == 0 ? sign : about(pick(2) == 0 ? most - 1 : centre);
        break;
      case Special:
        code = pick(8) == 0 ? about(most) : about(most - 1 - static_cast<std::int64_t>(pick(3)));
        break;
      case Huge:
        code = about(most - 1 - static_cast<std::int64_t>(pick(2)));
        break;
      case Spread:
        code = about(static_cast<std::int64_t>(pick(static_cast<std::uint64_t>(most))));
        break;
      default:
        code = rng_() & (e.mask() >> e.pad);
        break;
    }
    return code << e.pad;
  }

  /// Products i and i + 1: a power of two, and half of its last place in C's format, or as little
  /// above that as two significands can make it.
  void make_tie(dpa_case& x, std::size_t i) {
    const auto whole  = std::uint64_t{1} << p_.a.frac_bits;
    const auto sig_a  = whole + pick(whole);
    const auto two    = whole << (p_.b.frac_bits + 1);
    const auto sig_b  = (two + sig_a - 1) / sig_a;  // their product is 2 and up to sig_a units
    const auto number = [&](const golden::dpa::element& e, int exp, std::uint64_t sig) {
      const auto unit  = std::uint64_t{1} << e.frac_bits;
      const auto carry = sig >> (e.frac_bits + 1);
      const auto bits  = magnitude(e.exp_bits, 0, e.bias + exp + static_cast<int>(carry));
      return (bits << e.frac_bits | ((sig >> carry) & (unit - 1)) | pick(2) * (sign_of(e) >> e.pad))
             << e.pad;
    };
    const int high = p_.c.frac_bits / 4, low = high - p_.c.frac_bits / 2 - 1;
    x.a[i]     = number(p_.a, high, whole);
    x.b[i]     = number(p_.b, high, std::uint64_t{1} << p_.b.frac_bits);
    x.a[i + 1] = number(p_.a, low, sig_a);
    // high + high - (fraction bits + 1) is low + this + 1, the product being 2.
    x.b[i + 1] = number(p_.b, 2 * high - p_.c.frac_bits - 2 - low, sig_b);
  }

  std::uint64_t scale() {
    const auto most = (std::uint64_t{1} << p_.block_scale.width()) - 1;
    switch (pick(8)) {
      case 0:
        return rng_() & most;
      case 1:
        return pick(4);
      case 2:
        return most - pick(3);
      default:
        return (std::uint64_t{1} << (p_.block_scale.width() - 1)) + pick(8) - 4;
    }
  }

  /// C: zero, a number like the others, or the opposite of the products' sum and its neighbours, or
  /// as far from it as the grid.
  std::uint64_t addend(const dpa_case& x, unsigned kind) {
    const golden::format f = p_.c;
    const auto sign        = pick(2) * f.sign_bit();
    if (kind == Special && pick(4) == 0)
      return sign | magnitude(f.exp_bits, f.frac_bits, f.max_exp());
    // Beside sums that overflow.
    if (kind == Huge && pick(2) == 0) return sign | f.overflow_code();
    if (kind == Subnormal && pick(2) == 0) return sign | magnitude(f.exp_bits, f.frac_bits, 0);
    switch (pick(6)) {
      case 0:
        return sign;
      case 1:
        return rng_() & f.mask();
      case 2:
        return sign | magnitude(f.exp_bits, f.frac_bits,
                                f.bias() + static_cast<std::int64_t>(pick(9)) - 4);
      default:
        break;
    }
    const std::uint64_t sum = golden::dpa::dot(p_, x.a, x.b, 0, x.scales()) ^ f.sign_bit();
    switch (pick(4)) {
      case 0:
        return sum;
      case 1:
        return (sum + pick(5) - 2) & f.mask();
      default: {
        const auto exp = static_cast<std::int64_t>((sum & (f.sign_bit() - 1)) >> f.frac_bits);
        const auto off =
            static_cast<std::int64_t>(pick(static_cast<std::uint64_t>(2 * p_.grid + 9)));
        return sign | magnitude(f.exp_bits, f.frac_bits, exp + off - p_.grid - 4);
      }
    }
  }

  golden::dpa::profile p_;
  std::mt19937_64 rng_;
  std::uint64_t centre_ = 0;
};

}  // namespace weft
