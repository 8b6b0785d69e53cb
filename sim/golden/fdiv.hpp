// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <ostream>
#include <span>

#include "sim/golden/float.hpp"
#include "sim/golden/sequential.hpp"

/// Golden model of rtl/arith/weft_fdiv.sv: a / b and the square root of a, rounded once.
namespace weft::golden::fdiv {

/// The parameters of the unit.
struct config {
  format number    = Binary32;
  bool tiny_before = false;  ///< underflow is detected before rounding
  bool flush_in    = false;  ///< subnormal operands count as zeros
  bool flush_out   = false;  ///< tiny results become zeros

  bool operator==(const config&) const = default;
};

struct operands {
  std::uint64_t a = 0, b = 0;
  bool root     = false;  ///< the square root of a instead of a / b
  round_e round = round_e::NearEven;

  friend std::ostream& operator<<(std::ostream& os, const operands& o) {
    os << (o.root ? "root" : "divide") << " round=" << o.round << ' ' << o.a;
    return o.root ? os : os << ' ' << o.b;
  }
};

using result = float_result;

/// The operands, unpacked, and whether the operation is invalid: a signalling NaN, 0 / 0, inf / inf
/// or the root of a number below zero.
struct unpacked_operands {
  unpacked a, b;
  bool invalid;

  constexpr unpacked_operands(const config& k, const operands& o)
      : a(unpack(k.number, o.a, k.flush_in)),
        b(o.root ? unpacked{unpacked::kind_e::Finite, false, 0, 1}
                 : unpack(k.number, o.b, k.flush_in)) {
    using enum unpacked::kind_e;
    invalid = a.signalling || b.signalling || (a.zero() && b.zero()) ||
              (a.is(Infinity) && b.is(Infinity)) || (o.root && a.sign && !a.zero() && !a.is(Nan));
  }

  constexpr bool nan() const {
    return a.is(unpacked::kind_e::Nan) || b.is(unpacked::kind_e::Nan) || invalid;
  }
  constexpr bool infinite() const {
    return !nan() && (a.is(unpacked::kind_e::Infinity) || b.zero());
  }
  constexpr bool zero() const { return !nan() && (a.zero() || b.is(unpacked::kind_e::Infinity)); }
};

/// The result and its flags, bit for bit.
///
/// NaN results are quiet_nan(). A finite number over zero raises DivideByZero; the root of -0 is
/// -0. Significands have at most 53 bits.
constexpr result eval(const config& k, const operands& o) {
  const unpacked_operands x(k, o);
  const bool sign = x.a.sign != x.b.sign;
  if (x.nan()) {
    return {quiet_nan(k.number), static_cast<std::uint8_t>(x.invalid ? Invalid : 0)};
  }
  if (x.infinite()) {
    const bool by_zero = !x.a.is(unpacked::kind_e::Infinity);
    return {infinity(k.number, sign), static_cast<std::uint8_t>(by_zero ? DivideByZero : 0)};
  }
  if (x.zero()) return {signed_code(k.number, sign, 0), 0};
  const detail::term t = o.root ? detail::root(x.a) : detail::quotient(x.a, x.b);
  return detail::round_pack(k.number,
                            {.mode = o.round, .tiny_before = k.tiny_before, .flush = k.flush_out},
                            t.sign, t.sig, t.exp);
}

/// Digits of a quotient or root, two bits each, a cycle each.
constexpr unsigned digits(const config& k, bool root) {
  return static_cast<unsigned>(k.number.frac_bits + 5) / 2 - (root ? 1 : 0);
}

/// Cycles from the one that takes the operands to the first that offers the result: one if the
/// result is NaN, infinite or zero because of the operands, else three more than the digits.
constexpr std::uint64_t duration(const config& k, const operands& o) {
  const unpacked_operands x(k, o);
  return x.nan() || x.infinite() || x.zero() ? 1 : digits(k, o.root) + 3;
}

/// Clock cycles for operands when neither side stalls.
constexpr std::uint64_t cycles(const config& k, std::span<const operands> all) {
  return sequential_cycles<duration>(k, all);
}

/// Cycle model: one operation at a time.
using model = sequential<config, operands, eval, duration>;

}  // namespace weft::golden::fdiv
