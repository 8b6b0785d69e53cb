// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <ios>
#include <ostream>

#include "sim/golden/float.hpp"
#include "sim/golden/pipelined.hpp"

/// Golden model of rtl/fma/weft_fma.sv: a * b + c and its relatives, exact, rounded once.
namespace weft::golden::fma {

/// The operation. Bit 0 negates the addend, bit 1 the product.
enum class op_e : std::uint8_t {
  Madd,   ///< a * b + c
  Msub,   ///< a * b - c
  Nmsub,  ///< -(a * b) + c
  Nmadd,  ///< -(a * b) - c
  Add,    ///< a + c
  Sub,    ///< a - c
  Mul     ///< a * b
};
inline constexpr int Ops = 7;

inline std::ostream& operator<<(std::ostream& os, op_e op) {
  return put_name(os, op, {"Madd", "Msub", "Nmsub", "Nmadd", "Add", "Sub", "Mul"});
}

constexpr bool multiplies(op_e op) { return op != op_e::Add && op != op_e::Sub; }
constexpr bool adds(op_e op) { return op != op_e::Mul; }

/// The parameters of the unit.
struct config {
  format multiplicand = Binary32;  ///< the format of a and b
  format addend       = Binary32;  ///< the format of c and the result
  bool tiny_before    = false;     ///< underflow is detected before rounding
  bool flush_in       = false;     ///< subnormal operands count as zeros
  bool flush_out      = false;     ///< tiny results become zeros
  unsigned pipe       = 0;         ///< one bit per pipeline register position; five positions

  constexpr int latency() const { return std::popcount(pipe); }

  bool operator==(const config&) const = default;
};

struct operands {
  std::uint64_t a = 0, b = 0, c = 0;  ///< a and b in the multiplicand's format, c in the addend's
  op_e op       = op_e::Madd;
  round_e round = round_e::NearEven;

  friend std::ostream& operator<<(std::ostream& os, const operands& o) {
    return os << "op=" << o.op << " round=" << o.round << ' ' << o.a << ' ' << o.b << ' ' << o.c;
  }
};

using result = float_result;

/// The result and its flags, bit for bit.
///
/// NaN results are quiet_nan(). A signalling NaN, inf * 0 and inf - inf raise Invalid. A zero
/// product of Mul keeps its sign. Significands have at most 55 bits.
constexpr result eval(const config& k, const operands& o) {
  using enum unpacked::kind_e;
  const format g = k.addend;
  unpacked a     = unpack(k.multiplicand, o.a, k.flush_in);
  unpacked b     = unpack(k.multiplicand, o.b, k.flush_in);
  unpacked c     = unpack(g, o.c, k.flush_in);
  if (!multiplies(o.op)) b = {Finite, false, 0, 1};
  const bool product_sign = (a.sign != b.sign) != ((static_cast<int>(o.op) & 2) != 0 && adds(o.op));
  c.sign                  = c.sign != ((static_cast<int>(o.op) & 1) != 0);
  if (!adds(o.op)) c = {Finite, product_sign, 0, 0};

  const bool inf_by_zero = (a.is(Infinity) && b.zero()) || (a.zero() && b.is(Infinity));
  if (a.is(Nan) || b.is(Nan) || c.is(Nan) || inf_by_zero) {
    const bool invalid = a.signalling || b.signalling || c.signalling || inf_by_zero;
    return {quiet_nan(g), static_cast<std::uint8_t>(invalid ? Invalid : 0)};
  }
  if (a.is(Infinity) || b.is(Infinity)) {
    if (c.is(Infinity) && c.sign != product_sign) return {quiet_nan(g), Invalid};
    return {infinity(g, product_sign), 0};
  }
  if (c.is(Infinity)) return {infinity(g, c.sign), 0};

  return detail::round_sum(g, {.mode = o.round, .tiny_before = k.tiny_before, .flush = k.flush_out},
                           {product_sign, detail::wide_t{a.sig} * b.sig, a.exp + b.exp},
                           {c.sign, c.sig, c.exp});
}

/// The result of eval(), computed in the host's double precision, for significands of at most 24
/// bits and exponents of at most 8: four times as fast. See docs/use/numerics.md for why they are
/// the same. Where the caller rounds or flushes otherwise than by default, it is eval().
result eval_fast(const config& k, const operands& o);

/// Clock cycles for n operands when neither side stalls: from the cycle that takes the first
/// operand to the cycle that takes the last result, both counted.
constexpr std::uint64_t cycles(const config& k, std::uint64_t n) {
  return n + static_cast<std::uint64_t>(k.latency());
}

using model = pipelined<operands, result>;

inline model make_model(const config& k) {
  return {[k](const operands& o) { return eval(k, o); }, k.latency()};
}

}  // namespace weft::golden::fma
