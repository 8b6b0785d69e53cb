// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <string_view>
#include <vector>

#include "sim/golden/sm/sm_block.hpp"

namespace weft::sim {

/// Random legal programs for weft_sm_block: every instruction that it has, guards, constants,
/// reuse, divergent branches, loops whose trips differ by thread, barriers.
class sm_block_cases {
 public:
  struct limits {
    unsigned registers = 16;
    unsigned depth     = 2;           ///< nested regions
    bool ftz           = false;       ///< .FTZ
    unsigned hot       = 0;           ///< registers that instructions prefer, for hazards; 0: all
    bool half = false, wide = false;  ///< FP16, FP64, each with its conversions
    unsigned shared = 0;              ///< bytes of shared memory, a power of two; 0: none, nor SHFL
    bool tensor     = false;          ///< tensor instructions, warps whose threads all execute
    bool steps      = true;           ///< HMMA.884 among them
    bool bf16       = false;          ///< sums of BF16 among them
    unsigned memory = 0;  ///< bytes from golden::sm::memory::Base on, a power of two; 0: none
  };

  explicit sm_block_cases(std::uint64_t seed, limits l) : rng_(seed), l_(l) {}

  golden::sm::program program(unsigned length) {
    p_                              = {};
    p_.registers                    = l_.registers;
    p_.shared_bytes                 = l_.shared;
    constexpr std::uint32_t Edges[] = {0,          1,          0xffffffff, 0x80000000,
                                       0x7fffffff, 0x3f800000, 0xbf800000, 0x7f800000,
                                       0xff800000, 0x7fc00000, 0x00000001, 0x007fffff,
                                       0x00800000, 0x40490fdb, 31,         32};
    for (unsigned n = 0; n < 64; ++n) {
      p_.pool.push_back(n % 2 == 0 ? Edges[n / 2 % std::size(Edges)]
                                   : static_cast<std::uint32_t>(rng_()));
    }
    for (std::uint8_t r = 0; r < l_.registers - 2; ++r) {
      if (r % 4 == 0) {
        special(r);
      } else {
        instruction i{.op = op_e::Mov, .d = r};
        i.form = form_e::ConstantB;
        i.wide = constant();
        put(i);
      }
    }
    while (p_.code.size() < length / 2) statement(0);
    put({.op = op_e::BarSync, .form = form_e::Other});  // one at least
    while (p_.code.size() < length) statement(0);
    put({.op = op_e::Exit});
    return p_;
  }

 private:
  using instruction = golden::sm::instruction;
  using op_e        = golden::sm::op_e;
  using form_e      = golden::sm::form_e;

  unsigned below(unsigned n) { return static_cast<unsigned>(rng_() % n); }
  bool one_in(unsigned n) { return below(n) == 0; }
  void put(const instruction& i) { p_.code.push_back(i); }

  std::uint16_t constant() {
    return static_cast<std::uint16_t>(one_in(3) ? below(6) : golden::sm::PoolBit | below(63));
  }

  // The highest two registers and P5, P6 count loops.
  std::uint8_t reg() {
    const unsigned n = l_.hot != 0 && !one_in(4) ? l_.hot : l_.registers - 2;
    return static_cast<std::uint8_t>(below(n));
  }
  std::uint8_t source() { return one_in(10) ? golden::sm::Rz : reg(); }
  std::uint8_t pred() { return static_cast<std::uint8_t>(below(5)); }

  void guard(instruction& i, unsigned rate) {
    if (!one_in(rate)) return;
    i.guard     = one_in(8) ? golden::sm::Pt : pred();
    i.guard_not = one_in(2);
  }

  void special(std::uint8_t d) {
    instruction i{.op = one_in(2) ? op_e::S2r : op_e::Cs2r, .d = d, .form = form_e::Other};
    i.wide = static_cast<std::uint16_t>(below(7));
    put(i);
  }

