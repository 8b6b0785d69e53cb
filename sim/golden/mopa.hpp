// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <ostream>
#include <span>
#include <utility>
#include <vector>

#include "sim/golden/enum_name.hpp"
#include "sim/golden/sme.hpp"
#include "sim/golden/sme_machine.hpp"

/// Golden model of rtl/za/weft_mopa.sv: outer products into a tile of ZA, a group of its rows a
/// cycle. Values are those that golden::sme computes for the instructions.
namespace weft::golden::mopa {

using sme::predicate_t, sme::vector_t;

/// The operations, with the names and codes of rtl/za/weft_mopa_pkg.sv.
enum class op_e : std::uint8_t {
  Fmopa,    ///< binary32 or binary64, fused
  Fmopa16,  ///< two products of binary16
  Bfmopa,   ///< two products of bfloat16
  Imopa,    ///< four products of 8 or 16 bits
  Addha,    ///< adds Zn to every row
  Addva     ///< adds Zn to every column
};
inline constexpr int Ops = 6;

inline std::ostream& operator<<(std::ostream& os, op_e op) {
  return put_name(os, op, {"Fmopa", "Fmopa16", "Bfmopa", "Imopa", "Addha", "Addva"});
}

constexpr bool adds_vector(op_e op) { return op == op_e::Addha || op == op_e::Addva; }
constexpr bool widens(op_e op) { return op == op_e::Fmopa16 || op == op_e::Bfmopa; }

/// Writes a byte as two hexadecimal digits.
inline void put_hex(std::ostream& os, unsigned byte) {
  constexpr auto& Digits = "0123456789abcdef";
  os << Digits[byte >> 4] << Digits[byte & 15];
}

struct operation {
  op_e op            = op_e::Fmopa;
  bool negate        = false;  ///< subtracts the products: MOPS
  bool unsigned_n    = false;  ///< integer elements of Zn are unsigned
  bool unsigned_m    = false;
  int log_size       = 2;  ///< log2 of a tile element's bytes: 2 or, unless op widens, 3
  unsigned tile      = 0;
  std::uint32_t fpcr = 0;
  vector_t zn{}, zm{};
  predicate_t pn{}, pm{};

  constexpr int size() const { return 1 << log_size; }

  /// Bytes of an operand that one predicate bit governs.
  constexpr int part() const { return widens(op) ? 2 : op == op_e::Imopa ? size() / 4 : size(); }

  /// Whether such an instruction exists.
  constexpr bool valid() const {
    return static_cast<int>(op) < Ops && (log_size == 2 || (log_size == 3 && !widens(op))) &&
           tile < 1u << log_size;
  }

  /// The A64 instruction on Z0, Z1, P0 and P1.
  constexpr std::uint32_t word() const {
    const auto bit          = [](bool b, int at) { return std::uint32_t{b} << at; };
    const std::uint32_t all = 1 << 16 | 1 << 13 | bit(negate, 4) | tile;
    const bool wide         = log_size == 3;
    switch (op) {
      case op_e::Fmopa:
        return 0x8080'0000 | all | bit(wide, 22);
      case op_e::Fmopa16:
        return 0x81a0'0000 | all;
      case op_e::Bfmopa:
        return 0x8180'0000 | all;
      case op_e::Imopa:
        return 0xa080'0000 | all | bit(wide, 22) | bit(unsigned_n, 24) | bit(unsigned_m, 21);
      case op_e::Addha:
      case op_e::Addva:
        break;
    }
    return 0xc090'2000 | tile | bit(wide, 22) | bit(op == op_e::Addva, 16);
  }

  friend std::ostream& operator<<(std::ostream& os, const operation& o) {
    os << "op=" << o.op << " word=" << o.word() << " fpcr=" << o.fpcr;
    const auto low = [&](const char* name, std::span<const std::uint8_t> x, std::size_t bytes) {
      os << ' ' << name << '=';
      while (bytes-- > 0) put_hex(os, x[bytes]);
    };
    low("zn", o.zn, 16);
    low("zm", o.zm, 16);
    low("pn", o.pn, 2);
    low("pm", o.pm, 2);
    return os;
  }
};

/// The parameters of the unit.
struct config {
  int svl            = 512;  ///< bits
  int rows_per_cycle = 1;
  unsigned pipe      = 59;  ///< bit 0: after products; bit 1: after their sum; 2 to 6: weft_fma's

