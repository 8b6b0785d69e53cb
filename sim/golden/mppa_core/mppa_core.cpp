// SPDX-License-Identifier: Apache-2.0

#include "sim/golden/mppa_core/mppa_core.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <iomanip>

#include "sim/golden/fma_simd.hpp"
#include "sim/golden/iadd.hpp"
#include "sim/golden/imul.hpp"
#include "sim/golden/logic.hpp"

namespace weft::golden::mppa_core {
namespace {

constexpr std::uint64_t low_word(std::uint64_t x) { return x & 0xffffffff; }
constexpr std::uint64_t sign_word(std::uint64_t x) {
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::int32_t>(x)));
}

word word_of(const bundle& x, unsigned lane) { return word(x.w[lane]); }
tca_word tca_of(const bundle& x) { return tca_word(x.w[5]); }
bcu_word bcu_of(const bundle& x) { return bcu_word(x.w[0]); }

bool is_tiny(unsigned op) { return op >= 2 && op <= 27; }
bool is_lite(unsigned op) { return op >= 32 && op <= 44; }
bool is_full(unsigned op) { return op == 48 || op == 49; }
bool is_float(unsigned op) { return op >= 40 && op < 60; }
bool is_multiply(unsigned op) { return op >= 32 && op < 36; }
bool is_load(unsigned op) { return op >= 32 && op < 46; }
bool is_store(unsigned op) { return op >= 48 && op < 55; }
bool is_product(unsigned op) { return op == 1 || op == 2 || (op >= 4 && op < 8); }
bool takes_pairs(unsigned op) {
  const unsigned type = (op - 40) / 4;
  return type == 2 || type == 4;
}
bool accumulates(unsigned op) { return is_float(op) ? op % 4 >= 2 : op == 34 || op == 35; }
bool coprocessor_load(unsigned op) { return op >= 41 && op < 46; }
unsigned size_of(unsigned op) {
  static constexpr std::array<unsigned, 14> Loads{1, 1, 2, 2, 4, 4, 8, 16, 32, 32, 32, 32, 32, 32};
  static constexpr std::array<unsigned, 7> Stores{1, 2, 4, 8, 16, 32, 32};
  return is_load(op) ? Loads[op - 32] : is_store(op) ? Stores[op - 48] : 0;
}

std::uint64_t one(unsigned r) { return std::uint64_t{1} << r; }
std::uint64_t group(unsigned r, unsigned n) { return ((std::uint64_t{1} << n) - 1) << r; }
halves whole(std::uint64_t mask) { return {mask, mask}; }
halves half_of(unsigned r, bool high) { return high ? halves{0, one(r)} : halves{one(r), 0}; }

unsigned general_registers(unsigned op) { return std::max(1u, size_of(op) / 8); }

}  // namespace

std::ostream& operator<<(std::ostream& os, const bundle& x) {
  const auto flags = os.flags();
  os << std::hex << std::setfill('0');
  for (std::size_t i = 0; i < x.w.size(); ++i) os << (i ? " " : "") << std::setw(8) << x.w[i];
  os.flags(flags);
  return os;
}

std::string_view name_of(resource_e r) {
  static constexpr std::array<std::string_view, Resources> Names{
      "TINY", "LITE", "FULL", "LSU", "MAU", "BCU", "TCA", "AUXR", "AUXW", "CRRP", "CRWL", "CRWH"};
  return Names[static_cast<std::size_t>(r)];
}

