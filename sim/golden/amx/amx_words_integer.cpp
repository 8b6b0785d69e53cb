// SPDX-License-Identifier: Apache-2.0
//
// VECINT and MATINT as words of SME.
#include <algorithm>
#include <array>

#include "sim/golden/amx/amx_words_lanes.hpp"

namespace weft::golden::amx::sequence {
namespace {

using enum integer_e;

/// The operation of rows of Z, x and y being in parts: elements in which the result has all its
/// bits. Lanes of 16 bits are computed as words, even and odd ones apart, where these are needed.
class rows_of_integers {
 public:
  rows_of_integers(word_list& a, fields k, const operation& o, const lane_operands& at)
      : a_(a),
        k_(k),
        o_(o),
        at_(at),
        alu_(static_cast<integer_e>(o.alu)),
        shift_(k(62, 58)),
        log_z_(log2_of(o.lanes.z)),
        halves_(o.lanes.z == 2 && o.lanes.x == 2 && (high() || (combines() && shift_ != 0))),
        log_(halves_ ? 2 : log_z_) {}

  operands_used uses() const {
    return {.x = alu_ != Shift && alu_ != AddY, .y = alu_ != Shift && alu_ != AddX};
  }

  /// The operands that are used, and what is the same for all rows. Of bytes of y of a matrix
  /// operation only the first of each element has rows.
  void take(unsigned x, unsigned y) {
    if (alu_ == Shift) begin_narrowing();
    if (alu_ == Agree) a_.flip(log2_of(o_.lanes.x), OfX, std::exchange(x, OfX));
    if (uses().x) xs_ = split(XParts, x, o_.lanes.x, alu_ != Agree && x_signed(), 4);
    if (uses().y) ys_ = split(YParts, y, o_.lanes.y, alu_ != Agree && k_(26), bytes() ? 1 : 4);
  }

  void operator()(const rows_t& rows) {
    in_sets(a_, rows, sets_of_rows(), [&](word_list& a, std::size_t set, const row_of_group& r) {
      of_row(a, scratch_[set], r);
    });
  }

 private:
  /// Temporaries of a row: v is first the lane of y.
  struct scratch {
    unsigned v, t, even, odd;
  };
  using parts = std::array<unsigned, 4>;

  bool high() const { return alu_ == HighAdd || alu_ == HighSub; }
  bool combines() const { return alu_ <= SumSub || alu_ == Mul; }
  bool bytes() const { return alu_ == Bytes; }
  bool multiplies() const {
    return alu_ == MulAdd || alu_ == MulSub || alu_ == Bytes || alu_ == Mul || high();
  }
  bool subtracts() const { return alu_ == MulSub || alu_ == SumSub || alu_ == HighSub; }
  bool x_signed() const { return k_(63); }
  unsigned limits() const { return alu_ == Shift && limited() ? 2 : 0; }
  int parts_of(int lane) const { return (1 << log_) / lane; }

  /// The rows that have temporaries of their own, at most four: pairs of registers of parts that
  /// are not needed, and the four that follow these.
  std::size_t sets_of_rows() {
    if (halves_) {
      scratch_ = {
          {{YParts + 2, YParts + 3, First, Second}, {XParts + 2, XParts + 3, Third, Fourth}}};
      return 2;
    }
    const auto pairs = [&](int lane) { return static_cast<unsigned>(log2_of(parts_of(lane))); };
    const unsigned x = limits() != 0 ? 1 : pairs(o_.lanes.x), y = bytes() ? 1 : pairs(o_.lanes.y);
    const unsigned sets = std::min(4u, 6 - x - y);
    for (unsigned set = 0; set < sets; ++set) {
      const unsigned pair = x + set + (x + set < 2 ? 0 : y), v = XParts + 2 * pair;
      scratch_[set] = {.v = v, .t = v + 1, .even = 0, .odd = 0};
    }
    return sets;
  }

