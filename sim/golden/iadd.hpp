// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <ostream>

#include "sim/golden/integer.hpp"
#include "sim/golden/pipelined.hpp"

/// Golden model of rtl/arith/weft_iadd.sv: a + b + carry or a - b - carry, modulo 2^width, with its
/// flags.
namespace weft::golden::iadd {

/// The carry scheme of the hardware. Every scheme gives the same sums.
enum class kind_e : std::uint8_t { Ripple, Select, Lookahead, Prefix };
inline constexpr int Kinds = 4;

/// The parameters of the unit.
struct config {
  unsigned width = 32;  ///< 1 to 64
  kind_e kind    = kind_e::Prefix;
  unsigned pipe  = 1;  ///< bit 0: a register for the result

  constexpr int latency() const { return static_cast<int>(pipe & 1); }

  bool operator==(const config&) const = default;
};

struct operands {
  std::uint64_t a = 0, b = 0;
  bool carry    = false;  ///< carry into an addition, borrow into a subtraction
  bool subtract = false;

  friend std::ostream& operator<<(std::ostream& os, const operands& o) {
    return os << o.a << (o.subtract ? " - " : " + ") << o.b << (o.subtract ? " - " : " + ")
              << unsigned{o.carry};
  }
};

struct result {
  std::uint64_t sum = 0;
  bool carry        = false;  ///< carry out of an addition, borrow out of a subtraction
  bool overflow     = false;  ///< the sum of the two's complement numbers does not fit
  bool zero         = false;
  bool negative     = false;  ///< the highest bit of the sum

  bool operator==(const result&) const = default;

  friend std::ostream& operator<<(std::ostream& os, const result& r) {
    return os << r.sum << " carry=" << unsigned{r.carry} << " overflow=" << unsigned{r.overflow}
              << " zero=" << unsigned{r.zero} << " negative=" << unsigned{r.negative};
  }
};

/// The sum and its flags, bit for bit. a - b - borrow is a + ~b + !borrow.
constexpr result eval(const config& k, const operands& o) {
  const std::uint64_t b   = o.subtract ? o.b ^ ones(k.width) : o.b;
  const std::uint64_t sum = (o.a + b + unsigned{o.carry != o.subtract}) & ones(k.width);

  // The carries out of and into the highest bit, from the operands and the sum.
  const bool out  = top_bit(k.width, (o.a & b) | ((o.a | b) & ~sum));
  const bool into = top_bit(k.width, o.a ^ b ^ sum);
  return {sum, out != o.subtract, out != into, sum == 0, top_bit(k.width, sum)};
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

}  // namespace weft::golden::iadd
