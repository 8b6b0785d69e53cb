// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <ostream>

#include "sim/golden/enum_name.hpp"
#include "sim/golden/integer.hpp"
#include "sim/golden/pipelined.hpp"

/// Golden model of rtl/arith/weft_logic.sv: logic and shifts on words, as PTX defines them.
namespace weft::golden::logic {

/// The operation. The four unused codes give zero.
enum class op_e : std::uint8_t {
  And,
  Or,
  Xor,
  Not,            ///< the complement of a
  Cnot,           ///< 1 if a is zero, else 0
  Shl,            ///< a shifted left; zeros enter
  ShrLogical,     ///< a shifted right; zeros enter
  ShrArithmetic,  ///< a shifted right; its sign enters
  ShfLeftClamp,   ///< the high word of {b, a} shifted left
  ShfLeftWrap,
  ShfRightClamp,  ///< the low word of {b, a} shifted right
  ShfRightWrap
};
inline constexpr int Ops = 12;

inline std::ostream& operator<<(std::ostream& os, op_e op) {
  return put_name(os, op,
                  {"And", "Or", "Xor", "Not", "Cnot", "Shl", "ShrLogical", "ShrArithmetic",
                   "ShfLeftClamp", "ShfLeftWrap", "ShfRightClamp", "ShfRightWrap"});
}

/// The parameters of the unit.
struct config {
  unsigned width = 32;  ///< a power of two from 2 to 64
  unsigned pipe  = 1;   ///< bit 0: a register for the result

  constexpr int latency() const { return static_cast<int>(pipe & 1); }

  bool operator==(const config&) const = default;
};

struct operands {
  op_e op         = op_e::And;
  std::uint64_t a = 0, b = 0;
  std::uint32_t amount = 0;  ///< shift amount: more than width counts as width, or wraps

  friend std::ostream& operator<<(std::ostream& os, const operands& o) {
    return os << "op=" << o.op << ' ' << o.a << ' ' << o.b << " amount=" << o.amount;
  }
};

struct result {
  std::uint64_t bits = 0;

  bool operator==(const result&) const = default;

  friend std::ostream& operator<<(std::ostream& os, const result& r) { return os << r.bits; }
};

namespace detail {

/// x * 2^n or x / 2^n, also for n = 64.
constexpr std::uint64_t left(std::uint64_t x, unsigned n) { return n < 64 ? x << n : 0; }
constexpr std::uint64_t right(std::uint64_t x, unsigned n) { return n < 64 ? x >> n : 0; }

}  // namespace detail

/// The result, bit for bit.
constexpr result eval(const config& k, const operands& o) {
  using detail::left, detail::right;
  const unsigned w    = k.width;
  const unsigned wrap = o.amount % w, clamp = o.amount < w ? o.amount : w;
  const auto word      = [w](std::uint64_t bits) { return result{bits & ones(w)}; };
  const auto shf_left  = [&](unsigned n) { return word(left(o.b, n) | right(o.a, w - n)); };
  const auto shf_right = [&](unsigned n) { return word(left(o.b, w - n) | right(o.a, n)); };

  switch (o.op) {
    case op_e::And:
      return {o.a & o.b};
    case op_e::Or:
      return {o.a | o.b};
    case op_e::Xor:
      return {o.a ^ o.b};
    case op_e::Not:
      return word(~o.a);
    case op_e::Cnot:
      return {o.a == 0};
    case op_e::Shl:
      return word(left(o.a, clamp));
    case op_e::ShrLogical:
      return {right(o.a, clamp)};
    case op_e::ShrArithmetic:
      return word(static_cast<std::uint64_t>(sign_extend(w, o.a) >> (clamp < 63 ? clamp : 63)));
    case op_e::ShfLeftClamp:
      return shf_left(clamp);
    case op_e::ShfLeftWrap:
      return shf_left(wrap);
    case op_e::ShfRightClamp:
      return shf_right(clamp);
    case op_e::ShfRightWrap:
      return shf_right(wrap);
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

}  // namespace weft::golden::logic