  /// Cycles from the issue of a group until its rows are at the accumulator.
  constexpr int front() const { return std::popcount(pipe & 3) + 1; }
  /// Cycles from the accumulator until the rows are written.
  constexpr int acc() const { return std::popcount(pipe >> 2); }
  /// Cycles between the issues of groups that share a row. With one row per cycle, it is read one
  /// cycle earlier.
  constexpr int distance() const { return acc() + (rows_per_cycle == 1 ? 2 : 1); }
};

/// The contents of ZA, row by row.
using file_t = std::array<vector_t, sme::MaxBytes>;

/// Consecutive rows of a tile, beginning with `first`.
struct rows_of {
  int log_size  = 2;
  unsigned tile = 0;
  int first     = 0;

  bool operator==(const rows_of&) const = default;

  /// The row of ZA that holds the i-th of these rows.
  constexpr int row(int i) const { return ((first + i) << log_size) + static_cast<int>(tile); }

  friend std::ostream& operator<<(std::ostream& os, const rows_of& r) {
    return os << "tile " << r.tile << " of size " << r.log_size << " from row " << r.first;
  }
};

/// The number of rows of a tile: effective length / element size.
constexpr int rows(int log_bytes, int log_size) { return 1 << (log_bytes - log_size); }

/// Applies the operation to rows of the tile from `first` on: acc[i] is a row, updated in place.
/// Rows beyond the tile stay. log_bytes is log2 of the effective vector length.
inline void eval_rows(int log_bytes, const operation& o, int first, std::span<vector_t> acc) {
  thread_local sme::state s;
  thread_local sme::paged_memory none;
  const int last = std::min(first + static_cast<int>(acc.size()), rows(log_bytes, o.log_size));
  s.sm = s.za = true;
  s.svl       = 8 << log_bytes;
  s.fpcr      = o.fpcr;
  s.z[0]      = o.zn;
  s.z[1]      = o.zm;
  s.p[1]      = o.pm;
  s.p[0]      = {};  // predicate of these rows only
  for (int bit = first * o.size(); bit < last * o.size(); ++bit) {
    const auto byte = static_cast<std::size_t>(bit / 8);
    s.p[0][byte] |= static_cast<std::uint8_t>(o.pn[byte] & 1 << bit % 8);
  }

  const auto each_row = [&](auto f) {
    for (int r = first; r < last; ++r) {
      const rows_of place{o.log_size, o.tile, r};
      f(s.rows[static_cast<std::size_t>(place.row(0))], acc[static_cast<std::size_t>(r - first)]);
    }
  };
  each_row([](vector_t& here, const vector_t& there) { here = there; });
  sme::isa::machine m{s, none, 0};
  sme::decode(o.word())->execute(m, {o.word()});
  each_row([](const vector_t& here, vector_t& there) { there = here; });
}

/// Applies the whole operation to ZA.
inline void eval(int log_bytes, const operation& o, file_t& za) {
  const int n    = rows(log_bytes, o.log_size);
  const auto row = [&](int r) -> vector_t& {
    return za[static_cast<std::size_t>(rows_of{o.log_size, o.tile, r}.row(0))];
  };
  std::vector<vector_t> acc;
  for (int r = 0; r < n; ++r) acc.push_back(row(r));
  eval_rows(log_bytes, o, 0, acc);
  for (int r = 0; r < n; ++r) row(r) = acc[static_cast<std::size_t>(r)];
}

/// The bytes of a row that are written: those of elements with at least one part active in both row
/// and column.
inline predicate_t written(int log_bytes, const operation& o, int row) {
  predicate_t mask{};
  const int n = rows(log_bytes, o.log_size), parts = o.size() / o.part();
  for (int col = 0; row < n && col < n; ++col) {
    bool any = false;
    for (int k = 0; k < parts; ++k) {
      any = any || (sme::isa::active(o.pn, parts * row + k, o.part()) &&
                    sme::isa::active(o.pm, parts * col + k, o.part()));
    }
    for (int b = col * o.size(); any && b < (col + 1) * o.size(); ++b) {
      mask[static_cast<std::size_t>(b / 8)] |= static_cast<std::uint8_t>(1 << b % 8);
    }
  }
  return mask;
}

/// The cycles in which an operation is taken, issues its first and its last group, and writes its
/// last rows.
struct schedule {
  std::uint64_t taken, first, last, written;
};

/// The schedules of a sequence of operations, computed from two rules.
///
/// An operation is taken in the cycle of the last group before it. A group issues one cycle after
/// the group before it or, if that is later, `distance` cycles after the last group that shares a
/// row with it.
class timetable {
 public:
  /// log_bytes is log2 of the effective vector length.
  timetable(const config& k, int log_bytes) : k_(k), log_bytes_(log_bytes) {}

