// SPDX-License-Identifier: Apache-2.0
//
// sim/golden/hart: every instruction of RV64IMAC_Zicsr and every trap against values worked out by
// hand from the two volumes of the RISC-V manual. Compressed words are those of GNU as 2.40.

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "sim/golden/hart/rv64.hpp"
#include "tb/vp/rv64_assembler.hpp"

namespace weft::hart_golden_test {
namespace {

using namespace rv64_asm;
namespace rv64       = golden::rv64;
constexpr u64 Base   = 0x80000000;
constexpr u64 Data   = Base + 0x800;
constexpr u64 Min64  = u64{1} << 63;
constexpr u64 Max64  = Min64 - 1;
constexpr u64 Min32  = 0xffffffff80000000;
constexpr u64 Minus1 = ~u64{0};
constexpr u64 Vector = Base + 0x400;  // mtvec of the tests

/// A hart with 4 KiB of memory at Base.
struct machine {
  std::vector<unsigned char> ram = std::vector<unsigned char>(4096);
  rv64::hart hart{Base, 5};

  machine() { hart.map({ram.data(), Base, ram.size()}); }
  explicit machine(const program& p) : machine() { put(p); }
  machine(std::initializer_list<u32> words) : machine() {
    program p;
    for (const u32 w : words) p << w;
    put(p);
  }

