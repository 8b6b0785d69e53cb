// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "sim/golden/sme_machine.hpp"
#include "sim/golden/sme_vector.hpp"

/// SME2: predicates as counters, and the loads and stores of two and four vectors that they govern.
///
/// The low 16 bits of a predicate register are a number of elements of up to four vectors:
///
///     15       14 ... log2(size) + 1     log2(size) ... 0
///     invert   count                     1 0 ... 0
///
/// Elements below the count are active, with `invert` the others. All zeros: no element is. The
/// bits of the register that an instruction takes for a mask are these, too.
namespace weft::golden::sme::isa {

/// PN8 to PN15 in three bits.
constexpr unsigned high_counter(unsigned field) { return 8 + field; }

/// The bits of a counter of the first `count` of `elements` elements, or of the last ones.
inline predicate_t counter_of(int size, int elements, int count, bool last) {
  predicate_t p{};
  if (count == 0) return p;
  const bool inverted = last || count == elements;
  if (last) count = elements - count;
  if (!last && count == elements) count = 0;
  const auto bits = static_cast<unsigned>(inverted) << 15 |
                    static_cast<unsigned>(count * 2 * size) | static_cast<unsigned>(size);
  p[0] = static_cast<std::uint8_t>(bits);
  p[1] = static_cast<std::uint8_t>(bits >> 8);
  return p;
}

/// Vector `part` of the mask that a counter stands for.
inline predicate_t counted(const machine& c, unsigned p, int part) {
  const auto bits = static_cast<unsigned>(c.s.p[p][0] | c.s.p[p][1] << 8);
  predicate_t mask{};
  if ((bits & 15) == 0) return mask;
  const int log = std::countr_zero(bits), size = 1 << log, n = c.count(size);
  // The count has as many bits as the bytes of four vectors need.
  const int count = static_cast<int>((bits & static_cast<unsigned>(8 * c.vl() - 1)) >> (log + 1));
  for (int i = 0; i < n; ++i) {
    set_active(mask, i, size, (part * n + i < count) != ((bits >> 15 & 1) != 0));
  }
  return mask;
}

inline void ptrue_counter(machine& c, word w) {
  const int elements           = 4 * c.count(w.size());
  c.s.p[high_counter(w(2, 0))] = counter_of(w.size(), elements, elements, false);
}

/// WHILEGE to WHILELT for a counter and a pair of predicates. Bit 11: unsigned; 10: counts up,
/// while less; `equal` turns GE to GT and LT to LE. A count down makes the last elements active.
struct while_of_several {
  int count = 0;
  bool down = false;
};
inline while_of_several while_several(machine& c, word w, int elements, bool equal) {
  const bool is_unsigned = w(11), up = w(10), or_equal = equal == up;
  auto a           = c.x(w.n());
  const auto limit = c.x(w.m());
  while_of_several r{0, !up};
  for (; r.count < elements; ++r.count, a += up ? 1 : ~std::uint64_t{0}) {
    const auto x = static_cast<std::int64_t>(a), y = static_cast<std::int64_t>(limit);
    const bool less = is_unsigned ? a < limit : x < y, same = a == limit;
    if (!(up ? less || (or_equal && same) : !less && (or_equal || !same))) break;
  }
  const bool all = r.count == elements, none = r.count == 0;
  c.flags(up ? !none : all, none, up ? !all : none, false);
  return r;
}
inline void while_counter(machine& c, word w) {
  const int elements           = (w(13) ? 4 : 2) * c.count(w.size());
  const auto r                 = while_several(c, w, elements, w(3));
  c.s.p[high_counter(w(2, 0))] = counter_of(w.size(), elements, r.count, r.down);
}
inline void while_pair(machine& c, word w) {
  const int size = w.size(), n = c.count(size);
  const auto r = while_several(c, w, 2 * n, w(0));
  for (unsigned k = 0; k < 2; ++k) {
    predicate_t p{};
    for (int i = 0; i < n; ++i) {
      const int at = static_cast<int>(k) * n + i;
      set_active(p, i, size, r.down ? at >= 2 * n - r.count : at < r.count);
    }
    c.s.p[2 * w(3, 1) + k] = p;
  }
}

/// CNTP of a counter: the active elements of two or four vectors.
inline void cntp_counter(machine& c, word w) {
  std::uint64_t n = 0;
  for (int k = 0; k < (w(10) ? 4 : 2); ++k) {
    const auto mask = counted(c, w(8, 5), k);
    for (int i = 0; i < c.count(w.size()); ++i) n += active(mask, i, w.size());
  }
  c.set_x(w.d(), n);
}

/// PEXT: one vector's mask, or those of two.
template <int N>
void pext(machine& c, word w) {
  const int size = w.size();
  std::array<predicate_t, N> all{};
  for (int k = 0; k < N; ++k) {
    const auto part = static_cast<int>(w(N == 1 ? 9 : 8, 8)) * N + k;
    const auto mask = counted(c, high_counter(w(7, 5)), part);
    for (int i = 0; i < c.count(size); ++i) {
      set_active(all[static_cast<std::size_t>(k)], i, size, active(mask, i, size));
    }
  }
  for (unsigned k = 0; k < N; ++k) c.s.p[(w(3, 0) + k) % 16] = all[k];
}

/// A load or a store of N vectors, one behind the other in memory. Bits 14:13 are the size of an
/// element; 12:10 the counter; 22 takes a number of lengths, else Xm elements are added; 24 sets
/// registers apart by 16 / N, so that they lie in Z0 to Z15 or in Z16 to Z31.
template <int N>
struct group_memory {
  int size;
  std::uint64_t address;

