// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cmath>
#include <cstdint>
#include <optional>

#include "tb/sme/amx/amx_reference.hpp"

/// VECINT, VECFP, MATINT, MATFP and GENLUT of the second implementation.
namespace weft::amx_reference {

using bytes_t = std::array<std::uint8_t, 512>;

/// The number that `count` bits of a pool make, from bit `at` on.
inline int packed(const bytes_t& pool, std::size_t at, int count) {
  int number = 0;
  for (std::size_t b = 0; b < static_cast<std::size_t>(count); ++b) {
    number |= (pool[(at + b) / 8 % 512] >> (at + b) % 8 & 1) << b;
  }
  return number;
}

inline void copy_lane(bytes_t& to, std::size_t t, const bytes_t& from, std::size_t f,
                      std::size_t size) {
  for (std::size_t b = 0; b < size; ++b) to[t + b] = from[(f + b) % 512];
}

/// The n-th vector of X or Y in the first 64 bytes: from memory's order, or from a register by
/// indices; lane k of it then goes 2^shuffle lanes further for every one.
inline bytes_t vector_of(const bytes_t& pool, std::uint64_t operand, bool y, std::size_t size,
                         std::size_t n) {
  const std::size_t count = 64 / size, offset = bits(operand, y ? 0 : 10, 9);
  bytes_t loaded{}, to{};
  const int index = bits(operand, 48, 1) != 0 ? 4 : 2;
  for (std::size_t k = 0; k < count; ++k) {
    if (bits(operand, 53, 1) != 0 && (bits(operand, 47, 1) != 0) == y) {
      const auto bit   = 8 * offset + (n * count + k) * static_cast<std::size_t>(index);
      const auto which = static_cast<std::size_t>(packed(pool, bit, index)) % count;
      copy_lane(loaded, k * size, pool, bits(operand, 49, 3) * 64 + which * size, size);
    } else {
      copy_lane(loaded, k * size, pool, offset + 64 * n + k * size, size);
    }
  }
  const std::size_t by = std::size_t{1} << bits(operand, y ? 27 : 29, 2);
  for (std::size_t k = 0; k < count; ++k) {
    copy_lane(to, (k * by % count + k * by / count) * size, loaded, k * size, size);
  }
  return to;
}

/// A vector operation of several rows: one of X or of Y for all, or of no effect.
struct repetition {
  int count  = 1;
  bool one_x = false, one_y = false, lane_x = false;
  std::uint64_t enables;

