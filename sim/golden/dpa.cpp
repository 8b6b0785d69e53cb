// SPDX-License-Identifier: Apache-2.0
#include "sim/golden/dpa.hpp"

#include <algorithm>
#include <vector>

#include "sim/golden/dpa_parts.hpp"
#include "sim/golden/dpa_profiles.hpp"

namespace weft::golden::dpa {
namespace {

using golden::detail::wide_t;
using namespace detail;

// Rounding.

std::uint64_t infinity_of(const profile& p, bool sign) { return infinity(p.c, sign); }

/// How to round to a number of C's format with out_frac bits of fraction.
struct target {
  format f;
  rounding how;

  target(const profile& p, round_e mode)
      : f{p.c.exp_bits, p.out_frac},
        how{.mode = mode, .tiny_before = !p.tiny_after, .flush = p.ftz} {}
};

/// A rounded result in C's format. Overflow gives infinity.
std::uint64_t widen(const profile& p, const target& t, float_result r) {
  if ((r.flags & Overflow) != 0) return infinity_of(p, (r.bits & t.f.sign_bit()) != 0);
  return r.bits << (p.c.frac_bits - p.out_frac);
}

/// Rounds sig * 2^exp, not zero, to the result's format.
std::uint64_t pack(const profile& p, bool sign, wide_t sig, int exp) {
  const target t(p, p.round);
  const std::uint64_t bits = widen(p, t, golden::detail::round_pack(t.f, t.how, sign, sig, exp));
  return bits == p.c.sign_bit() && !p.neg_zero_keep ? 0 : bits;
}

/// The sum of a product or a number and a number of C's format, rounded once.
std::uint64_t add(const profile& p, round_e mode, const term& x, wide_t x_sig, const term& y) {
  using enum kind_e;
  if (x.is(Nan) || y.is(Nan)) return p.nan;
  if (x.is(Infinity) && y.is(Infinity) && x.sign != y.sign) return p.nan;
  if (x.is(Infinity)) return infinity_of(p, x.sign);
  if (y.is(Infinity)) return infinity_of(p, y.sign);
  const target t(p, mode);
  return widen(p, t,
               golden::detail::round_sum(t.f, t.how, {x.sign, x_sig, x.exp - x.frac},
                                         {y.sign, y.sig, y.exp - y.frac}));
}

// Sums of many terms.

/// All terms of a block: its products, or exact sums of some, and C at the end if it joins.
struct terms {
  std::array<term, MaxLanes + 1> list;
  std::size_t count = 0;

