// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Golden model of a streaming multiprocessor: instructions of a warp of 32 threads, written as in
/// SASS and encoded in 64-bit words of this project, what they compute, and when. docs/unit/sm.md
/// has the rules.
namespace weft::golden::sm {

inline constexpr unsigned Lanes  = 32;   ///< threads of a warp
inline constexpr std::uint8_t Rz = 255;  ///< the register that reads as zero
inline constexpr std::uint8_t Pt = 7;    ///< the predicate that is true

/// The operation: one row of the table operations().
enum class op_e : std::uint8_t {
  Fadd,
  Fmul,
  Ffma,
  Fmnmx,
  Fsetp,
  Fsel,
  Hadd2,
  Hmul2,
  Hfma2,
  Dadd,
  Dmul,
  Dfma,
  Iadd3,
  Imad,
  ImadHi,
  ImadWide,
  Imnmx,
  Isetp,
  Lop,
  LopNot,
  Shl,
  Shr,
  Shf,
  Sel,
  Mov,
  F2f,
  F2i,
  I2f,
  Mufu,
  Ldg,
  Stg,
  Lds,
  Sts,
  Shfl,
  BarSync,
  Vote,
  S2r,
  Cs2r,
  Bra,
  Bssy,
  Bsync,
  Exit,
  Nop,
  Hmma884,
  Hmma1688,
  Hmma16816,
  Imma8816
};
inline constexpr int Ops = 47;

/// The kind of execution unit that an operation needs. Branches need none.
enum class unit_e : std::uint8_t {
  Fp32,
  Int,
  Imul,
  Fp16,
  Fp64,
  Sfu,
  Cvt,
  Shfl,
  Lsu,
  Tensor,
  Branch
};
inline constexpr int Units = 11;
std::string_view name_of(unit_e unit);

/// One spelling of a modifier: `text` sets the bits of `mask` to `value`. An empty text is the
/// default of its field, which is not written.
struct modifier {
  std::string_view text;
  std::uint16_t mask, value;
};

/// A row of the table that assembler, disassembler, encoding and model share.
///
/// A letter of `operands` is an operand: d a b c registers (b or c may be a constant), P and Q
/// predicates written, p a predicate read, m an address, s the register that is stored, t a branch
/// target, B a convergence barrier, n a number, r a special register, k the clamp of a shuffle.
struct operation {
  op_e op;
  std::string_view name, operands;
  unit_e unit;
  std::span<const modifier> modifiers;
};
std::span<const operation> operations();
const operation& of(op_e op);

/// Places of modifiers in instruction::mods.
enum mods_e : std::uint16_t {
  NegA       = 1,
  NegB       = 2,
  NegC       = 4,
  RoundShift = 3,
  Ftz        = 0x20,
  AbsA       = 0x40,
  AbsB       = 0x80,
  CmpShift   = 3,  ///< of FSETP and ISETP: less, equal, greater, unordered
  Unsigned   = 0x80,
  SetFtz     = 0x80,
  BoolShift  = 8,  ///< And, Or, Xor
  Wide64     = 1,  ///< of memory: two registers
  Wide128    = 2,  ///< of memory: four registers
  Extended   = 4  // clang-format off
};                 // clang-format on

/// The special registers that S2R and CS2R read.
enum class special_e : std::uint8_t { TidX, TidY, CtaidX, CtaidY, LaneId, WarpId, ClockLo };
inline constexpr std::array<std::string_view, 7> Specials{
    "SR_TID.X", "SR_TID.Y", "SR_CTAID.X", "SR_CTAID.Y", "SR_LANEID", "SR_VIRTID", "SR_CLOCKLO"};

/// The operand of an instruction that may be a constant.
enum class form_e : std::uint8_t { Register, ConstantB, ConstantC, Other };

/// Constants with this bit in their index lie in the program's pool, the others in c[0x0].
inline constexpr std::uint16_t PoolBit = 1 << 13;

struct instruction {
  op_e op            = op_e::Nop;
  std::uint8_t guard = Pt;
  bool guard_not     = false;
  std::uint8_t d = Rz, a = Rz, b = Rz, c = Rz;
  form_e form           = form_e::Register;
  std::uint16_t wide    = 0;  ///< a constant's index, an offset, a target, a number
  std::uint16_t mods    = 0;
  std::uint8_t reuse    = 0;    ///< bit i: operand slot i stays
  std::uint8_t pred_out = 077;  ///< P in the low three bits, Q above
  std::uint8_t pred_in  = Pt;   ///< p; bit 3 negates

  bool operator==(const instruction&) const = default;
};

/// A word of 64 bits; nothing if the word is no instruction.
///
/// From the lowest bit: operation 8, guard 3, its negation 1, d 8, a 8, form 2, wide 14 (with an
/// offset or a number, form and wide are its 16 bits; b lies in the low bits), c 8, modifiers 8,
/// reuse 3, a zero. Written predicates take the place of d, a read predicate and the modifiers from
/// bit 8 up that of c.
std::uint64_t encode(const instruction& i);
std::optional<instruction> decode(std::uint64_t word);

/// The hints of compiled code: what an instruction waits for, and how long the warp pauses after.
struct control {
  std::uint8_t wait = 0;             ///< a bit for each of six barriers
  std::uint8_t read = 7, write = 7;  ///< the barrier that operands read, or the result, release
  bool yield         = false;
  std::uint8_t stall = 1;

  bool operator==(const control&) const = default;
};

struct program {
  std::vector<instruction> code;
  std::vector<control> controls;    ///< empty if no line has a control prefix
  std::vector<std::uint32_t> pool;  ///< the literals
  std::vector<unsigned> lines;      ///< the line of each instruction in its file
  unsigned registers    = 0;        ///< the highest register used, plus one
  unsigned shared_bytes = 0;        ///< as the file declares
};

/// Registers of an operand slot (0: a, 1: b, 2: c or what is stored) and of the result.
unsigned source_registers(const instruction& i, unsigned slot);
unsigned result_registers(const instruction& i);
std::uint8_t source(const instruction& i, unsigned slot);

/// The predicates written and read, a bit each, guard included.
unsigned predicates_written(const instruction& i);
unsigned predicates_read(const instruction& i);

/// Multiply-adds of a tensor instruction of a warp.
unsigned tensor_macs(const instruction& i);

constexpr bool is_branch(op_e op) {
  return op == op_e::Bra || op == op_e::Bssy || op == op_e::Bsync || op == op_e::Exit ||
         op == op_e::BarSync || op == op_e::Nop;
}
constexpr bool is_memory(op_e op) {
  return op == op_e::Ldg || op == op_e::Stg || op == op_e::Lds || op == op_e::Sts;
}
constexpr bool is_store(op_e op) { return op == op_e::Stg || op == op_e::Sts; }
constexpr bool is_shared(op_e op) { return op == op_e::Lds || op == op_e::Sts; }

}  // namespace weft::golden::sm
