// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <ostream>

#include "sim/golden/float.hpp"
#include "sim/golden/integer.hpp"
#include "sim/golden/pipelined.hpp"

/// Golden model of rtl/tensor/weft_epilogue.sv: a sum on its way to memory is scaled, rectified,
/// rounded once to nearest even, and saturated.
///
/// Source: IEEE 754-2019, 4.3; PTX ISA, cvt, for FP16's satfinite.
namespace weft::golden::epilogue {

/// The output format. The values are the RTL's codes.
enum class output_e : std::uint8_t {
  KeepSum,  ///< the sum itself; only ReLU acts on it
  ToInt8,   ///< sum * scale in two's complement
  ToFp16    ///< sum * scale, finite or NaN
};
inline constexpr int Outputs = 3;

inline std::ostream& operator<<(std::ostream& os, output_e output) {
  return put_name(os, output, {"KeepSum", "ToInt8", "ToFp16"});
}

/// The parameters of the unit.
struct config {
  int sum_bits  = 32;
  int sum_exp   = 0;  ///< exponent bits of a float; 0: an integer in two's complement
  unsigned pipe = 0;  ///< one bit per pipeline register position; three positions

  constexpr int latency() const { return std::popcount(pipe); }
  constexpr bool is_float() const { return sum_exp != 0; }
  constexpr format sum_format() const { return {sum_exp, sum_bits - 1 - sum_exp}; }

  bool operator==(const config&) const = default;
};

struct operands {
  std::uint64_t sum   = 0;
  std::uint32_t scale = 0;  ///< an FP32 number
  output_e output     = output_e::KeepSum;
  bool relu           = false;  ///< negative results become +0

  friend std::ostream& operator<<(std::ostream& os, const operands& o) {
    return os << "output=" << o.output << " relu=" << o.relu << ' ' << o.sum << " * " << o.scale;
  }
};

/// The result; bits above an INT8 or an FP16 are zero.
struct result {
  std::uint64_t bits = 0;

  bool operator==(const result&) const = default;

  friend std::ostream& operator<<(std::ostream& os, const result& r) { return os << r.bits; }
};

/// Unpacks a sum. An integer has exponent 0, and its zero is positive.
constexpr unpacked unpack_sum(const config& k, std::uint64_t bits) {
  if (k.is_float()) return unpack(k.sum_format(), bits);
  const auto width = static_cast<unsigned>(k.sum_bits);
  const bool sign  = top_bit(width, bits);
  return {unpacked::kind_e::Finite, sign, 0, (sign ? -bits : bits) & ones(width)};
}

/// The exact product of two numbers. NaN if an operand is NaN, or for 0 * infinity.
struct product {
  unpacked::kind_e kind;
  bool sign;
  detail::wide_t sig;
  int exp;

  constexpr bool is(unpacked::kind_e k) const { return kind == k; }
  constexpr bool zero() const { return is(unpacked::kind_e::Finite) && sig == 0; }
};

constexpr product multiply(const unpacked& a, const unpacked& b) {
  using enum unpacked::kind_e;
  const bool infinite = a.is(Infinity) || b.is(Infinity);
  const bool no_value = a.is(Nan) || b.is(Nan) || (infinite && (a.zero() || b.zero()));
  const auto kind     = no_value ? Nan : infinite ? Infinity : Finite;
  return {kind, a.sign != b.sign, detail::wide_t{a.sig} * b.sig, a.exp + b.exp};
}

/// Saturated to -128 ... 127; NaN becomes 0.
constexpr std::uint64_t to_int8(const product& x) {
  using enum unpacked::kind_e;
  if (x.is(Nan) || x.zero()) return 0;
  const std::uint64_t farthest = x.sign ? 128 : 127;
  std::uint64_t size           = farthest;
  if (x.is(Finite) && detail::bit_length(x.sig) + x.exp <= 8) {
    const auto r = detail::round_to_place(round_e::NearEven, x.sign, x.sig, x.exp, 0);
    size         = std::min(r.value, farthest);
  }
  return (x.sign ? -size : size) & 0xff;
}

/// Saturated to -65504 ... 65504; NaN becomes PTX's canonical NaN.
constexpr std::uint64_t to_fp16(const product& x) {
  using enum unpacked::kind_e;
  if (x.is(Nan)) return 0x7fff;
  if (x.zero()) return signed_code(Binary16, x.sign, 0);
  if (x.is(Infinity)) return signed_code(Binary16, x.sign, Binary16.overflow_code() - 1);
  return detail::round_pack(Binary16, {.saturate = true}, x.sign, x.sig, x.exp).bits;
}

/// The result, bit for bit.
constexpr result eval(const config& k, const operands& o) {
  using enum unpacked::kind_e;
  const unpacked sum = unpack_sum(k, o.sum);
  if (o.output == output_e::KeepSum) {
    return {o.relu && sum.sign && !sum.is(Nan) ? 0 : o.sum};
  }
  const product x = multiply(sum, unpack(Binary32, o.scale));
  if (o.relu && x.sign && !x.is(Nan)) return {0};
  return {o.output == output_e::ToInt8 ? to_int8(x) : to_fp16(x)};
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

}  // namespace weft::golden::epilogue
