// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <ios>
#include <ostream>

#include "sim/golden/enum_name.hpp"
#include "sim/golden/pipelined.hpp"
#include "sim/golden/sfu_tables.hpp"

/// Golden model of rtl/sfu/weft_sfu.sv: elementary functions of binary32 by quadratic
/// interpolation, and planar attribute interpolation. docs/unit/sfu.md has the bounds of every
/// function.
///
/// Source: J.-A. Pineiro, S. F. Oberman, J.-M. Muller and J. D. Bruguera, High-Speed Function
/// Approximation Using a Minimax Quadratic Interpolator, IEEE TC 2005; S. F. Oberman and M. Y. Siu,
/// A High-Performance Area-Efficient Multifunction Interpolator, ARITH 2005.
namespace weft::golden::sfu {

/// The function of the operand a. The first seven have a table each.
enum class op_e : std::uint8_t {
  Rcp,         ///< 1 / a
  Rsqrt,       ///< 1 / sqrt(a)
  Sqrt,        ///< sqrt(a)
  Ex2,         ///< 2^a
  Lg2,         ///< log2(a)
  Sin,         ///< sin(a), a in radians
  Tanh,        ///< tanh(a)
  Cos,         ///< cos(a), from the table of the sine
  Interpolate  ///< a + b * x + c * y
};
inline constexpr int Functions = 8;  ///< functions of one operand
inline constexpr int Ops       = 9;

inline std::ostream& operator<<(std::ostream& os, op_e op) {
  return put_name(os, op,
                  {"Rcp", "Rsqrt", "Sqrt", "Ex2", "Lg2", "Sin", "Tanh", "Cos", "Interpolate"});
}

/// The kind of the tables: rows of three coefficients; fewer rows of four; more rows of four, for
/// errors of at most 0.75 ulp.
enum class build_e : std::uint8_t { Quadratic, Cubic, Fine };

/// The parameters of the unit.
struct config {
  build_e build = build_e::Cubic;
  bool relative = false;  ///< sin below 1 and lg2 from 1/2 to 3/2 have a relative bound
  bool ftz      = false;  ///< subnormal operands and results count as zeros of their sign
  unsigned pipe = 0;      ///< one bit per pipeline register position; eight positions

  constexpr int latency() const { return std::popcount(pipe); }

  bool operator==(const config&) const = default;
};

/// Binary32 operands, and a pixel's offset: signed, with XyFraction bits below the point.
struct operands {
  op_e op         = op_e::Rcp;
  std::uint32_t a = 0, b = 0, c = 0;
  std::int16_t x = 0, y = 0;

  friend std::ostream& operator<<(std::ostream& os, const operands& o) {
    return os << "op=" << o.op << ' ' << o.a << ' ' << o.b << ' ' << o.c << ' ' << o.x << ' '
              << o.y;
  }
};
inline constexpr int XyBits     = 12;  ///< bits of x and y
inline constexpr int XyFraction = 4;

struct result {
  std::uint32_t bits = 0;

  bool operator==(const result&) const = default;

  friend std::ostream& operator<<(std::ostream& os, const result& r) { return os << r.bits; }
};

/// The result, bit for bit.
///
/// NaN results are 0x7fc00000. rcp(+-0) = +-inf, rsqrt(+-0) = +-inf, sqrt(-0) = -0; square roots
/// and logarithms of negative numbers are NaN, lg2(+-0) = -inf; sin and cos of infinities are NaN.
/// Interpolation treats subnormals as zeros regardless of `ftz`; an infinite or NaN operand gives
/// NaN.
result eval(const config& k, const operands& o);

/// Whether the result is a ratio, from ratio_of(), times a factor.
bool is_ratio(const config& k, const operands& o);

/// The result of a function evaluated with table f instead of the one that it reads.
result eval(const config& k, const operands& o, const table& f);

/// Clock cycles for n operands when neither side stalls: from the cycle that takes the first
/// operand to the cycle that takes the last result, both counted.
constexpr std::uint64_t cycles(const config& k, std::uint64_t n) {
  return n + static_cast<std::uint64_t>(k.latency());
}

using model = pipelined<operands, result>;

inline model make_model(const config& k) {
  return {[k](const operands& o) { return eval(k, o); }, k.latency()};
}

/// The tables of a build: one a function, then the ratios sin(x) / x and log2(1 + d) / d.
inline const auto& tables_of(build_e build) {
  return build == build_e::Fine    ? FineTables
         : build == build_e::Cubic ? CubicTables
                                   : QuadraticTables;
}

/// The function's table in the unit.
inline const table& table_of(build_e build, op_e op) {
  return tables_of(build)[static_cast<int>(op == op_e::Cos ? op_e::Sin : op)];
}

/// The table of a function's ratio: sin(x) / x of Sin, log2(1 + d) / d of Lg2.
inline const table& ratio_of(build_e build, op_e op) {
  return tables_of(build)[op == op_e::Sin ? 7 : 8];
}

}  // namespace weft::golden::sfu
