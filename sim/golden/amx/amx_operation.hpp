// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

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

/// Fields of enables that say something else than lanes. A field is three bits of mode above six of
/// a value.
inline constexpr unsigned WritesZero = 3, NoX = 4, NoY = 5, OneY = 1u << 6;

/// Bits 40:32, and of floating point without bit 37.
constexpr unsigned enables_of(fields k, const operation& o) {
  return o.integer ? k(40, 32) : k(40, 38) << 6 | k(36, 32);
}

/// The enables of VECINT and VECFP. With bit 31 vectors follow each other, or one of them stays, or
/// a part of a field of enables.
struct vector_enables {
  unsigned field;
  bool x_stays, y_stays;
  bool one_x;  ///< lane 0 of x for all

  constexpr vector_enables(fields k, const operation& o) {
    const unsigned mode = k(31) ? k(34, 32) : 0;
    x_stays             = mode == 2 || mode == 6;
    y_stays             = mode == 3 || mode == 7;
    one_x               = mode == 6;
    field               = !k(31)      ? enables_of(k, o)
                          : mode == 1 ? WritesZero
                          : mode == 4 ? NoX
                          : mode == 5 ? NoY
                          : mode == 7 ? OneY
                                      : 0;
  }
  constexpr bool writes_zero() const { return field == WritesZero; }
  constexpr bool no_x() const { return field == NoX; }
  constexpr bool no_y() const { return field == NoY; }
  /// One lane of y for all, which are enabled then.
  constexpr bool one_y() const { return field >> 6 == OneY >> 6; }
  constexpr unsigned lane_of_y(int lanes) const {
    return (field & 63) % static_cast<unsigned>(lanes);
  }
  /// The enabled ones of `count` lanes.
  std::uint64_t lanes(int count) const { return one_y() ? ones(count) : enabled(field, 6, count); }
};

/// The enables of MATINT and MATFP, of X and of Y.
struct matrix_enables {
  unsigned x, y;

  constexpr matrix_enables(fields k, const operation& o) : x(enables_of(k, o)) {
    y = o.integer ? (k(25) ? x : 0) : k(25, 23) << 6 | k(62, 58);
    if (o.integer && k(25)) x = 0;
  }
  constexpr bool writes_zero() const { return x == WritesZero || y == WritesZero; }
  constexpr bool no_x() const { return x == NoX || x == NoY; }
  constexpr bool no_y() const { return y == NoX || y == NoY; }
};

/// Where a vector of X or of Y comes from: a window, or lanes of a register that numbers in the
/// window name; then it is shuffled.
struct loading {
  unsigned offset, length;  ///< of the window, in bytes
  bool indexed;
  int index_bits;
  unsigned table;    ///< the register
  unsigned columns;  ///< log2

  constexpr loading(fields k, bool of_y, int bytes)
      : offset(of_y ? k(8, 0) : k(18, 10)),
        indexed(k(53) && k(47) == of_y),
        index_bits(k(48) ? 4 : 2),
        table(k(51, 49)),
        columns(of_y ? k(28, 27) : k(30, 29)) {
    length = indexed ? static_cast<unsigned>(RowBytes / bytes * index_bits / 8) : RowBytes;
  }
};

/// A mode of GENLUT: the bits of an index and the bytes of a lane. Modes 0 to 6 generate indices.
struct table_mode {
  int index_bits, bytes;
  std::optional<format> number = {};  ///< else an integer
  bool is_signed               = false;
};

/// The operand of GENLUT.
struct table_operand {
  bool lookup;
  table_mode mode;
  bool from_y, table_y, to_y;
  unsigned offset, table;
  std::optional<unsigned> row;  ///< of Z, that it writes
  unsigned destination;         ///< else this register

  constexpr explicit table_operand(fields k)
      : lookup(k(56, 53) >= 7),
        mode(Modes[k(56, 53)]),
        from_y(k(10)),
        table_y(k(59)),
        to_y(k(25)),
        offset(k(8, 0)),
        table(k(62, 60)),
        destination(k(22, 20)) {
    if (mode.number == Binary16 && k(30)) mode.number = Bfloat16;
    if (lookup && k(26)) row = k(25, 20);
  }

 private:
  static constexpr std::array<table_mode, 16> Modes{{{4, 4, Binary32},
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
};

}  // namespace weft::golden::amx
