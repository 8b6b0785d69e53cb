// SPDX-License-Identifier: Apache-2.0
#include "sim/golden/amx_words.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <span>
#include <string>
#include <utility>

#include "sim/golden/amx/amx_word_list.hpp"
#include "sim/golden/amx/amx_words_lanes.hpp"
#include "sim/golden/amx_fields.hpp"
#include "sim/golden/sme/counters.hpp"
#include "sim/golden/sme_machine.hpp"

namespace weft::golden::amx {
namespace {

using namespace sequence;

// Vector registers: operands and sums. Values that go around the end of a register are made in
// Target.
enum : unsigned {
  Xs = 16,
  Ys,
  Sum,
  Lane,
  One,
  Sign,
  XEven,
  XOdd,
  YEven,
  YOdd,
  Even,
  Odd,
  Target,
  Value
};

// Predicates.
enum : unsigned { YOddLanes, OfX, OfY, XEvenLanes, XOddLanes, YEvenLanes };

void transfer(word_list& a, op_e op, fields k) {
  const access moved(op, k);
  for (unsigned i = 0; i < moved.registers; ++i) {
    const auto address = moved.address + i * RowBytes;
    const auto r       = moved.reg(i);
    if (op == op_e::Ldz || op == op_e::Stz) {
      moved.load ? a.ldr_row(r, address) : a.str_row(r, address);
    } else {
      const auto z = r + (op == op_e::Ldy || op == op_e::Sty ? Y : X);
      if (moved.load && z % 2 == 0 && i + 1 < moved.registers) {
        a.ld1_pair(z, address);
        ++i;
      } else {
        moved.load ? a.ldr(z, address) : a.str(z, address);
      }
    }
  }
}

void interleave(word_list& a, op_e op, fields k) {
  const access moved(op, k);
  const unsigned r = k(61, 57) << 1;
  if (moved.load) {
    a.ldr(Sum, moved.address);
    a.permute(2, 2, Even, Sum, Sum);
    a.permute(2, 3, Odd, Sum, Sum);
    a.first(2, OfX, 8);
    if (k(56)) a.no(OfX);
    a.put(2, OfX, r, Even);
    a.put(2, OfX, r + 1, Odd);
  } else {
    a.take(2, Even, All, r);
    a.take(2, Odd, All, r + 1);
    a.permute(2, k(56) ? 1 : 0, Sum, Even, Odd);
    a.str(Sum, moved.address);
  }
}

// Products.

/// The products of an instruction of floating point.
class products {
 public:
  products(word_list& a, fields k, format f, int log, bool subtract)
      : a_(a), k_(k), f_(f), log_(log), subtract_(subtract) {}

  void operator()() {
    if (skip() == 6 || x_lanes() == 0 || (!k_(63) && y_lanes() == 0)) return;
    const bool wide = log_ == 1 && k_(62) && !k_(63);
    if (wide) return of_pairs();
    if (!computes()) return passes();
    if (!k_(63) && log_ > 1) return outer();
    by_rows();
  }

 private:
  unsigned skip() const { return k_(29, 27); }
  bool computes() const { return skip() < 3 || skip() == 4; }
  int lanes() const { return RowBytes >> log_; }
  unsigned rows_apart() const { return 1u << log_; }
  std::uint64_t x_lanes() const { return x_enabled(k_, lanes()); }
  std::uint64_t y_lanes() const { return y_enabled(k_, lanes()); }
  bool everything() const { return x_lanes() == ones(lanes()) && y_lanes() == ones(lanes()); }
  unsigned first_row() const { return k_(25, 20) % rows_apart(); }
  unsigned row_of(int j) const { return static_cast<unsigned>(j) * rows_apart() + first_row(); }
  bool half(bool x) const { return log_ == 2 && k_(x ? 61 : 60); }
  unsigned enable_x() { return enable(a_, OfX, k_(47, 41), 5, log_); }
  unsigned enable_y() { return enable(a_, OfY, k_(38, 32), 5, log_); }
  /// A skipped factor is 1.
  static std::uint64_t one(format f) { return static_cast<std::uint64_t>(f.bias()) << f.frac_bits; }