  /// One instruction that computes.
  void compute() {
    constexpr op_e Ops[]  = {op_e::Fadd,   op_e::Fmul, op_e::Ffma,   op_e::Ffma,     op_e::Fmnmx,
                             op_e::Fsetp,  op_e::Fsel, op_e::Iadd3,  op_e::Iadd3,    op_e::Imad,
                             op_e::ImadHi, op_e::Lop,  op_e::LopNot, op_e::ImadWide, op_e::Imnmx,
                             op_e::Isetp,  op_e::Shl,  op_e::Shr,    op_e::Shf,      op_e::Sel,
                             op_e::Mov,    op_e::Vote, op_e::F2i,    op_e::I2f,      op_e::Mufu};
    constexpr op_e Half[] = {op_e::Hadd2, op_e::Hmul2, op_e::Hfma2, op_e::F2f};
    constexpr op_e Wide[] = {op_e::Dadd, op_e::Dmul, op_e::Dfma, op_e::F2f};
    op_e op               = Ops[below(std::size(Ops))];
    bool wide             = false;
    if (l_.half && one_in(6)) {
      op = Half[below(std::size(Half))];
    } else if (l_.wide && one_in(6)) {
      op   = Wide[below(std::size(Wide))];
      wide = true;
    } else if (l_.shared != 0 && one_in(10)) {
      op = op_e::Shfl;
    }
    const auto& row = golden::sm::of(op);
    const auto has  = [&](char x) { return row.operands.find(x) != std::string_view::npos; };
    instruction i{.op = op};
    if (has('a')) i.a = source();
    if (has('b')) i.b = source();
    if (has('c')) i.c = source();
    if (has('d')) i.d = one_in(20) ? golden::sm::Rz : reg();
    if (has('b') && one_in(5)) {
      i.form = form_e::ConstantB;
      i.b    = golden::sm::Rz;
      i.wide = constant();
    } else if (has('c') && one_in(5)) {
      i.form = form_e::ConstantC;
      i.c    = golden::sm::Rz;
      i.wide = constant();
    }
    if (has('p')) i.pred_in = static_cast<std::uint8_t>((one_in(4) ? 7 : pred()) | below(2) << 3);
    if (has('P')) i.pred_out = static_cast<std::uint8_t>(070 | (one_in(6) ? 7 : pred()));
    if (has('Q') && one_in(2))
      i.pred_out = static_cast<std::uint8_t>((i.pred_out & 7) | pred() << 3);
    i.mods = mods(op);
    if (op == op_e::F2f) {
      constexpr unsigned Narrow[] = {0, 1, 4, 5};
      i.mods = static_cast<std::uint16_t>((wide ? 2 + below(2) : Narrow[below(4)]) | below(4) << 3);
    }
    // Pairs are even.
    const auto even = [](std::uint8_t& r) {
      if (r != golden::sm::Rz) r &= 0xfe;
    };
    if (golden::sm::result_registers(i) == 2) even(i.d);
    if (golden::sm::source_registers(i, 0) == 2) even(i.a);
    if (golden::sm::source_registers(i, 1) == 2) even(i.b);
    if (golden::sm::source_registers(i, 2) == 2) even(i.c);
    i.reuse = static_cast<std::uint8_t>(one_in(2) ? below(8) : 0);
    if (op == op_e::Vote) i.reuse = 0;
    guard(i, 4);
    put(i);
  }

  /// A sum that the tensor unit holds and that stays, and its reader behind the banks' write.
  void held() {
    instruction i{.op = l_.steps ? op_e::Hmma884 : op_e::Hmma16816, .d = 0, .a = 4, .b = 8, .c = 0};
    const auto later = [&](unsigned nops) {
      while (nops-- != 0) put({.op = op_e::Nop});
    };
    put(i);
    later(10 + below(16));
    i.d     = l_.steps ? 2 : 12;
    i.reuse = static_cast<std::uint8_t>(4 | below(4));
    put(i);
    later(below(40));
    put(i);
  }

