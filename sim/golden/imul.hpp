// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <ostream>

#include "sim/golden/integer.hpp"
#include "sim/golden/pipelined.hpp"

/// Golden model of rtl/arith/weft_imul.sv: a * b in two words, each operand signed or unsigned.
namespace weft::golden::imul {

/// The parameters of the unit.
struct config {
  unsigned width = 32;  ///< 5 to 64
  unsigned pipe  = 6;   ///< one bit per pipeline register position; three positions

  constexpr int latency() const { return std::popcount(pipe & 7); }

  bool operator==(const config&) const = default;
};

struct operands {
  std::uint64_t a = 0, b = 0;
  bool a_signed = false, b_signed = false;  ///< two's complement

  friend std::ostream& operator<<(std::ostream& os, const operands& o) {
    return os << o.a << (o.a_signed ? "s * " : "u * ") << o.b << (o.b_signed ? 's' : 'u');
  }
};

/// The exact product, modulo 2^(2 width).
struct result {
  std::uint64_t low = 0, high = 0;

  bool operator==(const result&) const = default;

  friend std::ostream& operator<<(std::ostream& os, const result& r) {
    return os << "high=" << r.high << " low=" << r.low;
  }
};

/// The product, bit for bit.
constexpr result eval(const config& k, const operands& o) {
  __extension__ using wide_t = unsigned __int128;
  const auto extend          = [&k](std::uint64_t x, bool is_signed) {
    return is_signed ? static_cast<wide_t>(sign_extend(k.width, x)) : wide_t{x};
  };
  const wide_t product = extend(o.a, o.a_signed) * extend(o.b, o.b_signed);
  return {static_cast<std::uint64_t>(product) & ones(k.width),
          static_cast<std::uint64_t>(product >> k.width) & ones(k.width)};
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

}  // namespace weft::golden::imul