  void put(const program& p, u64 at = Base) {
    std::memcpy(&ram[at - Base], p.halves.data(), p.bytes());
  }
  template <class T = u64>
  T peek(u64 at) const {
    T value;
    std::memcpy(&value, &ram[at - Base], sizeof value);
    return value;
  }
  template <class T = u64>
  void poke(u64 at, T value) {
    std::memcpy(&ram[at - Base], &value, sizeof value);
  }
  void set_csr(unsigned number, u64 value) {
    const u64 pc = hart.pc(), x1 = hart.x(1);
    program p;
    p << csrrw(zero, number, ra);
    std::array<unsigned char, 4> kept;
    std::memcpy(kept.data(), &ram[0xff0], 4);
    put(p, Base + 0xff0);
    hart.forget();
    hart.set_pc(Base + 0xff0);
    hart.set_x(1, value);
    hart.run(1);
    hart.set_x(1, x1);
    hart.set_pc(pc);
    std::memcpy(&ram[0xff0], kept.data(), 4);
    hart.forget();
  }
  void expect_trap(u64 cause, u64 value, u64 epc = Base) const {
    EXPECT_EQ(hart.csr(rv64::Mcause), cause);
    EXPECT_EQ(hart.csr(rv64::Mtval), value);
    EXPECT_EQ(hart.csr(rv64::Mepc), epc);
  }
};

/// An instruction with operands a1 and a2, and the a0 that it leaves.
struct binary {
  const char* name;
  u32 word;
  u64 a, b, result;
};

constexpr u32 op(u32 funct7, u32 funct3) { return r_type(funct7, funct3, 0x33, a0, a1, a2); }
constexpr u32 op_w(u32 funct7, u32 funct3) { return r_type(funct7, funct3, 0x3b, a0, a1, a2); }
constexpr u32 imm(u32 funct3, i32 n) { return i_type(funct3, 0x13, a0, a1, n); }
constexpr u32 imm_w(u32 funct3, i32 n) { return i_type(funct3, 0x1b, a0, a1, n); }

void expect_results(const std::vector<binary>& cases) {
  for (const binary& c : cases) {
    machine m{c.word};
    m.hart.set_x(a1, c.a);
    m.hart.set_x(a2, c.b);
    EXPECT_EQ(m.hart.run(1), 1u);
    EXPECT_EQ(m.hart.x(a0), c.result) << c.name << std::hex << ' ' << c.a << ' ' << c.b;
    EXPECT_EQ(m.hart.pc(), Base + 4) << c.name;
    EXPECT_EQ(m.hart.retired(), 1u) << c.name;
  }
}

TEST(HartGolden, IntegerInstructionsOfRegisters) {
  expect_results({
      {"add", op(0, 0), 5, Minus1, 4},
      {"add", op(0, 0), Max64, 1, Min64},
      {"sub", op(32, 0), 5, 6, Minus1},
      {"sub", op(32, 0), Min64, 1, Max64},
      {"sll", op(0, 1), 1, 63, Min64},
      {"sll", op(0, 1), 3, 64 + 1, 6},
      {"slt", op(0, 2), Minus1, 0, 1},
      {"slt", op(0, 2), 0, Minus1, 0},
      {"slt", op(0, 2), 7, 7, 0},
      {"sltu", op(0, 3), Minus1, 0, 0},
      {"sltu", op(0, 3), 0, Minus1, 1},
      {"sltu", op(0, 3), 7, 7, 0},
      {"xor", op(0, 4), 0b1100, 0b1010, 0b0110},
      {"srl", op(0, 5), Min64, 63, 1},
      {"srl", op(0, 5), Minus1, 64 + 4, 0x0fffffffffffffff},
      {"sra", op(32, 5), Min64, 63, Minus1},
      {"sra", op(32, 5), Max64, 62, 1},
      {"sra", op(32, 5), Min64, 64 + 1, 0xc000000000000000},
      {"or", op(0, 6), 0b1100, 0b1010, 0b1110},
      {"and", op(0, 7), 0b1100, 0b1010, 0b1000},
      {"addw", op_w(0, 0), 0x7fffffff, 1, Min32},
      {"addw", op_w(0, 0), 0xffffffff, 1, 0},
      {"addw", op_w(0, 0), 0x123456789, 0, 0x23456789},
      {"subw", op_w(32, 0), 0, 1, Minus1},
      {"subw", op_w(32, 0), 0x80000000, 1, 0x7fffffff},
      {"sllw", op_w(0, 1), 1, 31, Min32},
      {"sllw", op_w(0, 1), 3, 32 + 1, 6},
      {"sllw", op_w(0, 1), 0xffffffff, 4, 0xfffffffffffffff0},
      {"srlw", op_w(0, 5), 0xffffffff80000000, 31, 1},
      {"srlw", op_w(0, 5), 0xffffffff, 32, Minus1},
      {"sraw", op_w(32, 5), 0x80000000, 31, Minus1},
      {"sraw", op_w(32, 5), 0xf40000000, 32 + 4, 0x4000000},
  });
}

TEST(HartGolden, IntegerInstructionsWithAnImmediateOperand) {
  expect_results({
      {"addi", imm(0, -2048), 0, 0, 0xfffffffffffff800},
      {"addi", imm(0, 2047), 1, 0, 2048},
      {"slti", imm(2, -1), 0xfffffffffffffffe, 0, 1},
      {"slti", imm(2, -1), 0, 0, 0},
      {"slti", imm(2, -1), Minus1, 0, 0},
      {"sltiu", imm(3, -1), 5, 0, 1},
      {"sltiu", imm(3, 1), 0, 0, 1},
      {"sltiu", imm(3, 1), 1, 0, 0},
      {"xori", imm(4, -1), 0x0f0f, 0, 0xfffffffffffff0f0},
      {"ori", imm(6, -2048), 1, 0, 0xfffffffffffff801},
      {"andi", imm(7, -16), 0x123456789abcdef7, 0, 0x123456789abcdef0},
      {"slli", imm(1, 63), 3, 0, Min64},
      {"slli", imm(1, 32), 0xffffffff, 0, 0xffffffff00000000},
      {"srli", imm(5, 63), Min64, 0, 1},
      {"srli", imm(5, 1), Minus1, 0, Max64},
      {"srai", imm(5, 0x400 | 63), Min64, 0, Minus1},
      {"srai", imm(5, 0x400 | 1), Max64, 0, Max64 >> 1},
      {"addiw", imm_w(0, -1), 0, 0, Minus1},
      {"addiw", imm_w(0, 1), 0x7fffffff, 0, Min32},
      {"addiw", imm_w(0, 0), 0x180000000, 0, Min32},
      {"slliw", imm_w(1, 31), 1, 0, Min32},
      {"slliw", imm_w(1, 1), 0xff80000001, 0, 2},
      {"srliw", imm_w(5, 1), 0xffffffff, 0, 0x7fffffff},
      {"srliw", imm_w(5, 0), 0x80000000, 0, Min32},
      {"sraiw", imm_w(5, 0x400 | 31), 0x80000000, 0, Minus1},
      {"sraiw", imm_w(5, 0x400 | 4), 0xf70000000, 0, 0x7000000},
      {"lui", lui(a0, 0x80000), 0, 0, Min32},
      {"lui", lui(a0, 0x7ffff), 0, 0, 0x7ffff000},
      {"auipc", auipc(a0, 1), 0, 0, Base + 0x1000},
      {"auipc", auipc(a0, 0x80000), 0, 0, 0},
  });
}

TEST(HartGolden, MultiplicationAndDivision) {
  expect_results({
      {"mul", op(1, 0), 0x100000001, 0x100000001, 0x200000001},
      {"mul", op(1, 0), Minus1, 3, 0xfffffffffffffffd},
      {"mulh", op(1, 1), Minus1, Minus1, 0},
      {"mulh", op(1, 1), Min64, Min64, 0x4000000000000000},
      {"mulh", op(1, 1), Min64, 2, Minus1},
      {"mulhsu", op(1, 2), Minus1, Minus1, Minus1},
      {"mulhsu", op(1, 2), 2, Minus1, 1},
      {"mulhsu", op(1, 2), Min64, Min64, 0xc000000000000000},
      {"mulhu", op(1, 3), Minus1, Minus1, 0xfffffffffffffffe},
      {"mulhu", op(1, 3), Min64, 2, 1},
      {"div", op(1, 4), static_cast<u64>(-7), 2, static_cast<u64>(-3)},
      {"div", op(1, 4), 7, static_cast<u64>(-2), static_cast<u64>(-3)},
      {"div by zero", op(1, 4), 7, 0, Minus1},
      {"div overflow", op(1, 4), Min64, Minus1, Min64},
      {"divu", op(1, 5), Minus1, 2, Max64},
      {"divu by zero", op(1, 5), 7, 0, Minus1},
      {"divu", op(1, 5), Min64, Minus1, 0},
      {"rem", op(1, 6), static_cast<u64>(-7), 2, Minus1},
      {"rem", op(1, 6), 7, static_cast<u64>(-2), 1},
      {"rem by zero", op(1, 6), static_cast<u64>(-7), 0, static_cast<u64>(-7)},
      {"rem overflow", op(1, 6), Min64, Minus1, 0},
      {"remu", op(1, 7), Minus1, 16, 15},
      {"remu by zero", op(1, 7), Min64, 0, Min64},
      {"mulw", op_w(1, 0), 0x10000, 0x8000, Min32},
      {"mulw", op_w(1, 0), 0xf00000003, 0xf00000005, 15},
      {"divw", op_w(1, 4), 0xf00000007, 0xffffffff, static_cast<u64>(-7)},
      {"divw by zero", op_w(1, 4), 7, 0xf00000000, Minus1},
      {"divw overflow", op_w(1, 4), 0x80000000, 0xffffffff, Min32},
      {"divuw", op_w(1, 5), Minus1, 1, Minus1},
      {"divuw", op_w(1, 5), 0x80000000, 2, 0x40000000},
      {"divuw by zero", op_w(1, 5), 7, 0, Minus1},
      {"remw", op_w(1, 6), 0xfffffff9, 2, Minus1},
      {"remw by zero", op_w(1, 6), 0x80000000, 0, Min32},
      {"remw overflow", op_w(1, 6), 0x80000000, 0xffffffff, 0},
      {"remuw", op_w(1, 7), 0xffffffff, 16, 15},
      {"remuw by zero", op_w(1, 7), 0xf80000000, 0, Min32},
  });
}

TEST(HartGolden, RegisterZeroIsZero) {
  machine m{addi(zero, zero, 7), add(a0, zero, zero), lw(zero, a1, 0), jal(zero, 4)};
  m.hart.set_x(a1, Base);
  m.hart.set_x(a0, 1);
  m.hart.run(4);
  EXPECT_EQ(m.hart.x(0), 0u);
  EXPECT_EQ(m.hart.x(a0), 0u);
  EXPECT_EQ(m.hart.retired(), 4u);
}

TEST(HartGolden, Jumps) {
  struct jump {
    const char* name;
    u32 word;
    u64 target, link;
  };
  for (const jump& c : {jump{"jal", jal(a0, 0x7fe), Base + 0x7fe, Base + 4},
                        jump{"jal far", jal(a0, 0xffffe), Base + 0xffffe, Base + 4},
                        jump{"jal back", jal(a0, -0x100000), Base - 0x100000, Base + 4},
                        jump{"jalr", jalr(a0, a1, 0x10), Data + 0x10, Base + 4},
                        jump{"jalr odd", jalr(a0, a1, 0x11), Data + 0x10, Base + 4},
                        jump{"jalr back", jalr(a0, a1, -2048), Base, Base + 4},
                        jump{"jalr of its link", jalr(a1, a1, 8), Data + 8, 0}}) {
    machine m{c.word};
    m.hart.set_x(a1, Data);
    m.hart.run(1);
    EXPECT_EQ(m.hart.pc(), c.target) << c.name;
    EXPECT_EQ(m.hart.x(a0), c.link) << c.name;
  }
}

TEST(HartGolden, Branches) {
  const std::array<std::array<u64, 2>, 4> pairs{{{1, 1}, {1, 2}, {Minus1, 1}, {1, Minus1}}};
  struct branch {
    const char* name;
    u32 funct3;
    std::array<bool, 4> taken;  // of the pairs
  };
  for (const branch& c :
       {branch{"beq", 0, {true, false, false, false}}, branch{"bne", 1, {false, true, true, true}},
        branch{"blt", 4, {false, true, true, false}}, branch{"bge", 5, {true, false, false, true}},
        branch{"bltu", 6, {false, true, false, true}},
        branch{"bgeu", 7, {true, false, true, false}}}) {
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      for (const i32 distance : {-4096, 4094, -2, 0x800}) {
        machine m{b_type(c.funct3, a1, a2, distance)};
        m.hart.set_x(a1, pairs[i][0]);
        m.hart.set_x(a2, pairs[i][1]);
        m.hart.run(1);
        const u64 target = Base + static_cast<u64>(std::int64_t{distance});
        EXPECT_EQ(m.hart.pc(), c.taken[i] ? target : Base + 4) << c.name << " of pair " << i;
      }
    }
  }
}

TEST(HartGolden, LoadsExtendTheirSign) {
  struct access {
    const char* name;
    u32 funct3;
    u64 at_0, at_1;  // what is loaded from Data and from the byte behind
  };
  for (const access& c :
       {access{"lb", 0, 0xfffffffffffffff1, 0xffffffffffffffe2},
        access{"lh", 1, 0xffffffffffffe2f1, 0xffffffffffffd3e2},
        access{"lw", 2, 0xffffffffc4d3e2f1, 0xffffffffb5c4d3e2},
        access{"ld", 3, 0x8897a6b5c4d3e2f1, 0x118897a6b5c4d3e2}, access{"lbu", 4, 0xf1, 0xe2},
        access{"lhu", 5, 0xe2f1, 0xd3e2}, access{"lwu", 6, 0xc4d3e2f1, 0xb5c4d3e2}}) {
    for (const i32 offset : {0, 1}) {
      machine m{load(c.funct3, a0, a1, offset - 8)};
      m.poke(Data, u64{0x8897a6b5c4d3e2f1});
      m.poke(Data + 8, u64{0x11});
      m.hart.set_x(a1, Data + 8);
      m.hart.run(1);
      EXPECT_EQ(m.hart.x(a0), offset == 0 ? c.at_0 : c.at_1) << c.name;
    }
  }
  machine positive{load(0, a0, a1, 0), load(1, a2, a1, 0), load(2, a3, a1, 0)};
  positive.poke(Data, u64{0x7f7f7f7f});
  positive.hart.set_x(a1, Data);
  positive.hart.run(3);
  EXPECT_EQ(positive.hart.x(a0), 0x7fu);
  EXPECT_EQ(positive.hart.x(a2), 0x7f7fu);
  EXPECT_EQ(positive.hart.x(a3), 0x7f7f7f7fu);
}

TEST(HartGolden, StoresWriteTheirBytesOnly) {
  const u64 left[] = {0x1111111111111188, 0x1111111111117788, 0x1111111155667788,
                      0x1122334455667788};
  for (u32 funct3 = 0; funct3 < 4; ++funct3) {
    machine m{s_type(funct3, a2, a1, -2048)};
    m.poke(Data + 3, u64{0x1111111111111111});
    m.hart.set_x(a1, Data + 3 + 2048);
    m.hart.set_x(a2, 0x1122334455667788);
    m.hart.run(1);
    EXPECT_EQ(m.peek(Data + 3), left[funct3]);
    EXPECT_EQ(m.peek<unsigned char>(Data + 2), 0);
  }
}

TEST(HartGolden, TheLastBytesOfAWindowAreItsOwn) {
  machine m{ld(a0, a1, 0), load(4, a2, a1, 7), sb(a0, a1, 7)};
  m.poke(Base + 4088, u64{0x8877665544332211});
  m.hart.set_x(a1, Base + 4088);
  m.hart.run(3);
  EXPECT_EQ(m.hart.x(a0), 0x8877665544332211u);
  EXPECT_EQ(m.hart.x(a2), 0x88u);
  EXPECT_EQ(m.ram[4095], 0x11);
}

/// An atomic instruction on memory, with operand a2 = `operand`.
struct atomic {
  const char* name;
  u32 funct5;
  u64 memory, operand, left;
};

TEST(HartGolden, AtomicsOfEightBytes) {
  for (const atomic& c :
       {atomic{"amoswap", 1, Min64, 7, 7}, atomic{"amoadd", 0, Max64, 1, Min64},
        atomic{"amoxor", 4, 0xc00000000000000c, 0xa00000000000000a, 0x6000000000000006},
        atomic{"amoand", 12, 0xc00000000000000c, 0xa00000000000000a, 0x8000000000000008},
        atomic{"amoor", 8, 0xc00000000000000c, 0xa00000000000000a, 0xe00000000000000e},
        atomic{"amomin", 16, Minus1, 1, Minus1}, atomic{"amomin", 16, 1, Min64, Min64},
        atomic{"amomax", 20, Minus1, 1, 1}, atomic{"amomax", 20, 5, Min64, 5},
        atomic{"amominu", 24, Minus1, 1, 1}, atomic{"amominu", 24, 3, Min64, 3},
        atomic{"amomaxu", 28, Minus1, 1, Minus1}, atomic{"amomaxu", 28, 3, Min64, Min64}}) {
    machine m{amo(c.funct5, 3, a0, a1, a2)};
    m.poke(Data, c.memory);
    m.hart.set_x(a1, Data);
    m.hart.set_x(a2, c.operand);
    m.hart.run(1);
    EXPECT_EQ(m.hart.x(a0), c.memory) << c.name;
    EXPECT_EQ(m.peek(Data), c.left) << c.name;
  }
}

TEST(HartGolden, AtomicsOfFourBytes) {
  constexpr u64 Junk = 0x5a5a5a5a00000000;  // the upper half of the operand does not matter
  for (const atomic& c :
       {atomic{"amoswap", 1, 0x80000000, 7, 7}, atomic{"amoadd", 0, 0x7fffffff, 1, 0x80000000},
        atomic{"amoadd", 0, 0xffffffff, 1, 0}, atomic{"amoxor", 4, 0xf000000c, 10, 0xf0000006},
        atomic{"amoand", 12, 0xf000000c, 0x8000000a, 0x80000008},
        atomic{"amoor", 8, 0x8000000c, 10, 0x8000000e},
        atomic{"amomin", 16, 0xffffffff, 1, 0xffffffff}, atomic{"amomin", 16, 1, 2, 1},
        atomic{"amomax", 20, 0xffffffff, 1, 1}, atomic{"amomax", 20, 1, 0x80000000, 1},
        atomic{"amominu", 24, 0xffffffff, 1, 1}, atomic{"amominu", 24, 1, 0x80000000, 1},
        atomic{"amomaxu", 28, 0xffffffff, 1, 0xffffffff},
        atomic{"amomaxu", 28, 1, 0x80000000, 0x80000000}}) {
    machine m{amo(c.funct5, 2, a0, a1, a2) | 3u << 25};  // aq and rl
    m.poke(Data, u64{0x1111111100000000} | c.memory);
    m.hart.set_x(a1, Data);
    m.hart.set_x(a2, Junk | c.operand);
    m.hart.run(1);
    const u64 sign = (c.memory >> 31) != 0 ? 0xffffffff00000000 : 0;
    EXPECT_EQ(m.hart.x(a0), sign | c.memory) << c.name;
    EXPECT_EQ(m.peek(Data), 0x1111111100000000 | c.left) << c.name;
  }
}

TEST(HartGolden, AStoreConditionalNeedsItsReservation) {
  constexpr u32 LrW = amo(2, 2, a0, a1, 0), LrD = amo(2, 3, a0, a1, 0);
  constexpr u32 ScW = amo(3, 2, a3, a1, a2), ScD = amo(3, 3, a3, a1, a2);
  constexpr u64 Old = 0x87654321fedcba98;
  struct sequence {
    const char* name;
    std::vector<u32> words;
    u64 failed, left;
  };
  for (const sequence& c : {
           sequence{"lr.w, sc.w", {LrW, ScW}, 0, 0x8765432100000005},
           sequence{"lr.d, sc.d", {LrD, ScD}, 0, 5},
           sequence{"no lr", {ScW}, 1, Old},
           sequence{"no lr of eight", {ScD}, 1, Old},
           sequence{"a second sc", {LrD, ScD, amo(3, 3, a3, a1, a0)}, 1, 5},
           sequence{"another address", {LrW, addi(a1, a1, 4), ScW}, 1, Old},
           sequence{"another width", {LrW, ScD}, 1, Old},
           sequence{"another width", {LrD, ScW}, 1, Old},
           sequence{"another value", {LrD, sb(a2, a1, 7), ScD}, 1, 0x05654321fedcba98},
           sequence{"a store elsewhere", {LrD, sb(a2, a1, 8), ScD}, 0, 5},
           sequence{"a trap", {LrD, Ecall, ScD}, 1, Old},
           sequence{"mret", {LrD, Mret, ScD}, 1, Old},
       }) {
    machine m;
    m.set_csr(rv64::Mtvec, Base + 8);  // a trap and MRET at Base + 4 go on behind
    m.set_csr(rv64::Mepc, Base + 8);
    program p;
    for (const u32 w : c.words) p << w;
    m.put(p);
    m.poke(Data, Old);
    m.hart.set_x(a1, Data);
    m.hart.set_x(a2, 5);
    m.hart.set_x(a3, 99);
    m.hart.run(c.words.size());
    EXPECT_EQ(m.hart.x(a3), c.failed) << c.name;
    EXPECT_EQ(m.peek(Data), c.left) << c.name;
    const u64 loaded = c.words[0] == LrW ? 0xfffffffffedcba98 : c.words[0] == LrD ? Old : 0;
    EXPECT_EQ(m.hart.x(a0), loaded) << c.name;
  }
}

/// A compressed instruction on registers x[r] = 0x100 * r, but a0, a1, a2 and sp as given.
struct compressed {
  const char* text;
  u16 half;
  u64 a0, a1, a2;
  unsigned rd;
  u64 result;
};

TEST(HartGolden, CompressedInstructionsOfRegisters) {
  for (const compressed& c : {
           compressed{"c.addi4spn a0, sp, 1020", 0x1fe8, 0, 0, 0, a0, Data + 1020},
           compressed{"c.addi4spn s0, sp, 4", 0x0040, 0, 0, 0, s0, Data + 4},
           compressed{"c.addi4spn a5, sp, 552", 0x143c, 0, 0, 0, a5, Data + 552},
           compressed{"c.nop", 0x0001, 0, 0, 0, 0, 0},
           compressed{"c.addi a0, -32", 0x1501, 10, 0, 0, a0, static_cast<u64>(-22)},
           compressed{"c.addi t6, 31", 0x0ffd, 0, 0, 0, t6, 0x1f00 + 31},
           compressed{"c.addiw a0, -1", 0x357d, 0x80000000, 0, 0, a0, 0x7fffffff},
           compressed{"c.addiw a0, 0", 0x2501, 0xf80000000, 0, 0, a0, Min32},
           compressed{"c.addiw a0, 31", 0x257d, 0x7fffffff, 0, 0, a0, 0xffffffff8000001e},
           compressed{"c.li a0, -32", 0x5501, 9, 0, 0, a0, static_cast<u64>(-32)},
           compressed{"c.li a0, 31", 0x457d, 9, 0, 0, a0, 31},
           compressed{"c.addi16sp sp, -512", 0x7101, 0, 0, 0, sp, Data - 512},
           compressed{"c.addi16sp sp, 496", 0x617d, 0, 0, 0, sp, Data + 496},
           compressed{"c.addi16sp sp, 16", 0x6141, 0, 0, 0, sp, Data + 16},
           compressed{"c.lui a0, 0x1f", 0x657d, 0, 0, 0, a0, 0x1f000},
           compressed{"c.lui a0, 0xfffe0", 0x7501, 0, 0, 0, a0, 0xfffffffffffe0000},
           compressed{"c.lui t6, 1", 0x6f85, 0, 0, 0, t6, 0x1000},
           compressed{"c.srli a0, 63", 0x917d, Min64, 0, 0, a0, 1},
           compressed{"c.srli a0, 1", 0x8105, Minus1, 0, 0, a0, Max64},
           compressed{"c.srai a0, 63", 0x957d, Min64, 0, 0, a0, Minus1},
           compressed{"c.srai a5, 4", 0x8791, 0, 0, 0, a5, 0xf0},
           compressed{"c.andi a0, -32", 0x9901, 0x7f, 0, 0, a0, 0x60},
           compressed{"c.andi a0, 15", 0x893d, 0x7f, 0, 0, a0, 15},
           compressed{"c.sub a0, a1", 0x8d0d, 5, 6, 0, a0, Minus1},
           compressed{"c.xor a0, a1", 0x8d2d, 12, 10, 0, a0, 6},
           compressed{"c.or a0, a1", 0x8d4d, 12, 10, 0, a0, 14},
           compressed{"c.and a0, a1", 0x8d6d, 12, 10, 0, a0, 8},
           compressed{"c.subw a0, a1", 0x9d0d, 0x80000000, 1, 0, a0, 0x7fffffff},
           compressed{"c.addw a0, a1", 0x9d2d, 0x7fffffff, 1, 0, a0, Min32},
           compressed{"c.slli a0, 63", 0x157e, 3, 0, 0, a0, Min64},
           compressed{"c.slli t6, 4", 0x0f92, 0, 0, 0, t6, 0x1f000},
           compressed{"c.mv a0, a1", 0x852e, 1, 7, 0, a0, 7},
           compressed{"c.add a0, a1", 0x952e, 1, 7, 0, a0, 8},
       }) {
    machine m;
    for (unsigned r = 1; r < 32; ++r) m.hart.set_x(r, 0x100 * r);
    m.hart.set_x(a0, c.a0);
    m.hart.set_x(a1, c.a1);
    m.hart.set_x(sp, Data);
    m.poke(Base, c.half);
    m.hart.run(1);
    EXPECT_EQ(m.hart.x(c.rd), c.result) << c.text;
    EXPECT_EQ(m.hart.pc(), Base + 2) << c.text;
    EXPECT_EQ(m.hart.retired(), 1u) << c.text;
  }
}

TEST(HartGolden, CompressedLoads) {
  struct access {
    const char* text;
    u16 half;
    unsigned rd;
    i32 offset, bytes;
  };
  for (const access& c :
       {access{"c.lw a0, 124(a1)", 0x5de8, a0, 124, 4},
        access{"c.lw s1, 64(s0)", 0x4024, s1, 64, 4}, access{"c.lw a2, 4(a3)", 0x42d0, a2, 4, 4},
        access{"c.ld a0, 248(a1)", 0x7de8, a0, 248, 8},
        access{"c.ld a2, 64(a3)", 0x62b0, a2, 64, 8}, access{"c.ld a2, 8(a3)", 0x6690, a2, 8, 8},
        access{"c.lwsp a0, 252(sp)", 0x557e, a0, 252, 4},
        access{"c.lwsp a0, 64(sp)", 0x4506, a0, 64, 4},
        access{"c.lwsp a0, 4(sp)", 0x4512, a0, 4, 4},
        access{"c.ldsp a0, 504(sp)", 0x757e, a0, 504, 8},
        access{"c.ldsp a0, 64(sp)", 0x6506, a0, 64, 8},
        access{"c.ldsp a0, 8(sp)", 0x6522, a0, 8, 8}}) {
    machine m;
    for (const unsigned r : {+sp, +s0, +a1, +a3}) m.hart.set_x(r, Data);
    m.poke(Base, c.half);
    m.poke(Data + static_cast<u64>(c.offset), u64{0x8877665584332211});
    m.hart.run(1);
    EXPECT_EQ(m.hart.x(c.rd), c.bytes == 8 ? 0x8877665584332211 : 0xffffffff84332211) << c.text;
    EXPECT_EQ(m.hart.pc(), Base + 2) << c.text;
  }
}

TEST(HartGolden, CompressedStores) {
  struct access {
    const char* text;
    u16 half;
    i32 offset, bytes;
  };
  for (const access& c :
       {access{"c.sw a2, 124(a1)", 0xddf0, 124, 4}, access{"c.sw a2, 4(a1)", 0xc1d0, 4, 4},
        access{"c.sd a2, 248(a1)", 0xfdf0, 248, 8}, access{"c.sd a2, 8(a1)", 0xe590, 8, 8},
        access{"c.swsp a0, 252(sp)", 0xdfaa, 252, 4}, access{"c.swsp a0, 64(sp)", 0xc0aa, 64, 4},
        access{"c.sdsp a0, 504(sp)", 0xffaa, 504, 8}, access{"c.sdsp a0, 64(sp)", 0xe0aa, 64, 8}}) {
    machine m;
    for (const unsigned r : {+sp, +a1}) m.hart.set_x(r, Data);
    for (const unsigned r : {+a0, +a2}) m.hart.set_x(r, 0x8877665544332211);
    m.poke(Base, c.half);
    m.hart.run(1);
    EXPECT_EQ(m.peek(Data + static_cast<u64>(c.offset)),
              c.bytes == 8 ? 0x8877665544332211 : 0x44332211)
        << c.text;
  }
}

TEST(HartGolden, CompressedJumps) {
  struct jump {
    const char* text;
    u16 half;
    u64 a0, target, link;
  };
  for (const jump& c :
       {jump{"c.j +2046", 0xaffd, 0, Base + 2046, 0}, jump{"c.j -2048", 0xb001, 0, Base - 2048, 0},
        jump{"c.j +0x2d4", 0xacd1, 0, Base + 0x2d4, 0},
        jump{"c.beqz a0, +254", 0xcd7d, 0, Base + 254, 0},
        jump{"c.beqz a0, -256", 0xd101, 0, Base - 256, 0},
        jump{"c.beqz a0, not", 0xd101, 1, Base + 2, 0},
        jump{"c.bnez a5, +0xaa", 0xe7cd, 0, Base + 0xaa, 0},
        jump{"c.bnez a5, -2", 0xfffd, 0, Base - 2, 0}, jump{"c.jr a1", 0x8582, 0, Data, 0},
        jump{"c.jalr a1", 0x9582, 0, Data, Base + 2}}) {
    machine m;
    m.hart.set_x(a0, c.a0);
    m.hart.set_x(a1, Data + 1);
    m.hart.set_x(a5, 1);
    m.poke(Base, c.half);
    m.hart.run(1);
    EXPECT_EQ(m.hart.pc(), c.target) << c.text;
    EXPECT_EQ(m.hart.x(ra), c.link) << c.text;
  }
}

TEST(HartGolden, ReservedEncodingsAreIllegal) {
  const std::vector<u32> words{
      0xffffffff,
      0x0000007f,  // longer than 32 bits
      load(7, a0, a1, 0),
      s_type(4, a0, a1, 0),  // no such width
      b_type(2, a0, a1, 8),
      b_type(3, a0, a1, 8),            // no such condition
      i_type(1, 0x67, a0, a1, 0),      // JALR's funct3
      i_type(2, 0x0f, 0, 0, 0),        // FENCE's funct3
      i_type(1, 0x13, a0, a1, 0x40),   // SLLI with a bit above
      i_type(5, 0x13, a0, a1, 0x200),  // SRLI with a bit above
      i_type(1, 0x1b, a0, a1, 32),
      i_type(5, 0x1b, a0, a1, 32),  // shifts of words by 32
      i_type(2, 0x1b, a0, a1, 0),
      op(32, 1),
      op(32, 7),
      op(2, 0),
      op_w(1, 1),
      op_w(0, 2),
      op_w(32, 1),
      amo(2, 2, a0, a1, 1),
      amo(5, 2, a0, a1, a2),
      amo(0, 1, a0, a1, a2),
      amo(0, 4, a0, a1, a2),
      csri(4, a0, 0x300, 0),
      0x10200073,  // SRET
      0x12000073,  // SFENCE.VMA
      0x00200073,
      0x7b200073,
      0x00000007,
      0x00000027,
      0x00000053,  // URET, DRET, F
      0x0000,
      0x2000,
      0x8000,
      0xa000,  // C: ADDI4SPN of 0, FLD, reserved, FSD
      0x2001,  // C.ADDIW x0
      0x6101,
      0x6501,  // C.ADDI16SP of 0, C.LUI of 0
      0x9c41,
      0x9c61,  // reserved beside C.SUBW
      0x4002,
      0x6002,  // C.LWSP, C.LDSP to x0
      0x8002,
      0x2002,
      0xa002,  // C.JR x0, C.FLDSP, C.FSDSP
  };
  for (const u32 w : words) {
    machine m;
    m.set_csr(rv64::Mtvec, Vector);
    m.poke(Base, w);
    const u64 retired = m.hart.retired();
    m.hart.run(1);
    m.expect_trap(2, w);
    EXPECT_EQ(m.hart.pc(), Vector) << std::hex << w;
    EXPECT_EQ(m.hart.retired(), retired) << std::hex << w;
    EXPECT_EQ(m.hart.x(a0), 0u);
  }
}

TEST(HartGolden, HintsAndFencesDoNothing) {
  // C.ADDI x0, 1; C.LI x0; C.LUI x0; C.SLLI x0; C.MV x0; C.ADD x0; C.SRLI by 0
  for (const u16 half : {0x0005, 0x4005, 0x6005, 0x0006, 0x802e, 0x902e, 0x8101}) {
    machine m;
    m.hart.set_x(a0, 77);
    m.hart.set_x(a1, 88);
    m.poke(Base, half);
    m.hart.run(1);
    EXPECT_EQ(m.hart.pc(), Base + 2) << std::hex << half;
    EXPECT_EQ(m.hart.x(0), 0u);
    EXPECT_EQ(m.hart.x(a0), 77u);
  }
  for (const u32 w : {Fence, FenceI, 0x8330000fu, 0x0100000fu}) {
    machine m{w};
    m.hart.run(1);
    EXPECT_EQ(m.hart.pc(), Base + 4) << std::hex << w;
  }
}

TEST(HartGolden, FenceIMakesNewInstructionsSeen) {
  machine m{addi(a0, a0, 1), sw(a1, a2, 0), FenceI, jal(zero, -12)};
  m.hart.set_x(a1, addi(a0, a0, 100));
  m.hart.set_x(a2, Base);
  m.hart.run(5);
  EXPECT_EQ(m.hart.x(a0), 101u);
}

TEST(HartGolden, InstructionsOfCsrs) {
  struct access {
    const char* name;
    u32 word;
    u64 left;
  };
  for (const access& c :
       {access{"csrrw", csrrw(a0, 0x340, a1), 0b1010},
        access{"csrrs", csrrs(a0, 0x340, a1), 0b1110},
        access{"csrrc", csrrc(a0, 0x340, a1), 0b0100}, access{"csrrwi", csri(5, a0, 0x340, 17), 17},
        access{"csrrsi", csri(6, a0, 0x340, 17), 0b11101},
        access{"csrrci", csri(7, a0, 0x340, 4), 0b1000},
        access{"csrrs x0", csrrs(a0, 0x340, zero), 0b1100},
        access{"csrrw x0", csrrw(a0, 0x340, zero), 0}}) {
    machine m;
    m.set_csr(rv64::Mscratch, 0b1100);
    m.poke(Base, c.word);
    m.hart.set_x(a1, 0b1010);
    m.hart.run(1);
    EXPECT_EQ(m.hart.x(a0), 0b1100u) << c.name;
    EXPECT_EQ(m.hart.csr(rv64::Mscratch), c.left) << c.name;
  }
  machine same{csrrw(a0, 0x340, a0)};
  same.hart.set_x(a0, 3);
  same.hart.run(1);
  EXPECT_EQ(same.hart.csr(rv64::Mscratch), 3u);
  EXPECT_EQ(same.hart.x(a0), 0u);
}

TEST(HartGolden, FieldsOfCsrs) {
  struct field {
    u32 csr;
    u64 after_zeros, after_ones;
  };
  for (const field& f :
       {field{0x300, 0x1800, 0x1888}, field{0x301, 0x8000000000001105, 0x8000000000001105},
        field{0x304, 0, 0x888}, field{0x305, 0, 0xfffffffffffffffd}, field{0x340, 0, Minus1},
        field{0x341, 0, 0xfffffffffffffffe}, field{0x342, 0, Minus1}, field{0x343, 0, Minus1},
        field{0x344, 0, 0}, field{0x320, 0, 0}, field{0xb03, 0, 0}, field{0xb1f, 0, 0},
        field{0x323, 0, 0}, field{0x33f, 0, 0}}) {
    machine m;
    m.set_csr(f.csr, 0);
    EXPECT_EQ(m.hart.csr(f.csr), f.after_zeros) << std::hex << f.csr;
    m.set_csr(f.csr, Minus1);
    EXPECT_EQ(m.hart.csr(f.csr), f.after_ones) << std::hex << f.csr;
    EXPECT_EQ(m.hart.csr(rv64::Mcause), f.csr == 0x342 ? Minus1 : 0) << std::hex << f.csr;
  }
  for (const u32 csr : {0xf11u, 0xf12u, 0xf13u, 0xf14u, 0xf15u, 0xc00u, 0xc02u}) {
    machine m{csrrs(a0, csr, zero), csrrs(a0, csr, a1)};
    m.hart.run(1);
    EXPECT_EQ(m.hart.csr(rv64::Mcause), 0u);
    EXPECT_EQ(m.hart.x(a0), csr == 0xf14 ? 5u : 0u) << std::hex << csr;
    m.hart.run(1);  // a write, although of no bit
    m.expect_trap(2, csrrs(a0, csr, a1), Base + 4);
  }
  for (const u32 csr : {0x000u, 0x100u, 0x180u, 0x302u, 0x306u, 0x3a0u, 0x7a0u, 0xc01u, 0xb01u,
                        0xb20u, 0x322u, 0xfffu}) {
    for (const u32 word : {csrrs(zero, csr, zero), csrrw(a0, csr, a1), csri(7, t6, csr, 31)}) {
      machine m{word};
      m.hart.run(1);
      m.expect_trap(2, word);
    }
  }
}

TEST(HartGolden, CountersCount) {
  machine m{Nop, Nop, csrrs(a0, 0xb02, zero), csrrs(a1, 0xb00, zero), Ecall};
  m.set_csr(rv64::Mtvec, Base);
  const u64 before = m.hart.csr(rv64::Minstret);
  m.hart.run(5);  // the ECALL does not retire
  EXPECT_EQ(m.hart.x(a0), before + 2);
  EXPECT_EQ(m.hart.x(a1), before + 3);
  EXPECT_EQ(m.hart.csr(rv64::Minstret), before + 4);
  EXPECT_EQ(m.hart.csr(rv64::Mcycle), before + 5);
  m.set_csr(rv64::Minstret, 1000);  // the instruction behind reads it
  EXPECT_EQ(m.hart.csr(rv64::Minstret), 1000u);
  m.set_csr(rv64::Mcycle, 5000);
  EXPECT_EQ(m.hart.csr(rv64::Mcycle), 5000u);
  EXPECT_EQ(m.hart.csr(rv64::Minstret), 1001u);
  m.hart.run(1);
  EXPECT_EQ(m.hart.csr(rv64::Mcycle), 5001u);
  m.hart.set_clock(m.hart.begun() + 70);  // time that the hart has waited
  EXPECT_EQ(m.hart.csr(rv64::Mcycle), 5071u);
}

TEST(HartGolden, Exceptions) {
  struct exception {
    const char* name;
    u32 word;
    u64 address;  // a1
    u64 cause, value;
  };
  constexpr u64 Hole = 0x1000, Odd = Base + 0x801, End = Base + 4094;
  for (const exception& c : {
           exception{"ecall", Ecall, 0, 11, 0},
           exception{"ebreak", Ebreak, 0, 3, Base},
           exception{"c.ebreak", 0x9002, 0, 3, Base},
           exception{"lb fault", load(0, a0, a1, 1), Hole, 5, Hole + 1},
           exception{"lw fault", load(2, a0, a1, 0), Hole, 5, Hole},
           exception{"ld misaligned", load(3, a0, a1, 4), Hole, 4, Hole + 4},
           exception{"lhu misaligned", load(5, a0, a1, 1), Hole, 4, Hole + 1},
           exception{"lw across the end", load(2, a0, a1, 0), End, 4, End},
           exception{"sb fault", s_type(0, a0, a1, 1), Hole, 7, Hole + 1},
           exception{"sd fault", s_type(3, a0, a1, 0), Hole, 7, Hole},
           exception{"sw misaligned", s_type(2, a0, a1, 2), Hole, 6, Hole + 2},
           exception{"sd across the end", s_type(3, a0, a1, 0), End, 6, End},
           exception{"lr.w fault", amo(2, 2, a0, a1, 0), Hole, 5, Hole},
           exception{"lr.d misaligned", amo(2, 3, a0, a1, 0), Data + 4, 4, Data + 4},
           exception{"lr.w misaligned", amo(2, 2, a0, a1, 0), Odd, 4, Odd},
           exception{"sc.w misaligned", amo(3, 2, a0, a1, 0), Odd, 6, Odd},
           exception{"sc.d misaligned", amo(3, 3, a0, a1, 0), Data + 4, 6, Data + 4},
           exception{"amoadd.w fault", amo(0, 2, a0, a1, a2), Hole, 7, Hole},
           exception{"amoadd.w misaligned", amo(0, 2, a0, a1, a2), Odd, 6, Odd},
           exception{"amoswap.d misaligned", amo(1, 3, a0, a1, a2), Data + 4, 6, Data + 4},
       }) {
    SCOPED_TRACE(c.name);
    machine m;
    m.set_csr(rv64::Mtvec, Vector | 1);  // vectored: exceptions go to the base all the same
    m.set_csr(rv64::Mstatus, 8);
    m.poke(Base, c.word);
    m.hart.set_x(a0, 0x55);
    m.hart.set_x(a1, c.address);
    const u64 retired = m.hart.retired();
    m.hart.run(1);
    m.expect_trap(c.cause, c.value);
    EXPECT_EQ(m.hart.pc(), Vector);
    EXPECT_EQ(m.hart.csr(rv64::Mstatus), 0x1880u);
    EXPECT_EQ(m.hart.x(a0), 0x55u);
    EXPECT_EQ(m.hart.retired(), retired);
  }
}

TEST(HartGolden, FetchesOutsideOfMemoryTrap) {
  machine m;
  m.set_csr(rv64::Mtvec, Vector);
  m.hart.set_pc(0x2000);
  m.hart.run(1);
  m.expect_trap(1, 0x2000, 0x2000);
  m.poke(Base + 4094, u16{0x0013});  // the first half of an instruction
  m.hart.set_pc(Base + 4094);
  m.hart.run(1);
  m.expect_trap(1, Base + 4096, Base + 4094);
  m.poke(Base + 4094, u16{0x0001});  // a compressed one fits
  m.hart.set_pc(Base + 4094);
  m.hart.run(1);
  EXPECT_EQ(m.hart.pc(), Base + 4096);
}

TEST(HartGolden, MretRestoresMie) {
  machine m{Mret};
  m.set_csr(rv64::Mepc, Data);
  m.set_csr(rv64::Mstatus, 0x80);
  m.hart.run(1);
  EXPECT_EQ(m.hart.pc(), Data);
  EXPECT_EQ(m.hart.csr(rv64::Mstatus), 0x1888u);
  m.set_csr(rv64::Mstatus, 0x08);
  m.hart.set_pc(Base);
  m.hart.run(1);
  EXPECT_EQ(m.hart.csr(rv64::Mstatus), 0x1880u);
}

TEST(HartGolden, InterruptsComeInTheirOrder) {
  using enum rv64::line_e;
  struct state {
    std::vector<rv64::line_e> lines;
    u64 enabled, number;  // 0: none is taken
  };
  for (const state& c :
       {state{{External, Software, Timer}, 0x888, 11}, state{{Software, Timer}, 0x888, 3},
        state{{Timer}, 0x888, 7}, state{{External, Software, Timer}, 0x088, 3},
        state{{External, Software, Timer}, 0x080, 7}, state{{External, Timer}, 0x008, 0},
        state{{}, 0x888, 0}}) {
    for (const u64 vectored : {0, 1}) {
      for (const u64 enabled : {8, 0}) {
        machine m{Nop, Nop};
        m.set_csr(rv64::Mtvec, Vector | vectored);
        m.poke(Vector, Nop);
        for (unsigned i = 0; i < 16; ++i) m.poke(Vector + 4 * i, Nop);
        m.set_csr(rv64::Mie, c.enabled);
        m.set_csr(rv64::Mstatus, enabled);
        m.hart.run(1);
        for (const auto line : c.lines) m.hart.set_line(line, true);
        m.hart.run(1);
        if (c.number == 0 || enabled == 0) {
          EXPECT_EQ(m.hart.pc(), Base + 8);
          continue;
        }
        m.expect_trap(Min64 | c.number, 0, Base + 4);
        EXPECT_EQ(m.hart.pc(), Vector + (vectored != 0 ? 4 * c.number : 0) + 4);
        EXPECT_EQ(m.hart.csr(rv64::Mstatus), 0x1880u);
      }
    }
  }
}

TEST(HartGolden, AnInterruptThatIsEnabledIsTakenAtOnce) {
  for (const u32 word : {csri(6, zero, 0x300, 8), csrrs(zero, 0x304, a1)}) {
    machine m{word, Nop, Nop};
    m.set_csr(rv64::Mtvec, Vector);
    m.poke(Vector, Nop);
    (word == csri(6, zero, 0x300, 8)) ? m.set_csr(rv64::Mie, 0x80) : m.set_csr(rv64::Mstatus, 8);
    m.hart.set_x(a1, 0x80);
    m.hart.set_line(rv64::line_e::Timer, true);
    m.hart.run(2);
    m.expect_trap(Min64 | 7, 0, Base + 4);
    EXPECT_EQ(m.hart.pc(), Vector + 4);
  }
}

TEST(HartGolden, HandlersNest) {
  // The external interrupt's handler keeps mepc and lets the software interrupt in.
  machine m{Nop, Nop};
  program external, software;
  external << csrrs(s0, 0x341, zero) << csrrs(s1, 0x342, zero) << csri(6, zero, 0x300, 8) << Nop
           << csri(7, zero, 0x300, 8) << csrrw(zero, 0x341, s0) << Mret;
  software << addi(a0, a0, 1) << csrrw(zero, 0x304, zero) << Mret;
  m.put(external, Vector);
  m.put(software, Vector + 0x100);
  m.set_csr(rv64::Mie, 0x808);
  m.set_csr(rv64::Mtvec, Vector);
  m.set_csr(rv64::Mstatus, 8);
  m.hart.set_line(rv64::line_e::External, true);
  m.hart.run(1);
  EXPECT_EQ(m.hart.pc(), Vector + 4);
  m.hart.set_line(rv64::line_e::External, false);
  m.set_csr(rv64::Mtvec, Vector + 0x100);
  m.hart.set_line(rv64::line_e::Software, true);
  m.hart.run(3);  // mcause, MIE, then the first instruction of the inner handler
  m.expect_trap(Min64 | 3, 0, Vector + 12);
  EXPECT_EQ(m.hart.x(a0), 1u);
  m.hart.run(2);
  EXPECT_EQ(m.hart.pc(), Vector + 12);
  EXPECT_EQ(m.hart.csr(rv64::Mstatus), 0x1888u);
  m.hart.run(4);
  EXPECT_EQ(m.hart.pc(), Base);
  EXPECT_EQ(m.hart.x(s0), Base);
  EXPECT_EQ(m.hart.x(s1), Min64 | 11);
}

TEST(HartGolden, WfiWaitsForAnEnabledLine) {
  machine m{Wfi, addi(a0, a0, 1)};
  m.set_csr(rv64::Mie, 0x800);
  m.hart.set_line(rv64::line_e::Timer, true);  // not enabled
  EXPECT_EQ(m.hart.run(10), 1u);
  EXPECT_TRUE(m.hart.waiting());
  EXPECT_EQ(m.hart.run(10), 0u);
  m.hart.set_line(rv64::line_e::External, true);  // enabled; MIE is 0: no trap
  EXPECT_EQ(m.hart.run(1), 1u);
  EXPECT_FALSE(m.hart.waiting());
  EXPECT_EQ(m.hart.x(a0), 1u);
  m.hart.set_pc(Base);  // pending already: no waiting
  EXPECT_EQ(m.hart.run(1), 1u);
  EXPECT_FALSE(m.hart.waiting());
  EXPECT_EQ(m.hart.run(1), 1u);
  EXPECT_EQ(m.hart.x(a0), 2u);
}

TEST(HartGolden, WfiReturnsBehindItself) {
  machine m{Wfi, Nop};
  m.set_csr(rv64::Mtvec, Vector);
  m.set_csr(rv64::Mie, 0x80);
  m.set_csr(rv64::Mstatus, 8);
  m.poke(Vector, Nop);
  m.hart.run(5);
  EXPECT_TRUE(m.hart.waiting());
  m.hart.set_line(rv64::line_e::Timer, true);
  m.hart.run(1);
  m.expect_trap(Min64 | 7, 0, Base + 4);
}

/// The accesses that a hart makes on its bus.
TEST(HartGolden, AResetLeavesNoRegisterAndNoCsr) {
  machine m;
  for (unsigned i = 1; i < 32; ++i) m.hart.set_x(i, Minus1);
  for (const unsigned csr : {rv64::Mstatus, rv64::Mie, rv64::Mtvec, rv64::Mscratch, rv64::Mepc,
                             rv64::Mcause, rv64::Mtval}) {
    m.set_csr(csr, Minus1);
  }
  m.hart.set_line(rv64::line_e::Timer, true);
  m.hart.set_pc(Data);
  const u64 done = m.hart.retired();
  m.hart.reset(Base + 0x101);
  EXPECT_EQ(m.hart.pc(), Base + 0x100);
  for (unsigned i = 0; i < 32; ++i) EXPECT_EQ(m.hart.x(i), 0u) << "x" << i;
  for (const unsigned csr :
       {rv64::Mie, rv64::Mtvec, rv64::Mscratch, rv64::Mepc, rv64::Mcause, rv64::Mtval}) {
    EXPECT_EQ(m.hart.csr(csr), 0u) << csr;
  }
  EXPECT_EQ(m.hart.csr(rv64::Mstatus), 3u << 11);
  EXPECT_EQ(m.hart.csr(rv64::Mhartid), 5u);
  EXPECT_EQ(m.hart.csr(rv64::Mip), 1u << 7);
  EXPECT_EQ(m.hart.retired(), done);
  EXPECT_EQ(m.hart.interrupts(), 0u);
}

TEST(HartGolden, AResetEndsWfiAndForgetsInstructionsAndTheReservation) {
  machine m{Wfi};
  m.hart.run(5);
  EXPECT_TRUE(m.hart.waiting());
  program p;  // takes a reservation
  p.li(s0, Data);
  p << amo(2, 3, a0, s0, zero);
  m.put(p);
  m.hart.reset(Base);  // the WFI that is decoded is not executed again
  EXPECT_FALSE(m.hart.waiting());
  EXPECT_EQ(m.hart.run(13), 13u);
  program q;
  q << amo(3, 3, a1, s0, zero);
  m.put(q);
  m.hart.reset(Base);
  m.hart.set_x(s0, Data);
  m.hart.run(1);
  EXPECT_EQ(m.hart.x(a1), 1u) << "SC without a reservation";
}

TEST(HartGolden, TheBusSeesWhatNoWindowHas) {
  struct seen {
    rv64::access_e kind;
    u64 address;
    unsigned bytes;
    u64 value;
    bool operator==(const seen&) const = default;
  };
  std::vector<seen> accesses;
  machine m{lw(a0, a1, 0), sb(a2, a1, 5), amo(0, 3, a3, a1, a2), ld(a4, a1, 1), Nop};
  m.hart.bus = [&](rv64::access_e kind, u64 address, unsigned bytes, u64& value) {
    if (kind != rv64::access_e::Store) value = 0x80000001;
    accesses.push_back({kind, address, bytes, value});
    return address % bytes == 0;
  };
  m.hart.set_x(a1, 0x1000);
  m.hart.set_x(a2, 0x1ff);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(m.hart.run(10), 1u);  // it leaves after each
  using enum rv64::access_e;
  EXPECT_EQ(accesses, (std::vector<seen>{{Load, 0x1000, 4, 0x80000001},
                                         {Store, 0x1005, 1, 0xff},
                                         {Load, 0x1000, 8, 0x80000001},
                                         {Store, 0x1000, 8, 0x80000200},
                                         {Load, 0x1001, 8, 0x80000001}}));
  EXPECT_EQ(m.hart.x(a0), 0xffffffff80000001u);
  EXPECT_EQ(m.hart.x(a3), 0x80000001u);
  m.expect_trap(4, 0x1001, Base + 12);
}

TEST(HartGolden, WindowsSayWhatTheyAllow) {
  machine m{lw(a0, a1, 0), sw(a1, a1, 0), sw(a2, a3, 0), lw(a0, a3, 0)};
  std::array<unsigned char, 16> rom{1}, sink{};
  m.hart.map({.data = rom.data(), .first = 0x1000, .bytes = 16, .writable = false});
  m.hart.map({.data = sink.data(), .first = 0x2000, .bytes = 16, .readable = false});
  m.hart.set_x(a1, 0x1000);
  m.hart.set_x(a2, 0x77);
  m.hart.set_x(a3, 0x2000);
  m.set_csr(rv64::Mtvec, Base + 8);
  m.hart.run(2);
  EXPECT_EQ(m.hart.x(a0), 1u);
  m.expect_trap(7, 0x1000, Base + 4);
  m.hart.run(2);
  EXPECT_EQ(sink[0], 0x77);
  m.expect_trap(5, 0x2000, Base + 12);
  m.hart.unmap(0x100f, 0x100f);
  m.hart.set_pc(Base);
  m.hart.run(1);
  m.expect_trap(5, 0x1000, Base);
}

TEST(HartGolden, AWindowThatIsGoneIsNotExecuted) {
  machine m{addi(a0, a0, 1), jal(zero, -4)};
  m.hart.run(4);
  EXPECT_EQ(m.hart.x(a0), 2u);
  m.hart.unmap(Base, Base);
  m.hart.run(1);
  m.expect_trap(1, Base);
  EXPECT_EQ(m.hart.x(a0), 2u);
}

TEST(HartGolden, SemihostingNeedsItsSequence) {
  const std::vector<std::vector<u32>> others{{slli(zero, zero, 30), Ebreak, srai(zero, zero, 7)},
                                             {slli(zero, zero, 31), Ebreak, srai(zero, zero, 6)},
                                             {Nop, Ebreak, Nop}};
  for (const auto& words : others) {
    machine m{words[0], words[1], words[2]};
    m.hart.semihost = [](u64, u64) { return ADD_FAILURE(), 0; };
    m.hart.run(2);
    m.expect_trap(3, Base + 4, Base + 4);
  }
  program p;
  p.semihost();
  machine m(p);
  m.hart.set_x(a0, 5);
  m.hart.set_x(a1, 6);
  u64 calls       = 0;
  m.hart.semihost = [&](u64 operation, u64 argument) {
    ++calls;
    return 100 * operation + argument;
  };
  EXPECT_EQ(m.hart.run(10), 2u);  // it leaves after the call
  EXPECT_EQ(m.hart.x(a0), 506u);
  EXPECT_EQ(m.hart.pc(), Base + 8);
  EXPECT_EQ(calls, 1u);
  machine without(p);
  without.hart.run(2);
  without.expect_trap(3, Base + 4, Base + 4);
}

}  // namespace
}  // namespace weft::hart_golden_test