  void push(const term& t) { list[count++] = t; }
  std::span<const term> all() const { return {list.data(), count}; }
};

/// Whether infinities or NaN determine the result, and the result.
struct verdict {
  bool special;
  std::uint64_t bits;
};
verdict judge(const profile& p, std::span<const term> all) {
  bool nan = false, plus = false, minus = false;
  for (const term& t : all) {
    nan   = nan || t.is(kind_e::Nan);
    plus  = plus || (t.is(kind_e::Infinity) && !t.sign);
    minus = minus || (t.is(kind_e::Infinity) && t.sign);
  }
  if (nan || (plus && minus)) return {true, p.nan};
  return {plus || minus, infinity_of(p, minus)};
}

/// Products of 2^128 and beyond become infinite.
void overflow(std::span<term> products) {
  for (term& t : products) {
    if (t.is(kind_e::Finite) && t.sig != 0 &&
        golden::detail::bit_length(t.sig) + t.exp - t.frac > 128) {
      t.kind = kind_e::Infinity;
    }
  }
}

/// The largest exponent of the terms that count, or the floor.
int largest_exp(const profile& p, std::span<const term> all, std::size_t from = 0,
                std::size_t step = 1) {
  int top = p.emax_floor;
  for (std::size_t i = from; i < all.size(); i += step) {
    if (all[i].sig != 0 || p.zero_votes) top = std::max(top, all[i].exp);
  }
  return top;
}

/// x * 2^up, in two's complement; the fraction below one is cut.
std::int64_t shift_and_cut(std::int64_t x, int up, cut_e cut) {
  if (x == 0) return 0;
  if (up >= 0) return x << up;
  const int down = std::min(-up, 63);
  if (cut == cut_e::Floor) return x >> down;
  const std::uint64_t magnitude = static_cast<std::uint64_t>(x < 0 ? -x : x);
  std::uint64_t kept            = magnitude >> down;
  if (cut == cut_e::Jam && (kept << down) != magnitude) kept |= 1;
  return x < 0 ? -static_cast<std::int64_t>(kept) : static_cast<std::int64_t>(kept);
}

/// A term in units of 2^(top - grid).
std::int64_t align(const term& t, int top, int grid, cut_e cut) {
  const auto value = static_cast<std::int64_t>(t.sig);
  return shift_and_cut(t.sign ? -value : value, t.exp - t.frac - (top - grid), cut);
}

/// The zero of a sum: -0 if every term is -0 and the profile keeps it, else +0.
std::uint64_t zero_of(const profile& p, std::span<const term> all) {
  const bool minus = p.neg_zero_sum && std::all_of(all.begin(), all.end(), [](const term& t) {
                       return t.zero() && t.sign;
                     });
  return signed_code(p.c, minus, 0);
}

std::uint64_t pack_sum(const profile& p, std::span<const term> all, std::int64_t sum, int exp) {
  if (sum == 0) return zero_of(p, all);
  const bool sign = sum < 0;
  return pack(p, sign, static_cast<std::uint64_t>(sign ? -sum : sum), exp);
}

std::uint64_t joint(const profile& p, std::span<const term> all) {
  const int top    = largest_exp(p, all);
  std::int64_t sum = 0;
  for (const term& t : all) sum += align(t, top, p.grid, p.cut);
  return pack_sum(p, all, sum, top - p.grid);
}

std::uint64_t two_stage(const profile& p, std::span<const term> products, const term& c) {
  std::array<int, MaxLanes> tops{};
  std::array<std::int64_t, MaxLanes> sums{};
  int top = NoFloor;
  for (unsigned g = 0; g < p.groups; ++g) {
    tops[g] = largest_exp(p, products, g, p.groups);
    for (std::size_t i = g; i < products.size(); i += p.groups) {
      sums[g] += align(products[i], tops[g], p.grid, p.cut);
    }
    top = std::max(top, tops[g]);
  }
  std::int64_t sum = 0;
  for (unsigned g = 0; g < p.groups; ++g) sum += shift_and_cut(sums[g], tops[g] - top, p.group_cut);

  const bool c_votes = c.sig != 0 || p.zero_votes;
  const int both     = c_votes ? std::max(top, c.exp) : top;
  const int up       = (top - p.grid) - (both - p.sum_grid);
  std::int64_t total = shift_and_cut(sum, up, cut_e::Floor);
  if (c.exp >= both - p.c_drop) {
    total += align(c, both, p.c_grid, cut_e::Floor) * (std::int64_t{1} << (p.sum_grid - p.c_grid));
  }
  return pack_sum(p, products, total, both - p.sum_grid);
}

/// A sum of any numbers up to binary32 and their products, exact: two's complement, its lowest bit
/// worth 2^Low.
class exact_sum {
 public:
  void add(const term& t) {
    const auto place = static_cast<unsigned>(t.exp - t.frac - Low);
    const wide_t x   = wide_t{t.sig} << (place % 64);
    const std::array<std::uint64_t, 2> part{static_cast<std::uint64_t>(x),
                                            static_cast<std::uint64_t>(x >> 64)};
    // A negative term is added as its complement plus one.
    std::uint64_t carry = t.sign;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const std::size_t j     = i - place / 64;  // wraps below the term's words
      const std::uint64_t add = (j < part.size() ? part[j] : 0) ^ (t.sign ? ~std::uint64_t{0} : 0);
      const wide_t sum        = wide_t{words_[i]} + add + carry;
      words_[i]               = static_cast<std::uint64_t>(sum);
      carry                   = static_cast<std::uint64_t>(sum >> 64);
    }
  }