  repetition(std::uint64_t operand, std::uint64_t single) : enables(single) {
    if (bits(operand, 31, 1) == 0) return;
    count                = bits(operand, 25, 1) != 0 ? 4 : 2;
    constexpr int As[]   = {0, 3, 0, 0, 4, 5, 0, 64};
    const auto broadcast = bits(operand, 32, 3);
    enables              = static_cast<std::uint64_t>(As[broadcast]);
    one_x                = broadcast == 2 || broadcast == 6;
    one_y                = broadcast == 3 || broadcast == 7;
    lane_x               = broadcast == 6;
  }
};

/// Calls f(z row, lane of X, lane of Y, vectors) for the enabled lanes of a vector operation.
template <class F>
void each_lane(const registers& r, std::uint64_t operand, std::uint64_t single, std::size_t x_size,
               std::size_t y_size, F&& f) {
  const repetition all(operand, single);
  const auto x_lanes = static_cast<int>(64 / x_size), y_lanes = static_cast<int>(64 / y_size);
  const int count = std::max(x_lanes, y_lanes);
  const bool one  = all.enables >> 6 == 1;
  const auto x_on = lanes(one ? 0 : all.enables, 6, x_lanes);
  const auto y_on = lanes(one ? 0 : all.enables, 6, y_lanes);
  for (int n = 0; n < all.count; ++n) {
    const auto step = 64 / all.count;
    const int row   = static_cast<int>(bits(operand, 20, 6)) % step + n * step;
    bytes_t x = vector_of(r.x, operand, false, x_size, all.one_x ? 0 : static_cast<unsigned>(n));
    bytes_t y = vector_of(r.y, operand, true, y_size, all.one_y ? 0 : static_cast<unsigned>(n));
    if (all.enables == 4) x = {};
    if (all.enables == 5) y = {};
    for (int i = 0; i < count; ++i) {
      const int at_x = i * x_lanes / count, at_y = i * y_lanes / count;
      if (!x_on.contains(at_x) || !y_on.contains(at_y)) continue;
      f(row, i, x, all.lane_x ? 0 : at_x, y,
        one ? static_cast<int>(all.enables % 64) % y_lanes : at_y, all.enables == 3);
    }
  }
}

// Integers.

inline long number_of(const std::uint8_t* at, int size, bool is_signed) {
  long v = 0;
  for (int b = size; b-- > 0;) v = v * 256 + at[b];
  return is_signed && v >= 1l << (8 * size - 1) ? v - (1l << (8 * size)) : v;
}
inline long integer(const bytes_t& v, int i, int size, bool is_signed) {
  return number_of(&v[static_cast<std::size_t>(i * size)], size, is_signed);
}
inline std::uint8_t* z_at(registers& r, int row, int i, int size) {
  return &r.z[static_cast<std::size_t>(row)][static_cast<std::size_t>(i * size)];
}

/// v / 2^n, rounded down.
inline long floored(long v, std::uint64_t n) {
  const long power = 1l << n;
  return v >= 0 ? v / power : -((-v + power - 1) / power);
}

/// Widths in bytes of lanes that a mode has, by bits 45:42.
struct int_widths {
  int x, y, z, saturated;
};
inline int_widths widths_of_integers(bool matrix, std::uint64_t mode, std::uint64_t field) {
  if (mode == 4) {
    if (field == 3) return {4, 4, 4, 2};
    if (field == 4) return {4, 4, 4, 4};
    if (field == 9 && !matrix) return {1, 1, 1, 1};
    if (field == 10) return {4, 4, 4, 1};
    if (field == 11) return {2, 2, 2, 1};
    return {2, 2, 2, 2};
  }
  if (mode == 5 || mode == 6) return {2, 2, 2, 0};
  if (mode == 8) return field == 10 ? int_widths{1, 1, 4, 0} : int_widths{1, 1, 2, 0};
  if (field == 3) return {2, 2, 4, 0};
  if (mode == 9 && field == 4) return {4, 4, 4, 0};
  if (!matrix) {
    if (field == 10) return {1, 1, 4, 0};
    if (field == 11) return {1, 1, 2, 0};
    if (field == 12) return {1, 2, 4, 0};
    if (field == 13) return {2, 1, 4, 0};
  }
  return {2, 2, 2, 0};
}

/// The mode of an operand; none if it is reserved.
inline std::optional<std::uint64_t> mode_of(std::uint64_t operand, bool matrix, bool is_integer) {
  const bool indexed = bits(operand, 53, 1) != 0, bytes = indexed && bits(operand, 54, 1) != 0;
  if (bits(operand, 55, 2) != 0) return {};
  if (bits(operand, 54, 1) != 0 && !(bytes && matrix && is_integer)) return {};
  const auto mode = indexed ? (bytes ? 8 : 0) : bits(operand, 47, 6);
  const std::set<std::uint64_t> there =
      is_integer ? matrix ? std::set<std::uint64_t>{0, 1, 2, 3, 4, 5, 6, 8, 9}
                          : std::set<std::uint64_t>{0, 1, 2, 3, 4, 5, 6, 10, 11, 12}
      : matrix ? std::set<std::uint64_t>{0, 1, 4}
                 : std::set<std::uint64_t>{0, 1, 4, 5, 7, 10, 11, 12};
  if (!there.contains(mode)) return {};
  return mode;
}

/// z of lanes x, y, z; `size` are the bytes of x.
inline long integer_result(std::uint64_t operand, std::uint64_t mode, long x, long y, long z,
                           int size, int saturated) {
  const auto n       = bits(operand, 58, 5);
  const auto limited = [](long v, long low, long high) {
    return v < low ? low : v > high ? high : v;
  };
  switch (mode) {
    case 1:
      return z - floored(x * y, n);
    case 2:
      return z + floored(x + y, n);
    case 3:
      return z - floored(x + y, n);
    case 4: {
      const long half = bits(operand, 29, 1) != 0 && n != 0 ? 1l << (n - 1) : 0;
      const long v    = floored(z + half, n);
      if (bits(operand, 30, 1) == 0) return v;
      const long range = 1l << (8 * saturated);
      return bits(operand, 26, 1) != 0 ? limited(v, -range / 2, range / 2 - 1)
                                       : limited(v, 0, range - 1);
    }
    case 5:
      return limited(z + floored(2 * x * y + 32768, 16), -32768, 32767);
    case 6:
      return limited(z - floored(2 * x * y + 32768, 16), -32768, 32767);
    case 9: {
      const std::bitset<64> a(static_cast<unsigned long>(x)), b(static_cast<unsigned long>(y));
      long same = 0;
      for (int i = 0; i < 8 * size; ++i)
        same += a[static_cast<std::size_t>(i)] == b[static_cast<std::size_t>(i)];
      return z + same;
    }
    case 10:
      return floored(x * y, n);
    case 11:
      return z + floored(x, n);
    case 12:
      return z + floored(y, n);
    default:
      return z + floored(x * y, n);
  }
}

/// Sets an integer of Z from lanes of X and Y.
inline void set_integer(registers& r, std::uint64_t operand, std::uint64_t mode,
                        const int_widths& w, int row, int element, long x, long y, bool zero) {
  std::uint8_t* const at = z_at(r, row, element, w.z);
  const long z           = number_of(at, w.z, mode != 4 || bits(operand, 63, 1) != 0);
  const long result      = zero ? 0 : integer_result(operand, mode, x, y, z, w.x, w.saturated);
  std::memcpy(at, &result, static_cast<std::size_t>(w.z));
}

inline void vecint(registers& r, std::uint64_t operand) {
  const auto mode = mode_of(operand, false, true);
  if (!mode) return;
  const auto w        = widths_of_integers(false, *mode, bits(operand, 42, 4));
  const bool x_signed = bits(operand, 63, 1) != 0, y_signed = bits(operand, 26, 1) != 0;
  const int rows = w.z / std::min(w.x, w.y);
  each_lane(r, operand, bits(operand, 32, 9), static_cast<std::size_t>(w.x),
            static_cast<std::size_t>(w.y),
            [&](int row, int i, const bytes_t& x, int at_x, const bytes_t& y, int at_y, bool zero) {
              set_integer(r, operand, *mode, w, row - row % rows + i % rows, i / rows,
                          integer(x, at_x, w.x, x_signed), integer(y, at_y, w.y, y_signed), zero);
            });
}

inline void matint(registers& r, std::uint64_t operand) {
  const auto mode = mode_of(operand, true, true);
  if (!mode) return;
  const auto w        = widths_of_integers(true, *mode, bits(operand, 42, 4));
  const bool x_signed = bits(operand, 63, 1) != 0, y_signed = bits(operand, 26, 1) != 0;
  bytes_t x        = vector_of(r.x, operand, false, static_cast<std::size_t>(w.x), 0);
  bytes_t y        = vector_of(r.y, operand, true, static_cast<std::size_t>(w.y), 0);
  const auto field = bits(operand, 32, 9);
  const bool of_y  = bits(operand, 25, 1) != 0;
  if (field == 4 || field == 5) (of_y ? y : x) = {};
  const auto start = static_cast<int>(bits(operand, 20, 2));
  for (const int j : lanes(of_y ? field : 0, 6, 64 / w.y)) {
    for (const int i : lanes(of_y ? 0 : field, 6, 64 / w.x)) {
      int row = 0, element = 0;
      if (w.x == 1) {  // bytes: all of X, every second or fourth of Y
        if (j % w.z != 0) continue;
        row     = j + i % w.z;
        element = i / w.z;
      } else if (w.x == 2 && w.z == 4) {
        row     = 2 * j + i % 2;
        element = i / 2;
      } else {
        row     = j * w.z + start % w.z;
        element = i;
      }
      set_integer(r, operand, *mode, w, row, element, integer(x, i, w.x, x_signed),
                  integer(y, j, w.y, y_signed), field == 3);
    }
  }
}

// Floating point.

template <class T>
T real_result(std::uint64_t mode, T x, T y, T z) {
  using wide        = __float128;
  const bool no_nan = x == x && z == z;
  const auto lesser = [](T a, T b) {
    const bool a_negative = std::signbit(static_cast<double>(static_cast<wide>(a)));
    return static_cast<wide>(a) < b || (static_cast<wide>(a) == b && a_negative);
  };
  switch (mode) {
    case 1:
      return canonical(fma(minus(x), y, z));
    case 4:
      return static_cast<wide>(x) <= 0 ? static_cast<T>(wide{0}) : y;
    case 5:
      return !no_nan ? canonical(static_cast<T>(wide{__builtin_nan("")})) : lesser(x, z) ? x : z;
    case 7:
      return !no_nan ? canonical(static_cast<T>(wide{__builtin_nan("")})) : lesser(x, z) ? z : x;
    case 10:
      return canonical(static_cast<T>(x * y));
    case 11:
      return canonical(static_cast<T>(z + x));
    case 12:
      return canonical(static_cast<T>(z + y));
    default:
      return canonical(fma(x, y, z));
  }
}

/// A lane of XY as a number of Z.
template <class XY, class Z>
Z widened(const bytes_t& v, int i) {
  if constexpr (std::is_same_v<XY, Z>) {
    return lane<Z>(v, 0, i);
  } else {
    return canonical(static_cast<Z>(static_cast<__float128>(lane<XY>(v, 0, i))));
  }
}

/// Calls f with values of the types of X and Y, and of Z, that bits 45:42 name.
template <class F>
void with_types(std::uint64_t operand, F&& f) {
  switch (bits(operand, 42, 4)) {
    case 0:
      return f(bfloat(), bfloat());
    case 1:
      return f(bfloat(), float());
    case 3:
      return f(half(), float());
    case 4:
      return f(float(), float());
    case 7:
      return f(double(), double());
    default:
      return f(half(), half());
  }
}

inline void vecfp(registers& r, std::uint64_t operand) {
  const auto mode = mode_of(operand, false, false);
  if (!mode) return;
  with_types(operand, [&]<class XY, class Z>(XY, Z) {
    const int rows   = sizeof(Z) / sizeof(XY);
    const auto field = bits(operand, 38, 3) << 6 | bits(operand, 32, 5);
    each_lane(
        r, operand, field, sizeof(XY), sizeof(XY),
        [&](int row, int i, const bytes_t& x, int at_x, const bytes_t& y, int at_y, bool zero) {
          const int to = row - row % rows + i % rows;
          const Z z    = get<Z>(r, to, i / rows);
          put(r, to, i / rows,
              zero ? static_cast<Z>(__float128{0})
                   : real_result(*mode, widened<XY, Z>(x, at_x), widened<XY, Z>(y, at_y), z));
        });
  });
}

inline void matfp(registers& r, std::uint64_t operand) {
  const auto mode = mode_of(operand, true, false);
  if (!mode) return;
  with_types(operand, [&]<class XY, class Z>(XY, Z) {
    const auto of_x = bits(operand, 38, 3) << 6 | bits(operand, 32, 5);
    const auto of_y = bits(operand, 23, 3) << 6 | bits(operand, 58, 5);
    bytes_t x       = vector_of(r.x, operand, false, sizeof(XY), 0);
    bytes_t y       = vector_of(r.y, operand, true, sizeof(XY), 0);
    if (of_x == 4 || of_x == 5) x = {};
    if (of_y == 4 || of_y == 5) y = {};
    constexpr int Size = sizeof(XY), Count = 64 / Size;
    const auto start = static_cast<int>(bits(operand, 20, 3));
    for (const int j : lanes(of_y, 6, Count)) {
      for (const int i : lanes(of_x, 6, Count)) {
        const bool pair = sizeof(Z) > sizeof(XY);
        const int row = Size * j + (pair ? i % 2 : start % Size), element = pair ? i / 2 : i;
        put(r, row, element,
            of_x == 3 || of_y == 3 ? static_cast<Z>(__float128{0})
                                   : real_result(*mode, widened<XY, Z>(x, i), widened<XY, Z>(y, j),
                                                 get<Z>(r, row, element)));
      }
    }
  });
}

// Lookup tables.

/// Indices of `index` bits: for each lane that of the last lane of the table before a greater one.
template <class T>
bytes_t generated(const bytes_t& from, const bytes_t& table, int index) {
  constexpr int Count = 64 / sizeof(T);
  std::bitset<512> all;
  for (int i = 0; i < Count; ++i) {
    int v = -1;
    for (int k = Count - 1; k >= 0; --k) {
      if (lane<T>(table, 0, k) > lane<T>(from, 0, i)) v = k;
    }
    // No greater lane, and the first: the last number there is.
    const auto number = static_cast<unsigned>(v <= 0 ? Count - 1 : v - 1);
    for (int b = 0; b < index; ++b)
      all[static_cast<std::size_t>(i * index + b)] = (number >> b & 1) != 0;
  }
  bytes_t to{};
  for (std::size_t b = 0; b < 512; ++b) to[b / 8] |= static_cast<std::uint8_t>(all[b] << b % 8);
  return to;
}

inline void genlut(registers& r, std::uint64_t operand) {
  const auto mode   = bits(operand, 53, 4);
  const bytes_t& of = bits(operand, 10, 1) != 0 ? r.y : r.x;
  const bytes_t& in = bits(operand, 59, 1) != 0 ? r.y : r.x;
  bytes_t from{}, table{}, to{};
  copy_lane(from, 0, of, bits(operand, 0, 9), 64);
  copy_lane(table, 0, in, bits(operand, 60, 3) * 64, 64);
  switch (mode) {
    case 0:
      to = generated<float>(from, table, 4);
      break;
    case 1:
      to = bits(operand, 30, 1) != 0 ? generated<bfloat>(from, table, 5)
                                     : generated<half>(from, table, 5);
      break;
    case 2:
      to = generated<double>(from, table, 4);
      break;
    case 3:
      to = generated<std::int32_t>(from, table, 4);
      break;
    case 4:
      to = generated<std::int16_t>(from, table, 5);
      break;
    case 5:
      to = generated<std::uint32_t>(from, table, 4);
      break;
    case 6:
      to = generated<std::uint16_t>(from, table, 5);
      break;
    default: {
      constexpr int Index[]        = {2, 2, 2, 4, 4, 4, 4, 5, 5};
      constexpr std::size_t Size[] = {4, 2, 1, 8, 4, 2, 1, 2, 1};
      const auto size              = Size[mode - 7];
      for (std::size_t i = 0; i < 64 / size; ++i) {
        const auto which = static_cast<std::size_t>(
            packed(from, i * static_cast<std::size_t>(Index[mode - 7]), Index[mode - 7]));
        copy_lane(to, i * size, table, which % (64 / size) * size, size);
      }
    }
  }
  if (mode >= 7 && bits(operand, 26, 1) != 0) {
    std::copy_n(to.begin(), 64, r.z[bits(operand, 20, 6)].begin());
  } else {
    std::copy_n(to.begin(), 64,
                (bits(operand, 25, 1) != 0 ? r.y : r.x).begin() +
                    static_cast<long>(64 * bits(operand, 20, 3)));
  }
}

}  // namespace weft::amx_reference
