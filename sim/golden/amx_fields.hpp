// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "sim/golden/amx.hpp"
#include "sim/golden/sme_machine.hpp"

/// The fields of the operands of AMX's instructions.
namespace weft::golden::amx {

using sme::isa::ones;

/// An operand's fields.
struct fields {
  std::uint64_t bits;

  constexpr unsigned operator()(int high, int low) const {
    return static_cast<unsigned>(bits >> low & ones(high - low + 1));
  }
  constexpr bool operator()(int bit) const { return (bits >> bit & 1) != 0; }
};

/// The lanes that a field enables, one bit each. The field is a mode above a value of 5 or 6 bits.
inline std::uint64_t enabled(unsigned field, int value_bits, int lanes) {
  const unsigned mode = field >> value_bits, value = field & ((1u << value_bits) - 1);
  const int n             = static_cast<int>(value) % lanes;
  const std::uint64_t all = ones(lanes), first = ones(n), last = all & ~ones(lanes - n);
  switch (mode) {
    case 0:
      if (value == 1) return all & 0xaaaa'aaaa'aaaa'aaaa;
      if (value == 2) return all & 0x5555'5555'5555'5555;
      return value == 0 || (value_bits == 6 && value <= 5) ? all : 0;
    case 1:
      return std::uint64_t{1} << n;
    case 2:
      return n == 0 ? all : first;
    case 3:
      return n == 0 ? all : last;
    case 4:
      return first;
    case 5:
      return last;
    default:
      return 0;
  }
}
inline std::uint64_t x_enabled(fields k, int lanes) { return enabled(k(47, 41), 5, lanes); }
inline std::uint64_t y_enabled(fields k, int lanes) { return enabled(k(38, 32), 5, lanes); }

/// Calls f with the number of each lane.
template <class F>
void each(std::uint64_t lanes, F&& f) {
  for (int i = 0; lanes != 0; ++i, lanes >>= 1) {
    if ((lanes & 1) != 0) f(i);
  }
}

/// A load or store of 1, 2 or 4 registers of a pool or rows of Z, which are consecutive and wrap
/// around after the last.
struct access {
  bool load;
  unsigned count;  ///< of the pool or of Z
  unsigned first, registers;
  std::uint64_t address;

  constexpr access(op_e op, fields k)
      : load(op == op_e::Ldx || op == op_e::Ldy || op == op_e::Ldz || op == op_e::Ldzi),
        count(op >= op_e::Ldz ? Rows : PoolBytes / RowBytes),
        first(k(61, 56) % count),
        registers(op >= op_e::Ldzi || !k(62)       ? 1
                  : load && count != Rows && k(60) ? 4
                                                   : 2),
        address(k.bits & ones(56)) {}

  constexpr std::size_t bytes() const { return std::size_t{registers} * RowBytes; }
  constexpr bool aligned() const { return registers == 1 || address % 128 == 0; }
  constexpr unsigned reg(unsigned i) const { return (first + i) % count; }
};

/// Bytes of a lane of X or Y, and of a lane of Z. Where Z is wider, lane b of a cell comes from its
/// row b * stride.
struct widths {
  int to, from, stride;
};
constexpr widths widths_of(fields k) {
  if (!k(26)) {
    const int bytes = std::max(8 >> k(29, 28), 2);
    return {bytes, bytes, 0};
  }
  switch (static_cast<unsigned>(k(63)) << 4 | k(14, 11)) {
    case 0:
      return {1, 1, 0};
    case 8:
    case 24:
      return {4, 4, 0};
    case 9:
    case 25:
      return {2, 4, 1};
    case 10:
    case 26:
      return {2, 4, 2};
    case 11:
      return {1, 4, 1};
    case 13:
      return {1, 2, 1};
    case 17:
      return {8, 8, 0};
    default:
      return {2, 2, 0};
  }
}

/// The number of rows or columns that an instruction extracts, evenly spaced over Z.
constexpr unsigned extractions(fields k) { return !(k(26) && k(31)) ? 1 : k(25) ? 4 : 2; }

/// An extraction of rows or columns of Z.
struct extraction {
  widths width;
  unsigned first, step;  ///< the first row or column, and the distance between two
  std::uint64_t lanes;   ///< the lanes written
  bool to_y, low_bytes, zero;
  unsigned offset;  ///< in bytes, in the pool

  extraction(fields k, bool column) : width(widths_of(k)) {
    const unsigned count = extractions(k);
    const int n          = RowBytes / width.to;
    step                 = Rows / count;
    first                = k(25, 20) % step;
    lanes                = count > 1 ? ones(n)
                           : k(26)   ? enabled(k(40, 32), 6, n)
                           : column  ? y_enabled(k, n)
                                     : x_enabled(k, n);
    to_y                 = k(26) ? k(10) : column;
    low_bytes            = !k(26) && k(29, 28) == 3;
    zero                 = k(26) && count == 1 && k(40, 32) == 3;
    offset               = k(26) || column ? k(8, 0) : k(18, 10);
  }
};

}  // namespace weft::golden::amx
