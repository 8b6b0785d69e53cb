// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <optional>

#include "sim/golden/sme_machine.hpp"

/// The A64 instructions that loops need: integers, branches, loads and stores, scalar floating
/// point.
namespace weft::golden::sme::isa {

// Integers. `sf`, bit 31, selects 64 bits.

inline int width_of(word w) { return w(31) ? 64 : 32; }

struct sum {
  std::uint64_t value;
  bool n, z, c, v;
};
inline sum add_with_carry(std::uint64_t a, std::uint64_t b, bool carry, int width) {
  const auto mask = ones(width);
  a &= mask;
  b &= mask;
  const auto r    = (a + b + carry) & mask;
  const auto sign = std::uint64_t{1} << (width - 1);
  const bool c    = r < a || (carry && r == a);
  return {r, (r & sign) != 0, r == 0, c, (~(a ^ b) & (a ^ r) & sign) != 0};
}

/// ADD, ADDS, SUB, SUBS: `op`, bit 30, subtracts; `S`, bit 29, sets flags.
inline void add_sub(machine& c, word w, std::uint64_t a, std::uint64_t b, bool to_sp) {
  const sum r =
      w(30) ? add_with_carry(a, ~b, true, width_of(w)) : add_with_carry(a, b, false, width_of(w));
  if (w(29)) c.flags(r.n, r.z, r.c, r.v);
  to_sp && !w(29) ? c.set_xsp(w.d(), r.value) : c.set_x(w.d(), r.value);
}
inline void add_sub_imm(machine& c, word w) {
  add_sub(c, w, c.xsp(w.n()), std::uint64_t{w(21, 10)} << (w(22) ? 12 : 0), true);
}

inline std::uint64_t shifted(std::uint64_t x, unsigned kind, unsigned amount, int width) {
  x &= ones(width);
  const auto w = static_cast<unsigned>(width);
  switch (kind) {
    case 0:
      return x << amount & ones(width);
    case 1:
      return x >> amount;
    case 2:
      return static_cast<std::uint64_t>(sign_extend(x, width) >> amount) & ones(width);
    default:
      return amount == 0 ? x : (x >> amount | x << (w - amount)) & ones(width);
  }
}
inline unsigned shift_amount(word w) {
  if (!w(31) && w(15)) undefined("a shift by 32 or more");
  return w(15, 10);
}
inline void add_sub_shifted(machine& c, word w) {
  if (w(23, 22) == 3) undefined();
  add_sub(c, w, c.x(w.n()), shifted(c.x(w.m()), w(23, 22), shift_amount(w), width_of(w)), false);
}

inline std::uint64_t extended(std::uint64_t x, unsigned option, unsigned left) {
  const int bits = 8 << (option & 3);
  x = (option & 4) != 0 ? static_cast<std::uint64_t>(sign_extend(x, bits)) : x & ones(bits);
  return x << left;
}
inline void add_sub_extended(machine& c, word w) {
  if (w(12, 10) > 4) undefined();
  add_sub(c, w, c.xsp(w.n()), extended(c.x(w.m()), w(15, 13), w(12, 10)), true);
}
/// ADC, ADCS, SBC, SBCS.
inline void add_sub_carry(machine& c, word w) {
  const auto b = c.x(w.m());
  const sum r  = add_with_carry(c.x(w.n()), w(30) ? ~b : b, c.flag_c(), width_of(w));
  if (w(29)) c.flags(r.n, r.z, r.c, r.v);
  c.set_x(w.d(), r.value);
}

/// The 64-bit mask that N:immr:imms encode; empty for a reserved encoding.
inline std::optional<std::uint64_t> bit_mask(unsigned n, unsigned immr, unsigned imms) {
  const int length = std::bit_width(n << 6 | (~imms & 0x3f)) - 1;
  if (length < 1) return {};
  const int size    = 1 << length;
  const auto levels = static_cast<unsigned>(size - 1);
  const unsigned s  = imms & levels;
  if (s == levels) return {};
  std::uint64_t pattern = shifted(ones(static_cast<int>(s) + 1), 3, immr & levels, size);
  for (int have = size; have < 64; have *= 2) pattern |= pattern << have;
  return pattern;
}

/// AND, ORR, EOR, ANDS by opc, bits 30:29.
inline void logical(machine& c, word w, std::uint64_t a, std::uint64_t b, bool to_sp) {
  const unsigned opc    = w(30, 29);
  const std::uint64_t r = (opc == 1 ? a | b : opc == 2 ? a ^ b : a & b) & ones(width_of(w));
  if (opc == 3) c.flags((r >> (width_of(w) - 1)) != 0, r == 0, false, false);
  to_sp&& opc != 3 ? c.set_xsp(w.d(), r) : c.set_x(w.d(), r);
}
inline void logical_imm(machine& c, word w) {
  const auto mask = bit_mask(w(22), w(21, 16), w(15, 10));
  if (!mask || (!w(31) && w(22))) undefined("no bit mask");
  logical(c, w, c.x(w.n()), *mask, true);
}
inline void logical_shifted(machine& c, word w) {
  const auto b = shifted(c.x(w.m()), w(23, 22), shift_amount(w), width_of(w));
  logical(c, w, c.x(w.n()), w(21) ? ~b : b, false);
}

/// MOVN, MOVZ, MOVK.
inline void mov_wide(machine& c, word w) {
  const unsigned opc = w(30, 29), shift = 16 * w(22, 21);
  if (opc == 1 || (!w(31) && w(22))) undefined();
  const auto imm = std::uint64_t{w(20, 5)} << shift;
  const auto r   = opc == 0   ? ~imm
                   : opc == 2 ? imm
                              : (c.x(w.d()) & ~(std::uint64_t{0xffff} << shift)) | imm;
  c.set_x(w.d(), r, w(31));
}

/// SBFM, BFM, UBFM: shifts, extensions, bit fields.
inline void bitfield(machine& c, word w) {
  const unsigned opc = w(30, 29), r = w(21, 16), s = w(15, 10);
  const int width = width_of(w);
  if (opc == 3 || w(22) != w(31) || (!w(31) && ((r | s) & 32) != 0)) undefined();
  const std::uint64_t source = c.x(w.n());
  // With s >= r, bits s:r move to bit 0. Otherwise bits s:0 move to bit width - r.
  const bool down = s >= r;
  const int bits  = static_cast<int>(down ? s - r + 1 : s + 1);
  const int place = down ? 0 : width - static_cast<int>(r);
  const auto part = (down ? source >> r : source) & ones(bits);
  const auto mask = ones(bits) << place;
  auto result     = part << place;
  if (opc == 0) result = static_cast<std::uint64_t>(sign_extend(part, bits)) << place;
  if (opc == 1) result |= c.x(w.d()) & ~mask;
  c.set_x(w.d(), result, w(31));
}
inline void extr(machine& c, word w) {
  if (w(22) != w(31) || (!w(31) && w(15))) undefined();
  const unsigned low = w(15, 10);
  const auto width   = static_cast<unsigned>(width_of(w));
  const auto m       = c.x(w.m(), w(31)) >> low;
  c.set_x(w.d(), low == 0 ? m : m | c.x(w.n()) << (width - low), w(31));
}

/// ADR, ADRP.
inline void adr(machine& c, word w) {
  const auto imm = static_cast<std::uint64_t>(w.signed_field(23, 5)) << 2 | w(30, 29);
  c.set_x(w.d(), w(31) ? (c.s.pc & ~ones(12)) + (imm << 12) : c.s.pc + imm);
}

inline bool holds(const machine& c, unsigned condition) {
  const unsigned f = c.s.nzcv;
  const bool n = f & 8, z = f & 4, carry = f & 2, v = f & 1;
  const bool table[]{z, carry, n, v, carry && !z, n == v, n == v && !z, true};
  return table[condition >> 1] != ((condition & 1) != 0 && condition != 15);
}

/// CSEL, CSINC, CSINV, CSNEG.
inline void csel(machine& c, word w) {
  const auto m = c.x(w.m());
  const auto other =
      w(30) ? (w(10) ? ~m + 1 : ~m) : (w(10) ? m + 1 : m);  // inverted and/or incremented
  c.set_x(w.d(), holds(c, w(15, 12)) ? c.x(w.n()) : other, w(31));
}
/// CCMN, CCMP with a register or an immediate.
inline void ccmp(machine& c, word w) {
  if (!holds(c, w(15, 12))) {
    c.s.nzcv = static_cast<std::uint8_t>(w(3, 0));
    return;
  }
  const auto b = w(11) ? w.m() : c.x(w.m());
  const sum r  = add_with_carry(c.x(w.n()), w(30) ? ~b : b, w(30), width_of(w));
  c.flags(r.n, r.z, r.c, r.v);
}

/// LSLV, LSRV, ASRV, RORV.
inline void shift_by_register(machine& c, word w) {
  const auto amount = static_cast<unsigned>(c.x(w.m())) & static_cast<unsigned>(width_of(w) - 1);
  c.set_x(w.d(), shifted(c.x(w.n()), w(11, 10), amount, width_of(w)), w(31));
}
/// UDIV, SDIV. Division by zero gives zero.
inline void divide(machine& c, word w) {
  const int width = width_of(w);
  const auto n = c.x(w.n(), w(31)), m = c.x(w.m(), w(31));
  if (!w(10)) return c.set_x(w.d(), m == 0 ? 0 : n / m);
  const auto a = sign_extend(n, width), b = sign_extend(m, width);
  const auto q = b == 0    ? 0
                 : b == -1 ? -static_cast<std::uint64_t>(a)
                           : static_cast<std::uint64_t>(a / b);
  c.set_x(w.d(), q, w(31));
}
/// RBIT, REV16, REV32, REV, CLZ, CLS.
inline void bits_of_one(machine& c, word w) {
  const int width    = width_of(w);
  const auto n       = c.x(w.n(), w(31));
  const auto reverse = [&](int unit, int within) {
    std::uint64_t r = 0;
    for (int i = 0; i < width; i += unit) {
      const int base = i / within * within;
      r |= (n >> i & ones(unit)) << (base + within - unit - (i - base));
    }
    return r;
  };
  const auto zeros = [&](std::uint64_t x) {
    return static_cast<std::uint64_t>(width - std::bit_width(x));
  };
  std::uint64_t r = 0;
  switch (w(12, 10)) {
    case 0:
      r = reverse(1, width);
      break;
    case 1:
      r = reverse(8, 16);
      break;
    case 2:
      r = reverse(8, 32);
      break;
    case 3:
      if (!w(31)) undefined();
      r = reverse(8, 64);
      break;
    case 4:
      r = zeros(n);
      break;
    default:
      r = zeros((n ^ n >> 1) & ones(width - 1)) - 1;
  }
  c.set_x(w.d(), r);
}

/// MADD, MSUB; with 32-bit factors SMADDL, UMADDL and their MSUBs; SMULH, UMULH.
inline void multiply_add(machine& c, word w) {
  const auto a = c.x(w(14, 10)), p = c.x(w.n()) * c.x(w.m());
  c.set_x(w.d(), w(15) ? a - p : a + p, w(31));
}
inline void multiply_add_long(machine& c, word w) {
  const auto factor = [&](unsigned r) {
    return w(23) ? c.x(r, false) : static_cast<std::uint64_t>(sign_extend(c.x(r), 32));
  };
  const auto a = c.x(w(14, 10)), p = factor(w.n()) * factor(w.m());
  c.set_x(w.d(), w(15) ? a - p : a + p);
}
inline void multiply_high(machine& c, word w) {
  __extension__ using wide        = unsigned __int128;
  __extension__ using signed_wide = __int128;
  const auto n = c.x(w.n()), m = c.x(w.m());
  const auto p = w(23) ? wide{n} * m
                       : static_cast<wide>(static_cast<signed_wide>(static_cast<std::int64_t>(n)) *
                                           static_cast<std::int64_t>(m));
  c.set_x(w.d(), static_cast<std::uint64_t>(p >> 64));
}

// Branches.

inline void branch_by(machine& c, std::int64_t words) {
  c.next = c.s.pc + static_cast<std::uint64_t>(words * 4);
}
/// B, BL.
inline void branch(machine& c, word w) {
  if (w(31)) c.s.x[30] = c.s.pc + 4;
  branch_by(c, w.signed_field(25, 0));
}
inline void branch_cond(machine& c, word w) {
  if (holds(c, w(3, 0))) branch_by(c, w.signed_field(23, 5));
}
/// CBZ, CBNZ.
inline void compare_branch(machine& c, word w) {
  if ((c.x(w.d(), w(31)) != 0) == w(24)) branch_by(c, w.signed_field(23, 5));
}
/// TBZ, TBNZ.
inline void test_branch(machine& c, word w) {
  const unsigned bit = w(31) << 5 | w(23, 19);
  if ((c.x(w.d()) >> bit & 1) == w(24)) branch_by(c, w.signed_field(18, 5));
}
/// BR, BLR, RET.
inline void branch_register(machine& c, word w) {
  c.next = c.x(w.n());
  if (w(22, 21) == 1) c.s.x[30] = c.s.pc + 4;
}

inline void end(machine&, word) { throw stopped{stop_e::End, ""}; }
inline void nop(machine&, word) {}

// System registers.

inline void msr_svcr_imm(machine& c, word w) {
  c.s.set_svcr(w(9) ? w(8) : c.s.sm, w(10) ? w(8) : c.s.za);
}
inline void msr_svcr(machine& c, word w) {
  const auto value = c.x(w.d());
  c.s.set_svcr((value & 1) != 0, (value & 2) != 0);
}
inline void mrs_svcr(machine& c, word w) { c.set_x(w.d(), c.s.svcr()); }

/// The bits of FPCR that exist: FIZ, AH, NEP, EBF, FZ16, RMode, FZ, DN, AHP.
inline constexpr std::uint32_t FpcrBits = fp_control::Fiz | fp_control::Ah | fp_control::Nep |
                                          fp_control::Ebf | fp_control::Fz16 | fp_control::Mode |
                                          fp_control::Fz | fp_control::Dn | fp_control::Ahp;
inline constexpr std::uint32_t FpsrBits = FpsrOnModeChange;

inline void msr_fpcr(machine& c, word w) {
  c.s.fpcr = static_cast<std::uint32_t>(c.x(w.d())) & FpcrBits;
}
inline void mrs_fpcr(machine& c, word w) { c.set_x(w.d(), c.s.fpcr); }
inline void msr_fpsr(machine& c, word w) {
  c.s.fpsr = static_cast<std::uint32_t>(c.x(w.d())) & FpsrBits;
}
inline void mrs_fpsr(machine& c, word w) { c.set_x(w.d(), c.s.fpsr); }
inline void msr_nzcv(machine& c, word w) {
  c.s.nzcv = static_cast<std::uint8_t>(c.x(w.d()) >> 28 & 15);
}
inline void mrs_nzcv(machine& c, word w) { c.set_x(w.d(), std::uint64_t{c.s.nzcv} << 28); }
inline void msr_tpidr2(machine& c, word w) { c.s.tpidr2 = c.x(w.d()); }
inline void mrs_tpidr2(machine& c, word w) { c.set_x(w.d(), c.s.tpidr2); }

// Loads and stores. Bit 26 selects the low 1 to 16 bytes of a vector register.

struct access {
  bool vector, load;
  int bytes;          ///< 1 to 16
  bool extend, wide;  ///< sign-extends; to 64 bits
};
inline access access_of(word w) {
  const unsigned size = w(31, 30), opc = w(23, 22);
  if (w(26)) {
    const bool q = (opc & 2) != 0;
    if (q && size != 0) undefined();
    return {true, (opc & 1) != 0, q ? 16 : 1 << size, false, true};
  }
  if (size == 3 && opc == 3) undefined();
  if (size == 2 && opc == 3) undefined();
  return {false, opc != 0, 1 << size, opc >= 2, opc == 2};
}
inline void transfer(machine& c, const access& a, unsigned t, std::uint64_t address) {
  std::uint8_t bytes[16] = {};
  const std::span part{bytes, static_cast<std::size_t>(a.bytes)};
  if (a.load) {
    c.read(address, part);
    const auto low = element(bytes, 0, 8);
    if (a.vector) {
      c.set_v(t, low, 8, element(bytes, 1, 8));
    } else {
      c.set_x(t, a.extend ? static_cast<std::uint64_t>(sign_extend(low, 8 * a.bytes)) : low,
              !a.extend || a.wide);
    }
    return;
  }
  if (a.vector) {
    std::memcpy(bytes, c.s.z[t].data(), 16);
  } else {
    put(bytes, 0, 8, c.x(t));
  }
  c.write(address, part);
}
/// LDR, STR with an unsigned scaled offset; size 3, opc 2 is a prefetch.
inline void load_store_imm(machine& c, word w) {
  if (!w(26) && w(31, 30) == 3 && w(23, 22) == 2) return;
  const access a = access_of(w);
  transfer(c, a, w.d(), c.xsp(w.n()) + std::uint64_t{w(21, 10)} * static_cast<unsigned>(a.bytes));
}
/// LDUR, STUR, and the forms that write the base back: bits 11:10 are 0, 1 post-index, 3 pre-index.
inline void load_store_near(machine& c, word w) {
  const unsigned mode = w(11, 10);
  if (!w(26) && w(31, 30) == 3 && w(23, 22) == 2) {
    if (mode != 0) undefined();
    return;
  }
  const access a = access_of(w);
  if (mode != 0 && !a.vector && w.n() == w.d() && w.n() != 31)
    undefined("base and target are the same register");
  const auto base = c.xsp(w.n()), moved = base + static_cast<std::uint64_t>(w.signed_field(20, 12));
  transfer(c, a, w.d(), mode == 1 ? base : moved);
  if (mode != 0) c.set_xsp(w.n(), moved);
}
inline void load_store_register(machine& c, word w) {
  if (!w(14)) undefined();
  if (!w(26) && w(31, 30) == 3 && w(23, 22) == 2) return;
  const access a = access_of(w);
  const auto left =
      w(12) ? static_cast<unsigned>(std::countr_zero(static_cast<unsigned>(a.bytes))) : 0;
  transfer(c, a, w.d(), c.xsp(w.n()) + extended(c.x(w.m()), w(15, 13), left));
}
inline void load_literal(machine& c, word w) {
  const unsigned opc = w(31, 30);
  if (opc == 3) {
    if (w(26)) undefined();
    return;  // a prefetch
  }
  const auto address = c.s.pc + static_cast<std::uint64_t>(w.signed_field(23, 5) * 4);
  transfer(c, {w(26), true, w(26) || opc != 2 ? 4 << opc : 4, !w(26) && opc == 2, true}, w.d(),
           address);
}
/// LDP, STP, LDPSW: bits 24:23 are 0 non-temporal, 1 post-index, 2 offset, 3 pre-index.
inline void load_store_pair(machine& c, word w) {
  const unsigned opc = w(31, 30), mode = w(24, 23), t = w.d(), t2 = w(14, 10);
  const bool vector = w(26), load = w(22), extend = !vector && opc == 1;
  if (extend && mode == 0) undefined();
  const int bytes        = vector ? 4 << opc : opc == 2 ? 8 : 4;
  const bool writes_back = mode == 1 || mode == 3;
  if (load && t == t2) undefined("both targets are the same register");
  if (writes_back && !vector && w.n() != 31 && (w.n() == t || w.n() == t2)) {
    undefined("base and target are the same register");
  }
  const auto base  = c.xsp(w.n());
  const auto moved = base + static_cast<std::uint64_t>(w.signed_field(21, 15) * bytes);
  const auto at    = mode == 1 ? base : moved;
  const access a{vector, load, bytes, extend, true};
  std::uint8_t both[32];
  const std::span all{both, 2 * static_cast<std::size_t>(bytes)};
  load ? c.read(at, all) : c.probe(at, all.size());
  transfer(c, a, t, at);
  transfer(c, a, t2, at + static_cast<unsigned>(bytes));
  if (writes_back) c.set_xsp(w.n(), moved);
}
/// The accesses of a load or store of vector registers: `count` of `bytes` bytes from `address` on.
struct vector_accesses {
  std::uint64_t address;
  int bytes, count;
  bool load;
};
inline vector_accesses vector_accesses_of(machine& c, const instruction& line, word w) {
  if (line.execute == load_literal) {
    const auto at = c.s.pc + static_cast<std::uint64_t>(w.signed_field(23, 5) * 4);
    return {at, 4 << w(31, 30), 1, true};
  }
  const auto base = c.xsp(w.n());
  if (line.execute == load_store_pair) {
    const int bytes  = 4 << w(31, 30);
    const auto moved = base + static_cast<std::uint64_t>(w.signed_field(21, 15) * bytes);
    return {w(24, 23) == 1 ? base : moved, bytes, 2, w(22) != 0};
  }
  const auto a     = access_of(w);
  const auto bytes = static_cast<unsigned>(a.bytes);
  std::uint64_t at = base + std::uint64_t{w(21, 10)} * bytes;
  if (line.execute == load_store_near) {
    at = w(11, 10) == 1 ? base : base + static_cast<std::uint64_t>(w.signed_field(20, 12));
  } else if (line.execute == load_store_register) {
    const auto left = w(12) ? static_cast<unsigned>(std::countr_zero(bytes)) : 0;
    at              = base + extended(c.x(w.m()), w(15, 13), left);
  }
  return {at, a.bytes, 1, a.load};
}

// Scalar floating point. Bits 23:22: 0 binary32, 1 binary64, 3 binary16.

inline int float_bytes(word w) {
  const unsigned type = w(23, 22);
  if (type == 2) undefined();
  return type == 0 ? 4 : type == 1 ? 8 : 2;
}
/// An operation on the first elements of Vn and Vm; the rest of Vd becomes zero.
template <fp_binary Op, bool Negated = false>
void fp_two(machine& c, word w) {
  const int size  = float_bytes(w);
  const format f  = float_of(size);
  const auto sign = Negated ? f.sign_bit() : 0;
  c.compute([&](arithmetic& a) {
    const auto r = (a.*Op)(f, c.z(w.n(), 0, size), c.z(w.m(), 0, size));
    c.set_v(w.d(), r ^ sign, size);
  });
}
/// FMADD, FMSUB, FNMADD, FNMSUB.
inline void fp_multiply_add(machine& c, word w) {
  const int size    = float_bytes(w);
  const format f    = float_of(size);
  const auto sign   = f.sign_bit();
  const auto n      = c.z(w.n(), 0, size) ^ (w(15) != w(21) ? sign : 0);
  const auto addend = c.z(w(14, 10), 0, size) ^ (w(21) ? sign : 0);
  c.compute(
      [&](arithmetic& a) { c.set_v(w.d(), a.mul_add(f, addend, n, c.z(w.m(), 0, size)), size); });
}
/// FMOV, FABS, FNEG.
inline void fp_one(machine& c, word w) {
  const int size    = float_bytes(w);
  const auto sign   = float_of(size).sign_bit();
  const auto n      = c.z(w.n(), 0, size);
  const unsigned op = w(16, 15);
  c.set_v(w.d(), op == 0 ? n : op == 1 ? n & ~sign : n ^ sign, size);
}
/// The number that the 8-bit immediate of FMOV or FDUP encodes: sign, three exponent bits, four
/// fraction bits.
inline std::uint64_t float_imm(unsigned imm, format f) {
  const auto e    = f.exp_bits;
  const auto sign = std::uint64_t{imm >> 7};
  const bool high = (imm & 0x40) != 0;
  const auto exp = std::uint64_t{!high} << (e - 1) | (high ? ones(e - 3) << 2 : 0) | (imm >> 4 & 3);
  return (sign << e | exp) << f.frac_bits | std::uint64_t{imm & 15} << (f.frac_bits - 4);
}
inline void fp_imm(machine& c, word w) {
  const int size = float_bytes(w);
  c.set_v(w.d(), float_imm(w(20, 13), float_of(size)), size);
}
/// FMOV between general and vector registers.
inline void fp_move(machine& c, word w) {
  const int size = float_bytes(w);
  if (size != 2 && (size == 8) != w(31)) undefined();
  w(16) ? c.set_v(w.d(), c.x(w.n()), size) : c.set_x(w.d(), c.z(w.n(), 0, size), w(31));
}

}  // namespace weft::golden::sme::isa
