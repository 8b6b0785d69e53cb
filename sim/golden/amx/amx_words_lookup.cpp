// SPDX-License-Identifier: Apache-2.0
//
// GENLUT as words of SME.
#include <array>
#include <bit>

#include "sim/golden/amx/amx_words_lanes.hpp"

namespace weft::golden::amx::sequence {
namespace {

enum : unsigned { Key = XParts, Table, Infinity, Numbers = YParts };

/// A bfloat16 as a signed number of the same order, zeros being equal. A NaN becomes `nan`.
/// Overwrites predicates p and p + 1.
void order(word_list& a, unsigned to, unsigned from, unsigned p, std::uint64_t nan) {
  a.mov(to, from);
  a.negative(1, p + 1, from);
  a.keep(1, to, 15);
  a.greater(1, true, p, to, Infinity);
  a.negate(1, p + 1, to, to);
  a.set(1, to, p, nan);
}

/// Pairs of numbers of `bits` bits in halves of elements of 2^log bytes become one of twice the
/// bits.
void join(word_list& a, int log, unsigned v, unsigned bits) {
  const unsigned half = 4u << log;
  a.dup(log, Second, (std::uint64_t{1} << half) - (std::uint64_t{1} << bits));
  a.shift(log, false, First, v, half);
  a.mla(log, true, v, First, Second);
}

/// Packs numbers of five bits in halfwords.
void pack_fives(word_list& a, unsigned to, unsigned v) {
  join(a, 2, v, 5);
  join(a, 3, v, 10);
  // 20 bits in doublewords to 40 bits in half as many, of which five bytes have bits.
  a.unzip(3, true, First, v, Zero);
  a.unzip(3, false, v, v, Zero);
  a.shift_left(3, First, First, 20);
  a.orr(v, v, First);
  // The second of two moves down by three bytes.
  a.trn(3, true, First, Zero, v);
  a.trn(3, false, v, v, Zero);
  a.ext(First, First, 3);
  a.orr(v, v, First);
  // The upper two by six.
  a.mov(First, v);
  a.ext(First, Zero, 6);
  a.first(0, 0, 10);
  a.choose(0, to, 0, v, First);
}

/// Packs numbers of four bits in elements of 2^log bytes.
void pack_fours(word_list& a, int log, unsigned to, unsigned v) {
  for (int narrower = log - 1; narrower >= 0; --narrower) a.unzip(narrower, false, v, v, Zero);
  a.shift(1, false, First, v, 4);
  a.orr(v, v, First);
  a.unzip(0, false, to, v, Zero);
}

/// The number of the lane before the first of the table that is greater, the last one if there is
/// none. Of four lanes of the table the first that is greater is found by numbers of their own:
/// from the last one on, each one that is greater replaces the number.
void generate(word_list& a, const table_mode& m, unsigned from, unsigned table, unsigned to) {
  constexpr unsigned Turns = 4;
  const int log            = log2_of(m.bytes);
  const auto lanes         = static_cast<unsigned>(RowBytes / m.bytes);
  const bool ordered       = m.number == Bfloat16;
  if (ordered) {
    a.dup(1, Infinity, 0x7f80);
    std::array<word_list, 2> both;
    order(both[0], Key, from, 0, 0x7fff);
    order(both[1], Table, table, 2, 0x8000);
    a.in_turns(both);
    from  = Key;
    table = Table;
  }
  for (unsigned turn = 0; turn < Turns; ++turn) a.dup(log, Numbers + turn, lanes);
  for (unsigned j = lanes; j != 0; j -= Turns) {
    std::array<word_list, Turns> turns;
    for (unsigned turn = 0; turn < Turns; ++turn) {
      auto& list          = turns[turn];
      const unsigned lane = j - 1 - turn, of_table = First + turn;
      list.dup_element(log, of_table, table, static_cast<int>(lane));
      if (m.number && !ordered) {
        list.greater_number(log, turn, of_table, from);
      } else {
        list.greater(log, ordered || m.is_signed, turn, of_table, from);
      }
      list.set_small(log, Numbers + turn, turn, lane);
    }
    a.in_turns(turns);
  }
  using enum word_list::limit_e;
  a.limit(log, Umin, Numbers, Numbers + 1);
  a.limit(log, Umin, Numbers + 2, Numbers + 3);
  a.limit(log, Umin, Numbers, Numbers + 2);
  // None or the first one: the last number.
  a.subtract_constant(log, Numbers, 1);
  a.keep(log, Numbers, static_cast<unsigned>(std::countr_zero(lanes)));
  m.index_bits == 5 ? pack_fives(a, to, Numbers) : pack_fours(a, log, to, Numbers);
}

}  // namespace

void genlut(word_list& a, fields k) {
  const table_operand o(k);
  const auto pool      = [](bool of_y) { return of_y ? unsigned{Y} : unsigned{X}; };
  const unsigned from  = window(a, OfX, pool(o.from_y), o.offset);
  const unsigned table = pool(o.table_y) + o.table, to = pool(o.to_y) + o.destination;
  if (!o.lookup) return generate(a, o.mode, from, table, to);
  const int log = log2_of(o.mode.bytes);
  unpack(a, OfX, from, o.mode.index_bits, log);
  a.look_up(log, o.row ? unsigned{OfX} : to, table, OfX);
  if (o.row) a.put(0, All, *o.row, OfX);
}

}  // namespace weft::golden::amx::sequence