  /// The sum as a significand of two words, the last bit jammed.
  struct value {
    bool sign;
    wide_t sig;
    int exp;
  };
  value get() const {
    const bool sign = (words_.back() >> 63) != 0;
    auto magnitude  = words_;
    if (sign) {
      std::uint64_t carry = 1;
      for (auto& word : magnitude) {
        word  = ~word + carry;
        carry = word == 0 ? carry : 0;
      }
    }
    std::size_t high = magnitude.size() - 1;
    while (high > 1 && magnitude[high] == 0) --high;
    wide_t sig = wide_t{magnitude[high]} << 64 | magnitude[high - 1];
    for (std::size_t i = 0; i + 1 < high; ++i) {
      if (magnitude[i] != 0) sig |= 1;
    }
    return {sign, sig, Low + 64 * (static_cast<int>(high) - 1)};
  }

 private:
  static constexpr int Low = -320;
  std::array<std::uint64_t, 10> words_{};
};

std::uint64_t exact(const profile& p, std::span<const term> all) {
  exact_sum sum;
  for (const term& t : all) {
    if (t.sig != 0) sum.add(t);
  }
  const auto [sign, sig, exp] = sum.get();
  return sig == 0 ? zero_of(p, all) : pack(p, sign, sig, exp);
}

/// Adds adjacent pairs, level by level, each sum rounded, and C last.
std::uint64_t tree(const profile& p, std::span<const term> products, std::uint64_t c) {
  std::array<std::uint64_t, MaxLanes> sums{};
  for (std::size_t i = 0; i < products.size(); ++i) {
    const term& t = products[i];
    const term nothing{kind_e::Finite, t.sign, 0, 0, 0};
    sums[i] = add(p, p.round, t, t.sig, nothing);
  }
  for (std::size_t n = products.size(); n > 1; n /= 2) {
    for (std::size_t i = 0; i < n / 2; ++i) sums[i] = add(p, p.round, sums[2 * i], sums[2 * i + 1]);
  }
  return add(p, p.round, c, sums[0]);
}

std::uint64_t chain(const profile& p, std::span<const std::uint64_t> a,
                    std::span<const std::uint64_t> b, std::uint64_t c) {
  for (std::size_t i = 0; i < p.lanes; ++i) {
    const term x = decode_a(p, a[i]), y = decode_b(p, b[i]);
    c = add(p, p.round, multiply(x, y), wide_t{x.sig} * y.sig, decode_c(p, c));
  }
  return c;
}

term scale_of(const profile& p, const scales& s, std::size_t block) {
  return multiply(decode_scale(p.block_scale, s.a[block]), decode_scale(p.block_scale, s.b[block]));
}

/// The exact sum of neighbours, as one term with the exponent of their scales.
term exact_group(const profile& p, std::span<const term> products, const term& scale) {
  const int unit   = p.a.min_exp() - p.a.frac_bits + p.b.min_exp() - p.b.frac_bits;
  std::int64_t sum = 0;
  for (const term& t : products) {
    if (!t.is(kind_e::Finite)) return t;
    sum += align(t, unit, 0, cut_e::Trunc);
  }
  const bool sign = sum < 0;
  return multiply({kind_e::Finite, sign, 0, -unit, static_cast<std::uint64_t>(sign ? -sum : sum)},
                  scale);
}

}  // namespace

std::size_t element_at(const profile& p, std::size_t i) {
  switch (p.order) {
    case order_e::OddFirst:
      return i ^ 1;
    case order_e::EvenPairs: {
      const std::size_t half = p.depth / 2;
      return i < half ? 4 * (i / 2) + i % 2 : 4 * ((i - half) / 2) + 2 + i % 2;
    }
    case order_e::InOrder:
      break;
  }
  return i;
}

std::uint64_t add(const profile& p, round_e mode, std::uint64_t x, std::uint64_t y) {
  const term tx = decode_c(p, x);
  return add(p, mode, tx, tx.sig, decode_c(p, y));
}

