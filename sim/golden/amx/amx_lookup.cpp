// SPDX-License-Identifier: Apache-2.0
//
// GENLUT.
#include "sim/golden/amx/amx_lanes.hpp"
#include "sim/golden/fcmp.hpp"

namespace weft::golden::amx {
namespace {

bool less(const table_mode& m, std::uint64_t a, std::uint64_t b) {
  if (m.number) {
    return fcmp::eval({.of = *m.number}, {.a = a, .b = b, .op = fcmp::op_e::Less}).bits != 0;
  }
  return m.is_signed ? sign_extend(a, 8 * m.bytes) < sign_extend(b, 8 * m.bytes) : a < b;
}

/// For every lane the number of the lane of `table` before the first that is greater; the last one
/// if there is none or if it is the first. The numbers are packed from bit 0 on.
row_t generated(const table_mode& m, const row_t& from, const row_t& table) {
  const int lanes = RowBytes / m.bytes;
  row_t to{};
  for (int i = 0; i < lanes; ++i) {
    const auto x = element(from, i, m.bytes);
    int greater  = 0;
    while (greater < lanes && !less(m, x, element(table, greater, m.bytes))) ++greater;
    const auto index = static_cast<unsigned>((greater + lanes - 1) % lanes);
    for (int bit = 0; bit < m.index_bits; ++bit) {
      const auto at = static_cast<unsigned>(i * m.index_bits + bit);
      to[at / 8]    = static_cast<std::uint8_t>(to[at / 8] | (index >> bit & 1) << at % 8);
    }
  }
  return to;
}

}  // namespace

void genlut(state& s, fields k) {
  const table_operand o(k);
  const row_t from  = window(o.from_y ? s.y : s.x, o.offset);
  const row_t table = reg_of(o.table_y ? s.y : s.x, o.table);
  const row_t to    = o.lookup ? looked_up(from, table, o.mode.index_bits, o.mode.bytes)
                               : generated(o.mode, from, table);
  pool_t& pool      = o.to_y ? s.y : s.x;
  const auto destination =
      o.row ? row(s, *o.row) : std::span(pool).subspan(o.destination * RowBytes, RowBytes);
  std::ranges::copy(to, destination.begin());
}

}  // namespace weft::golden::amx
