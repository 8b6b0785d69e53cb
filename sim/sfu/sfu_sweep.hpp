// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sim/golden/sfu.hpp"

namespace weft::sim {

/// How the error of a class of operands is held against its bound.
enum class sfu_measure_e : std::uint8_t {
  Ulp,       ///< in ulps
  Absolute,  ///< as it is
  Relative,  ///< divided by the true value
  Angle      ///< divided by |x| * 2^-41.25 + 2^-23.6
};

/// Operands of a function that share a bound.
struct sfu_class {
  const char* name;
  sfu_measure_e measure;
  double bound;  ///< the error is less
};
std::span<const sfu_class> sfu_classes(golden::sfu::op_e op);

/// The largest error, and the lowest operand that has it.
struct largest_error {
  double error     = 0;
  std::uint32_t at = 0;

  void add(double e, std::uint32_t x) {
    if (e > error || (e == error && x < at)) *this = {e, x};
  }
  bool operator==(const largest_error&) const = default;
};

/// How many there are, and the lowest operand.
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

/// What is known of a class's results.
struct class_figures {
  std::uint64_t inputs     = 0;
  std::uint64_t rounded    = 0;  ///< correctly
  std::uint64_t unfaithful = 0;  ///< off by an ulp or more
  largest_error ulp, absolute;
  largest_error scaled;  ///< of a function that is judged relative or as an angle

  bool operator==(const class_figures&) const = default;
};

/// The error that a class is judged by.
double measured(const sfu_class& c, const class_figures& f);

/// What is known of a function's results for some of the 2^32 operands.
///
/// A result is wrong if it is NaN, a zero or an infinity where the function's is another, if it is
/// NaN where there is a number, and with `ftz` if it is subnormal or a zero of the wrong sign. With
/// `ftz` a zero is as good as the subnormal number that is nearest to the true value. Results out
/// of order break the function's monotony, on each side of a pole: of two operands next to each
/// other the higher code counts. Sine and cosine have no order; beyond one are results that they
/// never have. Nothing else is asked of them from 2^38 on.
class sfu_statistics {
 public:
  sfu_statistics() = default;
  sfu_statistics(golden::sfu::op_e op, bool ftz);

  /// The results of consecutive operands from `from` on, which have not been added before.
  void add(std::uint32_t from, std::span<const golden::sfu::result> results);

  /// Figures of other operands of the same function. False, and nothing is changed, if some are the
  /// same.
  bool merge(const sfu_statistics& other);

  /// Operands from one to the other, both included, and the results of both.
  struct stretch {
    std::uint32_t from, to, first, last;

    std::uint64_t size() const { return std::uint64_t{to} - from + 1; }
    bool operator==(const stretch&) const = default;
  };

  /// Those of from to `to` that have not been added.
  std::vector<stretch> gaps(std::uint32_t from, std::uint32_t to) const;

  /// How many have been added.
  std::uint64_t inputs() const;

  /// Nothing is wrong, out of order or beyond one, and no class breaks its bound.
  bool holds() const;

  bool operator==(const sfu_statistics&) const = default;

  golden::sfu::op_e op = golden::sfu::op_e::Rcp;
  bool ftz             = false;
  std::vector<stretch> stretches;      ///< in order, none touches the next
  std::vector<class_figures> classes;  ///< as sfu_classes has them
  std::uint64_t specials = 0;          ///< operands whose result has to be met to the bit
  std::uint64_t unknown  = 0;          ///< angles from 2^38 on
  counted wrong, unordered, beyond_one;

 private:
  template <golden::sfu::op_e Op>
  void add_results(std::uint32_t from, std::span<const golden::sfu::result> results);
  void insert(stretch s);
};

/// Statistics and what they are of.
struct sfu_sweep {
  std::string op, build, engine;
  bool ftz            = false;
  std::uint32_t model = 0;         ///< tells one golden model, its tables included, from another
  std::uint32_t from = 0, to = 0;  ///< the operands asked for, both included
  sfu_statistics statistics;

  bool finished() const { return statistics.gaps(from, to).empty(); }

  /// "rcp, cubic, ftz, golden": sweeps of the same name and model can be merged.
  std::string name() const;
};

std::string to_json(const sfu_sweep& sweep);

/// The sweep of a file. Throws input_error, naming the file, for one that to_json() has not
/// written.
sfu_sweep read_sweep(const std::string& path);

/// The figures as a table, then findings.
std::string to_text(const sfu_sweep& sweep);

}  // namespace weft::sim