std::array<unsigned, Resources> resources(const bundle& x) {
  using enum resource_e;
  std::array<unsigned, Resources> n{};
  const auto add = [&n](resource_e r) { ++n[static_cast<std::size_t>(r)]; };
  for (unsigned lane = 1; lane < 5; ++lane) {
    const word w = word_of(x, lane);
    if (w.op != 0) add(Tiny);
    if (lane < 3 && w.op >= 32) add(Lite);
    if (lane < 3 && is_full(w.op)) add(Full);
    if (lane < 3 && w.op == 44) add((w.x & 1) != 0 ? Crwh : Crwl);
    if (lane == 3 && w.op >= 32) {
      add(Mau);
      if (accumulates(w.op)) add(Auxr);
    }
    if (lane == 4 && w.op >= 32) {
      add(Lsu);
      if (is_store(w.op)) add(w.op == 54 ? Crrp : Auxr);
      if (is_load(w.op) && !coprocessor_load(w.op)) add(Auxw);
    }
  }
  switch (const bcu_word b = bcu_of(x); static_cast<bcu_e>(b.op)) {
    case bcu_e::Nop:
      break;
    case bcu_e::Xmovefo:
      for (const auto r : {Bcu, Tiny, Auxw, Crrp}) add(r);
      break;
    case bcu_e::Xcopyo:
      for (const auto r : {Bcu, Crrp, Crwl, Crwh}) add(r);
      break;
    default:
      add(Bcu);
  }
  if (tca_of(x).op != 0) add(Tca);
  return n;
}

std::string_view fault(const bundle& x) {
  for (unsigned lane = 1; lane < 5; ++lane) {
    const word w    = word_of(x, lane);
    const bool here = lane < 3    ? is_lite(w.op) || is_full(w.op)
                      : lane == 3 ? is_multiply(w.op) || is_float(w.op)
                                  : is_load(w.op) || is_store(w.op);
    if (w.op != 0 && !is_tiny(w.op) && !here) return "no such operation";
    if (lane < 3 && w.op == 44 && w.d >= mppa::Registers) return "registers are $a0 to $a47";
    if (lane == 3 && is_float(w.op) && takes_pairs(w.op) && ((w.d | w.a | w.b) & 1) != 0) {
      return "a pair begins at an even number";
    }
    if (lane == 4 && w.op >= 32) {
      const bool quarter     = w.op >= 42 && w.op < 46,
                 coprocessor = quarter || w.op == 41 || w.op == 54;
      if (coprocessor && w.d >= mppa::Registers) return "registers are $a0 to $a47";
      const unsigned n = quarter ? 4 : coprocessor ? 1 : general_registers(w.op);
      if (w.d % n != 0) {
        return n == 2 ? "a pair begins at an even number"
                      : "a quadruple begins at a multiple of four";
      }
      if (w.mode == 1 && w.cond != 0) return "a conditional access has a long offset or none";
    }
  }
  const bcu_word b = bcu_of(x);
  if (b.op > static_cast<unsigned>(bcu_e::Xcopyo)) return "no such operation";
  if (b.op == static_cast<unsigned>(bcu_e::Xmovefo) && b.r % 4 != 0) {
    return "a quadruple begins at a multiple of four";
  }
  if (b.op >= static_cast<unsigned>(bcu_e::Xmovefo) && b.target >= mppa::Registers) {
    return "registers are $a0 to $a47";
  }
  if (b.op == static_cast<unsigned>(bcu_e::Xcopyo) && b.r >= mppa::Registers) {
    return "registers are $a0 to $a47";
  }
  if (const tca_word t = tca_of(x); t.op != 0) {
    if (!is_product(t.op) && (t.op < 8 || t.op > 10)) return "no such operation";
    if (t.d >= mppa::Registers || t.a >= mppa::Registers ||
        (is_product(t.op) && (t.b >= mppa::Registers || t.c >= mppa::Registers))) {
      return "registers are $a0 to $a47";
    }
    const unsigned sums = t.op == 2 ? 4 : is_product(t.op) ? 2 : 1;
    if (t.d % sums != 0 || (is_product(t.op) && t.c % sums != 0)) {
      return sums == 4 ? "sums of 64 bits begin at a multiple of four"
                       : "sums of 32 bits begin at an even number";
    }
    if (t.op >= 8 && t.a % 4 != 0) return "a quadruple begins at a multiple of four";
    if (t.op == 8 && t.d % 4 != 0) return "a quadruple begins at a multiple of four";
  }
  const auto n = resources(x);
  for (unsigned i = 0; i < Resources; ++i) {
    if (n[i] <= Limits[i]) continue;
    static constexpr std::array<std::string_view, Resources> Too{
        "more than 4 of TINY", "more than 2 of LITE", "more than 1 of FULL", "more than 1 of LSU",
        "more than 1 of MAU",  "more than 1 of BCU",  "more than 1 of TCA",  "more than 1 of AUXR",
        "more than 1 of AUXW", "more than 1 of CRRP", "more than 1 of CRWL", "more than 1 of CRWH"};
    return Too[i];
  }

  std::uint64_t written = 0;
  halves c_written;
  bool twice        = false;
  const auto writes = [&](std::uint64_t mask) {
    twice = twice || (written & mask) != 0;
    written |= mask;
  };
  const auto c_writes = [&](const halves& h) {
    twice     = twice || (c_written & h).any();
    c_written = c_written | h;
  };
  for (unsigned lane = 0; lane < Lanes; ++lane) {
    bundle alone;
    alone.w[lane]      = x.w[lane];
    const registers of = registers_of(alone);
    writes(of.written() | of.sum | of.load | of.silent);
    c_writes(of.c_load | of.c_silent | of.c_fixed() | of.c_result);
  }
  return twice ? "a register is written twice" : "";
}

