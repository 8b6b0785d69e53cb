// SPDX-License-Identifier: Apache-2.0

#include "sim/sfu/math_errors.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <random>

#include "sim/golden/math/math_routines.hpp"

// A clone of a function and of all that it calls, for hosts with a fused multiply-add.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__)
#define WEFT_HOST_FMA [[gnu::target_clones("fma", "default"), gnu::flatten]]
#else
#define WEFT_HOST_FMA
#endif

namespace weft::sim {

using namespace golden::math;

namespace {

/// A lane of the host's operations. This file is compiled without contraction.
struct host_lane : host_types {
  static float fma(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
  static float add(float a, float b) { return a + b; }
  static float mul(float a, float b) { return a * b; }
  static float rcp(float a) { return function(a, golden::sfu::op_e::Rcp); }
  static float rsqrt(float a) { return function(a, golden::sfu::op_e::Rsqrt); }

 private:
  static float function(float a, golden::sfu::op_e op) {
    return std::bit_cast<float>(
        golden::sfu::eval({}, {.op = op, .a = std::bit_cast<std::uint32_t>(a)}).bits);
  }
};

/// Operands of pow: half of them with a result that is a normal number.
operands pair(std::mt19937_64& rng) {
  const auto word = [&] { return static_cast<std::uint32_t>(rng()); };
  operands o{op_e::Pow, word(), word()};
  const std::uint32_t kind = word() % 8;
  if (kind < 5) o.x &= 0x7fff'ffff;
  if (kind < 4) o.y = (o.y & 0x807f'ffff) | (110 + word() % 24) << 23;
  if (kind < 2) o.x = (o.x & 0xff'ffff) + 0x3f00'0000;
  if (kind == 7) o.y = std::bit_cast<std::uint32_t>(static_cast<float>(word() % 64) - 32);
  return o;
}

}  // namespace

double libm_math(op_e op, double x, double y) {
  switch (op) {
    case op_e::Exp:
      return std::exp(x);
    case op_e::Exp2:
      return std::exp2(x);
    case op_e::Exp10:
      return std::pow(10.0, x);
    case op_e::Log:
      return std::log(x);
    case op_e::Log2:
      return std::log2(x);
    case op_e::Log10:
      return std::log10(x);
    case op_e::Sin:
      return std::sin(x);
    case op_e::Cos:
      return std::cos(x);
    case op_e::Tan:
      return std::tan(x);
    case op_e::Tanh:
      return std::tanh(x);
    case op_e::Sigmoid:
      return 1 / (1 + std::exp(-x));
    case op_e::Erf:
      return std::erf(x);
    case op_e::Rsqrt:
      return 1 / std::sqrt(x);
    default:
      return std::pow(x, y);
  }
}

double math_error(double exact, float result) {
  const double y = std::isinf(result) ? std::copysign(0x1p128, result) : result;
  if (std::fabs(exact) > 0x1p128) exact = std::copysign(0x1p128, exact);
  const auto exp = static_cast<int>(std::bit_cast<std::uint64_t>(exact) >> 52 & 0x7ff) - 1023;
  const auto ulp = static_cast<std::uint64_t>(std::clamp(exp, -126, 127) - 23 + 1023) << 52;
  return std::fabs(y - exact) / std::bit_cast<double>(ulp);
}

double math_bound(op_e op) {
  constexpr std::array<double, Ops> Bounds{0.76, 0.77, 0.76, 0.51, 0.51, 0.51, 0.76,
                                           0.76, 0.95, 0.76, 0.76, 0.92, 0.51, 0.80};
  return Bounds[static_cast<std::size_t>(op)];
}

WEFT_HOST_FMA float host_math(op_e op, float x, float y) {
  return evaluate<routines<host_lane>>(op, x, y);
}

WEFT_HOST_FMA math_figures measure_math(op_e op, std::uint64_t step, std::uint64_t seed,
                                        std::uint64_t from, std::uint64_t to) {
  std::mt19937_64 rng(seed);
  math_figures f;
  for (std::uint64_t code = from; code < to; code += step) {
    const operands o = takes_two(op) ? pair(rng) : operands{op, static_cast<std::uint32_t>(code)};
    const float x = std::bit_cast<float>(o.x), y = std::bit_cast<float>(o.y);
    const float z      = evaluate<routines<host_lane>>(op, x, y);
    const double exact = libm_math(op, x, y);
    ++f.operands;
    const auto nearest = static_cast<float>(exact);
    if (std::isnan(z) != std::isnan(exact) ||
        (z == 0 && nearest == 0 && std::signbit(z) != std::signbit(nearest))) {
      if (f.wrong++ == 0) f.x = o.x, f.y = o.y;
      continue;
    }
    if (std::isnan(z) || z == nearest) ++f.rounded;
    if (std::isnan(z) || z == exact) continue;
    const double error = math_error(exact, z);
    if (error <= f.worst) continue;
    f.worst = error;
    if (f.wrong == 0) f.x = o.x, f.y = o.y;
  }
  return f;
}

}  // namespace weft::sim
