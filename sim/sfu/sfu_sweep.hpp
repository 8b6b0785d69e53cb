// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sim/golden/sfu.hpp"

namespace weft::sim {

/// The measure in which the error of a class of operands is compared with its bound.
enum class sfu_measure_e : std::uint8_t {
  Ulp,       ///< in ulps
  Absolute,  ///< the difference itself
  Relative,  ///< divided by the true value
  Angle      ///< divided by |x| * 2^-41.25 + 2^-23.6
};

/// Operands of a function that share a bound.
struct sfu_class {
  const char* name;
  sfu_measure_e measure;
  double bound;  ///< the error must be less
};

/// The classes of a function in a unit. The fine build has smaller bounds, and a unit with relative
/// bounds one more class of sin and lg2.
std::vector<sfu_class> sfu_classes(golden::sfu::op_e op, const golden::sfu::config& k);

/// The largest error, and the lowest operand that has it.
struct largest_error {
  double error     = 0;
  std::uint32_t at = 0;

  void add(double e, std::uint32_t x) {
    if (e > error || (e == error && x < at)) *this = {e, x};
  }
  bool operator==(const largest_error&) const = default;
};

/// A number of operands, and the lowest one.
struct counted {
  std::uint64_t count = 0;
  std::uint32_t first = 0;

  void add(std::uint32_t x, std::uint64_t n = 1) {
    if (n == 0) return;
    if (count == 0 || x < first) first = x;
    count += n;
  }
  bool operator==(const counted&) const = default;
};

/// The figures of a class's results.
struct class_figures {
  std::uint64_t inputs     = 0;
  std::uint64_t rounded    = 0;  ///< correctly rounded
  std::uint64_t unfaithful = 0;  ///< off by an ulp or more
  largest_error ulp, absolute;
  largest_error scaled;  ///< for functions judged relative or as an angle

  bool operator==(const class_figures&) const = default;
};

/// The error by which a class is judged.
double measured(const sfu_class& c, const class_figures& f);

/// The figures of a function's results for a part of the 2^32 operands.
///
/// A result is wrong if the function's value is a NaN, zero or infinity and the result differs from
/// it, if the result is NaN but the value is a number, or, with `ftz`, if it is subnormal or a zero
/// of the wrong sign. With `ftz`, a zero is as good as the subnormal number nearest to the true
/// value. Results out of order break the function's monotonicity, on each side of a pole: of two
/// adjacent operands, the higher code counts. Sine and cosine have no order; for them, results
/// beyond one are counted. From 2^38 on, this is their only check.
class sfu_statistics {
 public:
  sfu_statistics() = default;
  sfu_statistics(golden::sfu::op_e op, const golden::sfu::config& k);

  /// Adds the results of consecutive operands from `from` on, none of which was added before.
  void add(std::uint32_t from, std::span<const golden::sfu::result> results);

  /// Adds the figures of other operands of the same function. Returns false and changes nothing if
  /// operands overlap.
  bool merge(const sfu_statistics& other);

  /// Operands from one to the other, both included, and the results of both.
  struct stretch {
    std::uint32_t from, to, first, last;

    std::uint64_t size() const { return std::uint64_t{to} - from + 1; }
    bool operator==(const stretch&) const = default;
  };

  /// The operands from `from` to `to` that have not been added.
  std::vector<stretch> gaps(std::uint32_t from, std::uint32_t to) const;

  /// The number of operands added.
  std::uint64_t inputs() const;

  /// Whether no result is wrong, out of order or beyond one, and no class breaks its bound.
  bool holds() const;

  bool operator==(const sfu_statistics&) const = default;

  golden::sfu::op_e op = golden::sfu::op_e::Rcp;
  golden::sfu::config k;
  std::vector<stretch> stretches;      ///< in order, not adjacent
  std::vector<class_figures> classes;  ///< in the order of sfu_classes
  std::uint64_t specials = 0;          ///< operands whose result must match bit for bit
  std::uint64_t unknown  = 0;          ///< angles from 2^38 on
  counted wrong, unordered, beyond_one;

 private:
  template <golden::sfu::op_e Op>
  std::size_t class_of(double x, double value) const;
  template <golden::sfu::op_e Op>
  void add_results(std::uint32_t from, std::span<const golden::sfu::result> results);
  void insert(stretch s);
};

/// Statistics with the unit and operands that they describe.
struct sfu_sweep {
  std::string op{}, build{}, engine{};
  bool relative = false, ftz = false;
  std::uint32_t model = 0;         ///< a hash of the golden model, including its tables
  std::uint32_t from = 0, to = 0;  ///< the operands asked for, both included
  sfu_statistics statistics;

  bool finished() const { return statistics.gaps(from, to).empty(); }

  /// The name of the sweep: "rcp, cubic, relative, ftz, golden". Sweeps of the same name and model
  /// can be merged.
  std::string name() const;
};

std::string to_json(const sfu_sweep& sweep);

/// Reads a sweep from a file. Throws input_error with the file's name unless to_json() wrote the
/// file.
sfu_sweep read_sweep(const std::string& path);

/// The figures as a table, then findings.
std::string to_text(const sfu_sweep& sweep);

}  // namespace weft::sim