std::uint64_t block(const profile& p, std::span<const std::uint64_t> a,
                    std::span<const std::uint64_t> b, std::uint64_t c, const scales& s) {
  if (p.algo == algo_e::Fma) return chain(p, a, b, c);

  terms all;
  const term addend = decode_c(p, c);
  for (std::size_t i = 0; i < p.lanes; ++i) {
    term t = multiply(decode_a(p, a[i]), decode_b(p, b[i]));
    if (p.scale_block != 0 && p.exact_group == 1)
      t = multiply(t, scale_of(p, s, i / p.scale_block));
    all.push(t);
  }
  if (p.exact_group > 1) {
    terms groups;
    for (std::size_t i = 0; i < p.lanes; i += p.exact_group) {
      groups.push(
          exact_group(p, all.all().subspan(i, p.exact_group), scale_of(p, s, i / p.scale_block)));
    }
    all = groups;
  }

  if (p.algo == algo_e::Tree) return tree(p, all.all(), c);
  const std::size_t products = all.count;
  if (p.c_joins) all.push(addend);
  const auto sum = [&] {
    if (p.overflow_last) {
      if (const auto [special, bits] = judge(p, all.all()); special) return bits;
    }
    if (p.product_overflow) overflow(std::span(all.list).first(products));
    if (const auto [special, bits] = judge(p, all.all()); special) return bits;
    if (p.algo == algo_e::TwoStage) return two_stage(p, all.all().first(products), addend);
    return p.algo == algo_e::Exact ? exact(p, all.all()) : joint(p, all.all());
  };
  // The products' sum can be infinite before C is added.
  return p.c_joins ? sum() : add(p, p.round, c, sum());
}

std::uint64_t dot_by(const profile& p, std::span<const std::uint64_t> a,
                     std::span<const std::uint64_t> b, std::uint64_t c, const scales& s,
                     const std::function<std::uint64_t(const operands&)>& block) {
  return walk(p, a.size(), c, [&](std::size_t start, std::size_t first, std::uint64_t sum) {
    operands o{.a = gather(p, a.data(), a.size(), start, first),
               .b = gather(p, b.data(), b.size(), start, first),
               .c = sum};
    for (std::size_t i = 0; p.scale_block != 0 && i < p.lanes / p.scale_block; ++i) {
      const std::size_t j = (start + first) / p.scale_block + i;
      if (j >= s.a.size()) break;
      o.scale_a[i] = s.a[j];
      o.scale_b[i] = s.b[j];
    }
    return block(o);
  });
}

std::uint64_t dot(const profile& p, std::span<const std::uint64_t> a,
                  std::span<const std::uint64_t> b, std::uint64_t c, const scales& s) {
  return dot_by(p, a, b, c, s, [&](const operands& o) {
    return block(p, o.a, o.b, o.c, {o.scale_a, o.scale_b});
  });
}

std::uint64_t exact_dot(const profile& p, std::span<const std::uint64_t> a,
                        std::span<const std::uint64_t> b, std::uint64_t c, const scales& s) {
  std::vector<term> terms;
  for (std::size_t i = 0; i < a.size(); ++i) {
    terms.push_back(multiply(decode_a(p, a[i]), decode_b(p, b[i])));
    if (p.scale_block != 0) {
      terms.back() = multiply(terms.back(), scale_of(p, s, i / p.scale_block));
    }
  }
  terms.push_back(decode_c(p, c));
  if (const auto [special, bits] = judge(p, terms); special) return bits;
  profile nearest  = p;
  nearest.round    = round_e::NearEven;
  nearest.out_frac = p.c.frac_bits;
  return exact(nearest, terms);
}

std::string_view name_of(const element& e) {
  for (const auto& known : Elements) {
    if (known.e == e) return known.name;
  }
  return {};
}

std::string_view name_of(const scale& s) {
  for (const auto& known : Scales) {
    if (known.s == s) return known.name;
  }
  return {};
}

std::span<const profile> profiles() { return Profiles; }

const profile* find(std::string_view name) {
  const auto* const at = std::find_if(Profiles.begin(), Profiles.end(),
                                      [&](const profile& p) { return p.name == name; });
  return at == Profiles.end() ? nullptr : at;
}

}  // namespace weft::golden::dpa
