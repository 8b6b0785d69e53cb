// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/golden/sme_machine.hpp"

/// Predicates: making, combining, counting and partitioning them; loop control; FFR.
namespace weft::golden::sme::isa {

/// Governing predicates of 4 bits are in 13:10, their operands in 19:16 and 8:5.
inline const predicate_t& governing(machine& c, word w) { return c.s.p[w(13, 10)]; }

inline void ptrue(machine& c, word w) {
  const int size = w.size(), n = c.pattern(w(9, 5), size);
  predicate_t p{};
  for (int i = 0; i < n; ++i) set_active(p, i, size, true);
  c.s.p[w(3, 0)] = p;
  if (w(16)) c.test(p, p, size);
}
inline void pfalse(machine& c, word w) { c.s.p[w(3, 0)] = {}; }

/// WHILELT, WHILELE, WHILELO, WHILELS: true until the comparison first fails. The counter wraps.
inline void while_less(machine& c, word w) {
  const int size = w.size(), width = w(12) ? 64 : 32;
  const bool is_unsigned = w(11), or_equal = w(4);
  auto a           = c.x(w.n(), w(12));
  const auto limit = c.x(w.m(), w(12));
  predicate_t p{};
  bool on = true;
  for (int i = 0; i < c.count(size); ++i, a = (a + 1) & ones(width)) {
    const bool less = is_unsigned ? a < limit : sign_extend(a, width) < sign_extend(limit, width);
    on              = on && (less || (or_equal && a == limit));
    set_active(p, i, size, on);
  }
  c.s.p[w(3, 0)] = p;
  c.test(c.all_true(size), p, size);
}

/// CTERMEQ, CTERMNE: N says whether the loop ends, V whether it continues within the vector.
inline void cterm(machine& c, word w) {
  const bool equal = c.x(w.n(), w(22)) == c.x(w.m(), w(22)), end = equal != w(4);
  const bool carry = c.flag_c(), zero = (c.s.nzcv & 4) != 0;
  c.flags(end, zero, carry, !end && !carry);
}

inline void ptest(machine& c, word w) { c.test(governing(c, w), c.s.p[w(8, 5)], 1); }

inline void pfirst(machine& c, word w) {
  const predicate_t mask = c.s.p[w(8, 5)];
  auto& p                = c.s.p[w(3, 0)];
  for (int i = 0; i < c.count(1); ++i) {
    if (!active(mask, i, 1)) continue;
    set_active(p, i, 1, true);
    break;
  }
  c.test(mask, p, 1);
}
inline void pnext(machine& c, word w) {
  const int size         = w.size();
  const predicate_t mask = c.s.p[w(8, 5)];
  auto& p                = c.s.p[w(3, 0)];
  int i                  = c.last_active(p, size) + 1;
  while (i < c.count(size) && !active(mask, i, size)) ++i;
  p = {};
  if (i < c.count(size)) set_active(p, i, size, true);
  c.test(mask, p, size);
}

/// AND, BIC, EOR, SEL, ORR, ORN, NOR, NAND and their flag-setting forms, selected by bits 23, 9, 4.
inline void predicate_logical(machine& c, word w) {
  const unsigned op      = w(23) << 2 | w(9) << 1 | w(4);
  const predicate_t mask = governing(c, w);
  if (op == 3 && w(22)) undefined();
  predicate_t r{};
  for (std::size_t i = 0; i < static_cast<std::size_t>(c.vl() / 8); ++i) {
    const unsigned g = mask[i], n = c.s.p[w(8, 5)][i], m = c.s.p[w(19, 16)][i];
    const unsigned values[]{n & m, n & ~m, n ^ m, 0, n | m, n | ~m, ~(n | m), ~(n & m)};
    r[i] = static_cast<std::uint8_t>(op == 3 ? (n & g) | (m & ~g) : values[op] & g);
  }
  c.s.p[w(3, 0)] = r;
  if (w(22)) c.test(mask, r, 1);
}

/// BRKA, BRKB: up to and with, or without, the first true element. Bit 23: B; 4: merging.
inline void brk(machine& c, word w) {
  if (w(22) && w(4)) undefined();
  const predicate_t mask = governing(c, w), from = c.s.p[w(8, 5)];
  auto& p       = c.s.p[w(3, 0)];
  predicate_t r = w(4) ? p : predicate_t{};
  bool broken   = false;
  for (int i = 0; i < c.vl(); ++i) {
    if (!active(mask, i, 1)) continue;
    const bool before = broken;
    broken            = broken || active(from, i, 1);
    set_active(r, i, 1, !(w(23) ? broken : before));
  }
  p = r;
  if (w(22)) c.test(mask, r, 1);
}
/// BRKPA, BRKPB: like BRKA and BRKB, if the last active element of Pn is true.
inline void brkp(machine& c, word w) {
  const predicate_t mask = governing(c, w), n = c.s.p[w(8, 5)], m = c.s.p[w(19, 16)];
  const int end = c.last_active(mask, 1);
  bool on       = end >= 0 && active(n, end, 1);
  predicate_t r{};
  for (int i = 0; i < c.vl(); ++i) {
    if (!active(mask, i, 1)) continue;
    const bool after = on && !active(m, i, 1);
    set_active(r, i, 1, w(4) ? after : on);
    on = after;
  }
  c.s.p[w(3, 0)] = r;
  if (w(22)) c.test(mask, r, 1);
}
/// BRKN: keeps Pdm if the last active element of Pn is true.
inline void brkn(machine& c, word w) {
  const predicate_t mask = governing(c, w), n = c.s.p[w(8, 5)];
  const int end = c.last_active(mask, 1);
  auto& p       = c.s.p[w(3, 0)];
  if (end < 0 || !active(n, end, 1)) p = {};
  if (w(22)) c.test(c.all_true(1), p, 1);
}

inline void setffr(machine& c, word) { c.s.ffr = c.all_true(1); }
inline void wrffr(machine& c, word w) { c.s.ffr = c.s.p[w(8, 5)]; }
inline void rdffr(machine& c, word w) { c.s.p[w(3, 0)] = c.s.ffr; }
/// RDFFR, RDFFRS under a predicate.
inline void rdffr_active(machine& c, word w) {
  const predicate_t mask = c.s.p[w(8, 5)];
  predicate_t r{};
  for (std::size_t i = 0; i < r.size(); ++i) r[i] = c.s.ffr[i] & mask[i];
  c.s.p[w(3, 0)] = r;
  if (w(22)) c.test(mask, r, 1);
}

inline void cntp(machine& c, word w) {
  std::uint64_t n = 0;
  for (int i = 0; i < c.count(w.size()); ++i) {
    n += active(governing(c, w), i, w.size()) && active(c.s.p[w(8, 5)], i, w.size());
  }
  c.set_x(w.d(), n);
}
inline std::uint64_t active_count(machine& c, unsigned p, int size) {
  std::uint64_t n = 0;
  for (int i = 0; i < c.count(size); ++i) n += active(c.s.p[p], i, size);
  return n;
}
/// INCP, DECP: bit 16 subtracts.
inline void incp(machine& c, word w) {
  const auto n = active_count(c, w(8, 5), w.size());
  c.set_x(w.d(), c.x(w.d()) + (w(16) ? ~n + 1 : n));
}
inline void incp_vector(machine& c, word w) {
  const int size = w.size();
  if (size == 1) undefined();
  const auto n = active_count(c, w(8, 5), size);
  for (int i = 0; i < c.count(size); ++i) {
    put(c.z(w.d()), i, size, c.z(w.d(), i, size) + (w(16) ? ~n + 1 : n));
  }
}

inline std::uint64_t pattern_count(machine& c, word w) {
  return static_cast<std::uint64_t>(c.pattern(w(9, 5), w.size())) * (w(19, 16) + 1);
}
/// CNTB, CNTH, CNTW, CNTD.
inline void cnt(machine& c, word w) { c.set_x(w.d(), pattern_count(c, w)); }
/// INCB, DECB, ...: bit 10 subtracts.
inline void inc(machine& c, word w) {
  const auto n = pattern_count(c, w);
  c.set_x(w.d(), c.x(w.d()) + (w(10) ? ~n + 1 : n));
}
inline void inc_vector(machine& c, word w) {
  const int size = w.size();
  if (size == 1) undefined();
  const auto n = pattern_count(c, w);
  for (int i = 0; i < c.count(size); ++i) {
    put(c.z(w.d()), i, size, c.z(w.d(), i, size) + (w(10) ? ~n + 1 : n));
  }
}

/// PSEL: Pn if one element of Pm is true. The lowest bit of tsz, 23:22 and 20:18, is the size.
inline void psel(machine& c, word w) {
  const unsigned index = w(23) << 4 | w(22) << 3 | w(20, 18);  // i1:tszh:tszl
  const unsigned tsz   = index & 15;
  if (tsz == 0) undefined();
  const int size = 1 << std::countr_zero(tsz);
  const auto n   = static_cast<std::uint32_t>(c.count(size));
  const std::uint32_t at =
      static_cast<std::uint32_t>(c.x(12 + w(17, 16))) + (index >> (std::countr_zero(tsz) + 1));
  const bool on  = active(c.s.p[w(8, 5)], static_cast<int>(at % n), size);
  c.s.p[w(3, 0)] = on ? c.s.p[w(13, 10)] : predicate_t{};
}

/// PUNPKLO, PUNPKHI: every bit of a half becomes two.
inline void punpk(machine& c, word w) {
  const predicate_t n = c.s.p[w(8, 5)];
  const int half = c.vl() / 2, from = w(16) ? half : 0;
  predicate_t r{};
  for (int i = 0; i < half; ++i) set_active(r, i, 2, active(n, from + i, 1));
  c.s.p[w(3, 0)] = r;
}

/// ZIP1, ZIP2, UZP1, UZP2, TRN1, TRN2 of predicates: an element's bits move with it. Bits 12:11
/// choose, bit 10 is the second of a pair.
inline void permute_predicates(machine& c, word w) {
  const predicate_t n = c.s.p[w(8, 5)], m = c.s.p[w(19, 16)];
  const int size = w.size(), count = c.count(size), second = w(10) ? 1 : 0;
  if (count % 2 != 0) undefined();
  predicate_t r{};
  for (int bit = 0; bit < c.vl(); ++bit) {
    const int i = bit / size, half = count / 2;
    const bool from_m = w(12, 11) == 1 ? i >= half : i % 2 != 0;
    const int at      = w(12, 11) == 0   ? second * half + i / 2
                        : w(12, 11) == 1 ? 2 * i % count + second
                                         : i / 2 * 2 + second;
    if (active(from_m ? m : n, at * size + bit % size, 1)) {
      r[static_cast<std::size_t>(bit / 8)] |= static_cast<std::uint8_t>(1 << bit % 8);
    }
  }
  c.s.p[w(3, 0)] = r;
}
/// REV of a predicate.
inline void rev_predicate(machine& c, word w) {
  const predicate_t n = c.s.p[w(8, 5)];
  const int size      = w.size();
  predicate_t r{};
  for (int bit = 0; bit < c.vl(); ++bit) {
    const int from = c.vl() - size - bit / size * size + bit % size;
    if (active(n, from, 1)) {
      r[static_cast<std::size_t>(bit / 8)] |= static_cast<std::uint8_t>(1 << bit % 8);
    }
  }
  c.s.p[w(3, 0)] = r;
}

}  // namespace weft::golden::sme::isa
