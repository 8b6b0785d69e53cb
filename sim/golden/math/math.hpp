// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <ios>
#include <ostream>

#include "sim/golden/enum_name.hpp"
#include "sim/golden/sfu.hpp"

/// Elementary functions of binary32 within an ulp over the whole range, as routines of a lane: each
/// floating-point operation is one of golden's fused multiply-add (fma.hpp, nearest even) or a
/// reciprocal, of a square root too, of its special function unit (sfu.hpp). Comparisons,
/// selections and operations on bits are integers. docs/unit/math.md has the errors.
///
/// Source: the argument reductions of W. J. Cody and W. Waite, Software Manual for the Elementary
/// Functions, 1980 (exponentials), and of M. H. Payne and R. N. Hanek, Radian Reduction for
/// Trigonometric Functions, 1983 (angles).
namespace weft::golden::math {

enum class op_e : std::uint8_t {
  Exp,      ///< e^x
  Exp2,     ///< 2^x
  Exp10,    ///< 10^x
  Log,      ///< ln(x)
  Log2,     ///< log2(x)
  Log10,    ///< log10(x)
  Sin,      ///< sin(x), x in radians
  Cos,      ///< cos(x)
  Tan,      ///< tan(x)
  Tanh,     ///< tanh(x)
  Sigmoid,  ///< 1 / (1 + e^-x)
  Erf,      ///< 2 / sqrt(pi) times the integral of e^-t^2 from 0 to x
  Rsqrt,    ///< 1 / sqrt(x)
  Pow       ///< x^y
};
inline constexpr int Ops = 14;

constexpr bool takes_two(op_e op) { return op == op_e::Pow; }

inline std::ostream& operator<<(std::ostream& os, op_e op) {
  return put_name(os, op,
                  {"Exp", "Exp2", "Exp10", "Log", "Log2", "Log10", "Sin", "Cos", "Tan", "Tanh",
                   "Sigmoid", "Erf", "Rsqrt", "Pow"});
}

struct operands {
  op_e op         = op_e::Exp;
  std::uint32_t x = 0, y = 0;

  friend std::ostream& operator<<(std::ostream& os, const operands& o) {
    return os << "op=" << o.op << ' ' << o.x << ' ' << o.y;
  }
};

/// The operations of a routine that other units than the integer one execute.
struct steps {
  unsigned fma = 0;  ///< multiply-adds, products and sums
  unsigned sfu = 0;  ///< reciprocals, of square roots too, in the special function unit
};

using result = sfu::result;

/// The result, bit for bit, with the tables of a build of the special function unit.
///
/// NaN results are 0x7fc00000. Special values are those of C's math.h: exp(-inf) = +0, log(+-0) =
/// -inf, logarithms of negative numbers NaN, sin, cos and tan of infinities NaN, pow(x, +-0) = 1,
/// pow(1, y) = 1, pow of a negative number NaN unless y is an integer.
result eval(sfu::build_e build, const operands& o);

/// The operations that these operands take.
steps count(const operands& o);

}  // namespace weft::golden::math
