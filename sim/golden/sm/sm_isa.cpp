// SPDX-License-Identifier: Apache-2.0

#include "sim/golden/sm/sm_isa.hpp"

#include <array>
#include <cstdint>

namespace weft::golden::sm {
namespace {

using enum op_e;
using unit = unit_e;

constexpr modifier Rounded[]  = {{"RN", 0x18, 0},    {"", 0x18, 0},      {"RM", 0x18, 0x10},
                                 {"RP", 0x18, 0x18}, {"RZ", 0x18, 0x08}, {"FTZ", 0x20, 0x20},
                                 {"", 0x20, 0}};
constexpr modifier Flushing[] = {{"FTZ", 0x20, 0x20}, {"", 0x20, 0}};
constexpr modifier Floats[]   = {
      {"LT", 0x78, 0x08},  {"EQ", 0x78, 0x10},   {"LE", 0x78, 0x18},   {"GT", 0x78, 0x20},
      {"NE", 0x78, 0x28},  {"GE", 0x78, 0x30},   {"NUM", 0x78, 0x38},  {"NAN", 0x78, 0x40},
      {"LTU", 0x78, 0x48}, {"EQU", 0x78, 0x50},  {"LEU", 0x78, 0x58},  {"GTU", 0x78, 0x60},
      {"NEU", 0x78, 0x68}, {"GEU", 0x78, 0x70},  {"FTZ", 0x80, 0x80},  {"", 0x80, 0},
      {"AND", 0x300, 0},   {"OR", 0x300, 0x100}, {"XOR", 0x300, 0x200}};
constexpr modifier Integers[] = {{"LT", 0x78, 0x08},   {"EQ", 0x78, 0x10},   {"LE", 0x78, 0x18},
                                 {"GT", 0x78, 0x20},   {"NE", 0x78, 0x28},   {"GE", 0x78, 0x30},
                                 {"U32", 0x80, 0x80},  {"", 0x80, 0},        {"AND", 0x300, 0},
                                 {"OR", 0x300, 0x100}, {"XOR", 0x300, 0x200}};
constexpr modifier Signs[]    = {{"U32", 0x80, 0x80}, {"S32", 0x80, 0}, {"", 0x80, 0}};
constexpr modifier Gates[]    = {{"AND", 0x18, 0}, {"OR", 0x18, 0x08}, {"XOR", 0x18, 0x10}};
constexpr modifier Funnel[]   = {
      {"L", 0x08, 0}, {"R", 0x08, 0x08}, {"W", 0x10, 0x10}, {"", 0x10, 0}, {"U32", 0, 0}};
constexpr modifier FloatFloat[] = {{"F16.F32", 7, 0},  {"F32.F16", 7, 1},  {"F64.F32", 7, 2},
                                   {"F32.F64", 7, 3},  {"BF16.F32", 7, 4}, {"F32.BF16", 7, 5},
                                   {"RN", 0x18, 0},    {"", 0x18, 0},      {"RM", 0x18, 0x10},
                                   {"RP", 0x18, 0x18}, {"RZ", 0x18, 0x08}};
constexpr modifier FloatInt[]   = {{"U32", 0x80, 0x80},  {"S32", 0x80, 0},     {"", 0x80, 0},
                                   {"ROUND", 0x18, 0},   {"", 0x18, 0},        {"FLOOR", 0x18, 0x10},
                                   {"CEIL", 0x18, 0x18}, {"TRUNC", 0x18, 0x08}};
constexpr modifier IntFloat[]   = {{"U32", 0x80, 0x80}, {"S32", 0x80, 0},  {"", 0x80, 0},
                                   {"RN", 0x18, 0},     {"", 0x18, 0},     {"RM", 0x18, 0x10},
                                   {"RP", 0x18, 0x18},  {"RZ", 0x18, 0x08}};
constexpr modifier Functions[]  = {{"RCP", 0x0f, 0},  {"RSQ", 0x0f, 1},     {"SQRT", 0x0f, 2},
                                   {"EX2", 0x0f, 3},  {"LG2", 0x0f, 4},     {"SIN.RAD", 0x0f, 5},
                                   {"TANH", 0x0f, 6}, {"COS.RAD", 0x0f, 7}, {"FTZ", 0x20, 0x20},
                                   {"", 0x20, 0}};
constexpr modifier Global[]   = {{"E", 4, 4}, {"", 4, 0}, {"64", 3, 1}, {"128", 3, 2}, {"", 3, 0}};
constexpr modifier Widths[]   = {{"64", 3, 1}, {"128", 3, 2}, {"", 3, 0}};
constexpr modifier Shuffles[] = {{"IDX", 3, 0}, {"UP", 3, 1}, {"DOWN", 3, 2}, {"BFLY", 3, 3}};
constexpr modifier Votes[]    = {{"ALL", 3, 0}, {"ANY", 3, 1}};
constexpr modifier Wide[]     = {{"32", 0, 0}, {"", 0, 0}};
constexpr modifier Steps[]    = {{"F32.F32", 4, 0}, {"F16.F16", 4, 4}, {"STEP0", 3, 0},
                                 {"STEP1", 3, 1},   {"STEP2", 3, 2},   {"STEP3", 3, 3}};
constexpr modifier Sums[]     = {{"F32", 3, 0}, {"F16", 3, 1}, {"F32.BF16", 3, 2}};
constexpr modifier Bytes[] = {{"S8.S8", 3, 0}, {"U8.U8", 3, 3}, {"S8.U8", 3, 2}, {"U8.S8", 3, 1}};

constexpr operation Table[] = {
    {Fadd, "FADD", "dab", unit::Fp32, Rounded},
    {Fmul, "FMUL", "dab", unit::Fp32, Rounded},
    {Ffma, "FFMA", "dabc", unit::Fp32, Rounded},
    {Fmnmx, "FMNMX", "dabp", unit::Fp32, Flushing},
    {Fsetp, "FSETP", "PQabp", unit::Fp32, Floats},
    {Fsel, "FSEL", "dabp", unit::Fp32, {}},
    {Hadd2, "HADD2", "dab", unit::Fp16, {}},
    {Hmul2, "HMUL2", "dab", unit::Fp16, {}},
    {Hfma2, "HFMA2", "dabc", unit::Fp16, {}},
    {Dadd, "DADD", "dab", unit::Fp64, Rounded},
    {Dmul, "DMUL", "dab", unit::Fp64, Rounded},
    {Dfma, "DFMA", "dabc", unit::Fp64, Rounded},
    {Iadd3, "IADD3", "dabc", unit::Int, {}},
    {Imad, "IMAD", "dabc", unit::Imul, Signs},
    {ImadHi, "IMAD.HI", "dabc", unit::Imul, Signs},
    {ImadWide, "IMAD.WIDE", "dabc", unit::Imul, Signs},
    {Imnmx, "IMNMX", "dabp", unit::Int, Signs},
    {Isetp, "ISETP", "PQabp", unit::Int, Integers},
    {Lop, "LOP", "dab", unit::Int, Gates},
    {LopNot, "LOP.NOT", "da", unit::Int, {}},
    {Shl, "SHL", "dab", unit::Int, {}},
    {Shr, "SHR", "dab", unit::Int, Signs},
    {Shf, "SHF", "dabc", unit::Int, Funnel},
    {Sel, "SEL", "dabp", unit::Int, {}},
    {Mov, "MOV", "db", unit::Int, Wide},
    {F2f, "F2F", "db", unit::Cvt, FloatFloat},
    {F2i, "F2I", "db", unit::Cvt, FloatInt},
    {I2f, "I2F", "db", unit::Cvt, IntFloat},
    {Mufu, "MUFU", "da", unit::Sfu, Functions},
    {Ldg, "LDG", "dm", unit::Lsu, Global},
    {Stg, "STG", "ms", unit::Lsu, Global},
    {Lds, "LDS", "dm", unit::Lsu, Widths},
    {Sts, "STS", "ms", unit::Lsu, Widths},
    {Shfl, "SHFL", "Pdabk", unit::Shfl, Shuffles},
    {BarSync, "BAR.SYNC", "n", unit::Branch, {}},
    {Vote, "VOTE", "dPp", unit::Int, Votes},
    {S2r, "S2R", "dr", unit::Int, {}},
    {Cs2r, "CS2R", "dr", unit::Int, Wide},
    {Bra, "BRA", "t", unit::Branch, {}},
    {Bssy, "BSSY", "Bt", unit::Branch, {}},
    {Bsync, "BSYNC", "B", unit::Branch, {}},
    {Exit, "EXIT", "", unit::Branch, {}},
    {Nop, "NOP", "", unit::Branch, {}},
    {Hmma884, "HMMA.884", "dabc", unit::Tensor, Steps},
    {Hmma1688, "HMMA.1688", "dabc", unit::Tensor, Sums},
    {Hmma16816, "HMMA.16816", "dabc", unit::Tensor, Sums},
    {Imma8816, "IMMA.8816", "dabc", unit::Tensor, Bytes},
};
static_assert(std::size(Table) == Ops);

/// The letters of an operation's operands, a bit each.
constexpr std::uint64_t letter(char x) { return std::uint64_t{1} << (x & 63); }
constexpr auto Letters = [] {
  std::array<std::uint64_t, std::size(Table)> all{};
  for (const operation& row : Table) {
    for (const char x : row.operands) all[static_cast<std::size_t>(row.op)] |= letter(x);
  }
  return all;
}();

bool has(op_e op, char operand) {
  return (Letters[static_cast<std::size_t>(op)] & letter(operand)) != 0;
}

/// Whether the sixteen bits of form and wide are one number.
bool has_number(op_e op) { return has(op, 'm') || has(op, 't') || has(op, 'n') || has(op, 'r'); }

}  // namespace

std::string_view name_of(unit_e unit) {
  constexpr std::string_view Names[] = {"fp32", "int",  "imul", "fp16",   "fp64",  "sfu",
                                        "cvt",  "shfl", "lsu",  "tensor", "branch"};
  return Names[static_cast<std::size_t>(unit)];
}

std::span<const operation> operations() { return Table; }
const operation& of(op_e op) { return Table[static_cast<std::size_t>(op)]; }

std::uint64_t encode(const instruction& i) {
  std::uint64_t word = 0;
  unsigned at        = 0;
  const auto put     = [&](std::uint64_t x, unsigned bits) {
    word |= (x & ((std::uint64_t{1} << bits) - 1)) << at;
    at += bits;
  };
  const bool writes_predicates = has(i.op, 'P') && !has(i.op, 'd');
  put(static_cast<std::uint64_t>(i.op), 8);
  put(i.guard, 3);
  put(i.guard_not, 1);
  put(writes_predicates ? i.pred_out : i.d, 8);
  put(i.a, 8);
  if (has_number(i.op)) {
    put(i.wide, 16);
  } else {
    put(static_cast<std::uint64_t>(i.form), 2);
    // With a constant in the place of c, b moves to c's field.
    put(i.form == form_e::Register ? i.b : i.wide, 14);
  }
  if (has(i.op, 'p')) {
    put(i.pred_in | (i.mods >> 8) << 4, 8);
  } else {
    put(i.form == form_e::ConstantC ? i.b : i.c, 8);
  }
  // A predicate written beside a register lies in the upper modifiers.
  put(writes_predicates || !has(i.op, 'P') ? i.mods : (i.mods & 0x1f) | (i.pred_out & 7u) << 5, 8);
  put(i.reuse, 3);
  return word;
}

std::optional<instruction> decode(std::uint64_t word) {
  const auto take = [rest = word](unsigned bits) mutable {
    const std::uint64_t x = rest & ((std::uint64_t{1} << bits) - 1);
    rest >>= bits;
    return x;
  };
  auto next       = take;
  const auto code = next(8);
  if (code >= Ops) return std::nullopt;
  instruction i;
  i.op                                   = static_cast<op_e>(code);
  const bool writes_predicates           = has(i.op, 'P') && !has(i.op, 'd');
  i.guard                                = static_cast<std::uint8_t>(next(3));
  i.guard_not                            = next(1) != 0;
  const auto d                           = static_cast<std::uint8_t>(next(8));
  (writes_predicates ? i.pred_out : i.d) = d;
  i.a                                    = static_cast<std::uint8_t>(next(8));
  if (has_number(i.op)) {
    i.form = form_e::Other;
    i.wide = static_cast<std::uint16_t>(next(16));
  } else {
    i.form          = static_cast<form_e>(next(2));
    const auto wide = static_cast<std::uint16_t>(next(14));
    if (i.form == form_e::Other) return std::nullopt;
    if (i.form == form_e::Register) {
      i.b = static_cast<std::uint8_t>(wide);
    } else {
      i.wide = wide;
    }
  }
  const auto c = static_cast<std::uint8_t>(next(8));
  if (has(i.op, 'p')) {
    i.pred_in = c & 15;
    i.mods    = static_cast<std::uint16_t>((c >> 4) << 8);
  } else {
    (i.form == form_e::ConstantC ? i.b : i.c) = c;
  }
  i.mods |= static_cast<std::uint16_t>(next(8));
  if (!writes_predicates && has(i.op, 'P')) {
    i.pred_out = static_cast<std::uint8_t>(070 | (i.mods >> 5 & 7));
    i.mods &= 0xff1f;
  }
  i.reuse = static_cast<std::uint8_t>(next(3));
  if (encode(i) != word) return std::nullopt;
  return i;
}

unsigned source_registers(const instruction& i, unsigned slot) {
  const op_e op = i.op;
  if (slot == 0 && !has(op, 'a') && !has(op, 'm')) return 0;
  if (slot == 1 && (!has(op, 'b') || i.form == form_e::ConstantB)) return 0;
  if (slot == 2 && (i.form == form_e::ConstantC || (!has(op, 'c') && !has(op, 's')))) return 0;
  const unsigned width = (i.mods & Wide64) != 0 ? 2 : (i.mods & Wide128) != 0 ? 4 : 1;
  switch (i.op) {
    case Dadd:
    case Dmul:
    case Dfma:
      return 2;
    case ImadWide:
      return slot == 2 ? 2 : 1;
    case F2f:
      return (i.mods & 7) == 3 ? 2 : 1;
    case Ldg:
      return (i.mods & Extended) != 0 ? 2 : 1;
    case Stg:
      return slot == 2 ? width : (i.mods & Extended) != 0 ? 2 : 1;
    case Sts:
      return slot == 2 ? width : 1;
    case Hmma884:
      return 2;
    case Hmma1688:
      return slot == 0 ? 2 : slot == 1 ? 1 : (i.mods & 3) == 1 ? 2 : 4;
    case Hmma16816:
      return slot == 0 ? 4 : slot == 1 ? 2 : (i.mods & 3) == 1 ? 2 : 4;
    case Imma8816:
      return slot == 2 ? 2 : 1;
    default:
      return 1;
  }
}

unsigned result_registers(const instruction& i) {
  if (!has(i.op, 'd')) return 0;
  switch (i.op) {
    case Dadd:
    case Dmul:
    case Dfma:
    case ImadWide:
    case Hmma884:
    case Imma8816:
      return 2;
    case F2f:
      return (i.mods & 7) == 2 ? 2 : 1;
    case Ldg:
    case Lds:
      return (i.mods & Wide64) != 0 ? 2 : (i.mods & Wide128) != 0 ? 4 : 1;
    case Hmma1688:
    case Hmma16816:
      return (i.mods & 3) == 1 ? 2 : 4;
    default:
      return 1;
  }
}

std::uint8_t source(const instruction& i, unsigned slot) {
  return slot == 0 ? i.a : slot == 1 ? i.b : i.c;
}

unsigned predicates_written(const instruction& i) {
  unsigned bits = 0;
  if (has(i.op, 'P')) bits |= 1u << (i.pred_out & 7);
  if (has(i.op, 'Q')) bits |= 1u << (i.pred_out >> 3 & 7);
  return bits & 0x7f;
}

unsigned predicates_read(const instruction& i) {
  return (1u << i.guard | (has(i.op, 'p') ? 1u << (i.pred_in & 7) : 0)) & 0x7f;
}

unsigned tensor_macs(const instruction& i) {
  switch (i.op) {
    case Hmma884:
      return (i.mods & 4) != 0 ? 512 : 256;
    case Hmma1688:
    case Imma8816:
      return 1024;
    case Hmma16816:
      return 2048;
    default:
      return 0;
  }
}

}  // namespace weft::golden::sm
