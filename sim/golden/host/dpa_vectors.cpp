// SPDX-License-Identifier: Apache-2.0
#include "sim/golden/host/dpa_vectors.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace weft::golden::dpa::detail {
namespace {

// These loops have no branches and numbers of one size, so that a compiler vectorizes them.

[[gnu::always_inline]] inline void decode(const decoding& how, const std::uint32_t* codes,
                                          std::size_t count, std::int16_t* sig, std::int16_t* exp) {
  const element e         = how.e;
  const int bits          = e.exp_bits + e.frac_bits;
  const auto all_ones     = static_cast<std::int32_t>((1u << bits) - 1);
  const std::int32_t ones = (1 << e.exp_bits) - 1, hidden = 1 << e.frac_bits;
  // Magnitudes from `first` to `last` are not finite, nor is the code `never`.
  const bool ieee = e.specials == specials_e::Ieee, fn = e.specials == specials_e::Fn;
  const std::int32_t first = ieee ? ones << e.frac_bits : fn ? all_ones : all_ones + 1;
  const std::int32_t never = e.specials == specials_e::Fnuz ? all_ones + 1 : -1;
  // A subnormal's significand is normalised unless its exponent is the format's.
  const std::int32_t normalise = how.exp_from_format ? 0 : -1, keep = how.daz ? 0 : -1;
  for (std::size_t i = 0; i < count; ++i) {
    const auto code              = static_cast<std::int32_t>(codes[i]);
    const std::int32_t magnitude = code & all_ones, field = magnitude >> e.frac_bits;
    const std::int32_t frac   = magnitude & (hidden - 1);
    const std::int32_t normal = field == 0 ? 0 : -1;
    // The position of the leading one, from the exponent of the number converted to FP32, which is
    // exact.
    const auto length =
        static_cast<std::int32_t>(std::bit_cast<std::uint32_t>(static_cast<float>(frac)) >> 23) -
        126;
    const std::int32_t up    = (e.frac_bits + 1 - length) & ~normal & normalise & 15;
    std::int32_t x           = ((frac & (normal | keep)) << up) | (normal & hidden);
    const std::int32_t power = x == 0 ? ZeroExp : (normal == 0 ? 1 : field) - e.bias - up;
    const bool special       = magnitude >= first || code == never;
    x                        = code > all_ones ? -x : x;
    sig[i]                   = static_cast<std::int16_t>(x);
    exp[i]                   = static_cast<std::int16_t>(special ? SpecialExp : power);
  }
}

template <int Lanes, cut_e Cut>
[[gnu::always_inline]] inline aligned_sum sum(decoded a, decoded b, int up, int floor) {
  std::int32_t product[Lanes], exp[Lanes], top = floor;
  for (int i = 0; i < Lanes; ++i) {
    product[i] = a.sig[i] * b.sig[i];
    exp[i]     = a.exp[i] + b.exp[i];
    top        = std::max(top, exp[i]);
  }
  std::int64_t total = 0;
  for (int i = 0; i < Lanes; ++i) {
    const std::uint32_t whole = static_cast<std::uint32_t>(std::abs(product[i])) << up;
    const int down            = std::min(top - exp[i], 31);
    std::uint32_t kept        = whole >> down;
    if (Cut == cut_e::Jam) kept |= (kept << down) != whole ? 1 : 0;
    const auto aligned = static_cast<std::int32_t>(kept);
    total += product[i] < 0 ? -aligned : aligned;
  }
  return {top, total};
}

template <int Lanes, cut_e Cut>
aligned_sum sum_plain(decoded a, decoded b, int up, int floor) {
  return sum<Lanes, Cut>(a, b, up, floor);
}
void decode_plain(const decoding& how, const std::uint32_t* codes, std::size_t count,
                  std::int16_t* sig, std::int16_t* exp) {
  decode(how, codes, count, sig, exp);
}

#if defined(__x86_64__)
template <int Lanes, cut_e Cut>
[[gnu::target("avx2")]] aligned_sum sum_avx2(decoded a, decoded b, int up, int floor) {
  return sum<Lanes, Cut>(a, b, up, floor);
}
[[gnu::target("avx2")]] void decode_avx2(const decoding& how, const std::uint32_t* codes,
                                         std::size_t count, std::int16_t* sig, std::int16_t* exp) {
  decode(how, codes, count, sig, exp);
}
#endif

template <int Lanes, cut_e Cut>
sum_t sum_of([[maybe_unused]] vector_e unit) {
#if defined(__x86_64__)
  if (unit != vector_e::Plain) return sum_avx2<Lanes, Cut>;
#endif
  return sum_plain<Lanes, Cut>;
}

template <cut_e Cut>
sum_t sum_of(vector_e unit, unsigned lanes) {
  if (lanes == 4) return sum_of<4, Cut>(unit);
  if (lanes == 8) return sum_of<8, Cut>(unit);
  if (lanes == 16) return sum_of<16, Cut>(unit);
  if (lanes == 32) return sum_of<32, Cut>(unit);
  return nullptr;
}

}  // namespace

// AVX-512 runs AVX2's loops: most sums have sixteen lanes or fewer.

decode_t decode_on([[maybe_unused]] vector_e unit) {
#if defined(__x86_64__)
  if (unit != vector_e::Plain) return decode_avx2;
#endif
  return decode_plain;
}

sum_t sum_on(vector_e unit, unsigned lanes, cut_e cut) {
  return cut == cut_e::Jam ? sum_of<cut_e::Jam>(unit, lanes) : sum_of<cut_e::Trunc>(unit, lanes);
}

}  // namespace weft::golden::dpa::detail