  unsigned loaded(bool x) { return window(a_, x ? Xs : Ys, x ? X : Y, x ? k_(18, 10) : k_(8, 0)); }
  /// A factor of the sums' format.
  unsigned factor(bool x) {
    const unsigned to = x ? Xs : Ys;
    if ((skip() & (x ? 4u : 2u)) != 0) {
      a_.dup(log_, to, one(f_));
      return to;
    }
    const auto z = loaded(x);
    if (!half(x)) return z;
    a_.widen(to, z);
    return to;
  }
  /// A factor of binary16, in the even lanes or all of them.
  unsigned half_factor(bool x) {
    const unsigned to = x ? Xs : Ys;
    if ((skip() & (x ? 4u : 2u)) == 0) return loaded(x);
    a_.dup(1, to, one(Binary16));
    return to;
  }
  /// The second factor of a pair from y. The second product is -0, also where it is subtracted: x
  /// has +0, y has -0 or +0.
  unsigned dummy_of_y() {
    if (subtract_) return Zero;
    a_.dup(1, Lane, Binary16.sign_bit());
    return Lane;
  }

  /// Without z an element is -0 before the sum, which does not change it.
  void preset_tile(unsigned px) {
    a_.dup(log_, Sign, f_.sign_bit());
    if (everything()) {
      a_.zero_tile(log_, first_row());
      a_.negative_zero_tile(log_, first_row(), Sign);
      return;
    }
    each(y_lanes(), [&](int j) { a_.put(log_, px, row_of(j), Sign); });
  }

  void outer() {
    const bool skips_x = (skip() & 4) != 0, skips_y = (skip() & 2) != 0;
    const bool pairs = (half(true) || skips_x) && (half(false) || skips_y);
    const unsigned x = pairs ? half_factor(true) : factor(true),
                   y = pairs ? half_factor(false) : factor(false);
    unsigned px = enable_x(), py = enable_y();
    if ((skip() & 1) != 0) preset_tile(px);
    if (!pairs) return a_.fmopa(log_, subtract_, first_row(), py, px, y, x);
    a_.trn(1, false, XEven, x, Zero);
    a_.trn(1, false, YEven, y, dummy_of_y());
    px = of_both(px, XEvenLanes, false);
    py = of_both(py, YEvenLanes, false);
    a_.fmopa_pairs(subtract_, first_row(), py, px, YEven, XEven);
  }

  /// The predicate of the even or odd lanes of 16 bits, for both halves of a word.
  unsigned of_both(unsigned p, unsigned to, bool odd) {
    if (p == All) return All;
    a_.trn_p(1, odd, to, p, p);
    return to;
  }

  /// A row at a time: row r, or the rows of the enabled lanes of Y, each of which is in `Lane`.
  void by_rows() {
    const auto x = factor(true), y = factor(false), px = enable_x();
    if ((skip() & 1) != 0) a_.dup(log_, Sign, f_.sign_bit());
    const auto add = [&](unsigned row, unsigned of_y) {
      (skip() & 1) != 0 ? a_.mov(Sum, Sign) : a_.take(log_, Sum, All, row);
      a_.fmla(log_, subtract_, Sum, x, of_y);
      a_.put(log_, px, row, Sum);
    };
    if (k_(63)) return add(k_(25, 20), y);
    each(y_lanes(), [&](int j) {
      a_.dup_element(log_, Lane, y, j);
      add(row_of(j), Lane);
    });
  }

  /// x, y or 0 alone, with its sign turned for fms: y goes to columns.
  void passes() {
    unsigned v = Zero;
    if (skip() != 7) v = loaded(skip() == 3);
    const bool is_half = skip() != 7 && half(skip() == 3);
    if (subtract_) {
      a_.dup(is_half ? 1 : log_, Sign, is_half ? Binary16.sign_bit() : f_.sign_bit());
      a_.eor(Value, v, Sign);
      v = Value;
    }
    if (is_half) {
      a_.widen(Value, v);
      v = Value;
    }
    if (k_(63)) return a_.put(log_, enable_x(), k_(25, 20), v);
    if (skip() == 5) {
      const auto py = enable_y();
      each(x_lanes(), [&](int i) { a_.put(log_, py, row_of(i), v, true); });
    } else if (v == Zero && everything()) {
      a_.zero_tile(log_, first_row());
    } else {
      const auto px = enable_x();
      each(y_lanes(), [&](int j) { a_.put(log_, px, row_of(j), v); });
    }
  }