  /// Tensor instructions: one that starts a sum, others that add to it at once or later, a reader.
  void tensor() {
    for (unsigned n = 1 + below(5); n != 0; --n) {
      constexpr op_e Ops[] = {op_e::Hmma884, op_e::Hmma884, op_e::Hmma1688, op_e::Hmma16816,
                              op_e::Imma8816};
      instruction i{.op = Ops[l_.steps ? below(std::size(Ops)) : 2 + below(std::size(Ops) - 2)]};
      i.mods               = static_cast<std::uint16_t>(i.op == op_e::Hmma884    ? below(8)
                                                        : i.op == op_e::Imma8816 ? below(4)
                                                                                 : below(2 + l_.bf16));
      const auto registers = [&](unsigned count) {
        const unsigned all = l_.hot != 0 && !one_in(4) ? l_.hot : l_.registers - 2;
        const auto r       = static_cast<std::uint8_t>(below(all) & ~(count - 1));
        return r + count > l_.registers - 2 ? std::uint8_t{0} : r;
      };
      const unsigned sums = golden::sm::result_registers(i);
      i.a = one_in(10) ? golden::sm::Rz : registers(golden::sm::source_registers(i, 0));
      i.b = one_in(10) ? golden::sm::Rz : registers(golden::sm::source_registers(i, 1));
      i.c = one_in(8) ? golden::sm::Rz : registers(sums);
      i.d = one_in(12) ? golden::sm::Rz : one_in(2) ? i.c : registers(sums);
      if (one_in(8)) {
        (one_in(2) ? i.b : i.c) = golden::sm::Rz;
        i.form                  = i.b == golden::sm::Rz ? form_e::ConstantB : form_e::ConstantC;
        i.wide                  = constant();
      }
      i.reuse = static_cast<std::uint8_t>(one_in(2) ? below(8) : 0);
      if (one_in(6)) {
        // A predicate that is true for all threads.
        const std::uint8_t p = pred();
        put({.op       = op_e::Isetp,
             .a        = golden::sm::Rz,
             .b        = golden::sm::Rz,
             .mods     = 2 << golden::sm::CmpShift,
             .pred_out = static_cast<std::uint8_t>(070 | p)});
        i.guard = p;
      }
      put(i);
      for (unsigned wait = one_in(3) ? below(24) : 0; wait != 0; --wait) put({.op = op_e::Nop});
      if (one_in(3)) compute();
    }
  }

  std::uint16_t mods(op_e op) {
    const auto ftz = [&] { return l_.ftz && one_in(3) ? golden::sm::Ftz : 0; };
    switch (op) {
      case op_e::Fadd:
      case op_e::Fmul:
      case op_e::Ffma:
      case op_e::Dadd:
      case op_e::Dmul:
      case op_e::Dfma:
        return static_cast<std::uint16_t>((below(256) & 0xdf) | ftz());
      case op_e::Hadd2:
      case op_e::Hmul2:
      case op_e::Hfma2:
        return static_cast<std::uint16_t>(below(8));
      case op_e::Fmnmx:
        return static_cast<std::uint16_t>(below(256) & 0xc3);
      case op_e::Fsetp:
        return static_cast<std::uint16_t>(below(4) | (1 + below(14)) << 3 | below(2) << 7 |
                                          below(3) << 8);
      case op_e::Isetp:
        return static_cast<std::uint16_t>((1 + below(6)) << 3 | below(2) << 7 | below(3) << 8);
      case op_e::Iadd3:
        return static_cast<std::uint16_t>(below(8));
      case op_e::Imad:
      case op_e::ImadHi:
      case op_e::ImadWide:
      case op_e::Imnmx:
      case op_e::Shr:
        return static_cast<std::uint16_t>(below(2) << 7);
      case op_e::Lop:
        return static_cast<std::uint16_t>(below(3) << 3);
      case op_e::Shf:
        return static_cast<std::uint16_t>(below(4) << 3);
      case op_e::F2i:
      case op_e::I2f:
        return static_cast<std::uint16_t>(below(2) << 7 | below(4) << 3);
      case op_e::Mufu:
        return static_cast<std::uint16_t>(below(8) | ftz());
      case op_e::Shfl:
        return static_cast<std::uint16_t>(below(4));
      case op_e::Vote:
        return static_cast<std::uint16_t>(below(2));
      default:
        return 0;
    }
  }