  group_memory(const machine& c, word w) : size(1 << w(14, 13)) {
    const auto lengths = static_cast<std::uint64_t>(w.signed_field(19, 16) * N * c.vl());
    address            = c.xsp(w.n()) + (w(22) ? lengths : c.x(w.m()) << w(14, 13));
  }
  static unsigned reg(word w, unsigned k) {
    if (!w(24)) return w.d() / N * N + k;
    return (w.d() & (16 | (16 / N - 1))) + 16 / N * k;
  }
};
template <int N>
void load_group(machine& c, word w) {
  const group_memory<N> g(c, w);
  std::array<vector_t, N> all{};
  for (int k = 0; k < N; ++k) {
    const auto mask = counted(c, high_counter(w(12, 10)), k);
    for (int i = 0; i < c.count(g.size); ++i) {
      if (!active(mask, i, g.size)) continue;
      const auto at = g.address + static_cast<unsigned>(k * c.vl() + i * g.size);
      put(all[static_cast<std::size_t>(k)], i, g.size, c.read(at, g.size));
    }
  }
  for (unsigned k = 0; k < N; ++k) c.s.z[g.reg(w, k)] = all[k];
}
template <int N>
void store_group(machine& c, word w) {
  const group_memory<N> g(c, w);
  for (const bool probing : {true, false}) {
    for (int k = 0; k < N; ++k) {
      const auto mask = counted(c, high_counter(w(12, 10)), k);
      for (int i = 0; i < c.count(g.size); ++i) {
        if (!active(mask, i, g.size)) continue;
        const auto at = g.address + static_cast<unsigned>(k * c.vl() + i * g.size);
        probing ? c.probe(at, static_cast<std::size_t>(g.size))
                : c.write(at, c.z(g.reg(w, static_cast<unsigned>(k)), i, g.size), g.size);
      }
    }
  }
}

/// SEL of two and four vectors by a counter.
template <int N>
void sel_group(machine& c, word w) {
  const int size   = w.size();
  const auto first = [](unsigned field) { return field / N * N; };
  std::array<vector_t, N> all{};
  for (unsigned k = 0; k < N; ++k) {
    const auto mask = counted(c, high_counter(w(12, 10)), static_cast<int>(k));
    for (int i = 0; i < c.count(size); ++i) {
      put(all[k], i, size, c.z(first(active(mask, i, size) ? w.n() : w.m()) + k, i, size));
    }
  }
  for (unsigned k = 0; k < N; ++k) c.s.z[first(w.d()) + k] = all[k];
}

}  // namespace weft::golden::sme::isa