registers registers_of(const bundle& x) {
  registers of;
  for (unsigned lane = 1; lane < 5; ++lane) {
    const word w = word_of(x, lane);
    if (w.op == 0) continue;
    const bool b_register = w.mode == 0;
    if (w.op < 32 || lane < 3) {
      if (w.op != 24 && w.op != 25 && w.op != 26) of.read |= one(w.a);
      if (b_register) of.read |= one(w.b);
      if (w.op == 44) {
        of.c_moved = of.c_moved | half_of(w.d, (w.x & 1) != 0);
      } else {
        of.write[1] |= one(w.d);
      }
    } else if (lane == 3) {
      const unsigned n = is_float(w.op) && takes_pairs(w.op) ? 2 : 1;
      of.read |= group(w.a, n) | (b_register ? group(w.b, n) : 0);
      if (is_float(w.op)) {
        if (accumulates(w.op)) of.read |= group(w.d, n);
        of.write[4] |= group(w.d, n);
      } else {
        if (accumulates(w.op)) of.late |= one(w.d);
        (accumulates(w.op) ? of.sum : of.write[2]) |= one(w.d);
      }
    } else {
      of.read |= one(w.a) | (b_register || w.cond != 0 ? one(w.b) : 0);
      const bool quarter = w.op >= 42 && w.op < 46;
      if (is_store(w.op)) {
        if (w.op == 54) {
          of.c_late = of.c_late | whole(one(w.d));
        } else {
          of.late |= group(w.d, general_registers(w.op));
        }
      } else if (coprocessor_load(w.op)) {
        const halves d                             = !quarter    ? whole(one(w.d))
                                                     : w.op < 44 ? halves{group(w.d, 4), 0}
                                                                 : halves{0, group(w.d, 4)};
        ((w.x & 1) != 0 ? of.c_silent : of.c_load) = d;
      } else {
        ((w.x & 1) != 0 ? of.silent : of.load) = group(w.d, general_registers(w.op));
      }
    }
  }
  switch (const bcu_word b = bcu_of(x); static_cast<bcu_e>(b.op)) {
    case bcu_e::Cb:
    case bcu_e::Loopdo:
    case bcu_e::Igoto:
      of.early |= one(b.r);
      break;
    case bcu_e::Xmovefo:
      of.c_read = of.c_read | whole(one(b.target));
      of.write[MoveTime] |= group(b.r, 4);
      break;
    case bcu_e::Xcopyo:
      of.c_read  = of.c_read | whole(one(b.target));
      of.c_moved = of.c_moved | whole(one(b.r));
      break;
    default:
      break;
  }
  const tca_word t = tca_of(x);
  if (t.op == 1 || t.op == 2) {
    const unsigned n = t.op == 2 ? 4 : 2;
    of.c_read        = of.c_read | whole(one(t.a) | one(t.b));
    of.c_result      = whole(group(t.d, n));
    of.c_sum         = of.c_result | whole(group(t.c, n));
  } else if (t.op >= 4 && t.op < 8) {
    const unsigned column = t.op >> 1 & 1;
    const bool high       = (t.op & 1) != 0;
    of.c_read             = of.c_read | half_of(t.a, high) | half_of(t.b, column != 0);
    of.c_addend           = half_of(t.c + column, high);
    of.c_float            = half_of(t.d + column, high);
  } else if (t.op >= 8) {
    of.c_read    = of.c_read | whole(group(t.a, 4));
    of.c_written = of.c_written | whole(group(t.d, t.op == 8 ? 4 : 1));
  }
  return of;
}