  /// Loads and stores of one address: any word or one of few, in one bank or in many, of shared
  /// memory or of memory.
  void access(bool global) {
    const unsigned bytes = global ? l_.memory : l_.shared;
    // An address of 64 bits is a pair.
    const bool wide       = global && one_in(3);
    const std::uint8_t at = wide ? reg() & 0xfe : reg();
    // Any place of the lower half, or one bank; offsets stay below 128.
    const auto mask = static_cast<std::uint16_t>(p_.pool.size());
    p_.pool.push_back(one_in(3) ? (bytes - 1) & ~127u : (bytes / 2 - 1) & ~15u);
    if (one_in(2)) {
      // The thread's number times a power of two words.
      instruction number{.op = op_e::S2r, .d = at, .form = form_e::Other};
      number.wide = static_cast<std::uint16_t>(golden::sm::special_e::LaneId);
      put(number);
      p_.pool.push_back(4 + below(4));
      instruction apart{.op = op_e::Shl, .d = at, .a = at, .form = form_e::ConstantB};
      apart.wide = static_cast<std::uint16_t>(golden::sm::PoolBit | (mask + 1u));
      put(apart);
    } else if (one_in(2)) {
      put({.op = op_e::Imad, .d = at, .a = at, .b = reg(), .c = reg()});
    }
    put({.op   = op_e::Lop,
         .d    = at,
         .a    = at,
         .form = form_e::ConstantB,
         .wide = static_cast<std::uint16_t>(golden::sm::PoolBit | mask)});
    if (global) literal(op_e::Iadd3, at, at, golden::sm::memory::Base);
    if (wide) literal(op_e::Mov, at + 1, golden::sm::Rz, 0);
    for (unsigned n = 1 + below(one_in(4) ? 8 : 3); n != 0; --n) {
      const unsigned width = below(3);  // 1, 2, 4 words
      const bool store     = one_in(2);
      const op_e op        = global ? store ? op_e::Stg : op_e::Ldg : store ? op_e::Sts : op_e::Lds;
      instruction i{.op = op, .a = at, .form = form_e::Other};
      i.mods                = static_cast<std::uint16_t>(width | (wide ? golden::sm::Extended : 0));
      i.wide                = static_cast<std::uint16_t>(below(8) * 16);
      const std::uint8_t to = one_in(12) ? golden::sm::Rz : reg();
      const auto data       = static_cast<std::uint8_t>(
          to == golden::sm::Rz ? to : std::min(to & ~((1u << width) - 1), last(1u << width)));
      (store ? i.c : i.d) = data;
      i.reuse             = static_cast<std::uint8_t>(one_in(4) ? below(8) : 0);
      guard(i, 4);
      put(i);
      // The address is lost.
      if (!store && data <= at + wide && at < data + (1u << width)) return;
    }
  }
  /// An instruction with a literal.
  void literal(op_e op, unsigned d, unsigned a, std::uint32_t value) {
    instruction i{.op = op, .d = static_cast<std::uint8_t>(d), .a = static_cast<std::uint8_t>(a)};
    i.form = form_e::ConstantB;
    i.wide = static_cast<std::uint16_t>(golden::sm::PoolBit | p_.pool.size());
    p_.pool.push_back(value);
    put(i);
  }
  /// The highest register of which `registers` are free for any use.
  unsigned last(unsigned registers) const {
    return (l_.registers - 2 - registers) & ~(registers - 1);
  }

