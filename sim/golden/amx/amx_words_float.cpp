// SPDX-License-Identifier: Apache-2.0
//
// VECFP and MATFP as words of SME.
#include <array>

#include "sim/golden/amx/amx_words_lanes.hpp"

namespace weft::golden::amx::sequence {
namespace {

using enum float_e;

enum : unsigned { One = 20, Bias = 21, NegativeZero = 21 };  // constants

constexpr std::uint32_t Up = 1u << 22;  ///< FPCR.RMode

std::uint64_t one(format f) { return static_cast<std::uint64_t>(f.bias()) << f.frac_bits; }

/// The operation of rows of Z.
///
///     as wide as Z    the word of the arithmetic, of the format itself
///     binary16        to binary32: FMLALB, FMLALT, whose products are exact
///     bfloat16        to binary32: the upper halves of words
///     bfloat16        even and odd lanes apart as binary32, see rounded()
class rows_of_floats {
 public:
  rows_of_floats(word_list& a, const operation& o, const lane_operands& at)
      : a_(a),
        at_(at),
        alu_(static_cast<float_e>(o.alu)),
        log_z_(log2_of(o.lanes.z)),
        widens_(o.lanes.x < o.lanes.z),
        brain_(o.xy == Bfloat16) {}

  operands_used uses() const { return {.x = alu_ != AddY, .y = alu_ <= Select || alu_ >= Mul}; }

  /// The operands that are used, and what is the same for all rows.
  void take(unsigned x, unsigned y) {
    begin();
    xs_ = brain_ ? parts(x, XParts) : std::array{x, x};
    ys_ = y_in_parts() ? parts(y, YParts) : std::array{y, y};
    if (alu_ == Select) begin_selecting();
  }

  void operator()(const rows_t& rows) {
    // A row of bfloat16 has all temporaries.
    const std::size_t sets = rounds() ? 1 : 3;
    in_sets(a_, rows, sets, [&](word_list& a, std::size_t set, const row_of_group& r) {
      const auto v = static_cast<unsigned>(YParts + 2 + 2 * set);
      of_row(a, {.v = v, .t = v + 1}, r);
    });
  }

 private:
  /// Temporaries of a row: v is first the lane of y.
  struct scratch {
    unsigned v, t;
  };

  bool rounds() const { return brain_ && !widens_; }
  /// Whether y is computed with as binary32 of even and odd lanes.
  bool y_in_parts() const { return brain_ && (widens_ || alu_ != Select); }

  void begin() {
    if (rounds()) {
      a_.dup(2, One, 1);
      a_.dup(2, Bias, 0x7fff);
    } else if (brain_ && alu_ == Select) {
      a_.dup(2, One, one(Binary32));
    } else if (widens_ && !brain_ && alu_ > MulSub) {
      a_.dup(1, One, one(Binary16));
      a_.dup(2, NegativeZero, Binary32.sign_bit());
    }
  }

  std::array<unsigned, 2> parts(unsigned v, unsigned to) {
    if (v == Zero) return {v, v};
    a_.trn(1, false, to, Zero, v);
    a_.trn(1, true, to + 1, Zero, v);
    return {to, to + 1};
  }
  /// Even or odd lanes of binary16 as binary32.
  void widen(word_list& a, unsigned to, unsigned v, bool odd) const {
    a.mov(to, NegativeZero);
    a.fmlal(false, odd, to, v, One);
  }

  /// The lanes that become zero, in P4, or of two rows of a group in P4 and P5.
  void begin_selecting() {
    for (const unsigned half : {0u, 1u}) {
      if (half == 1 && !widens_ && !brain_) return;
      auto x = xs_[half];
      if (widens_ && !brain_) widen(a_, x = First, xs_[half], half == 1);
      a_.not_positive(rounds() ? 2 : log_z_, 4 + half, x);
    }
    if (rounds()) a_.trn_p(1, false, 4, 4, 5);
  }