  parts split(unsigned to, unsigned from, int bytes, bool is_signed, int needed) {
    const int number = parts_of(bytes);
    parts all{from, from, from, from};
    if (number == 1 || from == Zero) return all;
    const unsigned bits = 8 * static_cast<unsigned>(bytes), most = 8u << log_;
    for (unsigned part = 0; part < static_cast<unsigned>(std::min(number, needed)); ++part) {
      const unsigned above = most - (part + 1) * bits;
      const auto d = all[part] = to + part;
      if (part == 0) {
        a_.extend(log_, is_signed, bytes == 1 ? 0 : 1, d, from);
        continue;
      }
      if (above != 0) a_.shift_left(log_, d, from, above);
      a_.shift(log_, is_signed, d, above != 0 ? d : from, most - bits);
    }
    return all;
  }

  void of_row(word_list& a, const scratch& s, const row_of_group& r) {
    // The part of x and of y that lane b of an element has.
    const auto narrower = static_cast<unsigned>(std::min(o_.lanes.x, o_.lanes.y));
    unsigned x          = xs_[r.b * narrower / static_cast<unsigned>(o_.lanes.x)],
             y          = ys_[r.b * narrower / static_cast<unsigned>(o_.lanes.y)];
    const bool by_lane  = r.lane >= 0 && uses().y;
    if (by_lane) {
      const int number = parts_of(o_.lanes.y);
      a.dup_element(log_, s.v, ys_[static_cast<std::size_t>(r.lane % number)], r.lane / number);
      y = s.v;
    }
    if (halves_) {
      of_halves(a, s, by_lane ? std::array{y, y} : std::array{ys_[0], ys_[1]});
      if (!high()) a.trn(1, false, alu_ == Mul ? s.t : s.v, s.even, s.odd);
      if (alu_ != Mul) a.take(1, s.t, All, r.row);
      if (high()) {
        saturate(a, s);
      } else if (alu_ != Mul) {
        add(a, 1, s.t, s.t, s.v);
      }
    } else if (alu_ == Mul) {
      value(a, s.t, x, y);
    } else {
      const bool at_once = multiplies() && shift_ == 0;
      const auto v       = at_once || alu_ == Shift ? 0 : value(a, s.v, x, y);
      a.take(log_z_, s.t, All, r.row);
      if (alu_ == Shift) {
        narrow(a, s);
      } else {
        at_once ? a.mla(log_z_, subtracts(), s.t, x, y) : add(a, log_z_, s.t, s.t, v);
      }
    }
    a.put(log_z_, at_.predicate(r.b), r.row, s.t);
  }

  void add(word_list& a, int log, unsigned d, unsigned n, unsigned m) const {
    subtracts() ? a.subtract(log, d, n, m) : a.integer(log, d, n, m, false);
  }
  void shift(word_list& a, unsigned d, unsigned n, bool is_signed) const {
    a.shift(log_, is_signed, d, n, std::min(shift_, 8u << log_));
  }
  /// Products of two that are not signed may have all bits.
  bool signed_value() const { return !multiplies() || x_signed() || k_(26); }

  /// The function of x and y that is added to z or is the result: in `to`, or the register that has
  /// it.
  unsigned value(word_list& a, unsigned to, unsigned x, unsigned y) const {
    if (alu_ == AddX || alu_ == AddY) {
      const auto v = alu_ == AddX ? x : y;
      if (shift_ == 0) return v;
      shift(a, to, v, alu_ == AddX ? x_signed() : k_(26));
      return to;
    }
    if (alu_ == Agree) {
      a.eor(to, x, y);
      a.count(log_, to, to);
      return to;
    }
    a.integer(log_, to, x, y, multiplies());
    if (shift_ != 0) shift(a, to, to, signed_value());
    return to;
  }