  /// A chain through one register, an operand used again, or anything else.
  void straight(unsigned depth) {
    for (unsigned n = 1 + below(6); n != 0; --n) compute();
    if (l_.shared != 0 && one_in(2)) access(false);
    if (l_.memory != 0 && one_in(2)) access(true);
    if (l_.tensor && depth == 0) one_in(4) ? held() : tensor();
    if (one_in(12)) put({.op = op_e::Nop});
    if (one_in(8)) special(reg());
  }

  void statement(unsigned depth) {
    const unsigned what = below(depth < l_.depth ? 10 : 4);
    if (what < 5) return straight(depth);
    if (what < 7) return choice(depth);
    if (what < 9) return loop(depth);
    if (depth == 0 && one_in(2)) {
      instruction i{.op = op_e::BarSync, .form = form_e::Other};
      if (one_in(4)) {
        // No thread: its guard is never true.
        i.guard     = golden::sm::Pt;
        i.guard_not = true;
      }
      return put(i);
    }
    if (!l_.tensor && one_in(4)) {
      instruction i{.op = op_e::Exit, .guard = pred(), .guard_not = one_in(2)};
      return put(i);
    }
    straight(depth);
  }

  std::size_t branch(op_e op) {
    put({.op = op, .form = form_e::Other});
    return p_.code.size() - 1;
  }
  void target(std::size_t at) { p_.code[at].wide = static_cast<std::uint16_t>(p_.code.size()); }
  void sync(unsigned depth) {
    put({.op = op_e::Bsync, .d = static_cast<std::uint8_t>(depth), .form = form_e::Other});
  }
  std::size_t open(unsigned depth) {
    const auto at = branch(op_e::Bssy);
    p_.code[at].d = static_cast<std::uint8_t>(depth);
    return at;
  }

  void choice(unsigned depth) {
    const auto meet = open(depth);
    const auto go   = branch(op_e::Bra);
    guard(p_.code[go], 1);
    statement(depth + 1);
    sync(depth);
    target(go);
    statement(depth + 1);
    sync(depth);
    target(meet);
  }

  /// Up to three turns more, as many as the lane's low bits say.
  void loop(unsigned depth) {
    const auto counter = static_cast<std::uint8_t>(l_.registers - 1 - depth % 2);
    const auto flag    = static_cast<std::uint8_t>(6 - depth % 2);
    const auto mask    = static_cast<std::uint16_t>(p_.pool.size());
    p_.pool.push_back(1 + below(3));
    instruction number{.op = op_e::S2r, .d = counter, .form = form_e::Other};
    number.wide = static_cast<std::uint16_t>(golden::sm::special_e::LaneId);
    put(number);
    put({.op   = op_e::Lop,
         .d    = counter,
         .a    = counter,
         .form = form_e::ConstantB,
         .wide = static_cast<std::uint16_t>(golden::sm::PoolBit | mask)});
    const auto meet  = open(depth);
    const auto again = p_.code.size();
    statement(depth + 1);
    const auto minus = static_cast<std::uint16_t>(golden::sm::PoolBit | 4);  // -1
    put({.op = op_e::Iadd3, .d = counter, .a = counter, .form = form_e::ConstantB, .wide = minus});
    put({.op       = op_e::Isetp,
         .a        = counter,
         .b        = golden::sm::Rz,
         .mods     = 6 << golden::sm::CmpShift,
         .pred_out = static_cast<std::uint8_t>(070 | flag)});
    const auto back     = branch(op_e::Bra);
    p_.code[back].guard = flag;
    p_.code[back].wide  = static_cast<std::uint16_t>(again);
    sync(depth);
    target(meet);
  }

  std::mt19937_64 rng_;
  limits l_;
  golden::sm::program p_;
};

}  // namespace weft::sim
