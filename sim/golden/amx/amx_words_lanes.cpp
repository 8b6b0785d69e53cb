// SPDX-License-Identifier: Apache-2.0
//
// The operands of operations on lanes as they are loaded, and the rows that they write.
#include "sim/golden/amx/amx_words_lanes.hpp"

namespace weft::golden::amx::sequence {
namespace {

/// Numbers of five bits to bytes: eight of them, 40 bits, go to each doubleword, then halves of
/// them to its halves, and so on.
void unpack_fives(word_list& a, unsigned to, unsigned from, bool all_of_64) {
  constexpr unsigned OddPairs = 4, Odd = 5;
  const auto move_up = [&](unsigned bytes, unsigned source) {
    a.mov(Third, source);
    a.ext(Third, Third, RowBytes - bytes);
  };
  // Doubleword 4 a + 2 b + c begins at 5 times its number: 12 a + 6 b + 3 c bytes below.
  unsigned v = from;
  if (all_of_64) {
    move_up(12, v);
    a.first(3, Odd, 4);
    a.choose(3, to, Odd, v, Third);
    v = to;
  }
  a.trn_p(3, false, Odd, None, All);
  a.zip_p(3, OddPairs, Odd, Odd);
  move_up(6, v);
  a.choose(3, to, OddPairs, Third, v);
  move_up(3, to);
  a.choose(3, to, Odd, Third, to);
  for (int log = 2; log >= 0; --log) {
    // The upper numbers of 2^(log + 1) bytes begin at 5 << log bits, and go to the upper half.
    a.shift_left(log + 1, Third, to, (8u << log) - (5u << log));
    a.trn_p(log, false, Odd, None, All);
    a.choose(log, to, Odd, Third, to);
  }
}

}  // namespace

void unpack(word_list& a, unsigned to, unsigned from, int bits, int log) {
  if (bits == 5) {
    unpack_fives(a, to, from, log == 0);
  } else {
    // Halves of bytes, then quarters.
    for (unsigned half = 4; half >= static_cast<unsigned>(bits); half /= 2) {
      a.shift(0, false, Third, from, half);
      a.zip(0, false, to, from, Third);
      from = to;
    }
  }
  a.keep(0, to, static_cast<unsigned>(std::min(bits, 6 - log)));
  for (int wider = 1; wider <= log; ++wider) a.unpack(wider, false, to, to);
}

unsigned lane_operands::unshuffled(bool of_y, unsigned n) {
  const int bytes = of_y ? o_.lanes.y : o_.lanes.x, log = log2_of(bytes);
  const unsigned to = of_y ? OfY : OfX, pool = of_y ? unsigned{Y} : unsigned{X};
  const loading from(k_, of_y, bytes);
  unsigned v = window(a_, to, pool, (from.offset + n * from.length) % PoolBytes);
  if (from.indexed) {
    unpack(a_, to, v, from.index_bits, log);
    a_.look_up(log, to, pool + from.table, to);
    v = to;
  }
  return v;
}

unsigned lane_operands::loaded(bool of_y, unsigned n) {
  const int bytes = of_y ? o_.lanes.y : o_.lanes.x, log = log2_of(bytes);
  const unsigned to = of_y ? OfY : OfX;
  unsigned v        = unshuffled(of_y, n);
  // The lower and the upper half in turns: all lanes twice, then the even ones of each. A number of
  // turns that is log2 of the number of lanes brings them back.
  const unsigned turns = loading(k_, of_y, bytes).columns % static_cast<unsigned>(6 - log);
  for (unsigned turn = 0; turn < turns; ++turn) {
    a_.zip(log, false, Third, v, v);
    a_.zip(log, true, Fourth, v, v);
    a_.trn(log, false, to, Third, Fourth);
    v = to;
  }
  return v;
}

unsigned lane_operands::broadcast(bool of_y, unsigned from, unsigned lane) {
  const unsigned to = of_y ? OfY : OfX;
  a_.dup_element(log2_of(of_y ? o_.lanes.y : o_.lanes.x), to, from, static_cast<int>(lane));
  return to;
}

bool lane_operands::enable_vector(const vector_enables& e) {
  const int x = o_.lanes.x, y = o_.lanes.y;
  rows_.fill(All);
  if (e.one_y()) return true;
  if (x == y) {
    if (e.lanes(RowBytes / x) == 0) return false;
    of_rows(enable(a_, 0, e.field, 6, log2_of(x)));
    return true;
  }
  // Bytes and halfwords: of those the predicate is true for both bytes.
  const auto bytes = e.lanes(RowBytes), halves = e.lanes(RowBytes / 2);
  if (bytes == 0 || halves == 0) return false;
  const auto of_bytes = enable(a_, 4, e.field, 6, 0), of_halves = enable(a_, 5, e.field, 6, 1);
  if (of_bytes == All && of_halves == All) return true;
  if (of_halves != All) a_.trn_p(0, false, of_halves, of_halves, of_halves);
  a_.both(0, of_bytes, of_halves);
  of_rows(0);
  return true;
}

bool lane_operands::enable_matrix(const matrix_enables& e) {
  if (enabled(e.x, 6, RowBytes / o_.lanes.x) == 0 || enabled(e.y, 6, RowBytes / o_.lanes.y) == 0) {
    return false;
  }
  of_rows(enable(a_, 0, e.x, 6, log2_of(o_.lanes.x)));
  return true;
}

/// The predicate of lanes for each row of the group: that of lane b of an element comes to its
/// first byte.
void lane_operands::of_rows(unsigned p) {
  rows_.fill(p);
  const int group = o_.lanes.group(), log = log2_of(std::min(o_.lanes.x, o_.lanes.y));
  if (p == All || group == 1) return;
  a_.trn_p(log, true, rows_[1] = 1, p, p);
  if (group == 2) return;
  a_.trn_p(log + 1, true, rows_[2] = 2, p, p);
  a_.trn_p(log + 1, true, rows_[3] = 3, 1, 1);
}

void write_zeros(word_list& a, fields k, const operation& o, const lane_operands& at) {
  const unsigned step = Rows / o.count, group = static_cast<unsigned>(o.lanes.group());
  for (unsigned n = 0; n < o.count; ++n) {
    const unsigned row = k(25, 20) % step + n * step;
    for (unsigned b = 0; b < group; ++b) {
      a.put(log2_of(o.lanes.z), at.predicate(b), row - row % group + b, Zero);
    }
  }
}

void write_zeros_of_matrix(word_list& a, const operation& o, fields k, const lane_operands& at,
                           const matrix_enables& e) {
  const int lanes    = RowBytes / o.lanes.y;
  const bool one_row = o.lanes.group() == 1;
  if (at.everything() && enabled(e.y, 6, lanes) == ones(lanes)) {
    const auto z = static_cast<unsigned>(o.lanes.z);
    return one_row ? a.zero_tile(log2_of(o.lanes.z), k(22, 20) % z) : a.zero_tile(0, 0);
  }
  for (const auto& r : rows_of_matrix(k, o, e)) {
    a.put(log2_of(o.lanes.z), at.predicate(r.b), r.row, Zero);
  }
}

rows_t rows_of_group(const operation& o, unsigned first) {
  rows_t rows;
  for (unsigned b = 0; b < static_cast<unsigned>(o.lanes.group()); ++b) {
    rows.push_back({.row = first + b, .b = b});
  }
  return rows;
}

rows_t rows_of_matrix(fields k, const operation& o, const matrix_enables& e) {
  const auto step = static_cast<unsigned>(o.lanes.step());
  const int group = o.lanes.group();
  rows_t rows;
  each(enabled(e.y, 6, RowBytes / o.lanes.y), [&](int j) {
    const auto first = static_cast<unsigned>(j * o.lanes.y);
    if (first % step != 0) return;
    for (auto r : rows_of_group(o, first + (group > 1 ? 0 : k(22, 20) % step))) {
      r.lane = j;
      rows.push_back(r);
    }
  });
  return rows;
}

}  // namespace weft::golden::amx::sequence
