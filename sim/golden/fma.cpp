// SPDX-License-Identifier: Apache-2.0
#include "sim/golden/fma.hpp"

#include <cmath>

#include "sim/golden/host/host.hpp"

namespace weft::golden::fma {
namespace {

/// Formats whose products are exact in double precision, with room below for a jammed bit.
constexpr bool fits(format f) { return f.frac_bits <= 23 && f.exp_bits <= 8; }

constexpr int DoubleFrac = Binary64.frac_bits;

/// A finite number's value, exact. Subnormals are scaled by an exact multiplication.
double value(format f, std::uint64_t bits, double subnormal_unit) {
  const std::uint64_t magnitude = bits & (f.sign_bit() - 1);
  double x;
  if (magnitude >> f.frac_bits != 0) {
    const auto rebias = static_cast<std::uint64_t>(Binary64.bias() - f.bias()) << DoubleFrac;
    x                 = std::bit_cast<double>((magnitude << (DoubleFrac - f.frac_bits)) + rebias);
  } else {
    x = static_cast<double>(magnitude) * subnormal_unit;
  }
  return (bits & f.sign_bit()) != 0 ? -x : x;
}

double power_of_two(int exp) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(Binary64.bias() + exp) << DoubleFrac);
}

}  // namespace

result eval_fast(const config& k, const operands& o) {
  const format f = k.multiplicand, g = k.addend;
  if (!fits(f) || !fits(g) || !has_ieee_arithmetic()) return eval(k, o);
  const auto special = [](format x, std::uint64_t bits) {
    return (bits & (x.sign_bit() - 1)) >= x.overflow_code();
  };
  if (special(f, o.a) || special(f, o.b) || special(g, o.c)) return eval(k, o);

  const double f_unit = k.flush_in ? 0 : power_of_two(f.min_exp());
  const double g_unit = k.flush_in ? 0 : power_of_two(g.min_exp());
  double product      = value(f, o.a, f_unit);
  if (multiplies(o.op)) product *= value(f, o.b, f_unit);
  double addend = adds(o.op) ? value(g, o.c, g_unit) : 0;
  if ((static_cast<int>(o.op) & 2) != 0 && adds(o.op)) product = -product;
  if ((static_cast<int>(o.op) & 1) != 0) addend = -addend;

  // sum + error is exact (Knuth's TwoSum).
  const double sum   = product + addend;
  const double back  = sum - product;
  const double error = (product - (sum - back)) + (addend - back);

  // Results near the ends of g's range, and zeros, are left to eval().
  std::uint64_t bits = std::bit_cast<std::uint64_t>(sum);
  const bool sign    = bits >> 63;
  const int exp      = static_cast<int>(bits >> DoubleFrac & 0x7ff) - Binary64.bias() + g.bias();
  if (exp < 2 || exp > g.max_exp() - 2) return eval(k, o);

  // Rounding to odd in double precision, then as requested, equals a single rounding (Boldo and
  // Melquiond).
  if (error != 0 && (bits & 1) == 0) bits += (error < 0) == sign ? 1 : ~std::uint64_t{0};
  const int drop               = DoubleFrac - g.frac_bits;
  const std::uint64_t fraction = bits & Binary64.frac_mask();
  const std::uint64_t kept =
      (static_cast<std::uint64_t>(static_cast<int>(bits >> DoubleFrac & 0x7ff) - Binary64.bias() +
                                  g.bias())
       << g.frac_bits) |
      fraction >> drop;
  const std::uint64_t lost      = fraction & ((std::uint64_t{1} << drop) - 1);
  const std::uint64_t half      = std::uint64_t{1} << (drop - 1);
  const unsigned beyond         = (lost >= half ? 2 : 0) | ((lost & (half - 1)) != 0 ? 1 : 0);
  const std::uint64_t magnitude = kept + detail::round_up(o.round, sign, (kept & 1) != 0, beyond);
  return {signed_code(g, sign, magnitude), static_cast<std::uint8_t>(beyond != 0 ? Inexact : 0)};
}

}  // namespace weft::golden::fma
