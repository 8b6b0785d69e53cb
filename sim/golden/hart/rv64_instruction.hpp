// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// The instructions of RV64IMAC_Zicsr and machine mode (RISC-V Unprivileged ISA 20191213,
/// Privileged Architecture 20211203), decoded.
namespace weft::golden::rv64 {

enum class op_e : std::uint8_t {
  // clang-format off
  Illegal,
  Lui, Auipc, Jal, Jalr,
  Beq, Bne, Blt, Bge, Bltu, Bgeu,
  Lb, Lh, Lw, Ld, Lbu, Lhu, Lwu,
  Sb, Sh, Sw, Sd,
  Addi, Slti, Sltiu, Xori, Ori, Andi, Slli, Srli, Srai,
  Add, Sub, Sll, Slt, Sltu, Xor, Srl, Sra, Or, And,
  Addiw, Slliw, Srliw, Sraiw,
  Addw, Subw, Sllw, Srlw, Sraw,
  Fence, FenceI, Ecall, Ebreak, CEbreak, Mret, Wfi,
  Csrrw, Csrrs, Csrrc, Csrrwi, Csrrsi, Csrrci,
  Mul, Mulh, Mulhsu, Mulhu, Div, Divu, Rem, Remu,
  Mulw, Divw, Divuw, Remw, Remuw,
  LrW, ScW, AmoswapW, AmoaddW, AmoxorW, AmoandW, AmoorW, AmominW, AmomaxW, AmominuW, AmomaxuW,
  LrD, ScD, AmoswapD, AmoaddD, AmoxorD, AmoandD, AmoorD, AmominD, AmomaxD, AmominuD, AmomaxuD,
  // clang-format on
};

/// An instruction of 2 or 4 bytes. A compressed one is the operation that it stands for.
struct instruction {
  op_e op         = op_e::Illegal;
  std::uint8_t rd = 0, rs1 = 0, rs2 = 0;
  std::uint8_t bytes = 4;
  /// The immediate operand or shift amount, sign-extended. Of a CSR instruction the number of the
  /// register, whose immediate operand is rs1; of an illegal one its bits.
  std::int32_t imm = 0;

  friend bool operator==(const instruction&, const instruction&) = default;
};

/// The instruction whose first byte is the lowest of `word`; of a compressed one only the lower
/// half counts. Reserved encodings are illegal; of FENCE and FENCE.I unused fields are ignored.
instruction decode(std::uint32_t word);

}  // namespace weft::golden::rv64