  /// Adds the next operation, offered from cycle `from` on. Its values do not matter.
  schedule add(const operation& o, std::uint64_t from = 0) {
    now_ = std::max(now_, from);
    schedule s{now_, 0, 0, 0};
    const int n = rows(log_bytes_, o.log_size);
    for (int first = 0; first < n; first += k_.rows_per_cycle) {
      const auto each_row = [&](auto f) {
        for (int i = first; i < std::min(n, first + k_.rows_per_cycle); ++i) {
          f(free_[static_cast<std::size_t>(rows_of{o.log_size, o.tile, i}.row(0))]);
        }
      };
      ++now_;
      each_row([&](std::uint64_t row) { now_ = std::max(now_, row); });
      each_row([&](std::uint64_t& row) { row = now_ + static_cast<std::uint64_t>(k_.distance()); });
      if (first == 0) s.first = now_;
    }
    s.last    = now_;
    s.written = now_ + static_cast<std::uint64_t>(k_.front() + k_.acc());
    return s;
  }

 private:
  config k_;
  int log_bytes_;
  std::uint64_t now_ = 0;                            ///< the cycle of the last group's issue
  std::array<std::uint64_t, sme::MaxBytes> free_{};  ///< first cycle to issue for each row of ZA
};

/// Clock cycles from the cycle that takes the first operation to the cycle that writes the last
/// row, both counted, if the source never idles.
inline std::uint64_t cycles(const config& k, int log_bytes, std::span<const operation> operations) {
  timetable table(k, log_bytes);
  std::uint64_t n = 0;
  for (const operation& o : operations) n = table.add(o).written + 1;
  return n;
}

/// The unit cycle by cycle: peek() is combinational, step() is the rising clock edge.
class model {
 public:
  struct inputs {
    int log_bytes = 4;  ///< log2 of the effective length; constant while rows are in flight
    std::optional<operation> in;
    vector_t row{};              ///< rows_per_cycle = 1: the row requested in the last cycle
    const file_t* za = nullptr;  ///< rows_per_cycle > 1: ZA in this cycle

    friend std::ostream& operator<<(std::ostream& os, const inputs& i) {
      os << "vl=" << i.log_bytes << " in=";
      return i.in ? os << *i.in : os << '-';
    }
  };

  struct write {
    rows_of place;
    std::vector<vector_t> data;  ///< zero where nothing is written
    std::vector<predicate_t> mask;

    bool operator==(const write&) const = default;
  };

  struct outputs {
    bool in_ready = false;
    std::optional<rows_of> rd;
    std::optional<write> wr;
    std::uint8_t busy = 0;

    bool operator==(const outputs&) const = default;

    friend std::ostream& operator<<(std::ostream& os, const outputs& o) {
      os << "in_ready=" << o.in_ready << " busy=" << unsigned{o.busy};
      if (o.rd) os << " rd=" << *o.rd;
      if (o.wr) {
        os << " wr=" << o.wr->place;
        for (std::size_t i = 0; i < o.wr->data.size(); ++i) {
          os << "\n        ";
          for (std::size_t b = 64; b-- > 0;) {
            if ((o.wr->mask[i][b / 8] >> b % 8 & 1) != 0) {
              put_hex(os, o.wr->data[i][b]);
            } else {
              os << "..";
            }
          }
        }
      }
      return os;
    }
  };

  explicit model(const config& k = {})
      : k_(k), flight_(static_cast<std::size_t>(k.front() + k.acc())) {}

  outputs peek(const inputs& in) const {
    const auto issued = issues(in) ? std::optional(group{current_, first_, {}}) : std::nullopt;
    const auto& asks  = k_.rows_per_cycle > 1 ? stage(k_.front())
                        : k_.front() > 1      ? stage(k_.front() - 1)
                                              : issued;
    outputs out;
    out.in_ready = !current_ || (issued && last(in));
    if (asks) out.rd = asks->place();
    if (const auto& end = flight_.back()) {
      out.wr = written_by(in, k_.acc() > 0 ? *end : summed(in, *end));
    }
    if (current_) out.busy |= tiles(in, *current_, 0, rows(in.log_bytes, current_->log_size));
    for (const auto& g : flight_) {
      if (g) out.busy |= tiles(in, *g->o, g->first, k_.rows_per_cycle);
    }
    return out;
  }