bool holds(cond_e cond, std::uint64_t x) {
  using enum cond_e;
  const auto d = static_cast<std::int64_t>(x);
  const auto w = static_cast<std::int32_t>(x);
  switch (cond) {
    case Always:
      return true;
    case Dnez:
      return d != 0;
    case Deqz:
      return d == 0;
    case Dltz:
      return d < 0;
    case Dgez:
      return d >= 0;
    case Dlez:
      return d <= 0;
    case Dgtz:
      return d > 0;
    case Odd:
      return (x & 1) != 0;
    case Even:
      return (x & 1) == 0;
    case Wnez:
      return w != 0;
    case Weqz:
      return w == 0;
    case Wltz:
      return w < 0;
    case Wgez:
      return w >= 0;
    case Wlez:
      return w <= 0;
    case Wgtz:
      return w > 0;
    case Never:
      return false;
  }
  return false;
}

namespace {

std::uint64_t immediate(const bundle& x, const word& w) {
  switch (static_cast<mode_e>(w.mode)) {
    case mode_e::Short: {
      const unsigned v = unsigned{w.x} << 6 | w.b;
      return static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::int8_t>(v)));
    }
    case mode_e::Word:
      return sign_word(x.w[6 + (w.x & 1)]);
    default:
      return std::uint64_t{x.w[7]} << 32 | x.w[6];
  }
}

std::uint64_t operand(const state& s, const bundle& x, const word& w) {
  return w.mode == 0 ? s.r[w.b] : immediate(x, w);
}

iadd::result add(std::uint64_t a, std::uint64_t b, bool subtract) {
  return iadd::eval({.width = 64, .pipe = 0}, {a, b, false, subtract});
}
std::uint64_t logic(logic::op_e op, std::uint64_t a, std::uint64_t b, std::uint32_t n = 0) {
  return logic::eval({.width = 64, .pipe = 0}, {op, a, b, n}).bits;
}

/// Whether the first operand is less, of 64-bit numbers.
bool less(const iadd::result& difference, bool is_unsigned) {
  return is_unsigned ? difference.carry : difference.negative != difference.overflow;
}

bool compared(compare_e c, std::uint64_t a, std::uint64_t b) {
  const iadd::result d = add(a, b, true);
  const bool lt = less(d, false), ltu = less(d, true);
  switch (c) {
    case compare_e::Ne:
      return !d.zero;
    case compare_e::Eq:
      return d.zero;
    case compare_e::Lt:
      return lt;
    case compare_e::Ge:
      return !lt;
    case compare_e::Le:
      return lt || d.zero;
    case compare_e::Gt:
      return !lt && !d.zero;
    case compare_e::Ltu:
      return ltu;
    case compare_e::Geu:
      return !ltu;
    case compare_e::Leu:
      return ltu || d.zero;
    case compare_e::Gtu:
      return !ltu && !d.zero;
  }
  return false;
}

