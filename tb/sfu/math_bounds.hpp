// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <ios>
#include <string>

#include "sim/sfu/math_errors.hpp"
#include "tb/harness/test_main.hpp"

namespace weft {

/// Every `step`-th operand, or as many pairs.
inline void keeps_its_bound(golden::math::op_e op, std::uint64_t step) {
  const auto f       = sim::measure_math(op, step, test_options().seed);
  const double bound = sim::math_bound(op);
  EXPECT_EQ(f.wrong, 0U) << op << ' ' << std::hex << f.x << ' ' << f.y;
  EXPECT_LT(f.worst, bound) << op << ' ' << std::hex << f.x << ' ' << f.y;
  // A bound that nothing comes near says nothing.
  EXPECT_GT(f.worst, 0.75 * bound);
  ::testing::Test::RecordProperty("worst", std::to_string(f.worst));
}

}  // namespace weft
