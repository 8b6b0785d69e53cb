// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <ostream>
#include <span>

#include "sim/golden/fdiv.hpp"
#include "sim/golden/fma.hpp"
#include "sim/golden/sequential.hpp"
#include "sim/golden/sfu.hpp"

/// Golden model of rtl/sfu/weft_fdiv_seq.sv: quotients and roots, rounded once, by multiply-adds
/// from an approximation of the special function unit. docs/unit/fdiv_seq.md has the proof.
namespace weft::golden::fdiv_seq {

/// The function. Bit 0: a square root; bit 1: a reciprocal.
enum class op_e : std::uint8_t {
  Div,   ///< a / b
  Sqrt,  ///< sqrt(a)
  Rcp,   ///< 1 / a
  Rsqrt  ///< 1 / sqrt(a)
};
inline constexpr int Ops = 4;

constexpr bool is_root(op_e op) { return (static_cast<int>(op) & 1) != 0; }
constexpr bool is_reciprocal(op_e op) { return (static_cast<int>(op) & 2) != 0; }

inline std::ostream& operator<<(std::ostream& os, op_e op) {
  return put_name(os, op, {"Div", "Sqrt", "Rcp", "Rsqrt"});
}

/// The parameters of the unit.
struct config {
  format number      = Binary32;
  bool tiny_before   = false;  ///< underflow is detected before rounding
  bool flush_in      = false;  ///< subnormal operands count as zeros
  bool flush_out     = false;  ///< tiny results become zeros
  sfu::build_e build = sfu::build_e::Cubic;
  unsigned sfu_pipe  = 0;  ///< registers of the special function unit
  unsigned fma_pipe  = 0;  ///< registers of the multiply-add

  constexpr sfu::config sfu() const { return {.build = build, .pipe = sfu_pipe}; }

  /// The format of the steps: two bits of significand more than results have, and exponents for
  /// every exact remainder of operands between 1 and 4. golden::fma rounds the 55 bits of FP64's as
  /// it does 53: a product of 110 leaves 11 places below it, and one is enough for what is jammed.
  constexpr format inner() const { return {is_wide() ? 9 : 8, number.frac_bits + 2}; }
  constexpr fma::config fma() const {
    return {.multiplicand = inner(), .addend = inner(), .pipe = fma_pipe};
  }

  /// Corrections of the first estimate.
  constexpr unsigned rounds() const { return is_wide() ? 2 : 1; }

  /// Whether significands are wider than those of the special function unit.
  constexpr bool is_wide() const { return number.frac_bits > Binary32.frac_bits; }

  bool operator==(const config&) const = default;
};

struct operands {
  std::uint64_t a = 0, b = 0;  ///< b is the divisor of Div
  op_e op       = op_e::Div;
  round_e round = round_e::NearEven;

  friend std::ostream& operator<<(std::ostream& os, const operands& o) {
    os << "op=" << o.op << " round=" << o.round << ' ' << o.a;
    return o.op == op_e::Div ? os << ' ' << o.b : os;
  }
};

using result = float_result;

/// An operand or result of a step: scaled operands, b also for the square of an estimate; the
/// approximation of a reciprocal and half of it; the estimate; its remainder; the number 1.
enum class source_e : std::uint8_t { A, B, Y, H, Q, R, One };

/// A multiply-add, operation on x, y and z, rounded to nearest even in the inner format.
struct step {
  fma::op_e operation;
  source_e x, y, z, to;
};

/// The multiply-adds of a function; the last one leaves the sign of the remainder in R.
std::span<const step> program(const config& k, op_e op);

/// The estimate and its remainder at the end of a program, in the inner format, for finite operands
/// that are not zero. The estimate is below 2 and, of a reciprocal root, at most 1.
struct estimate {
  std::uint64_t q, r;
};
estimate estimated(const config& k, const operands& o);

/// The result and its flags, bit for bit.
///
/// NaN results are quiet_nan(). A finite number over zero and the reciprocal of the root of a zero
/// raise DivideByZero and have the sign of the zero. Significands have at most 53 bits.
result eval(const config& k, const operands& o);

/// Cycles from the one that takes the operands to the first that offers the result: one if the
/// result is NaN, infinite or zero because of the operands; else one to take them, one to place
/// the result, and for the approximation and each multiply-add the latency of its unit and one.
std::uint64_t duration(const config& k, const operands& o);

/// Clock cycles for operands when neither side stalls.
inline std::uint64_t cycles(const config& k, std::span<const operands> all) {
  return sequential_cycles<duration>(k, all);
}

/// Cycle model: one operation at a time.
using model = sequential<config, operands, eval, duration>;

}  // namespace weft::golden::fdiv_seq