/// The result of an ALU operation, but for Cmoved and Xmovetq.
std::uint64_t computed(const word& w, std::uint64_t a, std::uint64_t b) {
  using enum alu_e;
  const bool narrow = (w.op & 1) == 0;
  const auto op     = static_cast<alu_e>(narrow && w.op != 26 ? w.op + 1 : w.op);
  const auto fit    = [narrow](std::uint64_t y) { return narrow ? low_word(y) : y; };
  // Comparisons and right shifts of words are those of doublewords on extended words.
  const bool is_unsigned = (w.op >= 22 && w.op < 24 && w.cond >= 6) || (w.op >= 36 && w.op < 40) ||
                           op == Srld || op >= Ctzd;
  const auto extended = [&](std::uint64_t y) {
    return !narrow ? y : is_unsigned ? low_word(y) : sign_word(y);
  };
  const std::uint64_t xa = extended(a), xb = extended(b);
  const auto amount = static_cast<std::uint32_t>(b & (narrow ? 31 : 63));
  switch (op) {
    case Addd:
      return fit(add(a, b, false).sum);
    case Sbfd:
      return fit(add(b, a, true).sum);
    case Subd:
      return fit(add(a, b, true).sum);
    case Andd:
      return fit(logic(logic::op_e::And, a, b));
    case Ord:
      return fit(logic(logic::op_e::Or, a, b));
    case Xord:
      return fit(logic(logic::op_e::Xor, a, b));
    case Andnd:
      return fit(logic(logic::op_e::And, ~a, b));
    case Slld:
      return fit(logic(logic::op_e::Shl, a, 0, amount));
    case Srld:
      return fit(logic(logic::op_e::ShrLogical, xa, 0, amount));
    case Srad:
      return fit(logic(logic::op_e::ShrArithmetic, xa, 0, amount));
    case Compd:
      return compared(static_cast<compare_e>(w.cond), xa, xb) ? 1 : 0;
    case Make:
      return fit(b);
    case Sxwd:
      return sign_word(b);
    case Mind:
    case Minud:
      return fit(less(add(xa, xb, true), is_unsigned) ? a : b);
    case Maxd:
    case Maxud:
      return fit(less(add(xa, xb, true), is_unsigned) ? b : a);
    case Ctzd:
      return std::min<std::uint64_t>(static_cast<unsigned>(std::countr_zero(xa)), narrow ? 32 : 64);
    case Clzd:
      return static_cast<unsigned>(std::countl_zero(xa)) - (narrow ? 32u : 0u);
    case Cbsd:
      return static_cast<unsigned>(std::popcount(xa));
    default:
      return 0;
  }
}

/// The low 64 bits of a product.
std::uint64_t times(std::uint64_t a, std::uint64_t b) {
  return imul::eval({.width = 64}, {a, b, false, false}).low;
}

/// A floating-point operation on n registers.
void floats(state& next, const state& s, const bundle& x, const word& w) {
  const unsigned code = w.op - 40u, type = code / 4, kind = code % 4;
  const unsigned n = takes_pairs(w.op) ? 2 : 1;
  static constexpr std::array<fma::op_e, 4> Ops{fma::op_e::Add, fma::op_e::Mul, fma::op_e::Madd,
                                                fma::op_e::Nmsub};
  for (unsigned i = 0; i < n; ++i) {
    const std::uint64_t a = s.r[w.a + i], b = w.mode == 0 ? s.r[w.b + i] : immediate(x, w);
    const auto y =
        fma_simd::eval({}, {.a    = a,
                            .b    = b,
                            .c    = kind == 0 ? b : s.r[w.d + i],
                            .mode = type >= 3 ? fma_simd::mode_e::Fp64 : fma_simd::mode_e::Fp32,
                            .op   = Ops[kind]})
            .bits;
    next.r[w.d + i] = type == 0 ? low_word(y) : y;
  }
}

/// The quarter of an FP16 product: two rows and two columns of D, half of one of its registers.
void quarter(state& next, const state& s, const tca_word& t) {
  const unsigned rows = 2u * (t.op & 1), column = t.op >> 1 & 1;
  const auto& r = s.tca.registers;
  for (unsigned i = rows; i < rows + 2; ++i) {
    std::uint64_t sums = 0;
    for (unsigned j = 0; j < 2; ++j) {
      std::array<std::uint64_t, 4> a, b;
      for (unsigned k = 0; k < 4; ++k) {
        a[k] = r[t.a][i] >> 16 * k & 0xffff;
        b[k] = r[t.b][2 * column + j] >> 16 * k & 0xffff;
      }
      const auto c = static_cast<std::uint32_t>(r[t.c + column][i] >> 32 * j);
      sums |= std::uint64_t{mppa::dot(Binary16, a, b, c)} << 32 * j;
    }
    next.tca.registers[t.d + column][i] = sums;
  }
}

