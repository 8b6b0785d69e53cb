// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "sim/golden/sme/floating.hpp"
#include "sim/golden/sme_machine.hpp"
#include "sim/golden/sme_vector.hpp"

/// SME2: arithmetic, conversions and permutations of two and four vectors, which are numbered one
/// behind the other from a multiple on, and have no predicate.
namespace weft::golden::sme::isa {

template <int N>
using vectors = std::array<vector_t, N>;

/// The first register of N that a field of five bits names.
template <int N>
constexpr unsigned first_of(unsigned field) {
  return field / N * N;
}
/// Sets N vectors to f(vector, number of the element).
template <int N, class F>
void each_vector(machine& c, unsigned d, int size, F&& f) {
  vectors<N> all{};
  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < c.count(size); ++i) {
      put(all[static_cast<std::size_t>(k)], i, size, f(static_cast<unsigned>(k), i));
    }
  }
  for (unsigned k = 0; k < N; ++k) c.s.z[first_of<N>(d) + k] = all[k];
}

template <int N>
void fclamp_group(machine& c, word w) {
  const int size = w.size();
  const format f = float_of(size);
  c.compute([&](arithmetic& a) {
    each_vector<N>(c, w.d(), size, [&](unsigned k, int i) {
      const auto x = c.z(first_of<N>(w.d()) + k, i, size);
      return a.min_number(f, a.max_number(f, c.z(w.n(), i, size), x), c.z(w.m(), i, size));
    });
  });
}
/// SCLAMP, UCLAMP (bit 0).
template <int N>
void clamp_group(machine& c, word w) {
  const int size = w.size(), bits = 8 * size;
  each_vector<N>(c, w.d(), size, [&](unsigned k, int i) {
    const auto x   = c.z(first_of<N>(w.d()) + k, i, size);
    const auto low = c.z(w.n(), i, size), high = c.z(w.m(), i, size);
    return w(0) ? umin(umax(low, x, bits), high, bits) : smin(smax(low, x, bits), high, bits);
  });
}

/// Words to words: f(arithmetic, word) of each.
template <int N, class F>
void convert_group(machine& c, word w, F&& f) {
  c.compute([&](arithmetic& a) {
    each_vector<N>(c, w.d(), 4,
                   [&](unsigned k, int i) { return f(a, c.z(first_of<N>(w.n()) + k, i, 4)); });
  });
}
/// SCVTF, UCVTF (bit 5).
template <int N>
void int_to_fp_group(machine& c, word w) {
  convert_group<N>(c, w, [&](arithmetic& a, std::uint64_t x) {
    const auto wide = w(5) ? x : static_cast<std::uint64_t>(sign_extend(x, 32));
    return a.from_integer(Binary32, wide, !w(5));
  });
}
/// FCVTZS, FCVTZU (bit 5).
template <int N>
void fp_to_int_group(machine& c, word w) {
  convert_group<N>(c, w, [&](arithmetic& a, std::uint64_t x) {
    return a.to_integer(Binary32, x, 32, !w(5), round_e::TowardZero);
  });
}
/// FRINTN, FRINTP, FRINTM, FRINTA.
template <int N>
void frint_group(machine& c, word w) {
  const unsigned opc = w(18, 16);
  if (opc > 4 || opc == 3) undefined();
  convert_group<N>(c, w, [&](arithmetic& a, std::uint64_t x) {
    return a.round_integral(Binary32, x, named_round(opc, a.mode()), false);
  });
}

/// Sets Zd to f(element i of vector k of N), the elements of a vector behind each other or, with
/// `interleaved`, those of all vectors in turns. `size` is that of the results.
template <int N, class F>
void narrow(machine& c, word w, int size, bool interleaved, F&& f) {
  const int wide = N * size, n = c.count(wide);
  vector_t r{};
  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < n; ++i) {
      const auto x = c.z(first_of<N>(w.n()) + static_cast<unsigned>(k), i, wide);
      put(r, interleaved ? N * i + k : k * n + i, size, f(x));
    }
  }
  c.s.z[w.d()] = r;
}
/// FCVT, FCVTN (bit 5), of words to binary16 or with bit 22 to bfloat16.
inline void fcvt_narrow(machine& c, word w) {
  const format to = w(22) ? Bfloat16 : Binary16;
  no_alternative_half(c, Binary32, to);
  c.compute([&](arithmetic& a) {
    narrow<2>(c, w, 2, w(5), [&](std::uint64_t x) { return a.convert(Binary32, to, x); });
  });
}
/// The nearest number of `to` bits to one of `from` bits.
inline std::uint64_t saturated(std::uint64_t x, int from, int to, bool signed_from,
                               bool signed_to) {
  if (!signed_from) return std::min(x, ones(to));
  const auto number = sign_extend(x, from);
  const auto most   = static_cast<std::int64_t>(ones(signed_to ? to - 1 : to));
  return static_cast<std::uint64_t>(std::clamp(number, signed_to ? -most - 1 : 0, most));
}
/// SQCVT, UQCVT, SQCVTU and their interleaving forms.
template <int N>
void narrow_integers(machine& c, word w, int size, bool interleaved, bool is_unsigned,
                     bool to_unsigned) {
  if (is_unsigned && to_unsigned) undefined();
  narrow<N>(c, w, size, interleaved, [&](std::uint64_t x) {
    return saturated(x, 8 * N * size, 8 * size, !is_unsigned, !to_unsigned);
  });
}
inline void sqcvt_narrow2(machine& c, word w) { narrow_integers<2>(c, w, 2, false, w(5), w(22)); }
inline void sqcvt_narrow4(machine& c, word w) {
  narrow_integers<4>(c, w, w(23) ? 2 : 1, w(6), w(5), w(22));
}
inline void sqcvtn_narrow2(machine& c, word w) { narrow_integers<2>(c, w, 2, true, w(11), w(12)); }

