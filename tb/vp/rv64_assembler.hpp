// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

/// RV64IMAC as words: the formats of the instructions, the instructions that the tests' programs
/// consist of, and a program that grows.
namespace weft::rv64_asm {

using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i32 = std::int32_t;

/// Registers by their number.
enum reg : u32 {
  zero,
  ra,
  sp,
  gp,
  tp,
  t0,
  t1,
  t2,
  s0,
  s1,
  a0,
  a1,
  a2,
  a3,
  a4,
  a5,
  a6,
  a7,
  t6 = 31
};

// Formats. Immediate operands are signed; a branch's is its distance in bytes.

constexpr u32 r_type(u32 funct7, u32 funct3, u32 opcode, u32 rd, u32 rs1, u32 rs2) {
  return funct7 << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | opcode;
}
constexpr u32 i_type(u32 funct3, u32 opcode, u32 rd, u32 rs1, i32 imm) {
  return static_cast<u32>(imm) << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | opcode;
}
constexpr u32 s_type(u32 funct3, u32 rs2, u32 rs1, i32 imm) {
  const auto n = static_cast<u32>(imm);
  return (n >> 5 & 0x7f) << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12 | (n & 31) << 7 | 0x23;
}
constexpr u32 b_type(u32 funct3, u32 rs1, u32 rs2, i32 distance) {
  const auto n = static_cast<u32>(distance);
  return (n >> 12 & 1) << 31 | (n >> 5 & 63) << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12 |
         (n >> 1 & 15) << 8 | (n >> 11 & 1) << 7 | 0x63;
}

// Instructions.

constexpr u32 lui(u32 rd, u32 upper) { return upper << 12 | rd << 7 | 0x37; }
constexpr u32 auipc(u32 rd, u32 upper) { return upper << 12 | rd << 7 | 0x17; }
constexpr u32 jal(u32 rd, i32 distance) {
  const auto n = static_cast<u32>(distance);
  return (n >> 20 & 1) << 31 | (n >> 1 & 0x3ff) << 21 | (n >> 11 & 1) << 20 |
         (n >> 12 & 0xff) << 12 | rd << 7 | 0x6f;
}
constexpr u32 jalr(u32 rd, u32 rs1, i32 imm) { return i_type(0, 0x67, rd, rs1, imm); }
constexpr u32 beq(u32 rs1, u32 rs2, i32 distance) { return b_type(0, rs1, rs2, distance); }
constexpr u32 bne(u32 rs1, u32 rs2, i32 distance) { return b_type(1, rs1, rs2, distance); }
constexpr u32 load(u32 funct3, u32 rd, u32 rs1, i32 imm) { return i_type(funct3, 3, rd, rs1, imm); }
constexpr u32 lw(u32 rd, u32 rs1, i32 imm) { return load(2, rd, rs1, imm); }
constexpr u32 ld(u32 rd, u32 rs1, i32 imm) { return load(3, rd, rs1, imm); }
constexpr u32 sb(u32 rs2, u32 rs1, i32 imm) { return s_type(0, rs2, rs1, imm); }
constexpr u32 sw(u32 rs2, u32 rs1, i32 imm) { return s_type(2, rs2, rs1, imm); }
constexpr u32 sd(u32 rs2, u32 rs1, i32 imm) { return s_type(3, rs2, rs1, imm); }
constexpr u32 addi(u32 rd, u32 rs1, i32 imm) { return i_type(0, 0x13, rd, rs1, imm); }
constexpr u32 slli(u32 rd, u32 rs1, u32 by) {
  return i_type(1, 0x13, rd, rs1, static_cast<i32>(by));
}
constexpr u32 srai(u32 rd, u32 rs1, u32 by) {
  return i_type(5, 0x13, rd, rs1, static_cast<i32>(by | 0x400));
}
constexpr u32 add(u32 rd, u32 rs1, u32 rs2) { return r_type(0, 0, 0x33, rd, rs1, rs2); }
constexpr u32 xor_(u32 rd, u32 rs1, u32 rs2) { return r_type(0, 4, 0x33, rd, rs1, rs2); }
constexpr u32 mul(u32 rd, u32 rs1, u32 rs2) { return r_type(1, 0, 0x33, rd, rs1, rs2); }
/// An atomic instruction of 4 (funct3 = 2) or 8 bytes (3).
constexpr u32 amo(u32 funct5, u32 funct3, u32 rd, u32 rs1, u32 rs2) {
  return r_type(funct5 << 2, funct3, 0x2f, rd, rs1, rs2);
}
constexpr u32 csrrw(u32 rd, u32 csr, u32 rs1) {
  return csr << 20 | rs1 << 15 | 1u << 12 | rd << 7 | 0x73;
}
constexpr u32 csrrs(u32 rd, u32 csr, u32 rs1) {
  return csr << 20 | rs1 << 15 | 2u << 12 | rd << 7 | 0x73;
}
constexpr u32 csrrc(u32 rd, u32 csr, u32 rs1) {
  return csr << 20 | rs1 << 15 | 3u << 12 | rd << 7 | 0x73;
}
/// With an immediate operand: funct3 of the form with a register, plus 4.
constexpr u32 csri(u32 funct3, u32 rd, u32 csr, u32 imm) {
  return csr << 20 | imm << 15 | funct3 << 12 | rd << 7 | 0x73;
}
constexpr u32 Ecall = 0x00000073, Ebreak = 0x00100073, Mret = 0x30200073, Wfi = 0x10500073,
              Fence = 0x0ff0000f, FenceI = 0x0000100f, Nop = 0x00000013;

/// Instructions one after the other.
struct program {
  std::vector<u16> halves;

  std::size_t bytes() const { return 2 * halves.size(); }
  void half(u16 h) { halves.push_back(h); }
  program& operator<<(u32 word) {
    half(static_cast<u16>(word));
    half(static_cast<u16>(word >> 16));
    return *this;
  }
  /// Any constant, in eight instructions.
  void li(u32 rd, u64 value) {
    *this << addi(rd, zero, 0);
    const auto append = [&](unsigned low, unsigned width) {
      const auto part = static_cast<i32>(value >> low & ((1u << width) - 1));
      if (low != 53) *this << slli(rd, rd, width);
      *this << i_type(6, 0x13, rd, rd, part);  // ORI
    };
    for (const unsigned low : {53u, 42u, 31u, 20u, 9u}) append(low, 11);
    append(0, 9);
  }
  void semihost() { *this << slli(zero, zero, 31) << Ebreak << srai(zero, zero, 7); }
  /// The distance from here back to a place.
  i32 back(std::size_t place) const { return static_cast<i32>(place) - static_cast<i32>(bytes()); }
};

}  // namespace weft::rv64_asm
