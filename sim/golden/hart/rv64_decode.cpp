// SPDX-License-Identifier: Apache-2.0

#include <array>
#include <cstddef>

#include "sim/golden/hart/rv64_instruction.hpp"

namespace weft::golden::rv64 {
namespace {

using u8  = std::uint8_t;
using u32 = std::uint32_t;
using i32 = std::int32_t;

/// Where an encoding has its operands.
enum class format_e { None, R, I, Shift6, Shift5, S, B, U, J, Csr };

/// An encoding: the bits of `mask` are those of `match`.
struct encoding {
  op_e op;
  format_e format;
  u32 mask, match;
};

constexpr u32 OpMask = 0x7f, Funct3Mask = 0x707f, Funct7Mask = 0xfe00707f, All = ~0u;

constexpr encoding of_op(op_e op, format_e format, u32 opcode) {
  return {op, format, OpMask, opcode};
}
constexpr encoding of_funct3(op_e op, format_e format, u32 opcode, u32 funct3) {
  return {op, format, Funct3Mask, opcode | funct3 << 12};
}
constexpr encoding of_funct7(op_e op, format_e format, u32 opcode, u32 funct3, u32 funct7) {
  return {op, format, Funct7Mask, opcode | funct3 << 12 | funct7 << 25};
}
constexpr encoding of_shift6(op_e op, u32 funct3, u32 funct6) {
  return {op, format_e::Shift6, 0xfc00707f, 0x13 | funct3 << 12 | funct6 << 26};
}
constexpr encoding of_amo(op_e op, u32 funct3, u32 funct5) {
  return {op, format_e::R, 0xf800707f, 0x2f | funct3 << 12 | funct5 << 27};
}
constexpr encoding of_lr(op_e op, u32 funct3) {
  return {op, format_e::R, 0xf9f0707f, 0x2f | funct3 << 12 | 2u << 27};
}

using enum op_e;
using enum format_e;
constexpr std::array Encodings{
    of_op(Lui, U, 0x37),
    of_op(Auipc, U, 0x17),
    of_op(Jal, J, 0x6f),
    of_funct3(Jalr, I, 0x67, 0),
    of_funct3(Beq, B, 0x63, 0),
    of_funct3(Bne, B, 0x63, 1),
    of_funct3(Blt, B, 0x63, 4),
    of_funct3(Bge, B, 0x63, 5),
    of_funct3(Bltu, B, 0x63, 6),
    of_funct3(Bgeu, B, 0x63, 7),
    of_funct3(Lb, I, 0x03, 0),
    of_funct3(Lh, I, 0x03, 1),
    of_funct3(Lw, I, 0x03, 2),
    of_funct3(Ld, I, 0x03, 3),
    of_funct3(Lbu, I, 0x03, 4),
    of_funct3(Lhu, I, 0x03, 5),
    of_funct3(Lwu, I, 0x03, 6),
    of_funct3(Sb, S, 0x23, 0),
    of_funct3(Sh, S, 0x23, 1),
    of_funct3(Sw, S, 0x23, 2),
    of_funct3(Sd, S, 0x23, 3),
    of_funct3(Addi, I, 0x13, 0),
    of_funct3(Slti, I, 0x13, 2),
    of_funct3(Sltiu, I, 0x13, 3),
    of_funct3(Xori, I, 0x13, 4),
    of_funct3(Ori, I, 0x13, 6),
    of_funct3(Andi, I, 0x13, 7),
    of_shift6(Slli, 1, 0),
    of_shift6(Srli, 5, 0),
    of_shift6(Srai, 5, 0x10),
    of_funct7(Add, R, 0x33, 0, 0),
    of_funct7(Sub, R, 0x33, 0, 0x20),
    of_funct7(Sll, R, 0x33, 1, 0),
    of_funct7(Slt, R, 0x33, 2, 0),
    of_funct7(Sltu, R, 0x33, 3, 0),
    of_funct7(Xor, R, 0x33, 4, 0),
    of_funct7(Srl, R, 0x33, 5, 0),
    of_funct7(Sra, R, 0x33, 5, 0x20),
    of_funct7(Or, R, 0x33, 6, 0),
    of_funct7(And, R, 0x33, 7, 0),
    of_funct3(Addiw, I, 0x1b, 0),
    of_funct7(Slliw, Shift5, 0x1b, 1, 0),
    of_funct7(Srliw, Shift5, 0x1b, 5, 0),
    of_funct7(Sraiw, Shift5, 0x1b, 5, 0x20),
    of_funct7(Addw, R, 0x3b, 0, 0),
    of_funct7(Subw, R, 0x3b, 0, 0x20),
    of_funct7(Sllw, R, 0x3b, 1, 0),
    of_funct7(Srlw, R, 0x3b, 5, 0),
    of_funct7(Sraw, R, 0x3b, 5, 0x20),
    of_funct3(Fence, None, 0x0f, 0),
    of_funct3(FenceI, None, 0x0f, 1),
    encoding{Ecall, None, All, 0x00000073},
    encoding{Ebreak, None, All, 0x00100073},
    encoding{Mret, None, All, 0x30200073},
    encoding{Wfi, None, All, 0x10500073},
    of_funct3(Csrrw, Csr, 0x73, 1),
    of_funct3(Csrrs, Csr, 0x73, 2),
    of_funct3(Csrrc, Csr, 0x73, 3),
    of_funct3(Csrrwi, Csr, 0x73, 5),
    of_funct3(Csrrsi, Csr, 0x73, 6),
    of_funct3(Csrrci, Csr, 0x73, 7),
    of_funct7(Mul, R, 0x33, 0, 1),
    of_funct7(Mulh, R, 0x33, 1, 1),
    of_funct7(Mulhsu, R, 0x33, 2, 1),
    of_funct7(Mulhu, R, 0x33, 3, 1),
    of_funct7(Div, R, 0x33, 4, 1),
    of_funct7(Divu, R, 0x33, 5, 1),
    of_funct7(Rem, R, 0x33, 6, 1),
    of_funct7(Remu, R, 0x33, 7, 1),
    of_funct7(Mulw, R, 0x3b, 0, 1),
    of_funct7(Divw, R, 0x3b, 4, 1),
    of_funct7(Divuw, R, 0x3b, 5, 1),
    of_funct7(Remw, R, 0x3b, 6, 1),
    of_funct7(Remuw, R, 0x3b, 7, 1),
    of_lr(LrW, 2),
    of_amo(ScW, 2, 3),
    of_amo(AmoswapW, 2, 1),
    of_amo(AmoaddW, 2, 0),
    of_amo(AmoxorW, 2, 4),
    of_amo(AmoandW, 2, 12),
    of_amo(AmoorW, 2, 8),
    of_amo(AmominW, 2, 16),
    of_amo(AmomaxW, 2, 20),
    of_amo(AmominuW, 2, 24),
    of_amo(AmomaxuW, 2, 28),
    of_lr(LrD, 3),
    of_amo(ScD, 3, 3),
    of_amo(AmoswapD, 3, 1),
    of_amo(AmoaddD, 3, 0),
    of_amo(AmoxorD, 3, 4),
    of_amo(AmoandD, 3, 12),
    of_amo(AmoorD, 3, 8),
    of_amo(AmominD, 3, 16),
    of_amo(AmomaxD, 3, 20),
    of_amo(AmominuD, 3, 24),
    of_amo(AmomaxuD, 3, 28),
};

/// Bits high:low of a word.
constexpr u32 bits(u32 word, unsigned high, unsigned low) {
  return word >> low & ((2u << (high - low)) - 1);
}

/// The lower `width` bits of x as a signed number.
constexpr i32 extend(u32 x, unsigned width) {
  return static_cast<i32>(x << (32 - width)) >> (32 - width);
}

constexpr i32 immediate(format_e format, u32 w) {
  switch (format) {
    case I:
      return extend(bits(w, 31, 20), 12);
    case Shift6:
      return static_cast<i32>(bits(w, 25, 20));
    case Shift5:
      return static_cast<i32>(bits(w, 24, 20));
    case S:
      return extend(bits(w, 31, 25) << 5 | bits(w, 11, 7), 12);
    case B:
      return extend(
          bits(w, 31, 31) << 12 | bits(w, 7, 7) << 11 | bits(w, 30, 25) << 5 | bits(w, 11, 8) << 1,
          13);
    case U:
      return static_cast<i32>(w & 0xfffff000);
    case J:
      return extend(bits(w, 31, 31) << 20 | bits(w, 19, 12) << 12 | bits(w, 20, 20) << 11 |
                        bits(w, 30, 21) << 1,
                    21);
    case Csr:
      return static_cast<i32>(bits(w, 31, 20));
    case None:
    case R:
      break;
  }
  return 0;
}

instruction illegal(u32 word, u8 bytes) {
  return {.op = Illegal, .bytes = bytes, .imm = static_cast<i32>(word)};
}

instruction decode32(u32 w) {
  for (const encoding& e : Encodings) {
    if ((w & e.mask) != e.match) continue;
    const bool writes = e.format != S && e.format != B && e.format != None;
    return {.op    = e.op,
            .rd    = static_cast<u8>(writes ? bits(w, 11, 7) : 0),
            .rs1   = static_cast<u8>(bits(w, 19, 15)),
            .rs2   = static_cast<u8>(bits(w, 24, 20)),
            .bytes = 4,
            .imm   = immediate(e.format, w)};
  }
  return illegal(w, 4);
}

/// A compressed instruction. Registers x1 and x2 that a field does not name are the link register
/// and the stack pointer.
instruction decode16(u32 c) {
  constexpr u32 Link = 1, Stack = 2;
  const auto is = [](op_e op, u32 rd, u32 rs1, u32 rs2, i32 imm) {
    return instruction{.op    = op,
                       .rd    = static_cast<u8>(rd),
                       .rs1   = static_cast<u8>(rs1),
                       .rs2   = static_cast<u8>(rs2),
                       .bytes = 2,
                       .imm   = imm};
  };
  // The field of bits high:low, moved up to bit `to`, as an unsigned part of an offset.
  const auto part = [c](unsigned high, unsigned low, unsigned to) {
    return static_cast<i32>(bits(c, high, low) << to);
  };
  const u32 rd = bits(c, 11, 7), rs2 = bits(c, 6, 2);
  const u32 low = 8 + bits(c, 4, 2), high = 8 + bits(c, 9, 7);  // fields of three bits: x8 to x15
  const i32 six   = part(12, 12, 5) | part(6, 2, 0);
  const i32 imm   = extend(static_cast<u32>(six), 6);
  const i32 word  = part(5, 5, 6) | part(12, 10, 3) | part(6, 6, 2);
  const i32 dword = part(6, 5, 6) | part(12, 10, 3);

  switch (bits(c, 1, 0) << 3 | bits(c, 15, 13)) {
    case 0b00'000: {  // C.ADDI4SPN
      const i32 n = part(10, 7, 6) | part(12, 11, 4) | part(5, 5, 3) | part(6, 6, 2);
      if (n != 0) return is(Addi, low, Stack, 0, n);
      break;
    }
    case 0b00'010:
      return is(Lw, low, high, 0, word);
    case 0b00'011:
      return is(Ld, low, high, 0, dword);
    case 0b00'110:
      return is(Sw, 0, high, low, word);
    case 0b00'111:
      return is(Sd, 0, high, low, dword);
    case 0b01'000:
      return is(Addi, rd, rd, 0, imm);
    case 0b01'001:
      if (rd != 0) return is(Addiw, rd, rd, 0, imm);
      break;
    case 0b01'010:
      return is(Addi, rd, 0, 0, imm);
    case 0b01'011:
      if (rd == Stack) {  // C.ADDI16SP
        const i32 n =
            part(12, 12, 9) | part(4, 3, 7) | part(5, 5, 6) | part(2, 2, 5) | part(6, 6, 4);
        if (n != 0) return is(Addi, Stack, Stack, 0, extend(static_cast<u32>(n), 10));
      } else if (imm != 0) {
        return is(Lui, rd, 0, 0, static_cast<i32>(static_cast<u32>(imm) << 12));
      }
      break;
    case 0b01'100:
      switch (bits(c, 11, 10)) {
        case 0:
          return is(Srli, high, high, 0, six);
        case 1:
          return is(Srai, high, high, 0, six);
        case 2:
          return is(Andi, high, high, 0, imm);
        default: {
          constexpr op_e Ops[] = {Sub, Xor, Or, And, Subw, Addw, Illegal, Illegal};
          const op_e op        = Ops[bits(c, 12, 12) << 2 | bits(c, 6, 5)];
          if (op != Illegal) return is(op, high, high, low, 0);
        }
      }
      break;
    case 0b01'101: {  // C.J
      const i32 n = part(12, 12, 11) | part(8, 8, 10) | part(10, 9, 8) | part(6, 6, 7) |
                    part(7, 7, 6) | part(2, 2, 5) | part(11, 11, 4) | part(5, 3, 1);
      return is(Jal, 0, 0, 0, extend(static_cast<u32>(n), 12));
    }
    case 0b01'110:
    case 0b01'111: {
      const i32 n =
          part(12, 12, 8) | part(6, 5, 6) | part(2, 2, 5) | part(11, 10, 3) | part(4, 3, 1);
      return is(bits(c, 13, 13) != 0 ? Bne : Beq, 0, high, 0, extend(static_cast<u32>(n), 9));
    }
    case 0b10'000:
      return is(Slli, rd, rd, 0, six);
    case 0b10'010:
      if (rd != 0) {
        return is(Lw, rd, Stack, 0, part(3, 2, 6) | part(12, 12, 5) | part(6, 4, 2));
      }
      break;
    case 0b10'011:
      if (rd != 0) {
        return is(Ld, rd, Stack, 0, part(4, 2, 6) | part(12, 12, 5) | part(6, 5, 3));
      }
      break;
    case 0b10'100: {
      const bool upper = bits(c, 12, 12) != 0;
      if (rs2 != 0) return is(Add, rd, upper ? rd : 0, rs2, 0);
      if (rd != 0) return is(Jalr, upper ? Link : 0, rd, 0, 0);
      if (upper) return is(CEbreak, 0, 0, 0, 0);
      break;
    }
    case 0b10'110:
      return is(Sw, 0, Stack, rs2, part(8, 7, 6) | part(12, 9, 2));
    case 0b10'111:
      return is(Sd, 0, Stack, rs2, part(9, 7, 6) | part(12, 10, 3));
    default:
      break;
  }
  return illegal(c, 2);
}

}  // namespace

instruction decode(u32 word) { return (word & 3) == 3 ? decode32(word) : decode16(word & 0xffff); }

}  // namespace weft::golden::rv64
