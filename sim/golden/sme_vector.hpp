// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <utility>

#include "sim/golden/sme_machine.hpp"
#include "sim/golden/sme_scalar.hpp"

/// Vectors: integer arithmetic, comparisons, reductions, permutations.
namespace weft::golden::sme::isa {

/// The governing predicate of most instructions: P0 to P7 in 12:10.
inline const predicate_t& low_governing(const machine& c, word w) { return c.s.p[w.g()]; }

/// Sets r[i] = f(i) for every element; f reads the operands before any change.
template <class F>
void each(machine& c, unsigned d, int size, F&& f) {
  vector_t r{};
  for (int i = 0; i < c.count(size); ++i) put(r, i, size, f(i));
  c.s.z[d] = r;
}
/// Sets r[i] = f(i) for active elements; the others stay.
template <class F>
void each_active(machine& c, unsigned d, int size, const predicate_t& g, F&& f) {
  vector_t r = c.s.z[d];
  for (int i = 0; i < c.count(size); ++i) {
    if (active(g, i, size)) put(r, i, size, f(i));
  }
  c.s.z[d] = r;
}

// Integers: an operation takes zero-extended elements and the number of bits of an element.

using binary = std::uint64_t (*)(std::uint64_t, std::uint64_t, int bits);

constexpr std::int64_t as_signed(std::uint64_t x, int bits) { return sign_extend(x, bits); }
constexpr std::uint64_t add(std::uint64_t a, std::uint64_t b, int) { return a + b; }
constexpr std::uint64_t sub(std::uint64_t a, std::uint64_t b, int) { return a - b; }
constexpr std::uint64_t subr(std::uint64_t a, std::uint64_t b, int) { return b - a; }
constexpr std::uint64_t mul(std::uint64_t a, std::uint64_t b, int) { return a * b; }
constexpr std::uint64_t and_(std::uint64_t a, std::uint64_t b, int) { return a & b; }
constexpr std::uint64_t orr(std::uint64_t a, std::uint64_t b, int) { return a | b; }
constexpr std::uint64_t eor(std::uint64_t a, std::uint64_t b, int) { return a ^ b; }
constexpr std::uint64_t bic(std::uint64_t a, std::uint64_t b, int) { return a & ~b; }
constexpr std::uint64_t smax(std::uint64_t a, std::uint64_t b, int bits) {
  return as_signed(a, bits) > as_signed(b, bits) ? a : b;
}
constexpr std::uint64_t smin(std::uint64_t a, std::uint64_t b, int bits) {
  return as_signed(a, bits) < as_signed(b, bits) ? a : b;
}
constexpr std::uint64_t umax(std::uint64_t a, std::uint64_t b, int) { return std::max(a, b); }
constexpr std::uint64_t umin(std::uint64_t a, std::uint64_t b, int) { return std::min(a, b); }
constexpr std::uint64_t sabd(std::uint64_t a, std::uint64_t b, int bits) {
  return smax(a, b, bits) - smin(a, b, bits);
}
constexpr std::uint64_t uabd(std::uint64_t a, std::uint64_t b, int) {
  return std::max(a, b) - std::min(a, b);
}
constexpr std::uint64_t lsl(std::uint64_t a, std::uint64_t b, int bits) {
  return b < static_cast<unsigned>(bits) ? a << b : 0;
}
constexpr std::uint64_t lsr(std::uint64_t a, std::uint64_t b, int bits) {
  return b < static_cast<unsigned>(bits) ? a >> b : 0;
}
constexpr std::uint64_t asr(std::uint64_t a, std::uint64_t b, int bits) {
  return static_cast<std::uint64_t>(as_signed(a, bits) >>
                                    std::min<std::uint64_t>(b, static_cast<unsigned>(bits - 1)));
}

/// op(Zn, Zm).
template <binary Op>
void vector_binary(machine& c, word w) {
  const int size = w.size();
  each(c, w.d(), size,
       [&](int i) { return Op(c.z(w.n(), i, size), c.z(w.m(), i, size), 8 * size); });
}
/// op(Zn, Zm) on whole vectors; bits 23:22 belong to the opcode.
template <binary Op>
void vector_bits(machine& c, word w) {
  each(c, w.d(), 8, [&](int i) { return Op(c.z(w.n(), i, 8), c.z(w.m(), i, 8), 64); });
}
/// op(Zdn, Zm) where the predicate, bits 12:10, is true; Zm in 9:5.
template <binary Op>
void active_binary(machine& c, word w) {
  const int size = w.size();
  each_active(c, w.d(), size, low_governing(c, w),
              [&](int i) { return Op(c.z(w.d(), i, size), c.z(w.n(), i, size), 8 * size); });
}
/// op(Zdn, immediate of 8 bits, shifted by 8 if bit 13).
template <binary Op>
void vector_imm(machine& c, word w) {
  const int size = w.size();
  if (size == 1 && w(13)) undefined();
  const auto imm = std::uint64_t{w(12, 5)} << (w(13) ? 8 : 0);
  each(c, w.d(), size, [&](int i) { return Op(c.z(w.d(), i, size), imm, 8 * size); });
}
/// op(Zdn, signed immediate), for signed operations and the product.
template <binary Op>
void vector_signed_imm(machine& c, word w) {
  const int size = w.size();
  const auto imm = static_cast<std::uint64_t>(w.signed_field(12, 5)) & ones(8 * size);
  each(c, w.d(), size, [&](int i) { return Op(c.z(w.d(), i, size), imm, 8 * size); });
}
template <binary Op>
void vector_bit_mask(machine& c, word w) {
  const auto mask = bit_mask(w(17), w(16, 11), w(10, 5));
  if (!mask) undefined("no bit mask");
  each(c, w.d(), 8, [&](int i) { return Op(c.z(w.d(), i, 8), *mask, 64); });
}

/// Size and amount of a shift by an immediate: the highest set bit of tsz:imm3 encodes the size.
struct shift {
  int size;
  std::uint64_t amount;
};
inline shift shift_of(unsigned tsz, unsigned imm3, bool left) {
  if (tsz == 0) undefined();
  const int size       = 1 << (std::bit_width(tsz) - 1);
  const unsigned value = tsz << 3 | imm3, bits = static_cast<unsigned>(8 * size);
  return {size, left ? value - bits : 2 * bits - value};
}
template <binary Op, bool Left>
void active_shift_imm(machine& c, word w) {
  const shift k = shift_of(w(23, 22) << 2 | w(9, 8), w(7, 5), Left);
  each_active(c, w.d(), k.size, low_governing(c, w),
              [&](int i) { return Op(c.z(w.d(), i, k.size), k.amount, 8 * k.size); });
}
template <binary Op, bool Left>
void vector_shift_imm(machine& c, word w) {
  const shift k = shift_of(w(23, 22) << 2 | w(20, 19), w(18, 16), Left);
  each(c, w.d(), k.size, [&](int i) { return Op(c.z(w.n(), i, k.size), k.amount, 8 * k.size); });
}

/// MLA, MLS.
inline void mla(machine& c, word w) {
  const int size = w.size();
  each_active(c, w.d(), size, low_governing(c, w), [&](int i) {
    const auto p = c.z(w.n(), i, size) * c.z(w.m(), i, size), a = c.z(w.d(), i, size);
    return w(13) ? a - p : a + p;
  });
}

/// MAD, MSB: Zdn Zm + Za; Zm in 20:16, Za in 9:5.
inline void mad(machine& c, word w) {
  const int size = w.size();
  each_active(c, w.d(), size, low_governing(c, w), [&](int i) {
    const auto p = c.z(w.d(), i, size) * c.z(w.m(), i, size), a = c.z(w.n(), i, size);
    return w(13) ? a - p : a + p;
  });
}

/// Quotients truncate toward zero; a division by zero gives zero.
constexpr std::uint64_t udiv(std::uint64_t a, std::uint64_t b, int) { return b == 0 ? 0 : a / b; }
constexpr std::uint64_t sdiv(std::uint64_t a, std::uint64_t b, int bits) {
  const auto magnitude = [&](std::uint64_t x) { return as_signed(x, bits) < 0 ? ~x + 1 : x; };
  const auto q         = udiv(magnitude(a) & ones(bits), magnitude(b) & ones(bits), bits);
  return as_signed(a ^ b, bits) < 0 ? ~q + 1 : q;
}
/// UDIV, SDIV, and UDIVR, SDIVR with bit 17: of words and doublewords.
template <binary Op>
void vector_divide(machine& c, word w) {
  const int size = w.size();
  if (size < 4) undefined();
  each_active(c, w.d(), size, low_governing(c, w), [&](int i) {
    const auto x = c.z(w.d(), i, size), y = c.z(w.n(), i, size);
    return w(17) ? Op(y, x, 8 * size) : Op(x, y, 8 * size);
  });
}

/// SDOT, UDOT, USDOT, SUDOT: adds four products of elements of a quarter of the size, modulo the
/// element. With an index they take the same elements of Zm in every 128 bits.
inline void dot(machine& c, word w, bool signed_n, bool signed_m, int size, unsigned m, int index) {
  const int part = size / 4, per_quad = 16 / size;
  const auto factor = [&](unsigned r, int i, bool is_signed) {
    const auto x = c.z(r, i, part);
    return is_signed ? static_cast<std::uint64_t>(sign_extend(x, 8 * part)) : x;
  };
  each(c, w.d(), size, [&](int i) {
    auto sum       = c.z(w.d(), i, size);
    const int of_m = index < 0 ? i : i - i % per_quad + index;
    for (int k = 0; k < 4; ++k) {
      sum += factor(w.n(), 4 * i + k, signed_n) * factor(m, 4 * of_m + k, signed_m);
    }
    return sum;
  });
}
template <bool SignedN, bool SignedM>
void dot_vectors(machine& c, word w) {
  if (w.size() < 4) undefined();
  dot(c, w, SignedN, SignedM, w.size(), w.m(), -1);
}
/// The index is in 20:19 for words and in 20 for doublewords; Zm is below it.
template <bool SignedN, bool SignedM>
void dot_indexed(machine& c, word w) {
  const bool wide = w(22);
  dot(c, w, SignedN, SignedM, w.size(), wide ? w(19, 16) : w(18, 16),
      static_cast<int>(wide ? w(20, 20) : w(20, 19)));
}

using unary = std::uint64_t (*)(std::uint64_t, int bits);
constexpr std::uint64_t not_(std::uint64_t a, int) { return ~a; }
constexpr std::uint64_t neg(std::uint64_t a, int) { return ~a + 1; }
constexpr std::uint64_t abs_(std::uint64_t a, int bits) {
  return as_signed(a, bits) < 0 ? ~a + 1 : a;
}
constexpr std::uint64_t clz(std::uint64_t a, int bits) {
  return static_cast<std::uint64_t>(bits - std::bit_width(a));
}
constexpr std::uint64_t cnt_ones(std::uint64_t a, int) {
  return static_cast<std::uint64_t>(std::popcount(a));
}
template <int From>
constexpr std::uint64_t sxt(std::uint64_t a, int) {
  return static_cast<std::uint64_t>(sign_extend(a, From));
}
template <int From>
constexpr std::uint64_t uxt(std::uint64_t a, int) {
  return a & ones(From);
}
constexpr std::uint64_t fabs_(std::uint64_t a, int bits) { return a & ones(bits - 1); }
constexpr std::uint64_t fneg(std::uint64_t a, int bits) {
  return a ^ std::uint64_t{1} << (bits - 1);
}
/// op(Zn) for active elements of at least `Least` bytes.
template <unary Op, int Least = 1>
void active_unary(machine& c, word w) {
  const int size = w.size();
  if (size < Least) undefined();
  each_active(c, w.d(), size, low_governing(c, w),
              [&](int i) { return Op(c.z(w.n(), i, size), 8 * size); });
}

/// SCLAMP, UCLAMP: clamps Zd between Zn and Zm.
template <binary Max, binary Min>
void clamp(machine& c, word w) {
  const int size = w.size(), bits = 8 * size;
  each(c, w.d(), size, [&](int i) {
    return Min(Max(c.z(w.n(), i, size), c.z(w.d(), i, size), bits), c.z(w.m(), i, size), bits);
  });
}

// Reductions to a scalar in a vector register.

/// Reduces active elements with op; gives the identity if no element is active.
template <binary Op, std::uint64_t (*Identity)(int bits)>
void reduce(machine& c, word w) {
  const int size = w.size(), bits = 8 * size;
  std::uint64_t r = Identity(bits);
  for (int i = 0; i < c.count(size); ++i) {
    if (active(low_governing(c, w), i, size)) r = Op(r, c.z(w.n(), i, size), bits) & ones(bits);
  }
  c.set_v(w.d(), r, size);
}
constexpr std::uint64_t zero(int) { return 0; }
constexpr std::uint64_t all_ones(int bits) { return ones(bits); }
constexpr std::uint64_t least_signed(int bits) { return std::uint64_t{1} << (bits - 1); }
constexpr std::uint64_t most_signed(int bits) { return ones(bits - 1); }

/// SADDV, UADDV: 64-bit sums.
template <bool Signed>
void addv(machine& c, word w) {
  const int size = w.size();
  if (Signed && size == 8) undefined();
  std::uint64_t sum = 0;
  for (int i = 0; i < c.count(size); ++i) {
    if (!active(low_governing(c, w), i, size)) continue;
    const auto x = c.z(w.n(), i, size);
    sum += Signed ? static_cast<std::uint64_t>(sign_extend(x, 8 * size)) : x;
  }
  c.set_v(w.d(), sum, 8);
}

// Comparisons.

using comparison = bool (*)(std::uint64_t, std::uint64_t, int bits);
constexpr bool eq(std::uint64_t a, std::uint64_t b, int) { return a == b; }
constexpr bool ne(std::uint64_t a, std::uint64_t b, int) { return a != b; }
constexpr bool ge(std::uint64_t a, std::uint64_t b, int n) {
  return as_signed(a, n) >= as_signed(b, n);
}
constexpr bool gt(std::uint64_t a, std::uint64_t b, int n) {
  return as_signed(a, n) > as_signed(b, n);
}
constexpr bool le(std::uint64_t a, std::uint64_t b, int n) { return !gt(a, b, n); }
constexpr bool lt(std::uint64_t a, std::uint64_t b, int n) { return !ge(a, b, n); }
constexpr bool hs(std::uint64_t a, std::uint64_t b, int) { return a >= b; }
constexpr bool hi(std::uint64_t a, std::uint64_t b, int) { return a > b; }
constexpr bool lo(std::uint64_t a, std::uint64_t b, int) { return a < b; }
constexpr bool ls(std::uint64_t a, std::uint64_t b, int) { return a <= b; }

template <class F>
void compare_each(machine& c, word w, F&& f) {
  const int size         = w.size();
  const predicate_t mask = low_governing(c, w);
  predicate_t r{};
  for (int i = 0; i < c.count(size); ++i) set_active(r, i, size, active(mask, i, size) && f(i));
  c.s.p[w(3, 0)] = r;
  c.test(mask, r, size);
}
template <comparison Op>
void compare(machine& c, word w) {
  const int size = w.size();
  compare_each(c, w, [&](int i) { return Op(c.z(w.n(), i, size), c.z(w.m(), i, size), 8 * size); });
}
template <comparison Op>
void compare_imm(machine& c, word w) {
  const int size = w.size();
  const auto imm = static_cast<std::uint64_t>(w.signed_field(20, 16)) & ones(8 * size);
  compare_each(c, w, [&](int i) { return Op(c.z(w.n(), i, size), imm, 8 * size); });
}
template <comparison Op>
void compare_unsigned_imm(machine& c, word w) {
  const int size = w.size();
  compare_each(c, w, [&](int i) { return Op(c.z(w.n(), i, size), w(20, 14), 8 * size); });
}

// Making vectors.

/// INDEX of immediates or registers, selected by StartRegister and StepRegister.
template <bool StartRegister, bool StepRegister>
void index(machine& c, word w) {
  const auto start = StartRegister ? c.x(w.n()) : static_cast<std::uint64_t>(w.signed_field(9, 5));
  const auto step  = StepRegister ? c.x(w.m()) : static_cast<std::uint64_t>(w.signed_field(20, 16));
  each(c, w.d(), w.size(), [&](int i) { return start + static_cast<unsigned>(i) * step; });
}
inline void dup(machine& c, word w) {
  const auto x = c.xsp(w.n());
  each(c, w.d(), w.size(), [&](int) { return x; });
}
/// A signed immediate of 8 bits, times 256 if bit 13 is set.
inline std::uint64_t wide_imm(word w) {
  if (w.size() == 1 && w(13)) undefined();
  return static_cast<std::uint64_t>(w.signed_field(12, 5)) << (w(13) ? 8 : 0);
}
inline void dup_imm(machine& c, word w) {
  const auto imm = wide_imm(w);
  each(c, w.d(), w.size(), [&](int) { return imm; });
}
inline void dupm(machine& c, word w) {
  const auto mask = bit_mask(w(17), w(16, 11), w(10, 5));
  if (!mask) undefined("no bit mask");
  each(c, w.d(), 8, [&](int) { return *mask; });
}
inline void fdup(machine& c, word w) {
  const auto imm = float_imm(w(12, 5), float_of(w.size()));
  each(c, w.d(), w.size(), [&](int) { return imm; });
}
/// DUP of one element: the lowest set bit of tsz, 20:16, encodes its size; the bits of imm2:tsz
/// above it are the index.
inline void dup_element(machine& c, word w) {
  if (w.m() == 0) undefined();
  const int log = std::countr_zero(w.m()), size = 1 << log;
  const int at = static_cast<int>((w(23, 22) << 5 | w.m()) >> (log + 1)) * size;
  each(c, w.d(), 1, [&](int i) { return at < c.vl() ? c.z(w.n(), at + i % size, 1) : 0; });
}
/// CPY of a register, a scalar, or an immediate (bit 14: merging; predicate in 19:16).
inline void cpy(machine& c, word w) {
  const auto x = c.xsp(w.n());
  each_active(c, w.d(), w.size(), low_governing(c, w), [&](int) { return x; });
}
inline void cpy_scalar(machine& c, word w) {
  const auto x = c.z(w.n(), 0, w.size());
  each_active(c, w.d(), w.size(), low_governing(c, w), [&](int) { return x; });
}
inline void cpy_imm(machine& c, word w) {
  const auto imm = wide_imm(w);
  if (!w(14)) c.s.z[w.d()] = {};
  each_active(c, w.d(), w.size(), c.s.p[w(19, 16)], [&](int) { return imm; });
}
inline void fcpy(machine& c, word w) {
  const auto imm = float_imm(w(12, 5), float_of(w.size()));
  each_active(c, w.d(), w.size(), c.s.p[w(19, 16)], [&](int) { return imm; });
}
inline void insr(machine& c, word w) {
  const int size = w.size();
  each(c, w.d(), size, [&](int i) { return i == 0 ? c.x(w.n()) : c.z(w.d(), i - 1, size); });
}
/// SEL: the predicate is in 13:10.
inline void sel(machine& c, word w) {
  const int size = w.size();
  each(c, w.d(), size,
       [&](int i) { return c.z(active(c.s.p[w(13, 10)], i, size) ? w.n() : w.m(), i, size); });
}
inline void movprfx(machine& c, word w) { c.s.z[w.d()] = c.s.z[w.n()]; }
/// MOVPRFX under a predicate: bit 16 merges, else it zeroes.
inline void movprfx_active(machine& c, word w) {
  const int size = w.size();
  each(c, w.d(), size, [&](int i) {
    return active(low_governing(c, w), i, size) ? c.z(w.n(), i, size)
           : w(16)                              ? c.z(w.d(), i, size)
                                                : 0;
  });
}

// Permutations.

/// ZIP1, ZIP2 interleave halves; UZP1, UZP2 take every other element; TRN1, TRN2 transpose pairs.
inline void permute(machine& c, word w) {
  const int size = w.size(), n = c.count(size);
  if (n % 2 != 0) undefined();
  const int second = w(10) ? 1 : 0;
  each(c, w.d(), size, [&](int i) {
    switch (w(12, 11)) {
      case 0:
        return c.z(i % 2 == 0 ? w.n() : w.m(), second * n / 2 + i / 2, size);
      case 1:
        return c.z(i < n / 2 ? w.n() : w.m(), 2 * i % n + second, size);
      default:
        return c.z(i % 2 == 0 ? w.n() : w.m(), i / 2 * 2 + second, size);
    }
  });
}
inline void rev(machine& c, word w) {
  const int size = w.size(), n = c.count(size);
  each(c, w.d(), size, [&](int i) { return c.z(w.n(), n - 1 - i, size); });
}
/// REVD: swaps the 64-bit halves of active 128-bit elements.
inline void revd(machine& c, word w) {
  each(c, w.d(), 8, [&](int i) {
    return active(low_governing(c, w), i / 2, 16) ? c.z(w.n(), i ^ 1, 8) : c.z(w.d(), i, 8);
  });
}
/// EXT: the bytes of Zdn:Zm from a position on.
inline void ext(machine& c, word w) {
  const int from = static_cast<int>(w(20, 16) << 3 | w(12, 10));
  const int at   = from < c.vl() ? from : 0;
  each(c, w.d(), 1, [&](int i) {
    return at + i < c.vl() ? c.z(w.d(), at + i, 1) : c.z(w.n(), at + i - c.vl(), 1);
  });
}
inline void tbl(machine& c, word w) {
  const int size = w.size();
  each(c, w.d(), size, [&](int i) {
    const auto at = c.z(w.m(), i, size);
    return at < static_cast<unsigned>(c.count(size)) ? c.z(w.n(), static_cast<int>(at), size) : 0;
  });
}
/// SUNPKLO, SUNPKHI, UUNPKLO, UUNPKHI: bit 17 unsigned, bit 16 the high half.
inline void unpk(machine& c, word w) {
  const int size = w.size(), half = size / 2;
  if (size == 1) undefined();
  const int from = w(16) ? c.count(size) : 0;
  each(c, w.d(), size, [&](int i) {
    const auto x = c.z(w.n(), from + i, half);
    return w(17) ? x : static_cast<std::uint64_t>(sign_extend(x, 8 * half));
  });
}

/// LASTA, LASTB: the element after the last active one, or the last active one.
inline std::uint64_t last(machine& c, word w, bool b) {
  const int size = w.size(), n = c.count(size), at = c.last_active(low_governing(c, w), size);
  return c.z(w.n(), b ? (at < 0 ? n - 1 : at) : (at + 1) % n, size);
}
/// CLASTA, CLASTB: the same if an element is active, else what the destination has.
inline bool any_active(machine& c, word w) {
  return c.last_active(low_governing(c, w), w.size()) >= 0;
}
inline void clast_to_x(machine& c, word w) {
  c.set_x(w.d(), any_active(c, w) ? last(c, w, w(16)) : c.x(w.d()) & ones(8 * w.size()));
}
inline void clast_to_v(machine& c, word w) {
  c.set_v(w.d(), any_active(c, w) ? last(c, w, w(16)) : c.z(w.d(), 0, w.size()), w.size());
}
/// The element becomes every element of Zdn.
inline void clast(machine& c, word w) {
  if (!any_active(c, w)) return;
  const auto x = last(c, w, w(16));
  each(c, w.d(), w.size(), [&](int) { return x; });
}
inline void last_to_x(machine& c, word w) { c.set_x(w.d(), last(c, w, w(16))); }
inline void last_to_v(machine& c, word w) { c.set_v(w.d(), last(c, w, w(16)), w.size()); }

// Lengths.

/// ADDVL, ADDPL; ADDSVL, ADDSPL in streaming vectors. Bit 22: predicate lengths; bit 11: streaming
/// lengths.
inline void addvl(machine& c, word w) {
  const int unit = (w(11) ? c.s.svlb() : c.vl()) / (w(22) ? 8 : 1);
  c.set_xsp(w.d(), c.xsp(w.m()) + static_cast<std::uint64_t>(w.signed_field(10, 5) * unit));
}
inline void rdvl(machine& c, word w) {
  const int unit = w(11) ? c.s.svlb() : c.vl();
  c.set_x(w.d(), static_cast<std::uint64_t>(w.signed_field(10, 5) * unit));
}

}  // namespace weft::golden::sme::isa
