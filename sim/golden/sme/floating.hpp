// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "sim/golden/sme_machine.hpp"
#include "sim/golden/sme_vector.hpp"

/// Floating point of vectors: arithmetic, conversions, comparisons, sums.
namespace weft::golden::sme::isa {

template <fp_binary Op>
void fp_vector(machine& c, word w) {
  const int size = w.size();
  const format f = float_of(size);
  c.compute([&](arithmetic& a) {
    each(c, w.d(), size,
         [&](int i) { return (a.*Op)(f, c.z(w.n(), i, size), c.z(w.m(), i, size)); });
  });
}
template <fp_binary Op, bool Reversed = false>
void fp_active(machine& c, word w) {
  const int size = w.size();
  const format f = float_of(size);
  c.compute([&](arithmetic& a) {
    each_active(c, w.d(), size, low_governing(c, w), [&](int i) {
      const auto x = c.z(w.d(), i, size), y = c.z(w.n(), i, size);
      return Reversed ? (a.*Op)(f, y, x) : (a.*Op)(f, x, y);
    });
  });
}
/// FMLA, FMLS, FNMLA, FNMLS: bit 13 negates the product, bit 14 addend and product.
inline void fmla(machine& c, word w) {
  const int size  = w.size();
  const format f  = float_of(size);
  const auto sign = f.sign_bit();
  c.compute([&](arithmetic& a) {
    each_active(c, w.d(), size, low_governing(c, w), [&](int i) {
      return a.mul_add(f, c.z(w.d(), i, size) ^ (w(14) ? sign : 0),
                       c.z(w.n(), i, size) ^ (w(13) != w(14) ? sign : 0), c.z(w.m(), i, size));
    });
  });
}
/// FMAD, FMSB, FNMAD, FNMSB: Zdn Zm + Za; Zm in 9:5, Za in 20:16. Bits as in FMLA.
inline void fmad(machine& c, word w) {
  const int size  = w.size();
  const format f  = float_of(size);
  const auto sign = f.sign_bit();
  c.compute([&](arithmetic& a) {
    each_active(c, w.d(), size, low_governing(c, w), [&](int i) {
      return a.mul_add(f, c.z(w.m(), i, size) ^ (w(14) ? sign : 0),
                       c.z(w.d(), i, size) ^ (w(13) != w(14) ? sign : 0), c.z(w.n(), i, size));
    });
  });
}

/// Elements of Zm in an indexed instruction: the same one in every 128 bits.
struct indexed_element {
  int size;
  unsigned m;
  int index;

