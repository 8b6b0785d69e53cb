// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "sim/golden/amx_fields.hpp"
#include "sim/golden/float.hpp"

/// The fields of operands of VECINT, VECFP, MATINT and MATFP, decoded.
namespace weft::golden::amx {

/// Bytes of a lane of X, of Y and of Z.
struct lane_bytes {
  int x, y, z;

  /// Lanes of X and Y for one of Z: rows of Z that lanes go around.
  constexpr int group() const { return z / std::min(x, y); }
  /// The distance in bytes of two lanes of Y with rows of Z of their own.
  constexpr int step() const { return std::max(x, group()); }
};

/// Bits 52:47 of VECINT and MATINT: z becomes a function of x, y and z.
enum class integer_e : std::uint8_t {
  MulAdd,   ///< z + (x y >> n)
  MulSub,   ///< z - (x y >> n)
  SumAdd,   ///< z + (x + y >> n)
  SumSub,   ///< z - (x + y >> n)
  Shift,    ///< z >> n, narrowed
  HighAdd,  ///< z + (x y >> 15), rounded and saturated
  HighSub,
  Bytes = 8,  ///< MulAdd of bytes, MATINT's
  Agree,      ///< z + the number of bits that are the same in x and y
  Mul,        ///< x y >> n
  AddX,       ///< z + (x >> n)
  AddY
};

/// Bits 52:47 of VECFP and MATFP.
enum class float_e : std::uint8_t {
  MulAdd,
  MulSub,
  Select = 4,  ///< 0 where x <= 0, else y
  Minimum,     ///< of x and z
  Maximum = 7,
  Mul     = 10,
  AddX,
  AddY
};

/// An operation on lanes.
struct operation {
  bool integer = false, matrix = false;
  bool does = false;  ///< else the operand is reserved, and nothing changes
  unsigned alu{};     ///< integer_e or float_e
  lane_bytes lanes{2, 2, 2};
  format xy = Binary16, z = Binary16;  ///< of VECFP and MATFP
  int saturated  = 2;                  ///< bytes of what Shift saturates to
  unsigned count = 1;                  ///< times that a vector operation is repeated

  constexpr unsigned z_rows() const {
    if (!does) return 0;
    const auto group = static_cast<unsigned>(lanes.group());
    return matrix ? unsigned{Rows} / static_cast<unsigned>(group > 1 ? 1 : lanes.z) : group * count;
  }
};

namespace detail {

/// Lanes by bits 45:42. The last entry of a list is that of all other values.
struct integer_lanes {
  unsigned field;
  lane_bytes lanes;
  int saturated = 2;
};
inline constexpr std::array IntegerVector{
    integer_lanes{3, {2, 2, 4}},  integer_lanes{10, {1, 1, 4}}, integer_lanes{11, {1, 1, 2}},
    integer_lanes{12, {1, 2, 4}}, integer_lanes{13, {2, 1, 4}}, integer_lanes{0, {2, 2, 2}}};
inline constexpr std::array IntegerMatrix{integer_lanes{3, {2, 2, 4}}, integer_lanes{0, {2, 2, 2}}};
inline constexpr std::array IntegerBytes{integer_lanes{10, {1, 1, 4}}, integer_lanes{0, {1, 1, 2}}};
inline constexpr std::array IntegerAgree{integer_lanes{3, {2, 2, 4}}, integer_lanes{4, {4, 4, 4}},
                                         integer_lanes{0, {2, 2, 2}}};
inline constexpr std::array IntegerHigh{integer_lanes{0, {2, 2, 2}}};
inline constexpr std::array ShiftVector{
    integer_lanes{3, {4, 4, 4}, 2},  integer_lanes{4, {4, 4, 4}, 4},
    integer_lanes{9, {1, 1, 1}, 1},  integer_lanes{10, {4, 4, 4}, 1},
    integer_lanes{11, {2, 2, 2}, 1}, integer_lanes{0, {2, 2, 2}}};
inline constexpr std::array ShiftMatrix{
    integer_lanes{3, {4, 4, 4}, 2}, integer_lanes{4, {4, 4, 4}, 4}, integer_lanes{10, {4, 4, 4}, 1},
    integer_lanes{11, {2, 2, 2}, 1}, integer_lanes{0, {2, 2, 2}}};

struct float_lanes {
  unsigned field;
  format xy, z;
};
inline constexpr std::array Floats{
    float_lanes{0, Bfloat16, Bfloat16}, float_lanes{1, Bfloat16, Binary32},
    float_lanes{3, Binary16, Binary32}, float_lanes{4, Binary32, Binary32},
    float_lanes{7, Binary64, Binary64}, float_lanes{2, Binary16, Binary16}};

template <class Table>
constexpr auto chosen(const Table& table, unsigned field) {
  const auto at = std::ranges::find(table, field, &Table::value_type::field);
  return at == table.end() ? table.back() : *at;
}

constexpr integer_lanes integers(bool matrix, unsigned alu, unsigned field) {
  switch (static_cast<integer_e>(alu)) {
    case integer_e::Shift:
      return matrix ? chosen(ShiftMatrix, field) : chosen(ShiftVector, field);
    case integer_e::HighAdd:
    case integer_e::HighSub:
      return IntegerHigh[0];
    case integer_e::Bytes:
      return chosen(IntegerBytes, field);
    case integer_e::Agree:
      return chosen(IntegerAgree, field);
    default:
      return matrix ? chosen(IntegerMatrix, field) : chosen(IntegerVector, field);
  }
}

}  // namespace detail

/// Decodes an operand of VECINT, VECFP, MATINT or MATFP.
constexpr operation operation_of(op_e op, fields k) {
  operation o{.integer = op == op_e::Vecint || op == op_e::Matint,
              .matrix  = op == op_e::Matint || op == op_e::Matfp};
  // The ALU modes, one bit each; all others are reserved.
  const std::uint64_t there = op == op_e::Vecint   ? 0b1'1100'0111'1111
                              : op == op_e::Matint ? 0b0'0011'0111'1111
                              : op == op_e::Vecfp  ? 0b1'1100'1011'0011
                                                   : 0b0'0000'0001'0011;
  // An indexed load has no bits for a mode, but for MATINT's bytes.
  const bool bytes = op == op_e::Matint && k(53) && k(54);
  o.alu            = bytes ? static_cast<unsigned>(integer_e::Bytes) : k(53) ? 0 : k(52, 47);
  o.does           = (there >> o.alu & 1) != 0 && k(56, 54) == (bytes ? 1u : 0u);
  if (!o.matrix && k(31)) o.count = k(25) ? 4 : 2;
  if (o.integer) {
    const auto w = detail::integers(o.matrix, o.alu, k(45, 42));
    o.lanes      = w.lanes;
    o.saturated  = w.saturated;
  } else {
    const auto w = detail::chosen(detail::Floats, k(45, 42));
    o.xy         = w.xy;
    o.z          = w.z;
    o.lanes      = {w.xy.width() / 8, w.xy.width() / 8, w.z.width() / 8};
  }
  return o;
}

}  // namespace weft::golden::amx
