// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "sim/golden/amx/amx_operation.hpp"
#include "sim/golden/fcvt.hpp"
#include "sim/golden/sme_machine.hpp"

/// Lanes of X, Y and Z of AMX's arithmetic.
namespace weft::golden::amx {

using sme::isa::element, sme::isa::put, sme::isa::sign_extend;

using row_t = std::array<std::uint8_t, RowBytes>;

inline std::span<std::uint8_t> row(state& s, unsigned r) {
  return std::span(s.core.rows[r]).first(RowBytes);
}

/// 64 bytes of a pool from `offset` on, wrapping around at its end.
inline row_t window(const pool_t& pool, unsigned offset) {
  row_t w;
  for (unsigned i = 0; i < w.size(); ++i) w[i] = pool[(offset + i) % PoolBytes];
  return w;
}

/// Register `r` of a pool.
inline row_t reg_of(const pool_t& pool, unsigned r) { return window(pool, r * RowBytes); }

/// The lanes of `table` that packed indices of `bits` bits name, modulo the number of lanes.
inline row_t looked_up(const row_t& indices, const row_t& table, int bits, int bytes) {
  const int lanes = RowBytes / bytes;
  row_t to;
  for (int i = 0; i < lanes; ++i) {
    const int at      = i * bits;
    const auto packed = element(std::span(indices).subspan(static_cast<unsigned>(at / 8)), 0, 2);
    const auto index  = static_cast<int>(packed >> at % 8 & ones(bits)) % lanes;
    put(to, i, bytes, element(table, index, bytes));
  }
  return to;
}

/// The lanes as a matrix of 2^columns columns, read row by row of its transpose.
inline row_t shuffled(const row_t& from, unsigned columns, int bytes) {
  const int n = 1 << columns, lanes = RowBytes / bytes;
  row_t to;
  for (int i = 0; i < lanes; ++i) {
    put(to, i, bytes, element(from, i % n * (lanes / n) + i / n, bytes));
  }
  return to;
}

/// One lane in the place of all.
inline row_t broadcast(const row_t& from, int lane, int bytes) {
  row_t to;
  for (int i = 0; i < RowBytes / bytes; ++i) put(to, i, bytes, element(from, lane, bytes));
  return to;
}

/// Vectors of X and Y, their enabled lanes, and the row of Z.
struct vectors {
  row_t x, y;
  std::uint64_t x_on, y_on;
  unsigned row;
};

/// Sets z = f(x, y, z) for every pair of enabled lanes; lanes of X go around the rows of a group.
template <class F>
void each_pair(state& s, const vectors& v, lane_bytes w, F&& f) {
  const auto step = static_cast<unsigned>(w.step());
  const int group = w.group();
  each(v.y_on, [&](int j) {
    const auto first = static_cast<unsigned>(j * w.y);
    if (first % step != 0) return;
    const auto y = element(v.y, j, w.y);
    each(v.x_on, [&](int i) {
      const auto r = group > 1 ? static_cast<unsigned>(i % group) : v.row % step;
      const auto z = row(s, first + r);
      put(z, i / group, w.z, f(element(v.x, i, w.x), y, element(z, i / group, w.z)));
    });
  });
}

/// Sets z = f(x, y, z) for lanes of the same number. The wider one of X and Y has a lane for two of
/// the other.
template <class F>
void each_lane(state& s, const vectors& v, lane_bytes w, F&& f) {
  const int step = std::min(w.x, w.y), group = w.group();
  for (int n = 0; n < RowBytes / step; ++n) {
    const int i = n * step / w.x, j = n * step / w.y;
    if ((v.x_on >> i & v.y_on >> j & 1) == 0) continue;
    const auto z = row(s, v.row / static_cast<unsigned>(group) * static_cast<unsigned>(group) +
                              static_cast<unsigned>(n % group));
    put(z, n / group, w.z,
        f(element(v.x, i, w.x), element(v.y, j, w.y), element(z, n / group, w.z)));
  }
}

/// Products of lanes of `size` bytes with a sum as wide, or in matrix mode twice as wide.
template <class F>
void each_product(state& s, fields k, int size, bool widening, F&& f) {
  const int lanes = RowBytes / size;
  vectors v{.x    = window(s.x, k(18, 10)),
            .y    = window(s.y, k(8, 0)),
            .x_on = x_enabled(k, lanes),
            .y_on = y_enabled(k, lanes),
            .row  = k(25, 20)};
  if (k(63)) {
    v.y_on = ones(lanes);
    each_lane(s, v, {size, size, size}, f);
  } else {
    each_pair(s, v, {size, size, widening ? 2 * size : size}, f);
  }
}

/// The vectors of VECINT, VECFP, MATINT and MATFP, and their enabled lanes.
class general_vectors {
 public:
  general_vectors(const state& s, fields k, const operation& o) : s_(s), k_(k), o_(o) {}

