// SPDX-License-Identifier: Apache-2.0

#include "sim/golden/math/math.hpp"

#include <bit>

#include "sim/golden/fma.hpp"
#include "sim/golden/math/math_routines.hpp"

namespace weft::golden::math {
namespace {

/// A lane of golden's units.
template <sfu::build_e Build>
struct units : host_types {
  static float fma(float a, float b, float c) { return operate(a, b, c, golden::fma::op_e::Madd); }
  static float add(float a, float b) { return operate(a, 1, b, golden::fma::op_e::Add); }
  static float mul(float a, float b) { return operate(a, b, 0, golden::fma::op_e::Mul); }
  static float rcp(float a) { return function(a, sfu::op_e::Rcp); }
  static float rsqrt(float a) { return function(a, sfu::op_e::Rsqrt); }

 private:
  static float function(float a, sfu::op_e op) {
    return std::bit_cast<float>(sfu::eval({.build = Build}, {.op = op, .a = bits(a)}).bits);
  }
  static float operate(float a, float b, float c, golden::fma::op_e op) {
    const auto r = golden::fma::eval_fast({}, {bits(a), bits(b), bits(c), op});
    return std::bit_cast<float>(static_cast<std::uint32_t>(r.bits));
  }
};

/// A lane that counts its operations.
struct counter : host_types {
  static inline thread_local steps done;

  static float fma(float a, float b, float c) { return ++done.fma, once::fma(a, b, c); }
  static float add(float a, float b) { return ++done.fma, once::add(a, b); }
  static float mul(float a, float b) { return ++done.fma, once::mul(a, b); }
  static float rcp(float a) { return ++done.sfu, once::rcp(a); }
  static float rsqrt(float a) { return ++done.sfu, once::rsqrt(a); }

 private:
  using once = units<sfu::build_e::Cubic>;
};

template <class Lane>
std::uint32_t run(const operands& o) {
  return result_bits<routines<Lane>>(o.op, std::bit_cast<float>(o.x), std::bit_cast<float>(o.y));
}

}  // namespace

result eval(sfu::build_e build, const operands& o) {
  using enum sfu::build_e;
  return {build == Quadratic ? run<units<Quadratic>>(o)
          : build == Fine    ? run<units<Fine>>(o)
                             : run<units<Cubic>>(o)};
}

steps count(const operands& o) {
  counter::done = {};
  run<counter>(o);
  return counter::done;
}

}  // namespace weft::golden::math