/// A signed number of 2n bits as the nearest one of n bits.
std::uint64_t saturated(std::int64_t x, unsigned bits) {
  const std::int64_t most = (std::int64_t{1} << (bits - 1)) - 1;
  return static_cast<std::uint64_t>(std::clamp(x, -most - 1, most)) &
         ((std::uint64_t{1} << bits) - 1);
}

void coprocess(state& next, const state& s, const tca_word& t) {
  const auto& r = s.tca.registers;
  auto& d       = next.tca.registers;
  if (t.op == 1 || t.op == 2) {
    for (unsigned i = 0; i < (t.op == 2 ? 4u : 2u); ++i) d[t.d + i] = r[t.c + i];
    mppa::multiply(next.tca,
                   {.mac_op     = t.op == 2 ? mppa::mac_op_e::Int16 : mppa::mac_op_e::Int8,
                    .a_unsigned = (t.x & 1) != 0,
                    .b_unsigned = (t.x & 2) != 0,
                    .mac_d      = t.d,
                    .mac_a      = t.a,
                    .mac_b      = t.b},
                   r[t.a], r[t.b]);
  } else if (t.op >= 4 && t.op < 8) {
    quarter(next, s, t);
  } else if (t.op == 8) {
    for (unsigned i = 0; i < 4; ++i) {
      for (unsigned j = 0; j < 4; ++j) d[t.d + i][j] = r[t.a + j][i];
    }
  } else if (t.op == 9 || t.op == 10) {
    for (unsigned i = 0; i < 4; ++i) {
      std::uint64_t row = 0;
      for (unsigned j = 0; j < (t.op == 9 ? 8u : 4u); ++j) {
        row |= t.op == 9
                   ? saturated(static_cast<std::int32_t>(r[t.a + j / 2][i] >> 32 * (j % 2)), 8)
                         << 8 * j
                   : saturated(static_cast<std::int64_t>(r[t.a + j][i]), 16) << 16 * j;
      }
      d[t.d][i] = row;
    }
  }
}

}  // namespace

std::optional<access> access_of(const state& s, const bundle& x) {
  const word w = word_of(x, 4);
  if (w.op < 32) return {};
  const bool conditional = w.cond != 0;
  if (conditional && !holds(static_cast<cond_e>(w.cond), s.r[w.b])) return {};
  const std::uint64_t offset =
      w.mode == 0   ? (conditional ? 0 : s.r[w.b])
      : w.mode == 1 ? static_cast<std::uint64_t>(std::int64_t{w.b} - (w.b >= 32 ? 64 : 0))
                    : sign_word(x.w[4 + w.mode]);
  access a;
  a.op                 = static_cast<lsu_e>(w.op);
  a.reg                = w.d;
  a.store              = is_store(w.op);
  a.bypass             = (w.x & 2) != 0;
  a.at                 = add(s.r[w.a], offset, false).sum;
  a.size               = size_of(w.op);
  const region_e first = region_of(a.at), last = region_of(a.at + a.size - 1);
  const bool hole   = first == region_e::Hole || last == region_e::Hole || first != last;
  const bool silent = (w.x & 1) != 0 && !a.store;
  a.dismissed       = silent && (hole || first == region_e::Io);
  a.traps           = hole && !silent;
  if (w.op == 54) {
    a.data = s.tca.registers[w.d];
  } else if (a.store) {
    for (unsigned i = 0; i < general_registers(w.op); ++i) a.data[i] = s.r[w.d + i];
  }
  return a;
}

register_t shifted(const register_t& bytes, unsigned first) {
  std::array<std::uint8_t, 64> all{};
  std::memcpy(all.data(), bytes.data(), 32);
  register_t y;
  std::memcpy(y.data(), all.data() + first, 32);
  return y;
}

