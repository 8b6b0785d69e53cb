// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <ostream>

#include "sim/golden/float.hpp"
#include "sim/golden/pipelined.hpp"

/// Golden model of rtl/arith/weft_fcvt.sv: conversions between floating-point formats and to and
/// from integers, rounded once.
namespace weft::golden::fcvt {

/// The operation: converts from the source format or an integer to the destination format or an
/// integer.
enum class op_e : std::uint8_t {
  FloatToFloat,
  FloatToSigned,
  FloatToUnsigned,
  SignedToFloat,
  UnsignedToFloat
};
inline constexpr int Ops = 5;

inline std::ostream& operator<<(std::ostream& os, op_e op) {
  return put_name(
      os, op,
      {"FloatToFloat", "FloatToSigned", "FloatToUnsigned", "SignedToFloat", "UnsignedToFloat"});
}

constexpr bool from_int(op_e op) {
  return op == op_e::SignedToFloat || op == op_e::UnsignedToFloat;
}
constexpr bool to_int(op_e op) { return op == op_e::FloatToSigned || op == op_e::FloatToUnsigned; }

/// The parameters of the unit. Without `int_bits` every operation is FloatToFloat.
struct config {
  format source      = Binary32;
  format destination = Bfloat16;
  int int_bits       = 32;
  unsigned pipe      = 0;  ///< one bit per pipeline register position; four positions

  constexpr int latency() const { return std::popcount(pipe); }
  constexpr std::uint64_t int_mask() const {
    return int_bits == 0 ? 0 : ~std::uint64_t{0} >> (64 - int_bits);
  }

  bool operator==(const config&) const = default;
};

struct operands {
  std::uint64_t data = 0;  ///< a number in the source format, or an integer in two's complement
  op_e op            = op_e::FloatToFloat;
  round_e round      = round_e::NearEven;
  bool saturate      = false;  ///< overflow to a float gives the largest number

  friend std::ostream& operator<<(std::ostream& os, const operands& o) {
    return os << "op=" << o.op << " round=" << o.round << " saturate=" << o.saturate << ' '
              << o.data;
  }
};

using result = float_result;

/// Rounds a finite number or an infinity to an integer of `bits` bits. A value out of range after
/// rounding gives the nearest representable integer and Invalid; NaN gives the largest, as in
/// RISC-V.
constexpr result to_integer(int bits, bool is_signed, round_e mode, const unpacked& x) {
  using enum unpacked::kind_e;
  const std::uint64_t ones    = ~std::uint64_t{0} >> (64 - bits);
  const std::uint64_t largest = is_signed ? ones >> 1 : ones;
  const bool negative         = x.sign && !x.is(Nan);
  // The largest magnitude of an integer of this sign, and the code of that integer.
  const std::uint64_t farthest = !negative ? largest : is_signed ? largest + 1 : 0;

  if (x.is(Finite) && detail::bit_length(x.sig) + x.exp <= 64) {
    const auto r = detail::round_to_place(mode, x.sign, x.sig, x.exp, 0);
    if (r.value <= farthest) {
      const std::uint64_t code = (negative ? -r.value : r.value) & ones;
      return {code, static_cast<std::uint8_t>(r.inexact ? Inexact : 0)};
    }
  }
  return {farthest, Invalid};
}

/// The result and its flags, bit for bit.
///
/// Conversions to a float: a NaN gives quiet_nan(), with Invalid if it is signalling. An infinity
/// is exact, also where it becomes E4M3's NaN; with `saturate` it is an overflow, like every number
/// beyond the largest.
constexpr result eval(const config& k, const operands& o) {
  using enum unpacked::kind_e;
  const format to    = k.destination;
  const op_e op      = k.int_bits == 0 ? op_e::FloatToFloat : o.op;
  const rounding how = {.mode = o.round, .saturate = o.saturate};

  if (from_int(op)) {
    const std::uint64_t bits = o.data & k.int_mask();
    const bool negative      = op == op_e::SignedToFloat && (bits >> (k.int_bits - 1)) != 0;
    const std::uint64_t size = (negative ? -bits : bits) & k.int_mask();
    return size == 0 ? result{} : detail::round_pack(to, how, negative, size, 0);
  }

  const unpacked x = unpack(k.source, o.data & k.source.mask());
  if (to_int(op)) return to_integer(k.int_bits, op == op_e::FloatToSigned, o.round, x);
  if (x.is(Nan)) return {quiet_nan(to), static_cast<std::uint8_t>(x.signalling ? Invalid : 0)};
  if (x.is(Infinity)) {
    if (!o.saturate) return {infinity(to, x.sign), 0};
    return {signed_code(to, x.sign, to.overflow_code() - 1), Overflow | Inexact};
  }
  if (x.zero()) return {signed_code(to, x.sign, 0), 0};
  return detail::round_pack(to, how, x.sign, x.sig, x.exp);
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

}  // namespace weft::golden::fcvt
