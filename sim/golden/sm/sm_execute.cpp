// SPDX-License-Identifier: Apache-2.0

#include "sim/golden/sm/sm_execute.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <vector>

#include "sim/golden/dpa.hpp"
#include "sim/golden/fcmp.hpp"
#include "sim/golden/fcvt.hpp"
#include "sim/golden/fma.hpp"
#include "sim/golden/fma_simd.hpp"
#include "sim/golden/iadd.hpp"
#include "sim/golden/imul.hpp"
#include "sim/golden/logic.hpp"
#include "sim/golden/sfu.hpp"

namespace weft::golden::sm {
namespace {

using enum op_e;

round_e round_of(const instruction& i) { return static_cast<round_e>(i.mods >> RoundShift & 3); }

/// An operand with its modifiers: |x|, then -x.
std::uint64_t sign_modified(const instruction& i, unsigned slot, std::uint64_t x,
                            std::uint64_t sign) {
  const unsigned absolute = slot == 0 ? AbsA : slot == 1 ? AbsB : 0;
  if ((i.mods & absolute) != 0) x &= ~sign;
  if ((i.mods >> slot & 1) != 0) x ^= sign;
  return x;
}

std::uint64_t pair(const std::array<row, 4>& s, unsigned l) {
  return s[0][l] | std::uint64_t{s[1][l]} << 32;
}

std::uint32_t word(std::uint64_t x) { return static_cast<std::uint32_t>(x); }

std::uint32_t add(std::uint32_t a, std::uint32_t b, bool subtract = false) {
  return word(iadd::eval({}, {.a = a, .b = b, .carry = false, .subtract = subtract}).sum);
}

/// The product of words in the instruction's signedness.
imul::result multiply(const instruction& i, std::uint32_t a, std::uint32_t b) {
  const bool is_signed = (i.mods & Unsigned) == 0;
  return imul::eval({}, {.a = a, .b = b, .a_signed = is_signed, .b_signed = is_signed});
}

bool less(bool is_signed, std::uint32_t a, std::uint32_t b) {
  const auto r = iadd::eval({}, {.a = a, .b = b, .carry = false, .subtract = true});
  return is_signed ? r.negative != r.overflow : r.carry;
}

fma::result fused(const instruction& i, fma::op_e op, bool wide, std::uint64_t a, std::uint64_t b,
                  std::uint64_t c) {
  const std::uint64_t sign = wide ? Binary64.sign_bit() : Binary32.sign_bit();
  const bool ftz           = (i.mods & Ftz) != 0;
  const format f           = wide ? Binary64 : Binary32;
  const fma::config k{.multiplicand = f, .addend = f, .flush_in = ftz, .flush_out = ftz};
  // An addition is a + c; its second operand is b.
  const unsigned addend = op == fma::op_e::Add ? 1 : 2;
  const fma::operands o{.a     = sign_modified(i, 0, a, sign),
                        .b     = sign_modified(i, 1, b, sign),
                        .c     = sign_modified(i, addend, addend == 1 ? b : c, sign),
                        .op    = op,
                        .round = round_of(i)};
  return wide ? fma::eval(k, o) : fma::eval_fast(k, o);
}

std::uint32_t packed(const instruction& i, fma::op_e op, std::uint32_t a, std::uint32_t b,
                     std::uint32_t c) {
  const auto negated = [&](unsigned slot, std::uint32_t x) {
    return (i.mods >> slot & 1) != 0 ? x ^ 0x80008000u : x;
  };
  return word(fma_simd::eval({}, {.a    = negated(0, a),
                                  .b    = negated(1, b),
                                  .c    = op == fma::op_e::Add ? negated(1, b) : negated(2, c),
                                  .mode = fma_simd::mode_e::Fp16,
                                  .op   = op})
                  .bits);
}

/// A comparison of FSETP: bits less, equal, greater; from 7 on number, NaN, then with unordered.
bool compares(const instruction& i, std::uint32_t a, std::uint32_t b) {
  const bool ftz   = (i.mods & SetFtz) != 0;
  const auto flush = [ftz](std::uint32_t x) {
    return ftz && (x & 0x7f800000u) == 0 ? x & 0x80000000u : x;
  };
  // The bits of |x| are those of the comparison here.
  const auto negated = [&](unsigned slot, std::uint32_t v) {
    return (i.mods >> slot & 1) != 0 ? v ^ 0x80000000u : v;
  };
  const auto x         = flush(negated(0, a));
  const auto y         = flush(negated(1, b));
  const auto test      = [&](fcmp::op_e op) { return fcmp::eval({}, {x, y, op}).bits != 0; };
  const unsigned cmp   = i.mods >> CmpShift & 15;
  const bool unordered = test(fcmp::op_e::Unordered);
  if (cmp == 7) return !unordered;
  if (cmp == 8) return unordered;
  if (unordered) return cmp > 8;
  const unsigned relation = test(fcmp::op_e::Less) ? 1 : test(fcmp::op_e::Equal) ? 2 : 4;
  return (cmp & relation) != 0;
}

bool combine(const instruction& i, bool x, bool p) {
  switch (i.mods >> BoolShift & 3) {
    case 0:
      return x && p;
    case 1:
      return x || p;
    default:
      return x != p;
  }
}

std::uint32_t shift(const instruction& i, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  using logic::op_e;
  const auto amount = b;
  switch (i.op) {
    case Shl:
      return word(logic::eval({}, {.op = op_e::Shl, .a = a, .b = 0, .amount = amount}).bits);
    case Shr: {
      const auto op = (i.mods & Unsigned) != 0 ? op_e::ShrLogical : op_e::ShrArithmetic;
      return word(logic::eval({}, {.op = op, .a = a, .b = 0, .amount = amount}).bits);
    }
    default: {
      constexpr op_e Shifts[] = {op_e::ShfLeftClamp, op_e::ShfRightClamp, op_e::ShfLeftWrap,
                                 op_e::ShfRightWrap};
      const auto op           = Shifts[i.mods >> 3 & 3];
      return word(logic::eval({}, {.op = op, .a = a, .b = c, .amount = amount}).bits);
    }
  }
}

std::uint64_t convert(const instruction& i, std::uint64_t x) {
  using fcvt::op_e;
  const auto eval = [&](format from, format to, op_e op) {
    return fcvt::eval({.source = from, .destination = to},
                      {.data = x, .op = op, .round = round_of(i)})
        .bits;
  };
  const bool is_unsigned = (i.mods & Unsigned) != 0;
  if (i.op == F2i) {
    return eval(Binary32, Binary32, is_unsigned ? op_e::FloatToUnsigned : op_e::FloatToSigned);
  }
  if (i.op == I2f) {
    return eval(Binary32, Binary32, is_unsigned ? op_e::UnsignedToFloat : op_e::SignedToFloat);
  }
  constexpr format From[] = {Binary32, Binary16, Binary32, Binary64, Binary32, Bfloat16};
  constexpr format To[]   = {Binary16, Binary32, Binary64, Binary32, Bfloat16, Binary32};
  return eval(From[i.mods & 7], To[i.mods & 7], op_e::FloatToFloat);
}

std::uint32_t shuffled(const arch& k, const instruction& i, const values& v, unsigned l,
                       bool& inside) {
  const unsigned n = v.source[1][0][l] & 31;
  int from         = 0;
  switch (i.mods & 3) {
    case 0:
      from = static_cast<int>(n);
      break;
    case 1:
      from = static_cast<int>(l) - static_cast<int>(n);
      break;
    case 2:
      from = static_cast<int>(l + n);
      break;
    default:
      from = static_cast<int>(l ^ n);
  }
  inside = from >= 0 && from < static_cast<int>(k.threads);
  if (!inside) from = static_cast<int>(l);
  return v.source[0][0][static_cast<unsigned>(from)];
}

const dpa::profile& profile_of(const arch& k, unsigned sums) {
  const dpa::profile* p = dpa::find(k.tensor_names[sums]);
  if (p == nullptr) throw std::logic_error("no profile for this tensor instruction");
  return *p;
}

std::uint64_t half(const std::array<row, 4>& s, const place& at) {
  return s[at.reg][at.lane] >> (16 * at.part) & 0xffff;
}

/// D = A * B + C of a tensor instruction of the given sides, whose places are functions.
template <class A, class B, class D>
void product(const dpa::profile& p, unsigned rows, unsigned columns, unsigned depth, bool packed,
             const values& v, outcome& to, A at_a, B at_b, D at_d) {
  std::vector<std::uint64_t> a(depth), b(depth);
  for (unsigned m = 0; m < rows; ++m) {
    for (unsigned n = 0; n < columns; ++n) {
      for (unsigned x = 0; x < depth; ++x) {
        a[x] = half(v.source[0], at_a(m, x));
        b[x] = half(v.source[1], at_b(x, n));
      }
      const place at          = at_d(m, n);
      const std::uint64_t c   = packed ? half(v.source[2], at) : v.source[2][at.reg][at.lane];
      const std::uint64_t sum = dpa::dot(p, a, b, c);
      if (packed) {
        to.d[at.reg][at.lane] |= word(sum << (16 * at.part));
      } else {
        to.d[at.reg][at.lane] = word(sum);
      }
    }
  }
}

/// One step of HMMA.884, see docs/unit/sm.md.
void hmma884(const arch& k, const instruction& i, const values& v, outcome& to) {
  const bool packed     = (i.mods & 4) != 0;
  const dpa::profile& p = profile_of(k, packed ? 1 : 0);
  std::vector<std::uint64_t> a(4), b(4);
  for (unsigned octet = 0; octet < 4; ++octet) {
    for (unsigned m = 0; m < 8; ++m) {
      for (unsigned n = 0; n < 8; ++n) {
        if (hmma884_step(m, n, packed) != (i.mods & 3u)) continue;
        for (unsigned x = 0; x < 4; ++x) {
          a[x] = half(v.source[0], hmma884_ab(octet, m, x));
          b[x] = half(v.source[1], hmma884_ab(octet, n, x));
        }
        const place at = hmma884_d(octet, m, n, packed);
        if (packed) {
          to.d[at.reg][at.lane] |= word(dpa::dot(p, a, b, half(v.source[2], at)) << (16 * at.part));
        } else {
          to.d[at.reg][at.lane] = word(dpa::dot(p, a, b, v.source[2][at.reg][at.lane]));
        }
      }
    }
  }
}

void imma8816(const instruction& i, const values& v, outcome& to) {
  const auto byte = [](const std::array<row, 4>& s, const place& at) {
    return s[at.reg][at.lane] >> (8 * at.part) & 0xff;
  };
  const imul::config bytes{.width = 8};
  for (unsigned m = 0; m < 8; ++m) {
    for (unsigned n = 0; n < 8; ++n) {
      const place at    = imma8816_d(m, n);
      std::uint32_t sum = v.source[2][at.reg][at.lane];
      for (unsigned x = 0; x < 16; ++x) {
        const auto r        = imul::eval(bytes, {.a        = byte(v.source[0], imma8816_a(m, x)),
                                                 .b        = byte(v.source[1], imma8816_b(x, n)),
                                                 .a_signed = (i.mods & 1) == 0,
                                                 .b_signed = (i.mods & 2) == 0});
        const bool negative = (i.mods & 3) != 3 && (r.high & 0x80) != 0;
        sum                 = add(sum, word(r.high << 8 | r.low) | (negative ? 0xffff0000u : 0));
      }
      to.d[at.reg][at.lane] = sum;
    }
  }
}

void tensor(const arch& k, const instruction& i, const values& v, outcome& to) {
  if (i.op == Hmma884) return hmma884(k, i, v, to);
  if (i.op == Imma8816) return imma8816(i, v, to);
  const unsigned sums  = i.mods & 3;
  const bool packed    = sums == 1;
  const auto at_d      = [packed](unsigned m, unsigned n) { return hmma16816_d(m, n, packed); };
  const unsigned depth = i.op == Hmma1688 ? 8 : 16;
  product(profile_of(k, sums), 16, 8, depth, packed, v, to, hmma16816_a, hmma16816_b, at_d);
}

void lane(const instruction& i, const values& v, unsigned l, outcome& to) {
  const std::uint32_t a = v.source[0][0][l], b = v.source[1][0][l], c = v.source[2][0][l];
  const bool p     = (v.pred_in >> l & 1) != 0;
  std::uint32_t& d = to.d[0][l];
  const auto wide  = [&](std::uint64_t x) {
    to.d[0][l] = word(x);
    to.d[1][l] = word(x >> 32);
  };
  const auto predicates = [&](bool x) {
    to.p |= static_cast<std::uint32_t>(combine(i, x, p)) << l;
    to.q |= static_cast<std::uint32_t>(combine(i, !x, p)) << l;
  };
  const auto integer = [&](unsigned slot, std::uint32_t x) {
    return (i.mods >> slot & 1) != 0 ? add(0, x, true) : x;
  };
  const bool is_signed = (i.mods & Unsigned) == 0;
  switch (i.op) {
    case Fadd:
      d = word(fused(i, fma::op_e::Add, false, a, b, c).bits);
      break;
    case Fmul:
      d = word(fused(i, fma::op_e::Mul, false, a, b, c).bits);
      break;
    case Ffma:
      d = word(fused(i, fma::op_e::Madd, false, a, b, c).bits);
      break;
    case Fmnmx:
      d = word(
          fcmp::eval({}, {sign_modified(i, 0, a, 0x80000000u), sign_modified(i, 1, b, 0x80000000u),
                          p ? fcmp::op_e::MinimumNumber : fcmp::op_e::MaximumNumber})
              .bits);
      break;
    case Fsetp:
      predicates(compares(i, a, b));
      break;
    case Fsel:
    case Sel:
      d = p ? a : b;
      break;
    case Hadd2:
      d = packed(i, fma::op_e::Add, a, b, c);
      break;
    case Hmul2:
      d = packed(i, fma::op_e::Mul, a, b, c);
      break;
    case Hfma2:
      d = packed(i, fma::op_e::Madd, a, b, c);
      break;
    case Dadd:
      wide(fused(i, fma::op_e::Add, true, pair(v.source[0], l), pair(v.source[1], l), 0).bits);
      break;
    case Dmul:
      wide(fused(i, fma::op_e::Mul, true, pair(v.source[0], l), pair(v.source[1], l), 0).bits);
      break;
    case Dfma:
      wide(fused(i, fma::op_e::Madd, true, pair(v.source[0], l), pair(v.source[1], l),
                 pair(v.source[2], l))
               .bits);
      break;
    case Iadd3:
      d = add(add(integer(0, a), integer(1, b)), integer(2, c));
      break;
    case Imad:
      d = add(word(multiply(i, a, b).low), c);
      break;
    case ImadHi:
      d = add(word(multiply(i, a, b).high), c);
      break;
    case ImadWide: {
      const auto x = multiply(i, a, b);
      wide(iadd::eval({.width = 64}, {.a        = x.high << 32 | x.low,
                                      .b        = pair(v.source[2], l),
                                      .carry    = false,
                                      .subtract = false})
               .sum);
      break;
    }
    case Imnmx:
      d = less(is_signed, a, b) == p ? a : b;
      break;
    case Isetp: {
      const unsigned relation = a == b ? 2 : less(is_signed, a, b) ? 1 : 4;
      predicates((i.mods >> CmpShift & relation) != 0);
      break;
    }
    case Lop:
      d = word(
          logic::eval(
              {}, {.op = static_cast<logic::op_e>(i.mods >> 3 & 3), .a = a, .b = b, .amount = 0})
              .bits);
      break;
    case LopNot:
      d = word(logic::eval({}, {.op = logic::op_e::Not, .a = a, .b = 0, .amount = 0}).bits);
      break;
    case Shl:
    case Shr:
    case Shf:
      d = shift(i, a, b, c);
      break;
    case Mov:
      d = b;
      break;
    case F2f:
      wide(convert(i, (i.mods & 7) == 3 ? pair(v.source[1], l) : b));
      break;
    case F2i:
    case I2f:
      d = word(convert(i, b));
      break;
    case Mufu:
      d = sfu::eval({.ftz = (i.mods & Ftz) != 0},
                    {.op = static_cast<sfu::op_e>(i.mods & 15), .a = a})
              .bits;
      break;
    case S2r:
    case Cs2r:
      d = v.special[l];
      break;
    default:
      break;
  }
}

}  // namespace

place hmma16816_a(unsigned row, unsigned k) {
  return {row % 8 * 4 + k % 8 / 2, row / 8 + 2 * (k / 8), k % 2};
}
place hmma16816_b(unsigned k, unsigned column) { return {column * 4 + k % 8 / 2, k / 8, k % 2}; }
place hmma16816_d(unsigned row, unsigned column, bool packed) {
  const unsigned lane = row % 8 * 4 + column / 2;
  return packed ? place{lane, row / 8, column % 2} : place{lane, 2 * (row / 8) + column % 2, 0};
}

// Octet x is thread groups x and x + 4, of four threads each: rows, or columns, 0 to 3 and 4 to 7.
place hmma884_ab(unsigned octet, unsigned line, unsigned k) {
  return {4 * (octet + line / 4 * 4) + line % 4, k / 2, k % 2};
}
place hmma884_d(unsigned octet, unsigned row, unsigned column, bool packed) {
  const unsigned group = 4 * (octet + row / 4 * 4);
  if (packed) return {group + row % 4, column % 4 / 2, column % 2};
  return {group + row % 2 + column % 4 / 2 * 2, column % 2, 0};
}
unsigned hmma884_step(unsigned row, unsigned column, bool packed) {
  const bool own = row / 4 == column / 4;  // the group's own columns
  if (packed) return own ? 0 : 1;
  return row % 4 / 2 + (own ? 0 : 2);
}

place imma8816_a(unsigned row, unsigned k) { return {4 * row + k / 4, 0, k % 4}; }
place imma8816_b(unsigned k, unsigned column) { return imma8816_a(column, k); }
place imma8816_d(unsigned row, unsigned column) { return {4 * row + column / 2, column % 2, 0}; }

std::string_view name_of(limit_e limit) {
  constexpr std::string_view Names[] = {"warps", "registers", "shared memory", "blocks"};
  return Names[static_cast<std::size_t>(limit)];
}

residence resident(const arch& k, unsigned threads, unsigned registers, unsigned shared) {
  const unsigned warps = (threads + k.threads - 1) / k.threads;
  const unsigned each  = std::max(8u, (registers + 7) / 8 * 8) * warps * k.threads;
  const unsigned fits[]{k.warps / warps, k.registers / each, shared == 0 ? ~0u : k.shared / shared,
                        k.ctas};
  const auto* least = std::min_element(std::begin(fits), std::end(fits));
  return {*least, *least * warps, static_cast<limit_e>(least - fits)};
}

outcome execute(const arch& k, const instruction& i, const values& v) {
  outcome to;
  if (of(i.op).unit == unit_e::Tensor) {
    tensor(k, i, v, to);
    return to;
  }
  if (i.op == Vote) {
    const std::uint32_t yes = v.pred_in & v.active;
    const bool holds        = (i.mods & 3) == 0 ? yes == v.active : yes != 0;
    to.d[0].fill(yes);
    to.p = holds ? ~0u : 0;
    return to;
  }
  if (i.op == Shfl) {
    for (unsigned l = 0; l < Lanes; ++l) {
      bool inside = false;
      to.d[0][l]  = shuffled(k, i, v, l, inside);
      to.p |= static_cast<std::uint32_t>(inside) << l;
    }
    return to;
  }
  for (std::uint32_t rest = v.active; rest != 0; rest &= rest - 1) {
    lane(i, v, static_cast<unsigned>(std::countr_zero(rest)), to);
  }
  return to;
}

}  // namespace weft::golden::sm