/// SUNPK, UUNPK (bit 0): N / 2 vectors give two each.
template <int N>
void unpk_group(machine& c, word w) {
  if (w(23, 22) == 0) undefined();
  const int size = w.size(), half = size / 2, n = c.count(size);
  each_vector<N>(c, w.d(), size, [&](unsigned k, int i) {
    const auto from = N == 2 ? w.n() : first_of<2>(w.n()) + k / 2;
    const auto x    = c.z(from, static_cast<int>(k % 2) * n + i, half);
    return w(0) ? x : static_cast<std::uint64_t>(sign_extend(x, 8 * half));
  });
}

/// Sets N vectors of elements of `size` bytes, up to 16, to those that from(vector, element) names
/// by register and number.
template <int N, class From>
void permute_group(machine& c, word w, int size, From&& from) {
  if (c.vl() < N * size) undefined("a vector with fewer elements");
  each_vector<N>(c, w.d(), 1, [&](unsigned k, int i) {
    const auto [z, e] = from(static_cast<int>(k), i / size);
    return c.z(z, e * size + i % size, 1);
  });
}
/// ZIP, UZP (bit 0) of Zn and Zm.
template <bool Quadwords>
void zip_group2(machine& c, word w) {
  const int size = Quadwords ? 16 : w.size(), n = c.vl() / size;
  permute_group<2>(c, w, size, [&](int k, int i) {
    if (!w(0)) return std::pair{i % 2 == 0 ? w.n() : w.m(), k * n / 2 + i / 2};
    return std::pair{i < n / 2 ? w.n() : w.m(), 2 * i % n + k};
  });
}
/// ZIP, UZP (bit 1) of four vectors.
template <bool Quadwords>
void zip_group4(machine& c, word w) {
  const int size = Quadwords ? 16 : w.size(), n = c.vl() / size;
  permute_group<4>(c, w, size, [&](int k, int i) {
    const auto zn = [&](int number) { return first_of<4>(w.n()) + static_cast<unsigned>(number); };
    if (!w(1)) return std::pair{zn(i % 4), k * n / 4 + i / 4};
    return std::pair{zn(i / (n / 4)), 4 * i % n + k};
  });
}

/// Zm of Z0 to Z15 with every vector, or one of N from a multiple on each.
template <int N, bool Group>
constexpr unsigned second_of(word w, unsigned k) {
  return Group ? first_of<N>(w.m()) + k : w(19, 16);
}
template <int N>
void add_group(machine& c, word w) {
  const int size = w.size();
  each_vector<N>(c, w.d(), size, [&](unsigned k, int i) {
    return c.z(first_of<N>(w.d()) + k, i, size) + c.z(second_of<N, false>(w, k), i, size);
  });
}
/// SMAX, UMAX, SMIN, UMIN: bit 5 the lesser, bit 0 unsigned.
template <int N, bool Group>
void max_group(machine& c, word w) {
  constexpr binary Ops[]{smax, umax, smin, umin};
  const int size  = w.size();
  const binary op = Ops[w(5, 5) << 1 | w(0, 0)];
  each_vector<N>(c, w.d(), size, [&](unsigned k, int i) {
    return op(c.z(first_of<N>(w.d()) + k, i, size), c.z(second_of<N, Group>(w, k), i, size),
              8 * size);
  });
}
/// FMAX, FMIN, FMAXNM, FMINNM: bit 5 prefers numbers, bit 0 the lesser.
template <int N, bool Group>
void fmax_group(machine& c, word w) {
  constexpr fp_binary Ops[]{&arithmetic::max, &arithmetic::min, &arithmetic::max_number,
                            &arithmetic::min_number};
  const int size = w.size();
  const format f = float_of(size);
  const auto op  = Ops[w(5, 5) << 1 | w(0, 0)];
  c.compute([&](arithmetic& a) {
    each_vector<N>(c, w.d(), size, [&](unsigned k, int i) {
      return (a.*op)(f, c.z(first_of<N>(w.d()) + k, i, size),
                     c.z(second_of<N, Group>(w, k), i, size));
    });
  });
}

}  // namespace weft::golden::sme::isa
