// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "sim/golden/sme/counters.hpp"
#include "sim/golden/sme_machine.hpp"

/// SME2: ZT0, a table of 16 words at every vector length, and the instructions that look up in it.
namespace weft::golden::sme::isa {

inline void ldr_zt(machine& c, word w) { c.read(c.xsp(w.n()), std::span(c.s.zt0)); }
inline void str_zt(machine& c, word w) { c.write(c.xsp(w.n()), std::span(c.s.zt0)); }
inline void zero_zt(machine& c, word) { c.s.zt0 = {}; }
/// MOVT of doubleword 14:12.
inline void movt_to_zt(machine& c, word w) {
  put(c.s.zt0, static_cast<int>(w(14, 12)), 8, c.x(w.d()));
}
inline void movt_from_zt(machine& c, word w) {
  c.set_x(w.d(), element(c.s.zt0, static_cast<int>(w(14, 12)), 8));
}

/// Whether the registers of LUTI2 and LUTI4 are strided.
template <unsigned N>
bool luti_strided(word w) {
  return N > 1 && w(20);
}
/// Their register k.
template <unsigned N>
unsigned luti_reg(word w, unsigned k) {
  return luti_strided<N>(w) ? (w.d() & (16 | (16 / N - 1))) + 16 / N * k : w.d() / N * N + k;
}

/// LUTI2, LUTI4: numbers of `Bits` bits in Zn choose words of ZT0, whose low parts are the elements
/// of N vectors. Zn is as many segments as it has numbers for; the index, which is 17 down to a bit
/// that N says, is taken modulo their number.
template <int Bits, int N>
void luti(machine& c, word w) {
  if (w(13, 12) == 3) undefined();
  const int size = 1 << w(13, 12), n = c.count(size), segments = 8 * size / (Bits * N);
  if (segments == 0 || (luti_strided<N>(w) && size == 4)) undefined();
  const auto field   = w(Bits == 2 ? 17 : 16, N == 1 ? 14 : N == 2 ? 15 : 16);
  const auto segment = static_cast<int>(field) % segments;
  std::array<vector_t, N> all{};
  for (int k = 0; k < N; ++k) {
    for (int i = 0; i < n; ++i) {
      const int at      = ((segment * N + k) * n + i) * Bits;
      const auto number = c.z(w.n(), at / 8, 1) >> at % 8 & ones(Bits);
      put(all[static_cast<std::size_t>(k)], i, size, element(c.s.zt0, static_cast<int>(number), 4));
    }
  }
  for (unsigned k = 0; k < N; ++k) c.s.z[luti_reg<N>(w, k)] = all[k];
}

}  // namespace weft::golden::sme::isa
