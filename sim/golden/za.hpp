// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <ostream>
#include <vector>

#include "sim/golden/sme.hpp"

/// Golden model of rtl/za/weft_za.sv: ZA, the tile file of Arm's Scalable Matrix Extension, as
/// slices of its tiles.
///
///     ZAnH.T[m]    row m * size + n
///     ZAnV.T[m]    element m of rows n, size + n, 2 * size + n, ...
///
/// The hardware stores ZA in one bank per byte of a vector: byte (row, column) is in bank row XOR
/// column, at address row. The bytes of any slice are thus in different banks.
///
/// Source: Arm, Architecture Reference Manual Supplement, the Scalable Matrix Extension, DDI 0616.
namespace weft::golden::za {

using sme::MaxBytes;
using sme::predicate_t;
using sme::vector_t;

struct config {
  unsigned svl            = 512;  ///< bits of a vector, 128 to 2048
  unsigned rows_per_cycle = 1;    ///< 1: banks, no blocks of rows; more: flip-flops

  constexpr unsigned bytes() const { return svl / 8; }  ///< bytes of a vector, and rows of ZA
  constexpr unsigned vl() const { return static_cast<unsigned>(std::countr_zero(bytes())); }
};

/// A slice of a tile of elements of 2^size bytes. An array vector is slice ZA0H.B[row].
struct slice {
  bool vertical  = false;
  unsigned size  = 0;  ///< 0 to 4: B H S D Q
  unsigned tile  = 0;
  unsigned index = 0;  ///< counts modulo the tile's height

  bool operator==(const slice&) const = default;

  friend std::ostream& operator<<(std::ostream& os, const slice& s) {
    const auto flags = os.setf(std::ios::dec, std::ios::basefield);
    os << "ZA" << s.tile << (s.vertical ? 'V' : 'H') << '.' << "BHSDQ"[s.size] << '[' << s.index
       << ']';
    os.flags(flags);
    return os;
  }
};

/// The row of a horizontal slice, for vectors of 2^vl bytes. For a vertical slice, the key of its
/// banks.
constexpr unsigned key(const slice& s, unsigned vl) {
  return (s.index << s.size | s.tile) & ((1u << vl) - 1);
}

/// The position of a byte of ZA.
struct place {
  unsigned row, column;

  constexpr unsigned bank() const { return row ^ column; }
  constexpr unsigned address() const { return row; }
  bool operator==(const place&) const = default;
};

/// The position of byte p of a slice.
constexpr place place_of(const slice& s, unsigned vl, unsigned p) {
  const unsigned r = key(s, vl), low = (1u << s.size) - 1;
  if (!s.vertical) return {r, p};
  return {(p & ~low) | (r & low), (r & ~low) | (p & low)};
}

constexpr bool enabled(const predicate_t& mask, unsigned p) {
  return (mask[p / 8] >> p % 8 & 1) != 0;
}

/// The bytes of ZA. Bytes beyond a vector of 2^vl bytes are read as zero and not written.
class file {
 public:
  explicit file(const config& c) : rows_(c.bytes()) {}

  vector_t read(const slice& s, unsigned vl) const {
    vector_t data{};
    for (unsigned p = 0; p < 1u << vl; ++p) data[p] = at(place_of(s, vl, p));
    return data;
  }

  void write(const slice& s, unsigned vl, const vector_t& data, const predicate_t& mask) {
    for (unsigned p = 0; p < 1u << vl; ++p) {
      if (enabled(mask, p)) at(place_of(s, vl, p)) = data[p];
    }
  }

 private:
  std::uint8_t& at(const place& p) { return rows_[p.row][p.column]; }
  std::uint8_t at(const place& p) const { return rows_[p.row][p.column]; }