void load(state& s, const access& a, const register_t& bytes) {
  const auto op            = static_cast<unsigned>(a.op);
  const std::uint64_t word = bytes[0];
  if (coprocessor_load(op)) {
    mppa::load(s.tca,
               {.mem_op      = op == 41 ? mppa::mem_op_e::Load : mppa::mem_op_e::Scatter,
                .mem_reg     = a.reg,
                .mem_quarter = static_cast<std::uint8_t>(op == 41 ? 0 : op - 42)},
               bytes);
    return;
  }
  switch (a.op) {
    case lsu_e::Lbz:
      s.r[a.reg] = word & 0xff;
      break;
    case lsu_e::Lbs:
      s.r[a.reg] = static_cast<std::uint64_t>(std::int64_t{static_cast<std::int8_t>(word)});
      break;
    case lsu_e::Lhz:
      s.r[a.reg] = word & 0xffff;
      break;
    case lsu_e::Lhs:
      s.r[a.reg] = static_cast<std::uint64_t>(std::int64_t{static_cast<std::int16_t>(word)});
      break;
    case lsu_e::Lwz:
      s.r[a.reg] = low_word(word);
      break;
    case lsu_e::Lws:
      s.r[a.reg] = sign_word(word);
      break;
    default:
      for (unsigned i = 0; i < general_registers(op); ++i) s.r[a.reg + i] = bytes[i];
  }
}

bool step(state& s, const bundle& x) {
  const state before = s;
  for (unsigned lane = 1; lane < 5; ++lane) {
    const word w = word_of(x, lane);
    if (w.op == 0 || (lane == 4 && w.op >= 32)) continue;
    const std::uint64_t a = before.r[w.a], b = operand(before, x, w);
    if (lane == 3 && is_float(w.op)) {
      floats(s, before, x, w);
    } else if (lane == 3 && w.op >= 32) {
      const std::uint64_t sum = accumulates(w.op) ? before.r[w.d] : 0;
      const std::uint64_t y   = add(times(a, b), sum, false).sum;
      s.r[w.d]                = (w.op & 1) != 0 ? y : low_word(y);
    } else if (w.op == static_cast<unsigned>(alu_e::Cmoved)) {
      if (holds(static_cast<cond_e>(w.cond), a)) s.r[w.d] = b;
    } else if (w.op == static_cast<unsigned>(alu_e::Xmovetq)) {
      const unsigned first            = 2u * (w.x & 1);
      s.tca.registers[w.d][first]     = a;
      s.tca.registers[w.d][first + 1] = before.r[w.b];
    } else {
      s.r[w.d] = computed(w, a, b);
    }
  }
  coprocess(s, before, tca_of(x));
  if (const auto a = access_of(before, x); a && a->dismissed) load(s, *a, {});

  const bcu_word b  = bcu_of(x);
  const auto next   = static_cast<std::uint16_t>(s.pc + 1);
  const bool at_end = next == s.loop_end && s.loop_count != 0;
  std::optional<std::uint16_t> target;
  switch (static_cast<bcu_e>(b.op)) {
    case bcu_e::Goto:
      target = b.target;
      break;
    case bcu_e::Cb:
      if (holds(static_cast<cond_e>(b.cond), before.r[b.r])) target = b.target;
      break;
    case bcu_e::Loopdo:
      s.loop_start = next;
      s.loop_end   = b.target;
      s.loop_count = before.r[b.r];
      if (s.loop_count == 0) target = b.target;
      break;
    case bcu_e::Call:
      s.link = next;
      target = b.target;
      break;
    case bcu_e::Ret:
      target = before.link;
      break;
    case bcu_e::Igoto:
      target = static_cast<std::uint16_t>(before.r[b.r]);
      break;
    case bcu_e::Xmovefo:
      for (unsigned i = 0; i < 4; ++i) s.r[b.r + i] = before.tca.registers[b.target][i];
      break;
    case bcu_e::Xcopyo:
      s.tca.registers[b.r] = before.tca.registers[b.target];
      break;
    default:
      break;
  }
  s.pc = next;
  if (target) {
    s.pc = *target;
  } else if (at_end && b.op != static_cast<unsigned>(bcu_e::Loopdo)) {
    if (--s.loop_count != 0) s.pc = s.loop_start;
  }
  return target.has_value();
}

