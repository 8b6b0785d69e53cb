// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <random>
#include <vector>

#include "sim/golden/float.hpp"
#include "sim/golden/sfu.hpp"
#include "sim/harness/operands.hpp"

namespace weft {

/// The names of operations in the names of tests.
inline constexpr std::array<const char*, golden::sfu::Ops> SfuNames{
    "Rcp", "Rsqrt", "Sqrt", "Ex2", "Lg2", "Sin", "Tanh", "Cos", "Interpolate"};

/// The names of builds in the names of tests, in build_e's order.
inline constexpr std::array<const char*, 3> SfuBuildNames{"Quadratic", "Cubic", "Fine"};

/// Operands for one operation: a third at the edges of the format, the others where the function
/// does its work; the slopes of a plane near its base, so that all three matter.
inline std::vector<golden::sfu::operands> sfu_operands(golden::sfu::op_e op, std::uint64_t seed,
                                                       std::size_t count) {
  using golden::sfu::op_e;
  sim::edge_floats edge(golden::Binary32, seed);
  std::mt19937_64 rng(seed + 1);
  const auto random32 = [&] { return static_cast<std::uint32_t>(rng()); };
  const auto number   = [&](int exp) {
    return (random32() & 0x807f'ffff) | static_cast<std::uint32_t>(std::clamp(exp, 0, 254)) << 23;
  };
  // Exponents from 2^-28 to 2^9, wider than the functions whose range is reduced need.
  const bool reduced = op == op_e::Ex2 || op == op_e::Sin || op == op_e::Cos || op == op_e::Tanh;
  // Half of the logarithms are of numbers from 1/2 to 2.
  const auto near_one = [&] { return 126 + static_cast<int>(rng() % 2); };

  std::vector<golden::sfu::operands> items(count);
  for (auto& o : items) {
    const int exp = static_cast<int>(rng() % 255);
    o             = {.op = op, .a = static_cast<std::uint32_t>(edge())};
    if (rng() % 3 != 0) o.a = number(reduced ? 99 + static_cast<int>(rng() % 38) : exp);
    if (op == op_e::Lg2 && rng() % 2 == 0) o.a = number(near_one());
    if (op != op_e::Interpolate) continue;
    const auto near = [&] {
      return rng() % 8 == 0 ? static_cast<std::uint32_t>(edge())
                            : number(exp - 20 + static_cast<int>(rng() % 30));
    };
    const auto offset = [&] {
      constexpr int Half = 1 << (golden::sfu::XyBits - 1);
      return static_cast<std::int16_t>(static_cast<int>(rng() % (2 * Half)) - Half);
    };
    o.b = near();
    o.c = near();
    o.x = offset();
    o.y = offset();
  }
  return items;
}

/// `count` operands for each operation, one of each in turn.
inline std::vector<golden::sfu::operands> every_operation(std::uint64_t seed, std::size_t count) {
  using namespace golden::sfu;
  std::vector<operands> items(Ops * count);
  for (unsigned op = 0; op < Ops; ++op) {
    const auto of_one = sfu_operands(op_e(op), seed + op, count);
    for (std::size_t i = 0; i < count; ++i) items[i * Ops + op] = of_one[i];
  }
  return items;
}

/// The operands with which a function reads every place of its table: every significand, under the
/// exponents that lead to all of its parts. Every n-th of them; of tanh's, which looks at the upper
/// 15 bits only, every 61 n-th.
inline std::vector<std::uint32_t> every_significand(golden::sfu::op_e op, std::uint32_t n = 1) {
  using enum golden::sfu::op_e;
  std::vector<int> exponents;
  bool negative = false;
  switch (op) {
    case Rcp:
      exponents = {0};
      break;
    case Rsqrt:
    case Sqrt:
      exponents = {0, 1};
      break;
    case Ex2:
      exponents = {0}, negative = true;
      break;
    case Lg2:
      exponents = {-1, 1};
      break;
    case Sin:
    case Cos:
      exponents = {0, 1};
      break;
    case Tanh:
      n *= 61;
      exponents = {-6, -5, -4, -3, -2, -1, 0, 1, 2};
      break;
    case Interpolate:
      break;
  }
  std::vector<std::uint32_t> codes;
  for (const int exp : exponents) {
    for (std::uint32_t frac = 0; frac < 1U << 23; frac += n) {
      codes.push_back(static_cast<std::uint32_t>(exp + 127) << 23 | frac);
      if (negative) codes.push_back(codes.back() | 0x8000'0000);
    }
  }
  return codes;
}

/// The operands with which a function reads every place of the table of its ratio: all from 2^-12
/// to 1 for sin, in steps of a place in the lower binades; all from 1/2 to 3/2 for lg2. Every n-th.
inline std::vector<std::uint32_t> every_ratio(golden::sfu::op_e op, std::uint32_t n = 1) {
  const bool sin = op == golden::sfu::op_e::Sin;
  std::vector<std::uint32_t> codes;
  for (std::uint32_t x = sin ? 0x3980'0000 : 0x3f00'0001; x < (sin ? 0x3f80'0000 : 0x3fc0'0000);) {
    codes.push_back(x);
    x += sin && x < 0x3e00'0000 ? 61 * n : n;
  }
  return codes;
}

}  // namespace weft
