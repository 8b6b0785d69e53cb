// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <ostream>

#include "sim/golden/float.hpp"
#include "sim/golden/pipelined.hpp"

/// Golden model of rtl/arith/weft_fcmp.sv: comparison, minimum and maximum, sign injection,
/// classification.
namespace weft::golden::fcmp {

enum class op_e : std::uint8_t {
  Equal,          ///< a == b
  NotEqual,       ///< a != b, also if either is NaN
  Less,           ///< a < b
  LessEqual,      ///< a <= b
  MinimumNumber,  ///< the lesser; the number, if the other is NaN
  MaximumNumber,
  Minimum,  ///< the lesser; NaN, if either is
  Maximum,
  Copy,       ///< a with b's sign
  Negate,     ///< a with the opposite of b's sign
  Xor,        ///< a with the exclusive or of both signs
  Unordered,  ///< either is NaN
  Class       ///< one bit of class_e for a
};
inline constexpr int Ops = 13;

inline std::ostream& operator<<(std::ostream& os, op_e op) {
  return put_name(os, op,
                  {"Equal", "NotEqual", "Less", "LessEqual", "MinimumNumber", "MaximumNumber",
                   "Minimum", "Maximum", "Copy", "Negate", "Xor", "Unordered", "Class"});
}

/// The bit positions of the ten classes.
enum class class_e : std::uint8_t {
  NegativeInfinity,
  NegativeNormal,
  NegativeSubnormal,
  NegativeZero,
  PositiveZero,
  PositiveSubnormal,
  PositiveNormal,
  PositiveInfinity,
  SignallingNan,
  QuietNan
};

/// The parameters of the unit.
struct config {
  format of     = Binary32;
  unsigned pipe = 0;  ///< one bit per pipeline register position; two positions

  constexpr int latency() const { return std::popcount(pipe); }

  bool operator==(const config&) const = default;
};

struct operands {
  std::uint64_t a = 0, b = 0;
  op_e op = op_e::Equal;

  friend std::ostream& operator<<(std::ostream& os, const operands& o) {
    return os << "op=" << o.op << ' ' << o.a << ' ' << o.b;
  }
};

using result = float_result;

constexpr class_e class_of(format f, std::uint64_t bits) {
  using enum unpacked::kind_e;
  const unpacked x = unpack(f, bits);
  if (x.is(Nan)) return x.signalling ? class_e::SignallingNan : class_e::QuietNan;
  if (x.is(Infinity)) return x.sign ? class_e::NegativeInfinity : class_e::PositiveInfinity;
  if (x.zero()) return x.sign ? class_e::NegativeZero : class_e::PositiveZero;
  if (x.sig >> f.frac_bits == 0) {
    return x.sign ? class_e::NegativeSubnormal : class_e::PositiveSubnormal;
  }
  return x.sign ? class_e::NegativeNormal : class_e::PositiveNormal;
}

/// The result, zero above its width, and the flag Invalid, bit for bit.
///
/// Less and LessEqual raise Invalid for every NaN; the other comparisons, minima and maxima for a
/// signalling NaN; sign injection and Class never. A NaN result is quiet_nan(), except that sign
/// injection copies bits.
constexpr result eval(const config& k, const operands& o) {
  using enum op_e;
  using enum unpacked::kind_e;
  const format f   = k.of;
  const unpacked a = unpack(f, o.a), b = unpack(f, o.b);
  const bool unordered  = a.is(Nan) || b.is(Nan);
  const bool signalling = a.signalling || b.signalling;
  const auto quiet      = static_cast<std::uint8_t>(signalling ? Invalid : 0);
  const auto loud       = static_cast<std::uint8_t>(unordered ? Invalid : 0);

  // Magnitudes order as their codes do. Zeros are equal, but for a minimum -0 is less than +0.
  const auto size = [f](std::uint64_t bits) {
    return static_cast<std::int64_t>(bits & (f.sign_bit() - 1));
  };
  const std::int64_t x = a.sign ? -size(o.a) : size(o.a), y = b.sign ? -size(o.b) : size(o.b);
  const bool a_first = x != y ? x < y : a.sign && !b.sign;

  const auto chosen = [&](bool take_a, bool number_wins) -> result {
    if (number_wins && a.is(Nan) != b.is(Nan)) return {a.is(Nan) ? o.b : o.a, quiet};
    if (unordered) return {quiet_nan(f), quiet};
    return {take_a ? o.a : o.b, quiet};
  };
  const auto with_sign = [&](bool sign) -> result {
    return {signed_code(f, sign, o.a & (f.sign_bit() - 1)), 0};
  };

  switch (o.op) {
    case Equal:
      return {!unordered && x == y, quiet};
    case NotEqual:
      return {unordered || x != y, quiet};
    case Less:
      return {!unordered && x < y, loud};
    case LessEqual:
      return {!unordered && x <= y, loud};
    case MinimumNumber:
      return chosen(a_first, true);
    case MaximumNumber:
      return chosen(!a_first, true);
    case Minimum:
      return chosen(a_first, false);
    case Maximum:
      return chosen(!a_first, false);
    case Copy:
      return with_sign(b.sign);
    case Negate:
      return with_sign(!b.sign);
    case Xor:
      return with_sign(a.sign != b.sign);
    case Unordered:
      return {unordered, quiet};
    case Class:
      return {std::uint64_t{1} << static_cast<int>(class_of(f, o.a)), 0};
  }
  return {};
}

/// Clock cycles for n operands when neither side stalls: from the cycle that takes the first
/// operand to the cycle that takes the last result, both counted.
constexpr std::uint64_t cycles(const config& k, std::uint64_t n) {
  return n + static_cast<std::uint64_t>(k.latency());
}

using model = pipelined<operands, result>;

inline model make_model(const config& k) {
  return {[k](const operands& o) { return eval(k, o); }, k.latency()};
}

}  // namespace weft::golden::fcmp
