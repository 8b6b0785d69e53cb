// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>

#include "sim/golden/sme_machine.hpp"
#include "sim/golden/sme_matrix.hpp"

/// SME2: groups of N = 2 or 4 vectors and as many rows of ZA or slices of a tile.
///
///     vector group of ZA     rows r, r + SVLB / N, ...     r = (Wv + offset) mod (SVLB / N), W8 to
///     W11 slices of a tile       s, s + 1, ...                 s = Ws rounded down to N + offset,
///     W12 to W15
///
/// SVLB is the number of rows. Vectors are numbered one behind the other, from a multiple of N on.
namespace weft::golden::sme::isa {

/// Row k of a vector group of ZA; the offset is in 2:0 or 7:5.
template <int N>
std::size_t group_row(const machine& c, word w, unsigned offset, int k) {
  const auto apart = static_cast<std::uint32_t>(c.s.svlb() / N);
  const auto from  = static_cast<std::uint32_t>(c.s.x[8 + w(14, 13)]);
  return (from + offset) % apart + static_cast<std::uint32_t>(k) * apart;
}
/// Slice k of a group of a tile. `field` has 3 bits: the tile, then the offset in groups; with N =
/// 4 the highest is 0 but for elements of 64 bits.
template <int N>
slice group_slice(const machine& c, word w, unsigned field, int k) {
  const int log_size = static_cast<int>(w(23, 22));
  if (N == 4 && log_size < 3 && field > 3) undefined();
  const int size = 1 << log_size, n = c.count(size);
  if (n < N) undefined("a tile with fewer slices");
  const int offset_bits = N == 4 && log_size < 3 ? 2 - log_size : 3 - log_size;
  const auto tile       = field >> offset_bits;
  const auto offset     = (field & ((1u << offset_bits) - 1)) * N;
  const auto from       = static_cast<std::uint32_t>(c.s.x[12 + w(14, 13)]);
  const auto index      = from - from % N + offset + static_cast<unsigned>(k);
  return {size, tile, static_cast<int>(index % static_cast<unsigned>(n)), w(15)};
}

/// MOVA of N vectors to and from a vector group of ZA.
template <int N>
void mova_to_array(machine& c, word w) {
  for (int k = 0; k < N; ++k) {
    const auto& from = c.s.z[w(9, 5) / N * N + static_cast<unsigned>(k)];
    std::memcpy(c.s.rows[group_row<N>(c, w, w(2, 0), k)].data(), from.data(),
                static_cast<std::size_t>(c.vl()));
  }
}
/// With Zero this is MOVAZ, which zeroes what it has read.
template <int N, bool Zero = false>
void mova_from_array(machine& c, word w) {
  for (int k = 0; k < N; ++k) {
    auto& row = c.s.rows[group_row<N>(c, w, w(7, 5), k)];
    std::memcpy(c.s.z[w.d() / N * N + static_cast<unsigned>(k)].data(), row.data(),
                static_cast<std::size_t>(c.vl()));
    if (Zero) row = {};
  }
}

/// MOVA of N vectors to and from slices of a tile.
template <int N>
void mova_to_slices(machine& c, word w) {
  for (int k = 0; k < N; ++k) {
    const slice to   = group_slice<N>(c, w, w(2, 0), k);
    const auto& from = c.s.z[w(9, 5) / N * N + static_cast<unsigned>(k)];
    for (int i = 0; i < c.count(to.size); ++i) {
      std::memcpy(to.at(c.s, i).data(), from.data() + i * to.size,
                  static_cast<std::size_t>(to.size));
    }
  }
}
/// Moves a slice to a vector; Zero zeroes the slice.
template <bool Zero>
void move_slice(machine& c, const slice& from, unsigned to) {
  for (int i = 0; i < c.count(from.size); ++i) {
    const auto e = from.at(c.s, i);
    std::memcpy(c.s.z[to].data() + i * from.size, e.data(), e.size());
    if (Zero) std::memset(e.data(), 0, e.size());
  }
}
template <int N, bool Zero = false>
void mova_from_slices(machine& c, word w) {
  for (int k = 0; k < N; ++k) {
    move_slice<Zero>(c, group_slice<N>(c, w, w(7, 5), k), w.d() / N * N + static_cast<unsigned>(k));
  }
}
/// MOVAZ of one slice.
inline void movaz_slice(machine& c, word w) {
  move_slice<true>(c, slice_of(c, w, mova_log_size(w), w(8, 5)), w.d());
}

}  // namespace weft::golden::sme::isa
