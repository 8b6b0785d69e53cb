// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <type_traits>

#include "sim/golden/host/sme_vectors.hpp"
#include "sim/golden/sme_machine.hpp"
#include "sim/golden/sme_memory.hpp"

/// ZA: its tiles and their slices, outer products, loads and stores.
///
/// Tile n of elements of `size` bytes holds every size-th row of ZA, from row n on:
///
///     ZAnH.T[m]        row m * size + n
///     ZAnV.T[m]        bytes m * size ... m * size + size - 1 of rows n, size + n, 2 size + n, ...
namespace weft::golden::sme::isa {

/// Row r, column e of a tile.
inline std::span<std::uint8_t> tile_element(state& s, unsigned tile, int size, int r, int e) {
  const int row = r * size + static_cast<int>(tile);
  return std::span(s.rows[static_cast<std::size_t>(row)])
      .subspan(static_cast<std::size_t>(e) * static_cast<std::size_t>(size),
               static_cast<std::size_t>(size));
}

/// A slice of a tile. Bit 15 selects vertical; Ws in 14:13 plus an offset is the index.
struct slice {
  int size;
  unsigned tile;
  int index;
  bool vertical;

  std::span<std::uint8_t> at(state& s, int i) const {
    return vertical ? tile_element(s, tile, size, i, index) : tile_element(s, tile, size, index, i);
  }
};
/// Decodes a slice. `field` has 4 bits: the tile, then the offset; larger elements have more tile
/// bits.
inline slice slice_of(machine& c, word w, int log_size, unsigned field) {
  const int size       = 1 << log_size;
  const unsigned tiles = field >> (4 - log_size), offset = field & (15u >> log_size);
  const auto from = static_cast<std::uint32_t>(c.s.x[12 + w(14, 13)]);
  return {size, tiles, static_cast<int>((from + offset) % static_cast<unsigned>(c.count(size))),
          w(15)};
}
/// The element size of MOVA, from bits 23:22; bit 16 with size 3 means 128 bits.
inline int mova_log_size(word w) { return static_cast<int>(w(23, 22) + w(16)); }

/// MOVA, a vector to a slice.
inline void mova_to_tile(machine& c, word w) {
  const slice k    = slice_of(c, w, mova_log_size(w), w(3, 0));
  const auto& from = c.s.z[w.n()];
  for (int i = 0; i < c.count(k.size); ++i) {
    if (active(low_governing(c, w), i, k.size)) {
      std::memcpy(k.at(c.s, i).data(), from.data() + i * k.size, static_cast<std::size_t>(k.size));
    }
  }
}
/// MOVA, a slice to a vector.
inline void mova_from_tile(machine& c, word w) {
  const slice k = slice_of(c, w, mova_log_size(w), w(8, 5));
  auto& to      = c.s.z[w.d()];
  for (int i = 0; i < c.count(k.size); ++i) {
    if (active(low_governing(c, w), i, k.size)) {
      std::memcpy(to.data() + i * k.size, k.at(c.s, i).data(), static_cast<std::size_t>(k.size));
    }
  }
}

/// LD1B to LD1Q, ST1B to ST1Q of a slice: the size is in 23:22, and bit 24 with size 3 means 128
/// bits; bit 21 stores. Loads zero inactive elements. Nothing changes if one access faults.
inline void slice_memory(machine& c, word w) {
  const slice k   = slice_of(c, w, static_cast<int>(w(23, 22) + w(24)), w(3, 0));
  const auto base = c.xsp(w.n()) + c.x(w.m()) * static_cast<unsigned>(k.size);
  const auto at   = from(base, k.size);
  const auto size = static_cast<std::size_t>(k.size);
  vector_t loaded{};
  for (int i = 0; i < c.count(k.size); ++i) {
    if (!active(low_governing(c, w), i, k.size)) continue;
    w(21) ? c.probe(at(i), size) : c.read(at(i), std::span(loaded).subspan(i * size, size));
  }
  for (int i = 0; i < c.count(k.size); ++i) {
    if (!w(21)) {
      std::memcpy(k.at(c.s, i).data(), loaded.data() + i * size, size);
    } else if (active(low_governing(c, w), i, k.size)) {
      c.write(at(i), k.at(c.s, i));
    }
  }
}

/// LDR, STR of a row of ZA: the 4-bit offset is added to the row's number and, times the row's
/// length, to the address.
template <bool Load>
void whole_row(machine& c, word w) {
  const auto rows    = static_cast<unsigned>(c.s.svlb());
  const auto row     = (static_cast<std::uint32_t>(c.s.x[12 + w(14, 13)]) + w(3, 0)) % rows;
  const auto address = c.xsp(w.n()) + std::uint64_t{w(3, 0)} * rows;
  const auto bytes   = std::span(c.s.rows[row]).first(rows);
  if constexpr (Load) {
    c.read(address, bytes);
  } else {
    c.write(address, bytes);
  }
}

/// ZERO: bit i of the mask selects tile i of 64-bit elements.
inline void zero_tiles(machine& c, word w) {
  for (int r = 0; r < c.s.svlb(); ++r) {
    if (w(r % 8)) c.s.rows[static_cast<std::size_t>(r)] = {};
  }
}

/// Sets element = f(element, row, column) for every element of a tile whose row is active in Pn,
/// 12:10, and whose column is active in Pm, 15:13.
template <class F>
void each_of_tile(machine& c, word w, int size, F&& f) {
  const unsigned tile   = w(size == 4 ? 1 : 2, 0);
  const predicate_t &pn = c.s.p[w.g()], &pm = c.s.p[w(15, 13)];
  const int n = c.count(size);
  for (int row = 0; row < n; ++row) {
    if (!active(pn, row, size)) continue;
    for (int col = 0; col < n; ++col) {
      if (!active(pm, col, size)) continue;
      const auto e = tile_element(c.s, tile, size, row, col);
      put(e, 0, size, f(element(e, 0, size), row, col));
    }
  }
}

/// All ones for the active elements of a predicate, zero for the others.
template <class Bits>
std::array<Bits, MaxBytes / sizeof(Bits)> masks(const predicate_t& p, int count) {
  std::array<Bits, MaxBytes / sizeof(Bits)> all{};
  for (int i = 0; i < count; ++i) {
    all[static_cast<std::size_t>(i)] = active(p, i, sizeof(Bits)) ? ~Bits{0} : Bits{0};
  }
  return all;
}

/// Calls change(row of elements, its number) for rows of a tile, and writes the rows back.
template <class Bits, class Wanted, class Change>
void change_rows(machine& c, unsigned tile, Wanted&& wanted, Change&& change) {
  const int n = c.count(sizeof(Bits));
  std::array<Bits, MaxBytes / sizeof(Bits)> sums;
  for (int row = 0; row < n; ++row) {
    if (!wanted(row)) continue;
    auto& bytes = c.s.rows[static_cast<std::size_t>(row) * sizeof(Bits) + tile];
    std::memcpy(sums.data(), bytes.data(), static_cast<std::size_t>(n) * sizeof(Bits));
    change(sums.data(), row);
    std::memcpy(bytes.data(), sums.data(), static_cast<std::size_t>(n) * sizeof(Bits));
  }
}

/// fmopa() in whole rows. Returns false and does nothing where FPCR or the host does not allow it.
template <int Size>
bool fmopa_in_rows(machine& c, word w) {
  using bits                         = std::conditional_t<Size == 4, std::uint32_t, std::uint64_t>;
  static const fused_row_t<bits> run = [] {
    const vector_e unit = host_vectors().front();
    if constexpr (Size == 4) return fused_row_32(unit);
    if constexpr (Size == 8) return fused_row_64(unit);
  }();
  if (run == nullptr || !fp_control::of_za(c.s.fpcr).plain()) return false;

  const predicate_t& pn = c.s.p[w.g()];
  const int n           = c.count(Size);
  const auto columns    = masks<bits>(c.s.p[w(15, 13)], n);
  const bits negate     = w(4) ? static_cast<bits>(float_of(Size).sign_bit()) : 0;
  std::array<bits, MaxBytes / Size> factors;
  std::memcpy(factors.data(), c.s.z[w.m()].data(), MaxBytes);
  const ieee_arithmetic here;
  change_rows<bits>(
      c, w(Size == 4 ? 1 : 2, 0), [&](int row) { return active(pn, row, Size); },
      [&](bits* sums, int row) {
        run(sums, static_cast<bits>(c.z(w.n(), row, Size)) ^ negate, factors.data(), columns.data(),
            n);
      });
  return true;
}

/// FMOPA, FMOPS: bit 4 negates Zn.
template <int Size>
void fmopa(machine& c, word w) {
  if (fmopa_in_rows<Size>(c, w)) return;
  const format f = float_of(Size);
  arithmetic a(fp_control::of_za(c.s.fpcr));
  each_of_tile(c, w, Size, [&](std::uint64_t sum, int row, int col) {
    return a.mul_add(f, sum, c.z(w.n(), row, Size) ^ (w(4) ? f.sign_bit() : 0),
                     c.z(w.m(), col, Size));
  });
}

/// FMOPA, FMOPS of binary16 and BFMOPA, BFMOPS: two products per element. An operand whose
/// predicate bit is false counts as +0; the element changes if at least one pair of operands has
/// both predicate bits.
template <class Dot>
void widening(machine& c, word w, format f, Dot&& dot) {
  const predicate_t &pn = c.s.p[w.g()], &pm = c.s.p[w(15, 13)];
  const unsigned tile = w(1, 0);
  const int n         = c.count(4);
  const auto operand  = [&](unsigned z, const predicate_t& p, int i, std::uint64_t negate) {
    return active(p, i, 2) ? c.z(z, i, 2) ^ negate : 0;
  };
  const std::uint64_t negate = w(4) ? f.sign_bit() : 0;
  for (int row = 0; row < n; ++row) {
    for (int col = 0; col < n; ++col) {
      const bool first  = active(pn, 2 * row, 2) && active(pm, 2 * col, 2);
      const bool second = active(pn, 2 * row + 1, 2) && active(pm, 2 * col + 1, 2);
      if (!first && !second) continue;
      const auto e = tile_element(c.s, tile, 4, row, col);
      put(e, 0, 4,
          dot(element(e, 0, 4), operand(w.n(), pn, 2 * row, negate), operand(w.m(), pm, 2 * col, 0),
              operand(w.n(), pn, 2 * row + 1, negate), operand(w.m(), pm, 2 * col + 1, 0)));
    }
  }
}
/// widening() in whole rows by `run`, of codes that are `number`. Returns false and does nothing
/// where FPCR does not allow it.
inline bool widening_in_rows(machine& c, word w, dot_row_t run, float (*number)(std::uint16_t)) {
  if (!fp_control::of_za(c.s.fpcr).plain()) return false;

  constexpr int Most = MaxBytes / 4;
  struct operand {
    std::array<float, Most> x[2];           // +0 where the predicate bit is false
    std::array<std::uint32_t, Most> on[2];  // all ones where the predicate bit is true
  };
  const int n           = c.count(4);
  const auto operand_of = [&](unsigned z, const predicate_t& p, std::uint64_t negate) {
    operand o;
    for (int i = 0; i < 2 * n; ++i) {
      const auto at   = static_cast<std::size_t>(i / 2);
      const bool on   = active(p, i, 2);
      o.on[i % 2][at] = on ? ~std::uint32_t{0} : 0;
      o.x[i % 2][at]  = on ? number(static_cast<std::uint16_t>(c.z(z, i, 2) ^ negate)) : 0;
    }
    return o;
  };
  const ieee_arithmetic here;
  const operand a = operand_of(w.n(), c.s.p[w.g()], w(4) ? 0x8000 : 0);
  const operand b = operand_of(w.m(), c.s.p[w(15, 13)], 0);
  change_rows<std::uint32_t>(
      c, w(1, 0),
      [&](int row) {
        const auto at = static_cast<std::size_t>(row);
        return (a.on[0][at] | a.on[1][at]) != 0;
      },
      [&](std::uint32_t* sums, int row) {
        const auto at = static_cast<std::size_t>(row);
        std::array<std::uint32_t, Most> columns;
        for (std::size_t j = 0; j < static_cast<std::size_t>(n); ++j) {
          columns[j] = (a.on[0][at] & b.on[0][j]) | (a.on[1][at] & b.on[1][j]);
        }
        run(sums, a.x[0][at], a.x[1][at], b.x[0].data(), b.x[1].data(), columns.data(), n);
      });
  return true;
}

inline void fmopa_widening(machine& c, word w) {
  static const dot_row_t run = dot_row(host_vectors().front());
  if (widening_in_rows(c, w, run, number_of_half)) return;
  arithmetic a(fp_control::of_za(c.s.fpcr));
  widening(c, w, Binary16, [&](auto sum, auto n0, auto m0, auto n1, auto m1) {
    return a.add(Binary32, sum, a.dot(Binary16, n0, m0, n1, m1));
  });
}
inline void bfmopa(machine& c, word w) {
  static const dot_row_t run = bf_dot_row(host_vectors().front());
  const auto control         = fp_control::of_za(c.s.fpcr);
  if (!control.ebf && widening_in_rows(c, w, run, number_of_brain)) return;
  arithmetic a(control);
  widening(c, w, Bfloat16, [&](auto sum, auto n0, auto m0, auto n1, auto m1) {
    if (control.ebf) return a.add(Binary32, sum, a.dot(Bfloat16, n0, m0, n1, m1));
    return a.bf_add(sum, a.bf_add(a.bf_mul(n0, m0), a.bf_mul(n1, m1)));
  });
}

/// SMOPA, UMOPA, SUMOPA, USMOPA and MOPS: four products per element, modulo its size. Bits 24 and
/// 21 make Zn and Zm unsigned; bit 4 subtracts.
template <int Size>
void integer_mopa(machine& c, word w) {
  constexpr int Part = Size / 4;
  using bits         = std::conditional_t<Size == 4, std::uint32_t, std::uint64_t>;
  // An inactive part is zero, and so is its product. Part k of element i is [k][i].
  using parts         = std::array<std::array<bits, MaxBytes / Size>, 4>;
  const int n         = c.count(Size);
  const auto parts_of = [&](unsigned z, const predicate_t& p, bool is_unsigned) {
    parts x;
    for (int i = 0; i < 4 * n; ++i) {
      const auto part = active(p, i, Part) ? c.z(z, i, Part) : 0;
      const auto value =
          is_unsigned ? part : static_cast<std::uint64_t>(sign_extend(part, 8 * Part));
      x[static_cast<std::size_t>(i % 4)][static_cast<std::size_t>(i / 4)] =
          static_cast<bits>(value);
    }
    return x;
  };
  const parts a = parts_of(w.n(), c.s.p[w.g()], w(24));
  const parts b = parts_of(w.m(), c.s.p[w(15, 13)], w(21));
  change_rows<bits>(
      c, w(Size == 4 ? 1 : 2, 0), [](int) { return true; },
      [&](bits* sums, int row) {
        const auto at = static_cast<std::size_t>(row);
        for (std::size_t j = 0; j < static_cast<std::size_t>(n); ++j) {
          bits sum = 0;
          for (std::size_t k = 0; k < 4; ++k) sum += a[k][at] * b[k][j];
          sums[j] = w(4) ? sums[j] - sum : sums[j] + sum;
        }
      });
}

/// ADDHA adds Zn to every row; ADDVA, bit 16, to every column.
template <int Size>
void add_to_tile(machine& c, word w) {
  each_of_tile(c, w, Size, [&](std::uint64_t sum, int row, int col) {
    return sum + c.z(w.n(), w(16) ? row : col, Size);
  });
}

}  // namespace weft::golden::sme::isa
