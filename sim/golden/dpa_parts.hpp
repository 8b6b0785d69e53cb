// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "sim/golden/dpa.hpp"

/// Parts shared by both implementations of the dot product, block by block and fast: decoding of
/// operands, and the walk over the blocks.
namespace weft::golden::dpa::detail {

enum class kind_e : std::uint8_t { Finite, Infinity, Nan };

/// An operand or a product: (-1)^sign * sig * 2^(exp - frac), or none.
struct term {
  kind_e kind;
  bool sign;
  int exp, frac;
  std::uint64_t sig;

  bool is(kind_e k) const { return kind == k; }
  bool zero() const { return is(kind_e::Finite) && sig == 0; }
};

/// How a decoder treats zeros, subnormals, infinities and NaN.
struct special_rules {
  bool exp_from_format, daz, daz_plus;
  int zero_exp;
};

inline term decode(const element& f, std::uint64_t bits, const special_rules& m) {
  const std::uint64_t code     = (bits & f.mask()) >> f.pad;
  const int magnitude_bits     = f.exp_bits + f.frac_bits;
  const std::uint64_t all_ones = (std::uint64_t{1} << magnitude_bits) - 1;
  const bool sign              = (code >> magnitude_bits) != 0;
  const std::uint64_t frac     = code & ((std::uint64_t{1} << f.frac_bits) - 1);
  const auto field             = static_cast<int>((code & all_ones) >> f.frac_bits);
  const bool last              = field == (1 << f.exp_bits) - 1;

  using enum kind_e;
  if (f.specials == specials_e::Ieee && last) return {frac == 0 ? Infinity : Nan, sign, 0, 0, 0};
  if (f.specials == specials_e::Fn && (code & all_ones) == all_ones) return {Nan, sign, 0, 0, 0};
  if (f.specials == specials_e::Fnuz && code == all_ones + 1) return {Nan, sign, 0, 0, 0};

  if (field != 0) {
    return {Finite, sign, field - f.bias, f.frac_bits, frac | std::uint64_t{1} << f.frac_bits};
  }
  if (frac == 0) return {Finite, sign, m.zero_exp, f.frac_bits, 0};
  if (m.daz) return {Finite, sign && !m.daz_plus, m.zero_exp, f.frac_bits, 0};
  const int up = m.exp_from_format ? 0 : f.frac_bits + 1 - golden::detail::bit_length(frac);
  return {Finite, sign, f.min_exp() - up, f.frac_bits, frac << up};
}

inline term decode_a(const profile& p, std::uint64_t bits) {
  return decode(p.a, bits, {p.ab_exp_from_format, p.daz_ab, p.daz_plus, p.zero_exp});
}

inline term decode_b(const profile& p, std::uint64_t bits) {
  return decode(p.b, bits, {p.ab_exp_from_format, p.daz_ab, p.daz_plus, p.zero_exp});
}

inline term decode_c(const profile& p, std::uint64_t bits) {
  return decode({p.c.exp_bits, p.c.frac_bits, p.c.bias()}, bits,
                {p.c_exp_from_format, p.daz_c, p.daz_plus, p.zero_exp});
}

inline term decode_scale(const scale& f, std::uint64_t bits) {
  const std::uint64_t all_ones = (std::uint64_t{1} << f.width()) - 1;
  const std::uint64_t code     = bits & all_ones;
  const std::uint64_t frac     = code & ((std::uint64_t{1} << f.frac_bits) - 1);
  const auto field             = static_cast<int>(code >> f.frac_bits);
  if (code == all_ones) return {kind_e::Nan, false, 0, 0, 0};
  const bool subnormal = field == 0 && f.frac_bits > 0;
  return {kind_e::Finite, false, (subnormal ? 1 : field) - f.bias(), f.frac_bits,
          frac | std::uint64_t{!subnormal} << f.frac_bits};
}

inline term multiply(const term& x, const term& y) {
  using enum kind_e;
  const bool sign = x.sign != y.sign;
  if (x.is(Nan) || y.is(Nan) || (x.is(Infinity) && y.zero()) || (x.zero() && y.is(Infinity))) {
    return {Nan, sign, 0, 0, 0};
  }
  if (x.is(Infinity) || y.is(Infinity)) return {Infinity, sign, 0, 0, 0};
  return {Finite, sign, x.exp + y.exp, x.frac + y.frac, x.sig * y.sig};
}

/// A block's elements in the profile's order, with zeros beyond the last of the k elements.
template <class T>
std::array<std::uint64_t, MaxLanes> gather(const profile& p, const T* bits, std::size_t k,
                                           std::size_t start, std::size_t first) {
  std::array<std::uint64_t, MaxLanes> out{};
  for (std::size_t i = 0; i < p.lanes; ++i) {
    const std::size_t from = start + element_at(p, first + i);
    if (from < k) out[i] = bits[from];
  }
  return out;
}

/// The dot product of k elements. block(start, first, c) computes the block that starts at position
/// `first` of the instruction that begins at element `start`; add(mode, x, y) adds two numbers of
/// C's format.
template <class Block, class Add>
std::uint64_t walk(const profile& p, std::size_t k, std::uint64_t c, Block block, Add add) {
  for (std::size_t start = 0; start < k; start += p.depth) {
    // EvenPairs pads to the instruction's whole depth, OddFirst to a whole pair.
    const std::size_t left = k - start + (p.order == order_e::OddFirst ? (k - start) % 2 : 0);
    const std::size_t count =
        p.order == order_e::EvenPairs ? p.depth : std::min<std::size_t>(p.depth, left);
    std::array<std::uint64_t, 2> sums{p.start == start_e::CFirst ? c : 0, 0};
    for (std::size_t first = 0; first < count; first += p.lanes) {
      auto& sum = sums[first / p.lanes % p.chains];
      sum       = block(start, first, sum);
    }
    if (p.chains == 2) sums[0] = add(p.round, sums[0], sums[1]);
    c = p.start == start_e::CFirst ? sums[0] : add(round_e::NearEven, sums[0], c);
  }
  return c;
}

template <class Block>
std::uint64_t walk(const profile& p, std::size_t k, std::uint64_t c, Block block) {
  return walk(p, k, c, block,
              [&](round_e mode, std::uint64_t x, std::uint64_t y) { return add(p, mode, x, y); });
}

}  // namespace weft::golden::dpa::detail
