// SPDX-License-Identifier: Apache-2.0
#include "sim/golden/amx.hpp"

#include <algorithm>
#include <cstring>
#include <span>

#include "sim/golden/amx/amx_lanes.hpp"

namespace weft::golden::amx {
namespace {

using sme::stop_e;
using sme::isa::stopped;

// Loads and stores.

void transfer(state& s, sme::memory& m, const access& moved, pool_t* pool) {
  sme::isa::machine c{s.core, m, 0};
  if (!moved.aligned()) {
    throw stopped{stop_e::Fault,
                  "more than one register at an address that is not a multiple of 128"};
  }
  std::array<std::uint8_t, 4 * RowBytes> buffer;
  const auto bytes = std::span(buffer).first(moved.bytes());
  if (moved.load) c.read(moved.address, bytes);
  for (unsigned i = 0; i < moved.registers; ++i) {
    const unsigned r  = moved.reg(i);
    const auto memory = bytes.subspan(i * RowBytes, RowBytes);
    const auto reg = pool != nullptr ? std::span(*pool).subspan(r * RowBytes, RowBytes) : row(s, r);
    const auto [from, to] = moved.load ? std::pair(memory, reg) : std::pair(reg, memory);
    std::copy(from.begin(), from.end(), to.begin());
  }
  if (!moved.load) c.write(moved.address, bytes);
}

/// LDZI, STZI: word i is in row i % 2 of the row pair.
void interleave(state& s, sme::memory& m, fields k, const access& moved) {
  sme::isa::machine c{s.core, m, 0};
  row_t words;
  if (moved.load) c.read(moved.address, words);
  for (int i = 0; i < 16; ++i) {
    const auto to = row(s, k(61, 57) << 1 | (i & 1u));
    const int at  = 8 * k(56) + i / 2;
    moved.load ? put(to, at, 4, element(words, i, 4)) : put(words, i, 4, element(to, at, 4));
  }
  if (!moved.load) c.write(moved.address, words);
}

// Extraction.

/// Narrows an integer by a right shift, rounded or not, saturated or truncated; converts binary32
/// to bfloat16 or binary16.
std::uint64_t narrowed(fields k, const widths& w, std::uint64_t bits) {
  const unsigned shift = k(62, 58);
  if (k(63)) return convert(Binary32, shift >= 16 ? Bfloat16 : Binary16, bits);
  const narrowing narrow{
      .shift = shift, .rounded = k(54), .saturated = k(55), .to_signed = k(56), .bytes = w.to};
  return narrow(k(57) ? sign_extend(bits, 8 * w.from) : static_cast<std::int64_t>(bits));
}

void extract(state& s, fields k, bool column) {
  if (!k(26) && k(27)) {
    const row_t from = window(column ? s.x : s.y, RowBytes * k(22, 20));
    std::copy(from.begin(), from.end(),
              (column ? s.y : s.x).begin() + RowBytes * (column ? k(8, 6) : k(18, 16)));
    return;
  }
  const extraction e(k, column);
  const widths& w = e.width;
  const auto cell = static_cast<unsigned>(w.from);
  pool_t& to      = e.to_y ? s.y : s.x;
  unsigned offset = e.offset;
  for (unsigned z = e.first; z < Rows; z += e.step, offset += RowBytes) {
    each(e.lanes, [&](int lane) {
      const auto at   = static_cast<unsigned>(lane * w.to);
      const auto b    = at % cell / static_cast<unsigned>(w.to) * static_cast<unsigned>(w.stride);
      const auto base = column ? at : z;  // selects the cells
      const auto from = row(s, base / cell * cell + (z + b) % cell);
      auto value      = element(from, static_cast<int>((column ? z : at) / cell), w.from);
      if (w.stride != 0) value = narrowed(k, w, value);
      for (int i = 0; i < (e.low_bytes ? 1 : w.to); ++i) {
        to[(offset + at + static_cast<unsigned>(i)) % PoolBytes] =
            e.zero ? std::uint8_t{0} : static_cast<std::uint8_t>(value >> (8 * i));
      }
    });
  }
}

void set(state& s, std::uint64_t which) {
  if (which > 1) throw stopped{stop_e::Undefined, "neither set nor clr"};
  if (which == 0 && s.on) throw stopped{stop_e::Illegal, "AMX is on already"};
  s.on = which == 0;
  s.x  = {};
  s.y  = {};
  s.core.set_svcr(s.core.sm, s.on);
  s.core.rows = {};
}

}  // namespace

void execute(state& s, sme::memory& m, op_e op, std::uint64_t operand) {
  const fields k{operand};
  if (op == op_e::Set) return set(s, operand);
  if (!s.on) throw stopped{stop_e::Illegal, "AMX is not on: set comes first"};
  switch (op) {
    case op_e::Ldx:
    case op_e::Stx:
      return transfer(s, m, {op, k}, &s.x);
    case op_e::Ldy:
    case op_e::Sty:
      return transfer(s, m, {op, k}, &s.y);
    case op_e::Ldz:
    case op_e::Stz:
      return transfer(s, m, {op, k}, nullptr);
    case op_e::Ldzi:
    case op_e::Stzi:
      return interleave(s, m, k, {op, k});
    case op_e::Extrx:
    case op_e::Extry:
      return extract(s, k, op == op_e::Extry);
    case op_e::Fma64:
    case op_e::Fms64:
      return fma(s, k, Binary64, 8, op == op_e::Fms64);
    case op_e::Fma32:
    case op_e::Fms32:
      return fma(s, k, Binary32, 4, op == op_e::Fms32);
    case op_e::Fma16:
    case op_e::Fms16:
      return fma(s, k, Binary16, 2, op == op_e::Fms16);
    case op_e::Mac16:
      return mac16(s, k);
    case op_e::Vecint:
      return vecint(s, k);
    case op_e::Vecfp:
      return vecfp(s, k);
    case op_e::Matint:
      return matint(s, k);
    case op_e::Matfp:
      return matfp(s, k);
    case op_e::Genlut:
      return genlut(s, k);
    default:
      throw stopped{stop_e::Undefined, "no instruction of AMX here"};
  }
}

std::uint64_t cycles(const config& c, op_e op, std::uint64_t operand) {
  const fields k{operand};
  const auto rows = [&](unsigned n) {
    return std::uint64_t{(n + c.rows_per_cycle - 1) / c.rows_per_cycle};
  };
  switch (op) {
    case op_e::Ldx:
    case op_e::Ldy:
    case op_e::Stx:
    case op_e::Sty:
    case op_e::Ldz:
    case op_e::Stz:
      return access(op, k).registers;
    case op_e::Ldzi:
    case op_e::Stzi:
      return 2;
    case op_e::Extrx:
    case op_e::Extry: {
      const widths w = widths_of(k);
      return std::uint64_t{extractions(k)} * static_cast<unsigned>(w.from / w.to);
    }
    case op_e::Fma64:
    case op_e::Fms64:
      return rows(k(63) ? 1 : 8);
    case op_e::Fma32:
    case op_e::Fms32:
      return rows(k(63) ? 1 : 16);
    case op_e::Mac16:
    case op_e::Fma16:
    case op_e::Fms16:
      return rows(k(63) ? 1 : k(62) ? 64 : 32);
    case op_e::Vecint:
    case op_e::Vecfp:
    case op_e::Matint:
    case op_e::Matfp:
      return rows(std::max(operation_of(op, k).z_rows(), 1u));
    case op_e::Genlut:
      return 1;
    case op_e::Set:
      return rows(Rows);
  }
  return 0;
}

unit golden_unit(const config& k) {
  return [k](state& s, sme::memory& m, op_e op, std::uint64_t operand) {
    execute(s, m, op, operand);
    return cycles(k, op, operand);
  };
}

run_result run(state& s, sme::memory& m, std::uint64_t limit, std::uint64_t end, const unit& on,
               const sme::watcher& watch) {
  run_result r{};
  while (r.executed < limit && s.core.pc != end) {
    row_t word{};
    const auto bytes = std::span(word).first(4);
    const auto pc    = s.core.pc;
    const bool there = pc % 4 == 0 && m.read(pc, bytes);
    const auto w     = static_cast<std::uint32_t>(element(word, 0, 4));
    if (!there || !is_amx(w)) {
      r.last = sme::step(s.core, m);
    } else {
      const auto [op, operand] = decode(s.core, w);
      r.last                   = {stop_e::None, pc, w, ""};
      try {
        r.cycles += on(s, m, op, operand);
        ++r.commands;
        s.core.pc = pc + 4;
      } catch (const stopped& why) {
        r.last.stop   = why.stop;
        r.last.reason = why.reason;
      }
    }
    if (r.last.stop != stop_e::None) return r;
    ++r.executed;
    if (watch && r.executed % sme::Told == 0) watch();
  }
  if (s.core.pc == end) {
    r.last = {stop_e::End, end, 0, ""};
  } else {
    r.last = {stop_e::Limit, s.core.pc, 0, "as many instructions as allowed"};
  }
  return r;
}

}  // namespace weft::golden::amx