  /// Calls f for every row of Z that a vector operation begins at. A result is zero if `zero` says
  /// so.
  template <class F>
  void vector(F&& f) const {
    const vector_enables enables(k_, o_);
    const unsigned step = Rows / o_.count;
    for (unsigned n = 0; n < o_.count; ++n) {
      vectors v{.x    = loaded(s_.x, false, enables.x_stays ? 0 : n),
                .y    = loaded(s_.y, true, enables.y_stays ? 0 : n),
                .x_on = enables.lanes(RowBytes / o_.lanes.x),
                .y_on = enables.lanes(RowBytes / o_.lanes.y),
                .row  = k_(25, 20) % step + n * step};
      if (enables.one_x) v.x = broadcast(v.x, 0, o_.lanes.x);
      if (enables.one_y()) {
        const unsigned lane = enables.lane_of_y(RowBytes / o_.lanes.y);
        v.y                 = broadcast(v.y, static_cast<int>(lane), o_.lanes.y);
      }
      if (enables.no_x()) v.x = {};
      if (enables.no_y()) v.y = {};
      f(v, enables.writes_zero());
    }
  }

  /// Calls f for a matrix operation.
  template <class F>
  void matrix(F&& f) const {
    const matrix_enables enables(k_, o_);
    vectors v{.x    = loaded(s_.x, false, 0),
              .y    = loaded(s_.y, true, 0),
              .x_on = enabled(enables.x, 6, RowBytes / o_.lanes.x),
              .y_on = enabled(enables.y, 6, RowBytes / o_.lanes.y),
              .row  = k_(22, 20)};
    if (enables.no_x()) v.x = {};
    if (enables.no_y()) v.y = {};
    f(v, enables.writes_zero());
  }

 private:
  /// Vector n of X or Y.
  row_t loaded(const pool_t& pool, bool y, unsigned n) const {
    const int bytes = y ? o_.lanes.y : o_.lanes.x;
    const loading from(k_, y, bytes);
    row_t v = window(pool, from.offset + n * from.length);
    if (from.indexed) v = looked_up(v, reg_of(pool, from.table), from.index_bits, bytes);
    return shuffled(v, from.columns, bytes);
  }

  const state& s_;
  fields k_;
  const operation& o_;
};

/// A right shift of an integer: rounded or not, saturated or truncated to `bytes`.
struct narrowing {
  unsigned shift;
  bool rounded, saturated, to_signed;
  int bytes;

  std::uint64_t operator()(std::int64_t value) const {
    if (shift != 0 && rounded) value += std::int64_t{1} << (shift - 1);
    value >>= shift;
    if (saturated) {
      const std::int64_t limit = std::int64_t{1} << (8 * bytes - (to_signed ? 1 : 0));
      value                    = std::clamp(value, to_signed ? -limit : 0, limit - 1);
    }
    return static_cast<std::uint64_t>(value);
  }
};

inline std::uint64_t convert(format from, format to, std::uint64_t bits) {
  return fcvt::eval({.source = from, .destination = to, .int_bits = 0}, {.data = bits}).bits;
}

// The instructions on lanes.

void fma(state& s, fields k, format f, int size, bool subtract);
void mac16(state& s, fields k);
void vecint(state& s, fields k);
void matint(state& s, fields k);
void vecfp(state& s, fields k);
void matfp(state& s, fields k);
void genlut(state& s, fields k);

}  // namespace weft::golden::amx
