// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <ostream>

#include "sim/golden/enum_name.hpp"
#include "sim/golden/pipelined.hpp"
#include "sim/golden/sfu.hpp"

/// Golden model of rtl/sfu/weft_sfu_high.sv: 1 / a and 1 / sqrt(a) of binary64, of which the upper
/// word alone is read and written; the lower one counts as zero.
///
/// The word has a sign, an exponent of 11 bits and a fraction of 20. The function of the
/// significand is golden::sfu's, rounded to 20 bits, half up.
namespace weft::golden::sfu_high {

enum class op_e : std::uint8_t { Rcp, Rsqrt };

inline std::ostream& operator<<(std::ostream& os, op_e op) {
  return put_name(os, op, {"Rcp", "Rsqrt"});
}

/// The parameters of the unit.
struct config {
  sfu::build_e build = sfu::build_e::Cubic;
  unsigned pipe      = 0;  ///< one bit per pipeline register position; three positions

  constexpr int latency() const { return std::popcount(pipe); }

  bool operator==(const config&) const = default;
};

struct operands {
  op_e op         = op_e::Rcp;
  std::uint32_t a = 0;  ///< the upper word

  friend std::ostream& operator<<(std::ostream& os, const operands& o) {
    return os << "op=" << o.op << ' ' << o.a;
  }
};

struct result {
  std::uint32_t bits = 0;  ///< the upper word

  bool operator==(const result&) const = default;

  friend std::ostream& operator<<(std::ostream& os, const result& r) { return os << r.bits; }
};

inline constexpr std::uint32_t Nan = 0x7ff8'0000, Infinite = 0x7ff0'0000, Sign = 0x8000'0000;

/// The result, bit for bit. Subnormal operands and results are zeros of their sign. An infinity is
/// one whose upper word is that of an infinity; 1 / sqrt(a) of a number below zero is NaN, of -0
/// -infinity.
inline result eval(const config& k, const operands& o) {
  const std::uint32_t sign = o.a & Sign, frac = o.a & 0xf'ffff;
  const int field = static_cast<int>(o.a >> 20 & 0x7ff);
  if (field == 0x7ff && frac != 0) return {Nan};
  if (field == 0) return {sign | Infinite};
  if (o.op == op_e::Rsqrt && sign != 0) return {Nan};
  if (field == 0x7ff) return {sign};

  // The operand is m * 2^exp, with m from 1 on, below 2 or, for a root, below 4.
  const int odd = o.op == op_e::Rsqrt ? (field + 1) & 1 : 0;
  const int exp = field - 1023 - odd;
  const auto r =
      sfu::eval({.build = k.build}, {.op = o.op == op_e::Rcp ? sfu::op_e::Rcp : sfu::op_e::Rsqrt,
                                     .a = static_cast<std::uint32_t>(127 + odd) << 23 | frac << 3});
  const int scale           = o.op == op_e::Rcp ? -exp : -exp / 2;
  const std::int64_t number = std::int64_t{r.bits} + (std::int64_t{scale} << 23);
  // An exponent of binary32 becomes one of binary64; a carry of the rounding enters it.
  const std::int64_t word = ((number + 4) >> 3) + (std::int64_t{1023 - 127} << 20);
  return {word >> 20 <= 0 ? sign : sign | static_cast<std::uint32_t>(word)};
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

}  // namespace weft::golden::sfu_high
