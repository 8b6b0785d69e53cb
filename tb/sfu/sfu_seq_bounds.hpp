// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <random>

#include "sim/golden/sfu_seq.hpp"
#include "tb/harness/test_main.hpp"

namespace weft {

inline constexpr std::array<const char*, golden::sfu_seq::Ops> SfuSeqNames{
    "Div", "Exp", "Exp10", "Log", "Log10", "Pow", "Sigmoid"};

/// The function in double precision: libm's.
inline double sfu_seq_exact(golden::sfu_seq::op_e op, double x, double y) {
  using enum golden::sfu_seq::op_e;
  switch (op) {
    case Div:
      return x / y;
    case Exp:
      return std::exp(x);
    case Exp10:
      return std::pow(10.0, x);
    case Log:
      return std::log(x);
    case Log10:
      return std::log10(x);
    case Pow:
      return std::pow(x, y);
    default:
      return 1 / (1 + std::exp(-x));
  }
}

/// A result's error as a part of the bound that docs/unit/sfu_seq.md gives, in the form of CUDA's
/// for its fast functions. An ulp is that of the exact result.
inline double sfu_seq_error(golden::sfu_seq::op_e op, double x, double y, double exact, double z) {
  using enum golden::sfu_seq::op_e;
  const double error = std::fabs(z - exact);
  const double ulp   = error / std::ldexp(1.0, std::max(std::ilogb(exact), -126) - 23);
  const bool near_1  = x > 0.5 && x < 2;
  switch (op) {
    case Div:
      return ulp / 0.57;
    case Exp:
      return ulp / (1.5 + 1.2 * std::fabs(x));
    case Exp10:
      return ulp / (1.5 + 3.05 * std::fabs(x));
    case Log:
      return near_1 ? error / std::exp2(-23.4) : ulp / 1.9;
    case Log10:
      return near_1 ? error / std::exp2(-24.2) : ulp / 2.4;
    case Pow: {
      // The logarithm's error, absolute near 1, times y; half an ulp of the product; both in ex2.
      const double log2x = std::fabs(std::log2(x));
      const double lost  = std::fabs(y) * (near_1 ? std::exp2(-23.4) : log2x * 0x1p-23) +
                          std::fabs(y) * log2x * 0x1p-24;
      return ulp / (1 + lost * 0x1p24 * std::log(2.0));
    }
    default:
      return ulp / std::max(2.5, 1.5 - 1.24 * x);
  }
}

/// Whether the bound is claimed: of normal results; of quotients if both operands are normal too
/// and the remainder is exact.
inline bool sfu_seq_claimed(golden::sfu_seq::op_e op, double x, double y, double exact) {
  const auto normal = [](double v) { return std::fabs(v) >= 0x1p-126 && std::fabs(v) < 0x1p128; };
  if (op == golden::sfu_seq::op_e::Div) {
    return normal(x) && normal(y) && normal(exact) && std::fabs(x) >= 0x1p-102;
  }
  return normal(exact);
}

/// Every `step`-th x, with a y at random where there is one.
inline void keeps_its_bound(golden::sfu_seq::op_e op, std::uint64_t step) {
  using namespace golden::sfu_seq;
  std::mt19937_64 rng(test_options().seed);
  double worst       = 0;
  std::uint64_t told = 0;
  for (std::uint64_t code = 0; code < std::uint64_t{1} << 32; code += step) {
    operands o{op, static_cast<std::uint32_t>(code)};
    if (op == op_e::Div) o.y = static_cast<std::uint32_t>(rng());
    if (op == op_e::Pow) {
      o.y = (static_cast<std::uint32_t>(rng()) & 0x807f'ffff) |
            (100 + static_cast<std::uint32_t>(rng() % 40)) << 23;
    }
    const double x = std::bit_cast<float>(o.x), y = std::bit_cast<float>(o.y);
    if (op == op_e::Pow && x < 0) continue;
    const double exact = sfu_seq_exact(op, x, y);
    const double z     = std::bit_cast<float>(eval({}, o).bits);
    if (std::isnan(exact)) {
      ASSERT_TRUE(std::isnan(z)) << std::hex << o;
      continue;
    }
    ASSERT_FALSE(std::isnan(z)) << std::hex << o;
    if (!sfu_seq_claimed(op, x, y, exact)) continue;
    const double error = sfu_seq_error(op, x, y, exact, z);
    ASSERT_LE(error, 1) << std::hex << o << ' ' << std::hexfloat << x << ' ' << y << ": " << z
                        << " for " << exact;
    worst = std::max(worst, error);
    ++told;
  }
  EXPECT_GT(told, (std::uint64_t{1} << 32) / step / 400);
  // A bound that nothing comes near says nothing.
  EXPECT_GT(worst, 0.6);
  ::testing::Test::RecordProperty("worst_part_of_bound", std::to_string(worst));
}

}  // namespace weft