  void step(const inputs& in) {
    const bool issued = issues(in);
    const bool taken  = in.in && (!current_ || (issued && last(in)));
    auto& at_acc      = flight_[static_cast<std::size_t>(k_.front() - 1)];
    if (at_acc && k_.acc() > 0) at_acc = summed(in, *at_acc);
    std::move_backward(flight_.begin(), flight_.end() - 1, flight_.end());
    flight_.front() = issued ? std::optional(group{current_, first_, {}}) : std::nullopt;
    if (issued) {
      first_ += k_.rows_per_cycle;
      if (first_ >= rows(in.log_bytes, current_->log_size)) current_.reset();
    }
    if (taken) {
      current_ = std::make_shared<operation>(*in.in);
      first_   = 0;
    }
  }

 private:
  /// Rows in flight; from the accumulator on, with their new values.
  struct group {
    std::shared_ptr<const operation> o;
    int first;
    std::vector<vector_t> data;

    rows_of place() const { return {o->log_size, o->tile, first}; }
  };

  /// The group issued `cycles` cycles ago.
  const std::optional<group>& stage(int cycles) const {
    return flight_[static_cast<std::size_t>(cycles - 1)];
  }

  bool last(const inputs& in) const {
    return first_ + k_.rows_per_cycle >= rows(in.log_bytes, current_->log_size);
  }

  /// The rows of ZA, as bits, that hold `count` rows of a tile.
  static std::array<bool, sme::MaxBytes> za_rows(const inputs& in, const operation& o, int first,
                                                 int count) {
    std::array<bool, sme::MaxBytes> set{};
    for (int i = first; i < std::min(first + count, rows(in.log_bytes, o.log_size)); ++i) {
      set[static_cast<std::size_t>(rows_of{o.log_size, o.tile, i}.row(0))] = true;
    }
    return set;
  }
  static std::uint8_t tiles(const inputs& in, const operation& o, int first, int count) {
    unsigned mask  = 0;
    const auto set = za_rows(in, o, first, count);
    for (std::size_t r = 0; r < set.size(); ++r) mask |= unsigned{set[r]} << r % 8;
    return static_cast<std::uint8_t>(mask);
  }

  bool issues(const inputs& in) const {
    if (!current_) return false;
    const auto mine = za_rows(in, *current_, first_, k_.rows_per_cycle);
    for (int cycles = 1; cycles < k_.distance(); ++cycles) {
      const auto& before = stage(cycles);
      if (!before) continue;
      const auto other = za_rows(in, *before->o, before->first, k_.rows_per_cycle);
      for (std::size_t r = 0; r < mine.size(); ++r) {
        if (mine[r] && other[r]) return false;
      }
    }
    return true;
  }

  group summed(const inputs& in, group g) const {
    g.data.assign(static_cast<std::size_t>(k_.rows_per_cycle), in.row);
    for (int i = 0; k_.rows_per_cycle > 1 && i < k_.rows_per_cycle; ++i) {
      const auto row = static_cast<std::size_t>(g.place().row(i));
      if (row < in.za->size()) g.data[static_cast<std::size_t>(i)] = (*in.za)[row];
    }
    eval_rows(in.log_bytes, *g.o, g.first, g.data);
    return g;
  }

  write written_by(const inputs& in, group g) const {
    write w{g.place(), std::move(g.data), {}};
    for (int i = 0; i < k_.rows_per_cycle; ++i) {
      w.mask.push_back(written(in.log_bytes, *g.o, g.first + i));
      auto& row = w.data[static_cast<std::size_t>(i)];
      for (std::size_t b = 0; b < row.size(); ++b) {
        if ((w.mask.back()[b / 8] >> b % 8 & 1) == 0) row[b] = 0;
      }
    }
    return w;
  }

  config k_;
  std::shared_ptr<const operation> current_;  ///< the operation that issues
  int first_ = 0;                             ///< its next row
  std::vector<std::optional<group>> flight_;
};

}  // namespace weft::golden::mopa
