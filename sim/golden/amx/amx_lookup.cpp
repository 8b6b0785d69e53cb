// SPDX-License-Identifier: Apache-2.0
//
// GENLUT.
#include <optional>

#include "sim/golden/amx/amx_lanes.hpp"
#include "sim/golden/fcmp.hpp"

namespace weft::golden::amx {
namespace {

/// A mode: the bits of an index and the bytes of a lane. Modes 0 to 6 generate indices.
struct mode {
  int index_bits, bytes;
  std::optional<format> number = {};  ///< else an integer
  bool is_signed               = false;
};
constexpr unsigned Generating = 7;
constexpr std::array<mode, 16> Modes{{{4, 4, Binary32},
                                      {5, 2, Binary16},
                                      {4, 8, Binary64},
                                      {4, 4, {}, true},
                                      {5, 2, {}, true},
                                      {4, 4},
                                      {5, 2},
                                      {2, 4},
                                      {2, 2},
                                      {2, 1},
                                      {4, 8},
                                      {4, 4},
                                      {4, 2},
                                      {4, 1},
                                      {5, 2},
                                      {5, 1}}};

bool less(const mode& m, std::uint64_t a, std::uint64_t b) {
  if (m.number) {
    return fcmp::eval({.of = *m.number}, {.a = a, .b = b, .op = fcmp::op_e::Less}).bits != 0;
  }
  return m.is_signed ? sign_extend(a, 8 * m.bytes) < sign_extend(b, 8 * m.bytes) : a < b;
}

/// For every lane the number of the lane of `table` before the first that is greater; the last one
/// if there is none or if it is the first. The numbers are packed from bit 0 on.
row_t generated(const mode& m, const row_t& from, const row_t& table) {
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
  mode m = Modes[k(56, 53)];
  if (m.number == Binary16 && k(30)) m.number = Bfloat16;
  const row_t from  = window(k(10) ? s.y : s.x, k(8, 0));
  const row_t table = reg_of(k(59) ? s.y : s.x, k(62, 60));
  const bool lookup = k(56, 53) >= Generating;
  const row_t to =
      lookup ? looked_up(from, table, m.index_bits, m.bytes) : generated(m, from, table);
  pool_t& pool = k(25) ? s.y : s.x;
  const auto destination =
      lookup && k(26) ? row(s, k(25, 20)) : std::span(pool).subspan(k(22, 20) * RowBytes, RowBytes);
  std::ranges::copy(to, destination.begin());
}

}  // namespace weft::golden::amx