  void of_row(word_list& a, const scratch& s, const row_of_group& r) {
    auto ys = ys_;
    if (r.lane >= 0) {
      ys.fill(s.v);
      if (y_in_parts()) {
        a.dup_element(2, s.v, ys_[static_cast<std::size_t>(r.lane % 2)], r.lane / 2);
      } else {
        a.dup_element(widens_ ? 1 : log_z_, s.v, ys_[0], r.lane);
      }
    }
    if (alu_ != Select && alu_ != Mul) a.take(log_z_, s.t, All, r.row);
    if (alu_ == Select) {
      auto y = ys[r.b];
      if (widens_) {  // a NaN becomes the default one
        brain_ ? a.fmul(2, s.t, y, One) : widen(a, s.t, y, r.b == 1);
        y = s.t;
      }
      a.choose(log_z_, s.t, 4 + r.b, Zero, y);
    } else if (rounds()) {
      std::array<word_list, 2> halves;
      rounded(halves[0], {.to = First, .up = Second, .other = OfX}, s.t, 0, ys[0]);
      rounded(halves[1], {.to = Third, .up = Fourth, .other = OfY}, s.t, 1, ys[1]);
      a.in_turns(halves);
      a.trn(1, true, s.t, First, Third);
    } else if (widens_ && !brain_) {
      of_halves(a, s, r.b == 1, ys[0]);
    } else {
      of_elements(a, s, xs_[r.b], ys[r.b]);
    }
    a.put(log_z_, at_.predicate(r.b), r.row, s.t);
  }

  void of_elements(word_list& a, const scratch& s, unsigned x, unsigned y) const {
    switch (alu_) {
      case Minimum:
      case Maximum:
        return a.fmin(log_z_, alu_ == Maximum, s.t, x);
      case Mul:
        return a.fmul(log_z_, s.t, x, y);
      case AddX:
      case AddY:
        return a.fadd(log_z_, s.t, s.t, alu_ == AddX ? x : y);
      default:
        return a.fmla(log_z_, alu_ == MulSub, s.t, x, y);
    }
  }

  /// Even or odd lanes, x and y being binary16.
  void of_halves(word_list& a, const scratch& s, bool odd, unsigned y) const {
    const unsigned x = xs_[0];
    switch (alu_) {
      case Minimum:
      case Maximum:
        widen(a, s.v, x, odd);
        return a.fmin(2, alu_ == Maximum, s.t, s.v);
      case Mul:
        a.mov(s.t, NegativeZero);
        return a.fmlal(false, odd, s.t, x, y);
      case AddX:
      case AddY:
        return a.fmlal(false, odd, s.t, alu_ == AddX ? x : y, One);
      default:
        return a.fmlal(alu_ == MulSub, odd, s.t, x, y);
    }
  }

  struct rounding {
    unsigned to, up, other;
  };
  /// Lanes of one half of a row of bfloat16 in the upper halves of `to`. The exact result is
  /// rounded to binary32 down and up; where these differ the odd one is taken, which as bfloat16
  /// rounds as the exact one does: it has its bits, and is no tie. A NaN is the default one here,
  /// whose upper half the rounding does not change.
  void rounded(word_list& a, const rounding& s, unsigned row, unsigned half, unsigned y) const {
    const unsigned x = xs_[half];
    if (alu_ != Mul) a.trn(1, half == 1, s.to, Zero, row);
    if (alu_ == Minimum || alu_ == Maximum) return a.fmin(2, alu_ == Maximum, s.to, x);
    if (alu_ == Mul) {
      a.fmul(2, s.up, x, y);
      a.rounds(Up);
      a.fmul(2, s.to, x, y);
    } else if (alu_ == AddX || alu_ == AddY) {
      a.fadd(2, s.up, s.to, alu_ == AddX ? x : y);
      a.rounds(Up);
      a.fadd(2, s.to, s.to, alu_ == AddX ? x : y);
    } else {
      a.mov(s.up, s.to);
      a.fmla(2, alu_ == MulSub, s.up, x, y);
      a.rounds(Up);
      a.fmla(2, alu_ == MulSub, s.to, x, y);
    }
    a.rounds(Down);
    // up + (down - up) where down is odd.
    a.bits_and(s.other, s.to, One);
    a.subtract(2, s.to, s.to, s.up);
    a.mla(2, false, s.up, s.other, s.to);
    // To nearest, even.
    a.shift(2, false, s.other, s.up, 16);
    a.bits_and(s.other, s.other, One);
    a.integer(2, s.up, s.up, Bias, false);
    a.integer(2, s.to, s.up, s.other, false);
  }