  int at(int i) const { return i - i % (16 / size) + index; }
};
/// Halfwords have their index in 22 and 20:19, words in 20:19, doublewords in 20.
inline indexed_element indexed_of(word w) {
  if (!w(23)) return {2, w(18, 16), static_cast<int>(w(22, 22) << 2 | w(20, 19))};
  if (!w(22)) return {4, w(18, 16), static_cast<int>(w(20, 19))};
  return {8, w(19, 16), static_cast<int>(w(20, 20))};
}
/// FMLA, FMLS by an element: bit 10 negates the product.
inline void fmla_indexed(machine& c, word w) {
  const auto k    = indexed_of(w);
  const format f  = float_of(k.size);
  const auto sign = w(10) ? f.sign_bit() : 0;
  c.compute([&](arithmetic& a) {
    each(c, w.d(), k.size, [&](int i) {
      return a.mul_add(f, c.z(w.d(), i, k.size), c.z(w.n(), i, k.size) ^ sign,
                       c.z(k.m, k.at(i), k.size));
    });
  });
}
inline void fmul_indexed(machine& c, word w) {
  const auto k   = indexed_of(w);
  const format f = float_of(k.size);
  c.compute([&](arithmetic& a) {
    each(c, w.d(), k.size,
         [&](int i) { return a.mul(f, c.z(w.n(), i, k.size), c.z(k.m, k.at(i), k.size)); });
  });
}
/// FMLALB, FMLALT, FMLSLB, FMLSLT: products of even or odd (bit 10) halfwords, added in binary32;
/// bit 13 negates them.
template <class At>
void fmlal(machine& c, word w, unsigned m, At&& at) {
  const auto sign = w(13) ? Binary16.sign_bit() : 0;
  const int odd   = w(10) ? 1 : 0;
  c.compute([&](arithmetic& a) {
    each(c, w.d(), 4, [&](int i) {
      return a.mul_add(Binary32, c.z(w.d(), i, 4), a.widened(c.z(w.n(), 2 * i + odd, 2) ^ sign),
                       a.widened(c.z(m, at(2 * i + odd), 2)));
    });
  });
}
inline void fmlal_vectors(machine& c, word w) {
  fmlal(c, w, w.m(), [](int i) { return i; });
}
/// The index of eight halfwords is in 20:19 and 11.
inline void fmlal_indexed(machine& c, word w) {
  const int index = static_cast<int>(w(20, 19) << 1 | w(11, 11));
  fmlal(c, w, w(18, 16), [&](int i) { return i - i % 8 + index; });
}

/// An operation with one of two numbers: bit 5 chooses.
template <fp_binary Op, int Choice, bool Reversed = false>
void fp_imm_active(machine& c, word w) {
  // 0.5 and 1, 0.5 and 2, 0 and 1.
  constexpr double Numbers[3][2]{{0.5, 1}, {0.5, 2}, {0, 1}};
  const int size = w.size();
  const format f = float_of(size);
  fp_control exact;
  const auto imm = arithmetic(exact).convert(
      Binary64, f, std::bit_cast<std::uint64_t>(Numbers[Choice][w(5) ? 1 : 0]));
  c.compute([&](arithmetic& a) {
    each_active(c, w.d(), size, low_governing(c, w), [&](int i) {
      const auto x = c.z(w.d(), i, size);
      return Reversed ? (a.*Op)(f, imm, x) : (a.*Op)(f, x, imm);
    });
  });
}

/// FCLAMP: the lesser of Zm and the greater of Zd and Zn; a number wins over a quiet NaN.
inline void fclamp(machine& c, word w) {
  const int size = w.size();
  const format f = float_of(size);
  c.compute([&](arithmetic& a) {
    each(c, w.d(), size, [&](int i) {
      return a.min_number(f, a.max_number(f, c.z(w.n(), i, size), c.z(w.d(), i, size)),
                          c.z(w.m(), i, size));
    });
  });
}

// Conversions. An element has the greater of both sizes; the source is in its low bits, the result
// is extended to it.

/// op(arithmetic, element) for active elements of Zn.
template <class F>
void fp_convert(machine& c, word w, int size, F&& f) {
  c.compute([&](arithmetic& a) {
    each_active(c, w.d(), size, low_governing(c, w),
                [&](int i) { return f(a, c.z(w.n(), i, size)); });
  });
}
/// The alternative half precision of FPCR.AHP is not supported.
inline void no_alternative_half(const machine& c, format from, format to) {
  if ((from == Binary16 || to == Binary16) && (c.s.fpcr & fp_control::Ahp) != 0) {
    throw stopped{stop_e::Illegal, "FPCR.AHP is not supported"};
  }
}
template <int From, int To>
void fcvt(machine& c, word w) {
  no_alternative_half(c, float_of(From), float_of(To));
  fp_convert(c, w, std::max(From, To), [](arithmetic& a, std::uint64_t x) {
    return a.convert(float_of(From), float_of(To), x & ones(8 * From));
  });
}
/// BFCVT; BFCVTNT keeps the lower half of a word and writes the upper one.
inline void bfcvt(machine& c, word w) {
  fp_convert(c, w, 4,
             [](arithmetic& a, std::uint64_t x) { return a.convert(Binary32, Bfloat16, x); });
}
inline void bfcvtnt(machine& c, word w) {
  c.compute([&](arithmetic& a) {
    each_active(c, w.d(), 4, low_governing(c, w), [&](int i) {
      return a.convert(Binary32, Bfloat16, c.z(w.n(), i, 4)) << 16 | c.z(w.d(), i, 4) % 0x10000;
    });
  });
}
/// SCVTF, UCVTF (bit 16).
template <int From, int To>
void int_to_fp(machine& c, word w) {
  fp_convert(c, w, std::max(From, To), [&](arithmetic& a, std::uint64_t x) {
    const bool is_signed = !w(16);
    const auto wide =
        is_signed ? static_cast<std::uint64_t>(sign_extend(x, 8 * From)) : x & ones(8 * From);
    return a.from_integer(float_of(To), wide, is_signed);
  });
}
/// FCVTZS, FCVTZU (bit 16).
template <int From, int To>
void fp_to_int(machine& c, word w) {
  fp_convert(c, w, std::max(From, To), [&](arithmetic& a, std::uint64_t x) {
    const auto r =
        a.to_integer(float_of(From), x & ones(8 * From), 8 * To, !w(16), round_e::TowardZero);
    return w(16) ? r : static_cast<std::uint64_t>(sign_extend(r, 8 * To));
  });
}
/// The direction that FRINTN, P, M, Z, A, X and I name.
inline round_e named_round(unsigned opc, round_e fpcr) {
  constexpr round_e Named[]{round_e::NearEven, round_e::Up, round_e::Down, round_e::TowardZero,
                            round_e::NearAway};
  if (opc == 5) undefined();
  return opc > 5 ? fpcr : Named[opc];
}
inline void frint(machine& c, word w) {
  const int size     = w.size();
  const format f     = float_of(size);
  const unsigned opc = w(18, 16);
  named_round(opc, round_e::NearEven);  // throws if there is no such direction
  fp_convert(c, w, size, [&](arithmetic& a, std::uint64_t x) {
    return a.round_integral(f, x, named_round(opc, a.mode()), opc == 6);
  });
}
inline void fsqrt(machine& c, word w) {
  const format f = float_of(w.size());
  fp_convert(c, w, w.size(), [&](arithmetic& a, std::uint64_t x) { return a.sqrt(f, x); });
}

// Comparisons.

enum class order_e : std::uint8_t { Ge, Gt, Eq, Ne, Uo, Le, Lt };

/// Whether a stands in this order to b.
inline bool in_order(arithmetic& x, format f, order_e order, std::uint64_t a, std::uint64_t b) {
  using enum fcmp::op_e;
  switch (order) {
    case order_e::Ge:
      return x.compare(f, LessEqual, b, a);
    case order_e::Gt:
      return x.compare(f, Less, b, a);
    case order_e::Le:
      return x.compare(f, LessEqual, a, b);
    case order_e::Lt:
      return x.compare(f, Less, a, b);
    case order_e::Eq:
      return x.compare(f, Equal, a, b);
    case order_e::Ne:
      return x.compare(f, NotEqual, a, b);
    default:
      return x.compare(f, Unordered, a, b);
  }
}
template <class F>
void fp_compare_each(machine& c, word w, F&& f) {
  const int size         = w.size();
  const predicate_t mask = low_governing(c, w);
  predicate_t r{};
  for (int i = 0; i < c.count(size); ++i) set_active(r, i, size, active(mask, i, size) && f(i));
  c.s.p[w(3, 0)] = r;
}
/// FCMGE, FCMGT, FCMEQ, FCMNE, FCMUO; FACGE, FACGT of absolute values.
template <order_e Order, bool Absolute = false>
void fp_compare(machine& c, word w) {
  const int size  = w.size();
  const format f  = float_of(size);
  const auto keep = Absolute ? f.sign_bit() - 1 : f.mask();
  c.compute([&](arithmetic& a) {
    fp_compare_each(c, w, [&](int i) {
      return in_order(a, f, Order, c.z(w.n(), i, size) & keep, c.z(w.m(), i, size) & keep);
    });
  });
}
template <order_e Order>
void fp_compare_zero(machine& c, word w) {
  const int size = w.size();
  const format f = float_of(size);
  c.compute([&](arithmetic& a) {
    fp_compare_each(c, w, [&](int i) { return in_order(a, f, Order, c.z(w.n(), i, size), 0); });
  });
}

// Sums.

/// FADDA: adds the active elements in order to the scalar.
inline void fadda(machine& c, word w) {
  const int size = w.size();
  const format f = float_of(size);
  c.compute([&](arithmetic& a) {
    auto sum = c.z(w.d(), 0, size);
    for (int i = 0; i < c.count(size); ++i) {
      if (active(low_governing(c, w), i, size)) sum = a.add(f, sum, c.z(w.n(), i, size));
    }
    c.set_v(w.d(), sum, size);
  });
}
/// Combines neighbours, then neighbouring results. The identity stands for inactive elements and
/// for those missing to a power of two.
template <fp_binary Op, std::uint64_t (*Identity)(format)>
void fp_tree(machine& c, word w) {
  const int size = w.size();
  const format f = float_of(size);
  c.compute([&](arithmetic& a) {
    std::uint64_t x[MaxBytes / 2];
    std::fill(std::begin(x), std::end(x), Identity(f));
    for (int i = 0; i < c.count(size); ++i) {
      if (active(low_governing(c, w), i, size)) x[i] = c.z(w.n(), i, size);
    }
    auto n = std::bit_ceil(static_cast<unsigned>(c.count(size)));
    for (; n > 1; n /= 2) {
      for (unsigned i = 0; i < n / 2; ++i) x[i] = (a.*Op)(f, x[2 * i], x[2 * i + 1]);
    }
    c.set_v(w.d(), x[0], size);
  });
}
constexpr std::uint64_t positive_zero(format) { return 0; }
constexpr std::uint64_t a_quiet_nan(format f) { return quiet_nan(f); }
constexpr std::uint64_t least_float(format f) { return infinity(f, true); }
constexpr std::uint64_t most_float(format f) { return infinity(f, false); }

// Scalars: the first element; the rest of Vd becomes zero.

/// op(arithmetic, element).
template <class F>
void fp_scalar(machine& c, word w, int from, int to, F&& f) {
  c.compute([&](arithmetic& a) { c.set_v(w.d(), f(a, c.z(w.n(), 0, from)), to); });
}
inline void fsqrt_scalar(machine& c, word w) {
  const int size = float_bytes(w);
  fp_scalar(c, w, size, size,
            [&](arithmetic& a, std::uint64_t x) { return a.sqrt(float_of(size), x); });
}
inline void frint_scalar(machine& c, word w) {
  const int size     = float_bytes(w);
  const unsigned opc = w(17, 15);
  named_round(opc, round_e::NearEven);
  fp_scalar(c, w, size, size, [&](arithmetic& a, std::uint64_t x) {
    return a.round_integral(float_of(size), x, named_round(opc, a.mode()), opc == 6);
  });
}
/// FCVT to the type in 16:15; BFCVT, which has binary64's code for binary32.
inline void fcvt_scalar(machine& c, word w) {
  const unsigned to = w(16, 15);
  const int from    = to == 2 ? 4 : float_bytes(w);
  if (to == w(23, 22) || (to == 2 && w(23, 22) != 1)) undefined();
  const format f = to == 2 ? Bfloat16 : to == 0 ? Binary32 : to == 1 ? Binary64 : Binary16;
  no_alternative_half(c, float_of(from), f);
  fp_scalar(c, w, from, f.width() / 8,
            [&](arithmetic& a, std::uint64_t x) { return a.convert(float_of(from), f, x); });
}
/// SCVTF, UCVTF (bit 16) of a general register.
inline void int_to_fp_scalar(machine& c, word w) {
  const int size       = float_bytes(w);
  const bool is_signed = !w(16);
  const auto x         = c.x(w.n(), w(31));
  const auto wide      = is_signed && !w(31) ? static_cast<std::uint64_t>(sign_extend(x, 32)) : x;
  c.compute([&](arithmetic& a) {
    c.set_v(w.d(), a.from_integer(float_of(size), wide, is_signed), size);
  });
}
/// FCVTNS, FCVTPS, FCVTMS, FCVTZS, FCVTAS and the unsigned ones (bit 16) to a general register.
inline void fp_to_int_scalar(machine& c, word w) {
  constexpr round_e Named[]{round_e::NearEven, round_e::Up, round_e::Down, round_e::TowardZero};
  const int size     = float_bytes(w);
  const round_e mode = w(18) ? round_e::NearAway : Named[w(20, 19)];
  c.compute([&](arithmetic& a) {
    c.set_x(w.d(), a.to_integer(float_of(size), c.z(w.n(), 0, size), w(31) ? 64 : 32, !w(16), mode),
            w(31));
  });
}
/// NZCV of a comparison: 0011 unordered, 0110 equal, 1000 less, 0010 greater.
inline void fp_flags(machine& c, word w, unsigned m_reg, bool zero) {
  const int size = float_bytes(w);
  const format f = float_of(size);
  const auto n = c.z(w.n(), 0, size), m = zero ? 0 : c.z(m_reg, 0, size);
  c.compute([&](arithmetic& a) {
    const bool loud = w(4);
    const bool less = a.compare(f, fcmp::op_e::Less, n, m, !loud);
    if (a.compare(f, fcmp::op_e::Unordered, n, m)) return c.flags(false, false, true, true);
    const bool equal = a.compare(f, fcmp::op_e::Equal, n, m);
    c.flags(less, equal, !less, false);
  });
}
/// FCMP, FCMPE (bit 4) with a register, or with zero (bit 3).
inline void fcmp_scalar(machine& c, word w) { fp_flags(c, w, w.m(), w(3)); }
inline void fccmp(machine& c, word w) {
  float_bytes(w);  // throws if there is no such type
  if (holds(c, w(15, 12))) return fp_flags(c, w, w.m(), false);
  c.compute([](arithmetic&) {});
  c.s.nzcv = static_cast<std::uint8_t>(w(3, 0));
}
inline void fcsel(machine& c, word w) {
  const int size = float_bytes(w);
  c.set_v(w.d(), c.z(holds(c, w(15, 12)) ? w.n() : w.m(), 0, size), size);
}

}  // namespace weft::golden::sme::isa
