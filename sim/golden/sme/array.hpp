// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "sim/golden/sme/groups.hpp"
#include "sim/golden/sme_float.hpp"
#include "sim/golden/sme_machine.hpp"
#include "sim/golden/sme_matrix.hpp"

/// SME2: arithmetic on vector groups of ZA.
///
/// The rows are those of groups.hpp; products of halves and quarters of an element go to `rows` = 2
/// or 4 neighbouring ones, of which the first is rounded down to a multiple.
///
///     Vector    Zn ... Zn+N-1, any of them, with Zm, of Z0 to Z15
///     Group     Zn ... and Zm ..., both from a multiple of N on
///     Element   Zn ... from a multiple of N on, with one element of Zm in every 128 bits
///
/// Floating point is that of outer products: default NaNs, no flags.
namespace weft::golden::sme::isa {

enum class array_by_e : std::uint8_t { Vector, Group, Element };

/// The registers and rows of a word; One has N = 1.
template <array_by_e By, bool One = false>
struct array_operands {
  using enum array_by_e;
  const machine& c;
  word w;

  int vectors() const { return One ? 1 : w(By == Vector ? 20 : By == Group ? 16 : 15) ? 4 : 2; }
  unsigned n(int r) const {
    const auto first =
        By == Vector || One ? w.n() : w.n() - w.n() % static_cast<unsigned>(vectors());
    return (first + static_cast<unsigned>(r)) % 32;
  }
  unsigned m(int r) const {
    if (By != Group) return w(19, 16);
    return w.m() - w.m() % static_cast<unsigned>(vectors()) + static_cast<unsigned>(r);
  }
  /// The row of vector r, the i-th of `rows` neighbours. The offset counts `rows` and has as many
  /// bits less as there are more of them, but for One.
  std::size_t row(int r, int i, int rows) const {
    const auto neighbours = static_cast<std::uint32_t>(rows);
    const unsigned bits   = One ? (rows == 4 ? 2 : 3) : (rows == 4 ? 1 : rows == 2 ? 2 : 3);
    const auto offset     = (w.bits & ((1u << bits) - 1)) * neighbours;
    const auto apart      = static_cast<std::uint32_t>(c.s.svlb() / vectors());
    const auto at         = (static_cast<std::uint32_t>(c.s.x[8 + w(14, 13)]) + offset) % apart;
    return at - at % neighbours + static_cast<std::uint32_t>(i) +
           static_cast<std::uint32_t>(r) * apart;
  }
};

/// Sets every element of the rows to f(its value, r, i, its number).
template <class Operands, class F>
void each_array(machine& c, const Operands& o, int size, int rows, F&& f) {
  for (int r = 0; r < o.vectors(); ++r) {
    for (int i = 0; i < rows; ++i) {
      auto& row = c.s.rows[o.row(r, i, rows)];
      for (int e = 0; e < c.count(size); ++e) put(row, e, size, f(element(row, e, size), r, i, e));
    }
  }
}
inline arithmetic array_arithmetic(const machine& c) {
  return arithmetic(fp_control::of_za(c.s.fpcr));
}

/// `index` of an element of Zm, of `per_quad` in 128 bits; -1: element e itself.
constexpr int element_of(int e, int per_quad, int index) {
  return index < 0 ? e : e - e % per_quad + index;
}

/// FMLA, FMLS.
template <class Operands>
void array_fmla(machine& c, const Operands& o, int size, bool negate, int index) {
  auto a          = array_arithmetic(c);
  const format f  = float_of(size);
  const auto sign = negate ? f.sign_bit() : 0;
  each_array(c, o, size, 1, [&](auto sum, int r, int, int e) {
    return a.mul_add(f, sum, c.z(o.n(r), e, size) ^ sign,
                     c.z(o.m(r), element_of(e, 16 / size, index), size));
  });
}
/// FMLA, FMLS, and ADD, SUB, which do not accumulate: 4:3 say which one.
template <array_by_e By>
void array_mla(machine& c, word w) {
  const array_operands<By> o{c, w};
  const int size = w(22) ? 8 : 4;
  if (!w(4)) return array_fmla(c, o, size, w(3), -1);
  each_array(c, o, size, 1, [&](auto, int r, int, int e) {
    const auto x = c.z(o.n(r), e, size), y = c.z(o.m(r), e, size);
    return w(3) ? x - y : x + y;
  });
}
/// FADD, FSUB, ADD, SUB of vectors to ZA.
inline void array_accumulate(machine& c, word w) {
  const array_operands<array_by_e::Group> o{c, w};
  const int size = w(22) ? 8 : 4;
  const format f = float_of(size);
  auto a         = array_arithmetic(c);
  each_array(c, o, size, 1, [&](auto sum, int r, int, int e) {
    const auto x = c.z(o.n(r), e, size);
    if (w(4)) return w(3) ? sum - x : sum + x;
    return w(3) ? a.sub(f, sum, x) : a.add(f, sum, x);
  });
}

/// Parts of an element: of 16 bits in 32, of 8 in 32, of 16 in 64.
struct parts_of {
  int size, number;
  int bytes() const { return size / number; }
};
inline std::uint64_t integer_part(const machine& c, unsigned z, int at, int bytes, bool is_signed) {
  const auto x = c.z(z, at, bytes);
  return is_signed ? static_cast<std::uint64_t>(sign_extend(x, 8 * bytes)) : x;
}
/// A sum of two products of halfwords onto a word.
inline std::uint64_t float_dot(arithmetic& a, bool bf, bool ebf, std::uint64_t sum,
                               std::uint64_t n0, std::uint64_t m0, std::uint64_t n1,
                               std::uint64_t m1) {
  if (!bf) return a.add(Binary32, sum, a.dot(Binary16, n0, m0, n1, m1));
  if (ebf) return a.add(Binary32, sum, a.dot(Bfloat16, n0, m0, n1, m1));
  return a.bf_add(sum, a.bf_add(a.bf_mul(n0, m0), a.bf_mul(n1, m1)));
}

/// SDOT, UDOT, USDOT, SUDOT: products of the parts of element e of Zn and Zm.
template <class Operands>
void array_dot(machine& c, const Operands& o, parts_of k, bool signed_n, bool signed_m, int index) {
  each_array(c, o, k.size, 1, [&](auto sum, int r, int, int e) {
    const int of_m = element_of(e, 16 / k.size, index);
    for (int p = 0; p < k.number; ++p) {
      sum += integer_part(c, o.n(r), k.number * e + p, k.bytes(), signed_n) *
             integer_part(c, o.m(r), k.number * of_m + p, k.bytes(), signed_m);
    }
    return sum;
  });
}
template <class Operands>
void array_fdot(machine& c, const Operands& o, bool bf, int index) {
  auto a         = array_arithmetic(c);
  const bool ebf = fp_control::of_za(c.s.fpcr).ebf;
  each_array(c, o, 4, 1, [&](auto sum, int r, int, int e) {
    const int of_m = 2 * element_of(e, 4, index);
    const auto x   = [&](int p) { return c.z(o.n(r), 2 * e + p, 2); };
    const auto y   = [&](int p) { return c.z(o.m(r), of_m + p, 2); };
    return float_dot(a, bf, ebf, sum, x(0), y(0), x(1), y(1));
  });
}
/// SVDOT to SUVDOT: part r of element e of every Zn with the parts of the element of Zm.
template <class Operands>
void array_vdot(machine& c, const Operands& o, parts_of k, bool signed_n, bool signed_m,
                int index) {
  each_array(c, o, k.size, 1, [&](auto sum, int r, int, int e) {
    const int of_m = element_of(e, 16 / k.size, index);
    for (int p = 0; p < k.number; ++p) {
      sum += integer_part(c, o.n(p), k.number * e + r, k.bytes(), signed_n) *
             integer_part(c, o.m(r), k.number * of_m + p, k.bytes(), signed_m);
    }
    return sum;
  });
}
template <class Operands>
void array_fvdot(machine& c, const Operands& o, bool bf, int index) {
  auto a         = array_arithmetic(c);
  const bool ebf = fp_control::of_za(c.s.fpcr).ebf;
  each_array(c, o, 4, 1, [&](auto sum, int r, int, int e) {
    const int of_m = 2 * element_of(e, 4, index);
    const auto x   = [&](int p) { return c.z(o.n(p), 2 * e + r, 2); };
    const auto y   = [&](int p) { return c.z(o.m(r), of_m + p, 2); };
    return float_dot(a, bf, ebf, sum, x(0), y(0), x(1), y(1));
  });
}

template <array_by_e By>
void array_fdot_word(machine& c, word w) {
  array_fdot(c, array_operands<By>{c, w}, w(4), -1);
}
/// SDOT, USDOT, UDOT, SUDOT of bytes: 4:3.
template <array_by_e By>
void array_dot_bytes(machine& c, word w) {
  if (By == array_by_e::Group && w(4, 3) == 3) undefined();
  array_dot(c, array_operands<By>{c, w}, {4, 4}, w(3) == w(4), !w(4), -1);
}
/// SDOT, UDOT (bit 4) of halfwords, two in a word (bit 3) or four in a doubleword.
template <array_by_e By>
void array_dot_halfwords(machine& c, word w) {
  array_dot(c, array_operands<By>{c, w}, w(3) ? parts_of{4, 2} : parts_of{8, 4}, !w(4), !w(4), -1);
}
/// FMLA, FMLS and VDOT by an element of words; 5:3 choose.
inline void array_words_element(machine& c, word w) {
  const array_operands<array_by_e::Element> o{c, w};
  const int index   = static_cast<int>(w(11, 10));
  const bool four   = o.vectors() == 4;
  const parts_of of = four ? parts_of{4, 4} : parts_of{4, 2};
  switch (w(5, 3)) {
    case 0:
    case 2:
      return array_fmla(c, o, 4, w(4), index);
    case 1:
    case 3:
      if (four) undefined();
      return array_fvdot(c, o, w(4), index);
    case 4:
    case 6:
      return array_vdot(c, o, of, !w(4), !w(4), index);
    default:  // USVDOT, SUVDOT
      if (!four) undefined();
      return array_vdot(c, o, of, w(4), !w(4), index);
  }
}
/// Dot products by an element of words; 5:3 choose.
inline void array_dot_element(machine& c, word w) {
  const array_operands<array_by_e::Element> o{c, w};
  const int index = static_cast<int>(w(11, 10));
  switch (w(5, 3)) {
    case 0:
    case 2:
      return array_dot(c, o, {4, 2}, !w(4), !w(4), index);
    case 1:
    case 3:
      return array_fdot(c, o, w(4), index);
    case 4:
    case 6:
      return array_dot(c, o, {4, 4}, !w(4), !w(4), index);
    default:  // USDOT, SUDOT
      return array_dot(c, o, {4, 4}, w(4), !w(4), index);
  }
}
/// FMLA, SDOT, FMLS, UDOT by an element of doublewords: 4:3.
inline void array_doublewords_element(machine& c, word w) {
  const array_operands<array_by_e::Element> o{c, w};
  const int index = static_cast<int>(w(10, 10));
  if (!w(3)) return array_fmla(c, o, 8, w(4), index);
  array_dot(c, o, {8, 4}, !w(4), !w(4), index);
}
inline void array_vdot_element(machine& c, word w) {
  const array_operands<array_by_e::Element> o{c, w};
  array_vdot(c, o, {8, 4}, !w(4), !w(4), static_cast<int>(w(10, 10)));
}

/// FMLAL, FMLSL, BFMLAL, BFMLSL, or with bit 22 SMLAL, SMLSL, UMLAL, UMLSL: product i of the halves
/// of element e goes to row i. 4:3 choose.
template <array_by_e By, bool One>
void array_mlal(machine& c, word w) {
  const array_operands<By, One> o{c, w};
  const int index     = By != array_by_e::Element ? -1
                        : One                     ? static_cast<int>(w(15, 15) << 2 | w(11, 10))
                                                  : static_cast<int>(w(11, 10) << 1 | w(2, 2));
  const auto of_m     = [&](int e, int i) { return index < 0 ? 2 * e + i : e / 4 * 8 + index; };
  const bool subtract = w(3), second = w(4);
  if (w(22)) {
    return each_array(c, o, 4, 2, [&](auto sum, int r, int i, int e) {
      const auto p = integer_part(c, o.n(r), 2 * e + i, 2, !second) *
                     integer_part(c, o.m(r), of_m(e, i), 2, !second);
      return subtract ? sum - p : sum + p;
    });
  }
  auto a = array_arithmetic(c);
  each_array(c, o, 4, 2, [&](auto sum, int r, int i, int e) {
    const auto sign = subtract ? Binary16.sign_bit() : 0;
    const auto x = c.z(o.n(r), 2 * e + i, 2) ^ sign, y = c.z(o.m(r), of_m(e, i), 2);
    return second ? a.mul_add(Binary32, sum, x << 16, y << 16)
                  : a.mul_add(Binary32, sum, a.widened(x), a.widened(y));
  });
}

/// SMLALL to SUMLALL: product i of the quarters of element e goes to row i. `op`: 1 USMLALL, 5
/// SUMLALL, else bit 2 unsigned, bit 1 subtracts.
template <class Operands>
void array_mlall(machine& c, const Operands& o, int size, unsigned op, int index) {
  if (op == 3 || op == 7 || (op % 2 != 0 && size == 8)) undefined();
  const int part      = size / 4;
  const bool signed_n = op == 5 || op == 0 || op == 2, signed_m = op == 1 || op == 0 || op == 2;
  const auto of_m = [&](int e, int i) {
    return index < 0 ? 4 * e + i : e / (16 / size) * (16 / part) + index;
  };
  each_array(c, o, size, 4, [&](auto sum, int r, int i, int e) {
    const auto p = integer_part(c, o.n(r), 4 * e + i, part, signed_n) *
                   integer_part(c, o.m(r), of_m(e, i), part, signed_m);
    return (op & 2) != 0 ? sum - p : sum + p;
  });
}
template <array_by_e By, bool One>
void array_mlall_word(machine& c, word w) {
  // There is SUMLALL of several vectors and one only.
  if (w(4, 2) == 5 && (By == array_by_e::Group || One)) undefined();
  array_mlall(c, array_operands<By, One>{c, w}, w(22) ? 8 : 4, w(4, 2), -1);
}
template <bool One>
void array_mlall_bytes_element(machine& c, word w) {
  const auto index = One ? w(15, 15) << 3 | w(12, 10) : w(11, 10) << 2 | w(2, 1);
  const auto op    = One ? w(4, 2) : w(4, 3) << 1 | w(5, 5);
  array_mlall(c, array_operands<array_by_e::Element, One>{c, w}, 4, op, static_cast<int>(index));
}
template <bool One>
void array_mlall_halfwords_element(machine& c, word w) {
  const auto index = One ? w(15, 15) << 2 | w(11, 10) : w(10, 10) << 2 | w(2, 1);
  const auto op    = One ? w(4, 2) : w(4, 3) << 1;
  array_mlall(c, array_operands<array_by_e::Element, One>{c, w}, 8, op, static_cast<int>(index));
}

}  // namespace weft::golden::sme::isa
