// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <ostream>
#include <string_view>

#include "sim/golden/sme.hpp"

/// Golden model of Apple's matrix coprocessor AMX, as its second generation has it, on SME's ZA: an
/// instruction word names one of AArch64's registers, whose 64 bits are the operand.
///
/// X and Y are pools of 512 bytes, Z is 64 rows of 64 bytes: the rows of ZA where SVL is 512.
///
///     fma64  z[8 j + r][i]         += x[i] * y[j]     i, j 0 to 7       ZAr.D
///     fma32  z[4 j + r][i]         += x[i] * y[j]     i, j 0 to 15      ZAr.S
///     fma16  z[2 j + r][i]         += x[i] * y[j]     i, j 0 to 31      ZAr.H
///     fma16  z[2 j + i % 2][i / 2] += x[i] * y[j]     sums in binary32
///
/// VECINT, VECFP, MATINT and MATFP have widths, shuffles, indexed loads and functions of x, y and z
/// to choose from. Where an operand is reserved they change nothing.
///
/// Source: P. Cawley, github.com/corsix/amx, which describes the instructions from experiments.
namespace weft::golden::amx {

inline constexpr int RowBytes = 64, Rows = 64, PoolBytes = 512;

using pool_t = std::array<std::uint8_t, PoolBytes>;

/// The operation, bits 9:5 of the instruction word.
enum class op_e : std::uint8_t {
  Ldx,
  Ldy,
  Stx,
  Sty,
  Ldz,
  Stz,
  Ldzi,  ///< one half of a row pair; its rows hold the even and the odd words
  Stzi,
  Extrx,  ///< extrh, a row of Z to X or Y; Y to X
  Extry,  ///< extrv, a column; X to Y
  Fma64,
  Fms64,
  Fma32,
  Fms32,
  Mac16,
  Fma16,
  Fms16,
  Set,  ///< bits 4:0 of the word: 0 set, 1 clr
  Vecint,
  Vecfp,
  Matint,
  Matfp,
  Genlut  ///< indices from numbers and a table, or a table's lanes from indices
};
inline constexpr int Ops = 23;

/// The names of the operations, as the assembler's macros spell them.
inline constexpr std::array<std::string_view, Ops> Names{
    "ldx",   "ldy",   "stx",    "sty",   "ldz",    "stz",   "ldzi",  "stzi",
    "extrh", "extrv", "fma64",  "fms64", "fma32",  "fms32", "mac16", "fma16",
    "fms16", "set",   "vecint", "vecfp", "matint", "matfp", "genlut"};

constexpr bool is_amx(std::uint32_t word) { return word >> 10 == 0x201000 >> 10; }
constexpr std::uint32_t word_of(op_e op, unsigned reg) {
  return 0x201000 | static_cast<std::uint32_t>(op) << 5 | reg;
}

/// The state of the unit and of the core: SVL is 512, X0 to X30 in `core` are AArch64's registers.
/// AMX is on between set and clr; PSTATE.ZA follows it.
struct state {
  sme::state core{.svl = 8 * RowBytes};
  pool_t x{}, y{};
  bool on = false;

  bool operator==(const state&) const = default;
};

/// An instruction with its operand: bits 4:0 of the word name a register, or are the operand of
/// Set.
struct instruction {
  op_e op{};
  std::uint64_t operand = 0;

  friend std::ostream& operator<<(std::ostream& os, const instruction& i) {
    return os << static_cast<unsigned>(i.op) << '(' << i.operand << ')';
  }
};
/// The instruction of a word that is_amx(), where the registers of `core` are.
inline instruction decode(const sme::state& core, std::uint32_t word) {
  const auto op  = static_cast<op_e>(word >> 5 & 31);
  const auto reg = word & 31;
  return {op, op == op_e::Set ? reg : reg == 31 ? 0 : core.x[reg]};
}

/// Executes one instruction. The operand of Set is the word's bits 4:0. Throws sme::isa::stopped,
/// and has then changed nothing.
void execute(state& s, sme::memory& m, op_e op, std::uint64_t operand);

/// The parameter of the unit: rows of Z read and written per cycle.
struct config {
  unsigned rows_per_cycle = 1;

  bool operator==(const config&) const = default;
};

/// Clock cycles of one instruction executed alone: one per row or column of Z, where an outer
/// product, a vector operation on several rows or set writes up to rows_per_cycle rows in a cycle;
/// one per register of X or Y that is loaded, stored, copied or looked up.
std::uint64_t cycles(const config& k, op_e op, std::uint64_t operand);

/// Executes one instruction of the unit and returns its clock cycles.
using unit = std::function<std::uint64_t(state& s, sme::memory& m, op_e op, std::uint64_t operand)>;
unit golden_unit(const config& k);

/// The result of run(), which executes instructions at PC as sme::run does, and AMX's on the unit.
struct run_result : sme::run_result {
  std::uint64_t commands, cycles;  ///< of the unit
};
run_result run(state& s, sme::memory& m, std::uint64_t limit, std::uint64_t end, const unit& on,
               const sme::watcher& watch = {});

}  // namespace weft::golden::amx