  void of_halves(word_list& a, const scratch& s, std::array<unsigned, 2> ys) const {
    a.integer(2, s.even, xs_[0], ys[0], multiplies());
    a.integer(2, s.odd, xs_[1], ys[1], multiplies());
    if (high()) return;
    shift(a, s.even, s.even, signed_value());
    shift(a, s.odd, s.odd, signed_value());
  }
  /// The high halves of twice the products, rounded, onto the halves of t.
  void saturate(word_list& a, const scratch& s) const {
    a.add_constant(2, s.even, 1u << 14);
    a.add_constant(2, s.odd, 1u << 14);
    a.shift(2, signed_value(), s.even, s.even, 15);
    a.shift(2, signed_value(), s.odd, s.odd, 15);
    a.extend(2, true, 1, s.v, s.t);
    a.shift(2, true, s.t, s.t, 16);
    add(a, 2, s.even, s.v, s.even);
    add(a, 2, s.odd, s.t, s.odd);
    a.narrow_words(s.t, s.even);
  }

  // Shift: z is signed if 63 is set, and is saturated to signed numbers if 26 is.

  static constexpr unsigned Most = XParts, Least = XParts + 1;

  bool limited() const { return k_(30) && (o_.saturated < o_.lanes.z || x_signed() != k_(26)); }
  void begin_narrowing() {
    if (!limited()) return;
    const bool to_signed      = k_(26);
    const std::uint64_t limit = std::uint64_t{1} << (8 * o_.saturated - (to_signed ? 1 : 0));
    // A limit that z cannot reach is its own highest number.
    const std::uint64_t highest = (std::uint64_t{1} << (8 * o_.lanes.z - 1)) - 1;
    a_.dup(log_z_, Most, x_signed() ? std::min(limit - 1, highest) : limit - 1);
    if (x_signed() && to_signed) a_.dup(log_z_, Least, -limit);
  }
  void narrow(word_list& a, const scratch& s) const {
    const unsigned bits = 8u << log_z_;
    if (shift_ != 0 && k_(29)) {
      // v >> n is (v >> (n - 1)) >> 1, and the bit that this loses is added.
      if (shift_ > 1) a.shift(log_z_, x_signed(), s.t, s.t, std::min(shift_ - 1, bits));
      a.mov(s.v, s.t);
      a.keep(log_z_, s.v, 1);
      a.shift(log_z_, x_signed(), s.t, s.t, 1);
      a.integer(log_z_, s.t, s.t, s.v, false);
    } else if (shift_ != 0) {
      shift(a, s.t, s.t, x_signed());
    }
    if (limited()) a.clamp(log_z_, x_signed(), s.t, x_signed() && k_(26) ? Least : Zero, Most);
  }

  word_list& a_;
  fields k_;
  const operation& o_;
  const lane_operands& at_;
  integer_e alu_;
  unsigned shift_;
  int log_z_;
  bool halves_;
  int log_;
  parts xs_{}, ys_{};
  std::array<scratch, 4> scratch_{};
};

/// Products of halfwords as they are, onto words.
bool whole_halves(fields k, const operation& o) {
  return o.lanes.x == 2 && o.lanes.y == 2 && o.lanes.z == 4 && k(62, 58) == 0 && k(63) == k(26) &&
         o.alu <= static_cast<unsigned>(MulSub);
}
void add_halves(word_list& a, fields k, const operation& o, unsigned row, unsigned n, unsigned m) {
  using enum word_list::halves_e;
  a.add_halves(k(63) ? Signed : Unsigned, o.alu == static_cast<unsigned>(MulSub), row, n, m);
}

/// Products of bytes that are whole outer products: tile b has the products of byte b of words of x
/// with byte 4 m of y. x is in the bytes 0 and 2 of words, bytes 0 and 2 of it and then 1 and 3; y
/// in byte 0 and not in 2, then in 2 and not in 0.
class outer_of_bytes {
 public:
  outer_of_bytes(word_list& a, fields k, lane_operands& from, const matrix_enables& e)
      : a_(a), k_(k), from_(from), e_(e) {}