  /// Sums of binary32 of factors of binary16: lanes of X and of Y are even or odd, which makes four
  /// tiles of words. Row 2 j + b has the lanes of X that are b modulo 2.
  void of_pairs() {
    const std::array xs{unsigned{XEven}, unsigned{XOdd}}, ys{unsigned{YEven}, unsigned{YOdd}};
    const auto px = enable_x(), py = enable_y();
    const std::array pxs{of_both(px, XEvenLanes, false), of_both(px, XOddLanes, true)};
    const std::array pys{of_both(py, YEvenLanes, false), of_both(py, YOddLanes, true)};
    const auto each_row = [&](auto f) {
      each(y_lanes(), [&](int j) {
        for (unsigned b = 0; b < 2; ++b) f(2 * static_cast<unsigned>(j) + b, b);
      });
    };
    if (!computes()) {
      unsigned v = skip() == 7 ? unsigned{Zero} : loaded(skip() == 3);
      if (subtract_) {
        a_.dup(skip() == 7 ? 2 : 1, Sign, skip() == 7 ? Binary32.sign_bit() : Binary16.sign_bit());
        a_.eor(Value, v, Sign);
        v = Value;
      }
      if (skip() == 7) return each_row([&](auto row, auto b) { a_.put(2, pxs[b], row, v); });
      a_.trn(1, true, Odd, v, v);
      a_.widen(Even, v);
      a_.widen(Odd, Odd);
      if (skip() == 3) {
        return each_row([&](auto row, auto b) { a_.put(2, pxs[b], row, b == 0 ? Even : Odd); });
      }
      return each(x_lanes(), [&](int i) {
        const auto column = static_cast<unsigned>(i / 2) << 2 | (i & 1u);
        a_.put(2, pys[0], column, Even, true);
        a_.put(2, pys[1], column | 2, Odd, true);
      });
    }
    const auto x = half_factor(true), y = half_factor(false), dummy = dummy_of_y();
    if ((skip() & 1) != 0) {
      a_.dup(2, Sign, Binary32.sign_bit());
      if (everything()) {
        for (unsigned tile = 0; tile < 4; ++tile) {
          a_.zero_tile(2, tile);
          a_.negative_zero_tile(2, tile, Sign);
        }
      } else {
        each_row([&](auto row, auto b) { a_.put(2, pxs[b], row, Sign); });
      }
    }
    for (unsigned b = 0; b < 2; ++b) {
      a_.trn(1, b != 0, xs[b], x, Zero);
      a_.trn(1, b != 0, ys[b], y, dummy);
    }
    for (unsigned tile = 0; tile < 4; ++tile) {
      a_.fmopa_pairs(subtract_, tile, pys[tile >> 1], pxs[tile & 1], ys[tile >> 1], xs[tile & 1]);
    }
  }

