// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <ostream>

#include "sim/golden/fma.hpp"

/// Golden model of rtl/arith/weft_fadd.sv: a + b or a - b, exact, rounded once. The same function
/// as fma's Add and Sub.
namespace weft::golden::fadd {

/// The parameters of the unit. A sum below the normal numbers is exact: its tininess is the same
/// before and after rounding.
struct config {
  format number  = Binary32;
  bool flush_in  = false;  ///< subnormal operands count as zeros
  bool flush_out = false;  ///< tiny results become zeros
  unsigned pipe  = 0;      ///< one bit per pipeline register position; four positions

  constexpr int latency() const { return std::popcount(pipe); }

  bool operator==(const config&) const = default;
};

struct operands {
  std::uint64_t a = 0, b = 0;
  bool subtract = false;
  round_e round = round_e::NearEven;

  friend std::ostream& operator<<(std::ostream& os, const operands& o) {
    return os << "subtract=" << o.subtract << " round=" << o.round << ' ' << o.a << ' ' << o.b;
  }
};

using result = float_result;

/// The result and its flags, bit for bit.
constexpr result eval(const config& k, const operands& o) {
  const fma::config unit{.multiplicand = k.number,
                         .addend       = k.number,
                         .flush_in     = k.flush_in,
                         .flush_out    = k.flush_out};
  return fma::eval(unit, {o.a, 0, o.b, o.subtract ? fma::op_e::Sub : fma::op_e::Add, o.round});
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

}  // namespace weft::golden::fadd
