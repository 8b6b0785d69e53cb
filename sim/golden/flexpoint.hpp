// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <ostream>

#include "sim/golden/float.hpp"
#include "sim/golden/pipelined.hpp"

/// Golden model of rtl/arith/weft_flexpoint.sv: significands of a Flexpoint tensor, from floats or
/// from sums of products.
///
/// An element's value is significand * 2^(exponent - bias); the exponent is the tensor's. Source:
/// Koester et al., Flexpoint, NIPS 2017.
namespace weft::golden::flexpoint {

enum class op_e : std::uint8_t {
  Quantise,    ///< the float, in units of 2^exp_out
  MultiplyAdd  ///< sum += a * b, in units of 2^exp_out
};

inline std::ostream& operator<<(std::ostream& os, op_e op) {
  return put_name(os, op, {"Quantise", "MultiplyAdd"});
}

/// The parameters of the unit.
struct config {
  int sig_bits  = 16;
  int exp_bits  = 5;
  int bias      = 31;
  int acc_bits  = 48;  ///< width of a sum, which wraps
  unsigned pipe = 0;   ///< one bit per pipeline register position; three positions

  constexpr int latency() const { return std::popcount(pipe); }
  constexpr std::int32_t largest() const {
    return static_cast<std::int32_t>((std::uint32_t{1} << (sig_bits - 1)) - 1);
  }

  bool operator==(const config&) const = default;
};

struct operands {
  op_e op              = op_e::Quantise;
  bool last            = true;   ///< the sum is complete; its significand counts for max
  bool end             = false;  ///< the last item of the tensor
  std::uint32_t number = 0;      ///< an FP32 number
  std::int32_t a = 0, b = 0;     ///< significands
  std::int32_t exp_a = 0, exp_b = 0, exp_out = 0;

  friend std::ostream& operator<<(std::ostream& os, const operands& o) {
    return os << "op=" << o.op << " last=" << o.last << " end=" << o.end << " number=" << o.number
              << " a=" << o.a << '@' << o.exp_a << " b=" << o.b << '@' << o.exp_b << " to @"
              << o.exp_out;
  }
};

struct result {
  std::int32_t sig  = 0;
  bool overflow     = false;  ///< the significand is saturated
  std::uint32_t max = 0;      ///< largest |significand| of the tensor so far

  bool operator==(const result&) const = default;

  friend std::ostream& operator<<(std::ostream& os, const result& r) {
    return os << r.sig << " overflow=" << r.overflow << " max=" << r.max;
  }
};

/// The state that the unit keeps between items.
struct state {
  std::int64_t sum  = 0;
  std::uint32_t max = 0;

  bool operator==(const state&) const = default;
};

namespace detail {

__extension__ using int128 = __int128;

/// value / 2^places rounded to nearest even, saturated to -largest - 1 ... largest.
constexpr result round_saturate(std::int32_t largest, std::int64_t value, int places) {
  const std::int32_t limit = value < 0 ? -largest - 1 : largest;
  int128 rounded           = value;
  if (places <= 0) {
    if (value != 0 && places < -62) return {limit, true};
    rounded = int128{value} << std::min(-places, 62);
  } else {
    const int n       = std::min(places, 100);
    const int128 unit = int128{1} << n, rest = value & (unit - 1);
    rounded = (int128{value} >> n);
    if (2 * rest > unit || (2 * rest == unit && rounded % 2 != 0)) ++rounded;
  }
  if (rounded > largest || rounded < -largest - 1) return {limit, true};
  return {static_cast<std::int32_t>(rounded), false};
}

/// The low `bits` of x, sign-extended.
constexpr std::int64_t wrap(std::int64_t x, int bits) {
  const int above = 64 - bits;
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(x) << above) >> above;
}

}  // namespace detail

/// Computes the result and updates the state, bit for bit. Infinities saturate; NaN is treated as
/// +infinity.
constexpr result eval(const config& k, state& s, const operands& o) {
  using enum unpacked::kind_e;
  result r;
  if (o.op == op_e::MultiplyAdd) {
    const std::int64_t sum = detail::wrap(s.sum + std::int64_t{o.a} * o.b, k.acc_bits);
    r     = detail::round_saturate(k.largest(), sum, o.exp_out + k.bias - o.exp_a - o.exp_b);
    s.sum = o.last ? 0 : sum;
  } else if (const unpacked x = unpack(Binary32, o.number); x.is(Finite)) {
    const auto sig = static_cast<std::int64_t>(x.sig);
    r = detail::round_saturate(k.largest(), x.sign ? -sig : sig, o.exp_out - k.bias - x.exp);
  } else {
    r = {x.sign && x.is(Infinity) ? -k.largest() - 1 : k.largest(), true};
  }
  const auto size = static_cast<std::uint32_t>(r.sig < 0 ? -r.sig : r.sig);
  r.max           = o.last ? std::max(s.max, size) : s.max;
  s.max           = o.end ? 0 : r.max;
  return r;
}

/// Clock cycles for n items when neither side stalls: from the cycle that takes the first item to
/// the cycle that takes the last result, both counted.
constexpr std::uint64_t cycles(const config& k, std::uint64_t n) {
  return n + static_cast<std::uint64_t>(k.latency());
}

/// The unit cycle by cycle. Results leave in order, so the model updates the state when an item
/// enters.
class model {
 public:
  using inputs  = stream_in<operands>;
  using outputs = stream_out<result>;

  explicit model(const config& k)
      : k_(k), stages_([](const result& r) { return r; }, k.latency()) {}

  outputs peek(const inputs& in) const {
    state s = state_;
    return stages_.peek(evaluate(in, s));
  }

  void step(const inputs& in) {
    state s            = state_;
    const auto results = evaluate(in, s);
    if (stages_.peek(results).in_ready) state_ = s;
    stages_.step(results);
  }

 private:
  stream_in<result> evaluate(const inputs& in, state& s) const {
    return {in.in ? std::optional(eval(k_, s, *in.in)) : std::nullopt, in.out_ready};
  }

  config k_;
  state state_;
  pipelined<result, result> stages_;
};

}  // namespace weft::golden::flexpoint