  void operator()() {
    const bool quarters = loading(k_, false, 1).columns == 2 && !e_.no_x();
    const auto x        = e_.no_x()  ? unsigned{Zero}
                          : quarters ? from_.unshuffled(false, 0)
                                     : from_.loaded(false, 0);
    find_y();
    // Words that need no other come first.
    if (quarters) {  // byte b of a word is byte 16 b + e
      a_.unpack(1, false, First, x);
      a_.unpack(1, true, Second, x);
      split_y();
      a_.zip(1, false, XParts, First, Second);
      a_.zip(1, true, XParts + 1, First, Second);
      split_y_again();
    } else {
      split_y();
      a_.extend(1, false, 0, XParts, x);
      a_.shift(1, false, XParts + 1, x, 8);
      split_y_again();
    }
    for (unsigned b = 0; b < 4; ++b) {
      a_.mopa_bytes(false, b, k_(26), k_(63), All, from_.predicate(b % 2), YParts + b / 2,
                    XParts + b % 2);
    }
  }

 private:
  /// y is byte `s_` of words of a register. A register of the pool has it at an offset below 4.
  void find_y() {
    const loading y(k_, true, 1);
    const bool all = enabled(e_.y, 6, RowBytes) == ones(RowBytes);
    if (all && !e_.no_y() && !y.indexed && y.columns == 0 && y.offset % RowBytes < 4) {
      y_ = Y + y.offset / RowBytes;
      s_ = y.offset % RowBytes;
      return;
    }
    y_ = e_.no_y() ? unsigned{Zero} : from_.loaded(true, 0);
    if (all) return;
    a_.choose(0, OfY, enable(a_, 4, e_.y, 6, 0), y_, Zero);
    y_ = OfY;
  }

  void split_y() {
    if (s_ == 1) return a_.shift_left(2, YParts + 1, y_, 8);
    s_ == 0 ? a_.trn(1, false, YParts, y_, Zero) : a_.shift(2, false, YParts, y_, 8 * s_);
    if (s_ == 0) a_.shift_left(2, YParts + 1, y_, 16);
    if (s_ == 2) a_.trn(1, true, YParts + 1, Zero, y_);
  }
  void split_y_again() {
    if (s_ == 1) a_.shift(2, false, YParts, YParts + 1, 16);
    if (s_ == 3) a_.shift_left(2, YParts + 1, YParts, 16);
  }

  word_list& a_;
  fields k_;
  lane_operands& from_;
  const matrix_enables& e_;
  unsigned y_ = Zero, s_ = 0;
};

}  // namespace

void vecint(word_list& a, fields k) {
  const operation o = operation_of(op_e::Vecint, k);
  if (!o.does) return;
  const vector_enables e(k, o);
  lane_operands from(a, k, o);
  if (!from.enable_vector(e)) return;
  if (e.writes_zero()) return write_zeros(a, k, o, from);
  rows_of_integers rows(a, k, o, from);
  each_repetition(k, o, from, e, rows.uses(), [&](unsigned first, unsigned x, unsigned y) {
    if (whole_halves(k, o) && from.everything() && (in_pool(x) || in_pool(y))) {
      return in_pool(y) ? add_halves(a, k, o, first, x, y) : add_halves(a, k, o, first, y, x);
    }
    rows.take(x, y);
    rows(rows_of_group(o, first));
  });
}

void matint(word_list& a, fields k) {
  const operation o = operation_of(op_e::Matint, k);
  if (!o.does) return;
  const matrix_enables e(k, o);
  lane_operands from(a, k, o);
  if (!from.enable_matrix(e)) return;
  if (e.writes_zero()) return write_zeros_of_matrix(a, o, k, from, e);
  if (o.alu == static_cast<unsigned>(Bytes) && o.lanes.z == 4 && k(62, 58) == 0) {
    return outer_of_bytes(a, k, from, e)();
  }
  rows_of_integers rows(a, k, o, from);
  unsigned x = Zero, y = Zero;
  if (rows.uses().x && !e.no_x()) x = from.loaded(false, 0);
  if (rows.uses().y && !e.no_y()) y = from.loaded(true, 0);
  const auto all = rows_of_matrix(k, o, e);
  if (whole_halves(k, o) && from.everything() && in_pool(x)) {
    for (const auto& r : all) {
      if (r.b != 0) continue;
      a.dup_element(1, First, y, r.lane);
      add_halves(a, k, o, r.row, First, x);
    }
    return;
  }
  rows.take(x, y);
  rows(all);
}

}  // namespace weft::golden::amx::sequence