template <class Call>
void schedule::each(const halves& h, Call call) {
  for (unsigned r = 0; r < mppa::Registers; ++r) {
    if ((h.lo >> r & 1) != 0) call(2 * r);
    if ((h.hi >> r & 1) != 0) call(2 * r + 1);
  }
}

template <class Call>
void schedule::each(std::uint64_t mask, Call call) {
  for (; mask != 0; mask &= mask - 1) call(static_cast<unsigned>(std::countr_zero(mask)));
}

std::uint64_t schedule::issue(const bundle& x, const std::optional<access>& a) {
  const registers of = registers_of(x);
  std::uint64_t t    = next_;
  const auto after   = [&t](std::uint64_t cycle) { t = std::max(t, cycle); };
  const auto before  = [](std::uint64_t cycle) { return cycle == 0 ? 0 : cycle - 1; };

  // A register that a load writes; loads themselves follow each other.
  each(of.read | of.late | of.early | of.written() | of.sum | of.silent,
       [&](unsigned r) { after(answer_[r]); });
  each(of.read | of.written() | of.load | of.silent, [&](unsigned r) { after(ready_[r]); });
  each(of.late, [&](unsigned r) { after(before(ready_[r])); });
  each(of.early, [&](unsigned r) {
    if (const auto ready = std::max(ready_[r], answer_[r]); ready != 0) after(ready + 1);
  });
  each(of.c_read | of.c_late | of.c_sum | of.c_addend | of.c_fixed() | of.c_silent,
       [&](unsigned h) { after(half_answer_[h]); });
  each(of.c_read | of.c_fixed() | of.c_load | of.c_silent,
       [&](unsigned h) { after(half_[h].ready); });
  each(of.c_late, [&](unsigned h) { after(before(half_[h].ready)); });
  each(of.c_sum, [&](unsigned h) {
    if (half_[h].kind != kind_e::Integer) after(half_[h].ready);
  });
  each(of.c_addend,
       [&](unsigned h) { after(half_[h].ready + (half_[h].kind == kind_e::Move ? 1 : 0)); });
  const unsigned memory = word_of(x, 4).op;
  if (memory >= 32) after(stage_);
  if (is_load(memory) && pushed_ >= loads_) after(queue_[(pushed_ - loads_) % queue_.size()] + 1);

  each(of.sum, [&](unsigned r) { ready_[r] = t + 2; });
  for (unsigned n = 1; n < 5; ++n) each(of.write[n], [&](unsigned r) { ready_[r] = t + n; });
  each(of.c_moved, [&](unsigned h) { half_[h] = {t + MoveTime, kind_e::Move}; });
  each(of.c_written, [&](unsigned h) { half_[h] = {t + MoveTime, kind_e::Other}; });
  each(of.c_result, [&](unsigned h) { half_[h] = {t + MoveTime, kind_e::Integer}; });
  each(of.c_float, [&](unsigned h) { half_[h] = {t + MoveTime + 1, kind_e::Other}; });
  if (a && a->dismissed) {
    each(of.silent, [&](unsigned r) { ready_[r] = t + Hit; });
    each(of.c_silent, [&](unsigned h) { half_[h] = {t + Hit, kind_e::Other}; });
  } else if (a) {
    stage_ = t + (a->split() ? 2 : 1);  // the cycle of its last request
    if (is_load(memory)) {
      if (a->split()) answered_ = std::max(t + 1 + latency_, answered_ + 1);
      answered_                         = std::max(stage_ + latency_, answered_ + 1);
      queue_[pushed_++ % queue_.size()] = answered_;
      each(of.load | of.silent, [&](unsigned r) { answer_[r] = answered_ + 1; });
      each(of.c_load | of.c_silent, [&](unsigned h) { half_answer_[h] = answered_ + 1; });
    }
  }
  next_ = t + 1;
  return t;
}

}  // namespace weft::golden::mppa_core