  std::vector<vector_t> rows_;
};

/// Clock cycles of n accesses to slices of any direction and size, back to back: from the cycle of
/// the first request to the cycle in which the last slice is valid or written, both counted.
constexpr std::uint64_t read_cycles(std::uint64_t n) { return n + 1; }
constexpr std::uint64_t write_cycles(std::uint64_t n) { return n; }

/// Clock cycles of ZERO, from the cycle that takes the mask to the last cycle in which no write is
/// accepted.
constexpr std::uint64_t zero_cycles(unsigned vl, std::uint8_t mask) {
  return 1 + (static_cast<std::uint64_t>(std::popcount(mask)) << vl) / 8;
}

/// Writes bytes as hexadecimal digits, the highest first, without leading zeros.
template <std::size_t N>
std::ostream& put(std::ostream& os, const std::array<std::uint8_t, N>& bytes) {
  std::size_t n = N;
  while (n > 1 && bytes[n - 1] == 0) --n;
  while (n-- > 0) os << "0123456789abcdef"[bytes[n] >> 4] << "0123456789abcdef"[bytes[n] & 15];
  return os;
}

struct slice_write {
  slice to;
  vector_t data;
  predicate_t mask;
};

/// A write of rows_per_cycle rows of a tile of 32- or 64-bit elements, from `to` on.
struct rows_write {
  slice to;
  std::vector<vector_t> data;
  std::vector<predicate_t> mask;
};

/// The file cycle by cycle: peek() is combinational, step() is the rising clock edge.
class model {
 public:
  struct inputs {
    unsigned vl = 4;
    std::optional<slice> read{};
    std::optional<slice_write> write{};
    std::optional<std::uint8_t> zero{};
    std::optional<slice> read_rows{};  ///< the first row
    std::optional<rows_write> write_rows{};

    friend std::ostream& operator<<(std::ostream& os, const inputs& in) {
      os << "vl=" << in.vl;
      if (in.read) os << " read=" << *in.read;
      if (in.write) {
        put(os << " write=" << in.write->to << ' ', in.write->data);
        put(os << " mask=", in.write->mask);
      }
      if (in.zero) os << " zero=" << static_cast<unsigned>(*in.zero);
      if (in.read_rows) os << " read_rows=" << *in.read_rows;
      if (in.write_rows) os << " write_rows=" << in.write_rows->to;
      return os;
    }
  };

  struct outputs {
    bool zero_ready = false;
    vector_t data{};             ///< the result of the last read
    std::vector<vector_t> rows;  ///< the rows read, if any

    bool operator==(const outputs&) const = default;

    friend std::ostream& operator<<(std::ostream& os, const outputs& out) {
      put(os << "zero_ready=" << out.zero_ready << " data=", out.data);
      for (const auto& row : out.rows) put(os << "\n            row ", row);
      return os;
    }
  };

  explicit model(const config& c) : config_(c), file_(c) {}

  outputs peek(const inputs& in) const {
    outputs out{zero_ == 0, data_, {}};
    for (unsigned i = 0; in.read_rows && i < config_.rows_per_cycle; ++i) {
      const slice row = row_of(*in.read_rows, i);
      out.rows.push_back(exists(row, in.vl) ? file_.read(row, in.vl) : vector_t{});
    }
    return out;
  }

  void step(const inputs& in) {
    if (in.read) data_ = file_.read(*in.read, in.vl);
    for (unsigned i = 0; in.write_rows && i < config_.rows_per_cycle; ++i) {
      const slice row = row_of(in.write_rows->to, i);
      if (!exists(row, in.vl)) continue;
      file_.write(row, in.vl, in.write_rows->data[i], in.write_rows->mask[i]);
    }
    if (in.write) file_.write(in.write->to, in.vl, in.write->data, in.write->mask);
    if (zero_ != 0) {
      zero_row(in.vl);
    } else {
      zero_ = in.zero.value_or(0);
    }
  }

 private:
  static slice row_of(slice first, unsigned i) {
    first.index += i;
    return first;
  }
  static bool exists(const slice& row, unsigned vl) { return row.index < 1u << vl >> row.size; }

  /// Zeroes the next row of the lowest remaining 64-bit tile.
  void zero_row(unsigned vl) {
    predicate_t all;
    all.fill(0xff);
    const auto tile = static_cast<unsigned>(std::countr_zero(zero_));
    file_.write({.size = 3, .tile = tile, .index = row_}, vl, {}, all);
    if (++row_ < 1u << vl >> 3) return;
    row_ = 0;
    zero_ &= static_cast<std::uint8_t>(zero_ - 1);
  }

  config config_;
  file file_;
  vector_t data_{};
  std::uint8_t zero_ = 0;  ///< 64-bit tiles left to zero
  unsigned row_      = 0;  ///< next row of the lowest such tile
};

}  // namespace weft::golden::za