  word_list& a_;
  fields k_;
  format f_;
  int log_;
  bool subtract_;
};

/// MAC16: even and odd 16-bit lanes are computed separately, as words.
void mac16(word_list& a, fields k) {
  const bool wide   = k(62) && !k(63);
  const auto y_rows = y_enabled(k, 32);
  if (x_enabled(k, 32) == 0 || (!k(63) && y_rows == 0)) return;
  const bool every_x = x_enabled(k, 32) == ones(32);
  if (wide && every_x && k(61, 59) == 0 && k(58, 55) == 0 && k(29, 27) == 0 &&
      k(18, 10) % RowBytes == 0) {
    const auto y = window(a, Ys, Y, k(8, 0));
    return each(y_rows, [&](int j) {
      a.dup_element(1, Lane, y, j);
      a.smlal(2 * static_cast<unsigned>(j), Lane, X + k(18, 10) / RowBytes);
    });
  }
  const auto split = [&](bool x, unsigned even, unsigned odd) {
    const bool bytes = k(x ? 61 : 60);
    const auto from  = window(a, x ? Xs : Ys, x ? X : Y, x ? k(18, 10) : k(8, 0));
    a.extend_s(bytes, even, from);
    a.shift(2, true, odd, from, 16);
    if (bytes) a.extend_s(bytes, odd, odd);
  };
  if (!k(29)) split(true, XEven, XOdd);
  if (!k(28)) split(false, YEven, YOdd);
  const auto p     = enable(a, OfX, k(47, 41), 5, 1);
  const auto p_odd = p == All || !wide ? p : unsigned{XOddLanes};
  if (p_odd != p) a.trn_p(1, true, p_odd, p, p);

  /// The shifted product in `to`, or the register that has it.
  const auto value = [&](unsigned to, unsigned of_x, unsigned of_y) -> unsigned {
    if (k(29) && k(28)) return Zero;
    unsigned v = k(29) ? of_y : of_x;
    if (!k(29) && !k(28)) a.integer(2, v = to, of_x, of_y, true);
    if (k(59, 55) == 0) return v;
    a.shift(2, true, to, v, k(59, 55));
    return to;
  };
  const auto add = [&](int log, unsigned of, unsigned row, unsigned v) {
    if (!k(27)) {
      a.take(log, Sum, All, row);
      a.integer(log, Sum, Sum, v, false);
      v = Sum;
    }
    a.put(log, of, row, v);
  };
  const auto each_row = [&](unsigned row, unsigned y_even, unsigned y_odd) {
    const auto even = value(Even, XEven, y_even), odd = value(Odd, XOdd, y_odd);
    if (wide) {
      add(2, p, row & ~1u, even);
      add(2, p_odd, row | 1, odd);
    } else {
      a.trn(1, false, Value, even, odd);
      add(1, p, row, Value);
    }
  };
  if (k(63)) return each_row(k(25, 20), YEven, YOdd);
  each(y_rows, [&](int j) {
    if (!k(28)) a.dup_element(2, Lane, j % 2 == 0 ? YEven : YOdd, j / 2);
    each_row(static_cast<unsigned>(2 * j) + k(25, 20) % 2, Lane, Lane);
  });
}

// Extraction.

/// A row or column whose lanes are narrower than Z's, in `Value`.
void narrow(word_list& a, fields k, const widths& w, unsigned z, bool column) {
  const int from  = w.from == 4 ? 2 : 1;
  const auto cell = static_cast<unsigned>(w.from), n = cell / static_cast<unsigned>(w.to);
  const std::array parts{unsigned{XEven}, unsigned{XOdd}, unsigned{YEven}, unsigned{YOdd}};
  const unsigned shift = k(62, 58), most = 8 * cell;
  using enum word_list::limit_e;
  if (k(55) && !k(63)) {
    const std::uint64_t limit = std::uint64_t{1} << (8 * w.to - (k(56) ? 1 : 0));
    a.dup(from, One, limit - 1);
    if (k(57)) a.dup(from, Sign, k(56) ? -limit : 0);
  }
  for (unsigned b = 0; b < n; ++b) {
    const auto v = parts[b];
    a.take(from, v, All, z / cell * cell + (z + b * static_cast<unsigned>(w.stride)) % cell,
           column);
    if (k(63)) continue;
    if (shift != 0 && k(54)) {
      // Rounded: v >> s is (v >> (s - 1)) >> 1, and the bit that this loses is added.
      if (shift > 1) a.shift(from, k(57), v, v, std::min(shift - 1, most));
      a.mov(Lane, v);
      a.and_one(from, Lane);
      a.shift(from, k(57), v, v, 1);
      a.integer(from, v, v, Lane, false);
    } else if (shift != 0) {
      a.shift(from, k(57), v, v, std::min(shift, most));
    }
    if (k(55)) {
      a.limit(from, k(57) ? Smin : Umin, v, One);
      if (k(57)) a.limit(from, Smax, v, Sign);
    }
  }
  if (k(63)) return a.narrow(shift >= 16, Value, XEven);
  if (n == 4) {
    a.trn(1, false, XEven, XEven, YEven);
    a.trn(1, false, XOdd, XOdd, YOdd);
  }
  a.trn(w.to == 1 ? 0 : 1, false, Value, XEven, XOdd);
}

void extract(word_list& a, fields k, bool column) {
  if (!k(26) && k(27)) {
    column ? a.mov(Y + k(8, 6), X + k(22, 20)) : a.mov(X + k(18, 16), Y + k(22, 20));
    return;
  }
  const extraction e(k, column);
  if (e.lanes == 0) return;
  const auto log = std::countr_zero(static_cast<unsigned>(e.width.to));
  unsigned p     = All;
  if (extractions(k) == 1) {
    p = enable(a, OfX, k(26) ? k(40, 32) : column ? k(38, 32) : k(47, 41), k(26) ? 6 : 5, log);
  }
  if (e.low_bytes) {
    a.ptrue(log, OfY);
    a.both(OfX, OfY, p);
    p = OfX;
  }
  const unsigned pool = e.to_y ? Y : X, shift = e.offset % RowBytes;
  unsigned r = e.offset / RowBytes;
  for (unsigned z = e.first; z < Rows; z += e.step, r = (r + 1) % 8) {
    const unsigned low = pool + r, high = pool + (r + 1) % 8;
    const unsigned target = shift == 0 ? low : unsigned{Target};
    if (shift != 0 && p != All) window(a, Target, pool, RowBytes * r + shift);
    if (e.zero) {
      a.mov(target, Zero);
    } else if (e.width.stride == 0 && !e.low_bytes) {
      a.take(log, target, p, z, column);
    } else {
      e.width.stride == 0 ? a.take(log, Value, All, z, column) : narrow(a, k, e.width, z, column);
      p == All ? a.mov(target, Value) : a.sel(e.low_bytes ? 0 : log, target, p, Value);
    }
    if (shift == 0) continue;
    a.ext(low, low, shift);
    a.ext(low, Target, RowBytes - shift);
    a.ext(high, high, shift);
    a.ext(Target, high, RowBytes - shift);
    a.mov(high, Target);
  }
}

void set(word_list& a, bool on) {
  a.add(on ? 0xd503477f : 0xd503467f);  // smstart, smstop
  if (on) {
    a.ptrue(0, All);
    a.ptrue_counter(AllCounted);
  }
}

}  // namespace

std::vector<sme_word> words(op_e op, std::uint64_t operand) {
  const fields k{operand};
  word_list a;
  switch (op) {
    case op_e::Ldx:
    case op_e::Ldy:
    case op_e::Stx:
    case op_e::Sty:
    case op_e::Ldz:
    case op_e::Stz:
      transfer(a, op, k);
      break;
    case op_e::Ldzi:
    case op_e::Stzi:
      interleave(a, op, k);
      break;
    case op_e::Extrx:
    case op_e::Extry:
      extract(a, k, op == op_e::Extry);
      break;
    case op_e::Fma64:
    case op_e::Fms64:
      products(a, k, Binary64, 3, op == op_e::Fms64)();
      break;
    case op_e::Fma32:
    case op_e::Fms32:
      products(a, k, Binary32, 2, op == op_e::Fms32)();
      break;
    case op_e::Fma16:
    case op_e::Fms16:
      products(a, k, Binary16, 1, op == op_e::Fms16)();
      break;
    case op_e::Mac16:
      mac16(a, k);
      break;
    case op_e::Set:
      set(a, operand == 0);
      break;
    case op_e::Vecint:
      vecint(a, k);
      break;
    case op_e::Vecfp:
      vecfp(a, k);
      break;
    case op_e::Matint:
      matint(a, k);
      break;
    case op_e::Matfp:
      matfp(a, k);
      break;
    case op_e::Genlut:
      genlut(a, k);
      break;
  }
  return a.taken();
}

void execute(sme::state& core, sme::memory& m, const sme_word& w) {
  core.x[0] = w.a;
  core.x[1] = w.b;
  core.x[8] = core.x[12] = w.slice;
  core.fpcr              = w.fpcr;
  sme::isa::machine c{core, m, 0};
  sme::decode(w.bits)->execute(c, sme::isa::word{w.bits});
}

sme::state sme_state_of(const state& s) {
  sme::state core{.svl = 8 * RowBytes, .sm = s.on, .za = s.on};
  if (!s.on) return core;
  for (unsigned r = 0; r < 8; ++r) {
    std::copy_n(&s.x[r * RowBytes], RowBytes, core.z[X + r].begin());
    std::copy_n(&s.y[r * RowBytes], RowBytes, core.z[Y + r].begin());
  }
  std::fill_n(core.p[All].begin(), RowBytes / 8, std::uint8_t{0xff});
  core.p[AllCounted] = sme::isa::counter_of(1, 4 * RowBytes, 4 * RowBytes, false);
  core.rows          = s.core.rows;
  return core;
}

void take(state& s, const sme::state& core) {
  for (unsigned r = 0; r < 8; ++r) {
    std::copy_n(core.z[X + r].begin(), RowBytes, &s.x[r * RowBytes]);
    std::copy_n(core.z[Y + r].begin(), RowBytes, &s.y[r * RowBytes]);
  }
  s.on = core.za;
  s.core.set_svcr(s.core.sm, s.on);
  s.core.rows = core.rows;
}

}  // namespace weft::golden::amx
