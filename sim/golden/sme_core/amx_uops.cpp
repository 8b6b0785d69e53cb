// SPDX-License-Identifier: Apache-2.0
#include "sim/golden/sme_core/amx_uops.hpp"

#include <algorithm>
#include <bit>

#include "sim/golden/amx_fields.hpp"
#include "sim/golden/sme_core/sme_core.hpp"

namespace weft::golden::sme_core {
namespace {

using amx::fields, amx::op_e;

constexpr unsigned RowBytes = amx::RowBytes, Rows = amx::Rows;

constexpr std::uint8_t class_of(unsigned row) {
  return static_cast<std::uint8_t>(1u << row % Classes);
}
/// The classes of every `step`-th row, a power of two.
constexpr std::uint8_t classes_of(unsigned row, unsigned step) {
  unsigned set = 0;
  for (unsigned r = row % step; r < Rows; r += step) set |= class_of(r);
  return static_cast<std::uint8_t>(set);
}
constexpr int ceil(std::uint64_t n, int unit) {
  return static_cast<int>((n + static_cast<unsigned>(unit) - 1) / static_cast<unsigned>(unit));
}

template <std::size_t N>
void put(std::array<reg, N>& list, unsigned z) {
  *std::ranges::find(list, reg{}) = static_cast<std::uint8_t>(z);
}

/// The registers of a pool that hold 64 bytes from an offset on.
template <class F>
void each_register(unsigned pool, unsigned offset, F&& f) {
  f(pool + offset / RowBytes % AmxRegisters);
  if (offset % RowBytes != 0) f(pool + (offset / RowBytes + 1) % AmxRegisters);
}

uop access(const core_config& k, bool load, std::uint64_t address, unsigned bytes) {
  uop u{.pipe = load ? pipe_e::Load : pipe_e::Store};
  u.first          = address;
  u.last           = address + bytes - 1;
  const auto lines = u.last / line_write::Bytes - u.first / line_write::Bytes + 1;
  u.beats          = ceil(lines * line_write::Bytes, load ? k.load_bytes : int{line_write::Bytes});
  return u;
}

/// Loads and stores of registers of a pool, or of rows of Z.
uop transfer(const core_config& k, op_e op, fields f) {
  const bool load  = op == op_e::Ldx || op == op_e::Ldy || op == op_e::Ldz;
  const bool rows  = op == op_e::Ldz || op == op_e::Stz;
  const auto pool  = op == op_e::Ldy || op == op_e::Sty ? AmxY : AmxX;
  const auto n     = static_cast<unsigned>(amx::registers(f, load, rows ? Rows : AmxRegisters));
  uop u            = access(k, load, f.bits & amx::ones(56), n * RowBytes);
  const auto first = f(61, 56);
  std::uint8_t& class_set = load ? u.za_writes : u.za_reads;
  for (unsigned i = 0; i < n; ++i) {
    if (rows) {
      class_set |= class_of(first + i);
    } else {
      const auto z = pool + (first + i) % AmxRegisters;
      load ? put(u.z_dest, z) : put(u.z_source, z);
    }
  }
  return u;
}

/// LDZI, STZI: half of a pair of rows.
uop interleave(const core_config& k, bool load, fields f) {
  uop u                             = access(k, load, f.bits & amx::ones(56), RowBytes);
  const unsigned row                = f(61, 57) << 1;
  (load ? u.za_writes : u.za_reads) = class_of(row) | class_of(row + 1);
  return u;
}

uop product(const core_config& k, op_e op, fields f) {
  const bool is64 = op == op_e::Fma64 || op == op_e::Fms64;
  const bool is32 = op == op_e::Fma32 || op == op_e::Fms32;
  const bool wide = !is64 && !is32 && f(62);
  const auto step = is64 ? 8u : is32 ? 4u : wide ? 1u : 2u;
  uop u{.pipe = pipe_e::Op};
  u.za_writes      = f(63) ? class_of(f(25, 20)) : classes_of(f(25, 20), step);
  u.beats          = f(63) ? 1 : ceil(Rows / step, k.rows_per_cycle);
  const auto reads = [&](unsigned z) { put(u.z_source, z); };
  if (!f(29)) each_register(AmxX, f(18, 10), reads);
  if (!f(28)) each_register(AmxY, f(8, 0), reads);
  return u;
}

/// The classes of the rows that an extraction of lanes reads, row or column `z`.
std::uint8_t extracted(const amx::extraction& e, bool column, unsigned z) {
  const auto cell = static_cast<unsigned>(e.width.from), to = static_cast<unsigned>(e.width.to);
  unsigned set = 0;
  for (unsigned at = 0; at < RowBytes; at += to) {
    const auto b    = at % cell / to * static_cast<unsigned>(e.width.stride);
    const auto base = column ? at : z;
    set |= class_of(base / cell * cell + (z + b) % cell);
  }
  return static_cast<std::uint8_t>(set);
}

translated extract(op_e op, fields f) {
  const bool column = op == op_e::Extry;
  translated t{.has_uop = true};
  t.u.beats = static_cast<int>(amx::cycles({}, op, f.bits));
  if (!f(26) && f(27)) {
    put(t.u.z_source, (column ? AmxX : AmxY) + f(22, 20));
    put(t.u.z_dest, column ? AmxY + f(8, 6) : AmxX + f(18, 16));
    return t;
  }
  const amx::extraction e(f, column);
  for (unsigned z = e.first; z < Rows; z += e.step) t.u.za_reads |= extracted(e, column, z);
  const auto n     = amx::extractions(f) + (e.offset % RowBytes != 0);
  const auto first = e.offset / RowBytes;
  const auto all   = amx::ones(static_cast<int>(RowBytes) / e.width.to);
  const bool old   = e.offset % RowBytes != 0 || e.lanes != all || e.low_bytes;
  for (unsigned i = 0; i < n; ++i) {
    if (i == t.u.z_dest.size()) {
      auto& more  = t.rest.emplace_back().u;
      more        = t.u;
      more.z_dest = more.z_source = {};
      more.beats                  = 1;
    }
    uop& u       = t.rest.empty() ? t.u : t.rest.front().u;
    const auto z = (e.to_y ? AmxY : AmxX) + (first + i) % AmxRegisters;
    put(u.z_dest, z);
    if (old) put(u.z_source, z);
  }
  return t;
}

}  // namespace

translated translate(const core_config& k, op_e op, std::uint64_t operand) {
  const fields f{operand};
  switch (op) {
    case op_e::Ldx:
    case op_e::Ldy:
    case op_e::Stx:
    case op_e::Sty:
    case op_e::Ldz:
    case op_e::Stz:
      return {.has_uop = true, .u = transfer(k, op, f)};
    case op_e::Ldzi:
    case op_e::Stzi:
      return {.has_uop = true, .u = interleave(k, op == op_e::Ldzi, f)};
    case op_e::Extrx:
    case op_e::Extry:
      return extract(op, f);
    case op_e::Set:
      return {.has_uop = true, .u = {.pipe = pipe_e::Vector, .alone = true}};
    default:
      return {.has_uop = true, .u = product(k, op, f), .product = !f(63)};
  }
}

}  // namespace weft::golden::sme_core
