// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/golden/amx/amx_operation.hpp"
#include "sim/golden/amx/amx_word_list.hpp"

/// VECINT, VECFP, MATINT, MATFP and GENLUT as words of SME.
namespace weft::golden::amx::sequence {

void vecint(word_list& a, fields k);
void vecfp(word_list& a, fields k);
void matint(word_list& a, fields k);
void matfp(word_list& a, fields k);
void genlut(word_list& a, fields k);

inline int log2_of(int bytes) { return std::countr_zero(static_cast<unsigned>(bytes)); }

/// Registers of operations on lanes: the vectors, their parts by turns, and temporaries.
enum lanes_e : unsigned {
  OfX    = 16,
  OfY    = 17,
  XParts = 18,
  YParts = 22,
  First  = 26,  ///< First and Second may be a pair, Third and Fourth too
  Second,
  Third,
  Fourth
};

/// Numbers of `bits` bits, packed in the low bytes of `from`, one in each element of `to`, modulo
/// the number of elements. Overwrites Third, Fourth, P4 and P5.
void unpack(word_list& a, unsigned to, unsigned from, int bits, int log);

/// The operands of an operation on lanes as they are loaded, and the predicates of its rows.
class lane_operands {
 public:
  lane_operands(word_list& a, fields k, const operation& o) : a_(a), k_(k), o_(o) {}

  /// Vector n of X or Y: a register of the pool, OfX or OfY. Overwrites Third, Fourth, P4 and P5.
  unsigned loaded(bool of_y, unsigned n);
  unsigned unshuffled(bool of_y, unsigned n);
  unsigned broadcast(bool of_y, unsigned from, unsigned lane);

  /// The predicates of the rows of a group, elements as wide as Z's: lanes of X, and of Y in a
  /// vector operation. They are in P0 to P3, or All. False if they are empty.
  bool enable_vector(const vector_enables& e);
  bool enable_matrix(const matrix_enables& e);
  unsigned predicate(unsigned b) const { return rows_[b]; }
  bool everything() const { return rows_[0] == All; }

 private:
  void of_rows(unsigned p);

  word_list& a_;
  fields k_;
  const operation& o_;
  std::array<unsigned, 4> rows_{};
};

/// A register that SME2's words on rows of ZA take as the second one.
constexpr bool in_pool(unsigned z) { return z < OfX; }

/// Calls f(first row, x, y) for each repetition of a vector operation whose operands `uses` says,
/// x and y being registers.
struct operands_used {
  bool x, y;
};
template <class F>
void each_repetition(fields k, const operation& o, lane_operands& from, const vector_enables& e,
                     operands_used uses, F&& f) {
  const unsigned step = Rows / o.count, group = static_cast<unsigned>(o.lanes.group());
  unsigned x = Zero, y = Zero;
  for (unsigned n = 0; n < o.count; ++n) {
    if (uses.x && !e.no_x()) {
      x = from.loaded(false, e.x_stays ? 0 : n);
      if (e.one_x) x = from.broadcast(false, x, 0);
    }
    if (uses.y && !e.no_y()) {
      y = from.loaded(true, e.y_stays ? 0 : n);
      if (e.one_y()) y = from.broadcast(true, y, e.lane_of_y(RowBytes / o.lanes.y));
    }
    const unsigned row = k(25, 20) % step + n * step;
    f(row - row % group, x, y);
  }
}

/// Zeros in all elements that a vector or a matrix operation enables.
void write_zeros(word_list& a, fields k, const operation& o, const lane_operands& at);
void write_zeros_of_matrix(word_list& a, const operation& o, fields k, const lane_operands& at,
                           const matrix_enables& e);

/// A row of Z: row b of its group, and in a matrix operation the lane of Y.
struct row_of_group {
  unsigned row, b;
  int lane = -1;
};
using rows_t = std::vector<row_of_group>;

/// The rows of a group from `first` on.
rows_t rows_of_group(const operation& o, unsigned first);
/// The rows of a matrix operation, those of enabled lanes of Y.
rows_t rows_of_matrix(fields k, const operation& o, const matrix_enables& e);

/// The words of each row, of `sets` rows in turns: f(list, set, row).
template <class F>
void in_sets(word_list& a, const rows_t& rows, std::size_t sets, F&& f) {
  for (std::size_t i = 0; i < rows.size(); i += sets) {
    std::vector<word_list> lists(std::min(sets, rows.size() - i));
    for (std::size_t set = 0; set < lists.size(); ++set) f(lists[set], set, rows[i + set]);
    a.in_turns(lists);
  }
}

}  // namespace weft::golden::amx::sequence