  word_list& a_;
  const lane_operands& at_;
  float_e alu_;
  int log_z_;
  bool widens_, brain_;
  std::array<unsigned, 2> xs_{}, ys_{};
};

bool fuses(const operation& o) { return o.alu <= static_cast<unsigned>(MulSub); }
bool widens(const operation& o) { return o.lanes.x < o.lanes.z; }

/// Fused products that are whole outer products: of the format of Z, of parts of bfloat16 that are
/// binary32, or of pairs of binary16, whose second product is -0.
void outer(word_list& a, fields k, const operation& o, lane_operands& from,
           const matrix_enables& e) {
  const bool subtract = o.alu == static_cast<unsigned>(MulSub);
  const int log       = log2_of(o.lanes.x);
  const unsigned x    = e.no_x() ? unsigned{Zero} : from.loaded(false, 0),
                 y = e.no_y() ? unsigned{Zero} : from.loaded(true, 0), px = from.predicate(0),
                 py = enable(a, 4, e.y, 6, log);
  if (!widens(o)) {
    return a.fmopa(log, subtract, k(22, 20) % (1u << log), py, px, y, x);
  }
  const auto part_of = [&](unsigned p, bool odd, unsigned to) {
    if (p != All) a.trn_p(1, odd, to, p, p);
    return p == All ? p : to;
  };
  const std::array pxs{part_of(px, false, 2), from.predicate(1)};
  const std::array pys{part_of(py, false, 3), part_of(py, true, 5)};
  const bool pairs = o.xy == Binary16;
  unsigned dummy   = Zero;
  if (pairs && !subtract) a.dup(1, dummy = First, Binary16.sign_bit());
  for (const unsigned b : {0u, 1u}) {
    pairs ? a.trn(1, b == 1, XParts + b, x, Zero) : a.trn(1, b == 1, XParts + b, Zero, x);
    pairs ? a.trn(1, b == 1, YParts + b, y, dummy) : a.trn(1, b == 1, YParts + b, Zero, y);
  }
  for (unsigned tile = 0; tile < 4; ++tile) {
    const unsigned b = tile & 1, c = tile >> 1;
    pairs ? a.fmopa_pairs(subtract, tile, pys[c], pxs[b], YParts + c, XParts + b)
          : a.fmopa(2, subtract, tile, pys[c], pxs[b], YParts + c, XParts + b);
  }
}

}  // namespace

void vecfp(word_list& a, fields k) {
  const operation o = operation_of(op_e::Vecfp, k);
  if (!o.does) return;
  const vector_enables e(k, o);
  lane_operands from(a, k, o);
  if (!from.enable_vector(e)) return;
  if (e.writes_zero()) return write_zeros(a, k, o, from);
  rows_of_floats rows(a, o, from);
  each_repetition(k, o, from, e, rows.uses(), [&](unsigned first, unsigned x, unsigned y) {
    if (widens(o) && fuses(o) && from.everything() && (in_pool(x) || in_pool(y))) {
      if (!in_pool(y)) std::swap(x, y);
      return a.add_halves(
          o.xy == Bfloat16 ? word_list::halves_e::Bfloat16 : word_list::halves_e::Binary16,
          o.alu == static_cast<unsigned>(MulSub), first, x, y);
    }
    rows.take(x, y);
    rows(rows_of_group(o, first));
  });
}

void matfp(word_list& a, fields k) {
  const operation o = operation_of(op_e::Matfp, k);
  if (!o.does) return;
  const matrix_enables e(k, o);
  lane_operands from(a, k, o);
  if (!from.enable_matrix(e)) return;
  if (e.writes_zero()) return write_zeros_of_matrix(a, o, k, from, e);
  if (fuses(o) && (widens(o) || o.lanes.z > 2)) return outer(a, k, o, from, e);
  rows_of_floats rows(a, o, from);
  const auto x = e.no_x() ? unsigned{Zero} : from.loaded(false, 0);
  rows.take(x, e.no_y() ? unsigned{Zero} : from.loaded(true, 0));
  rows(rows_of_matrix(k, o, e));
}

}  // namespace weft::golden::amx::sequence
