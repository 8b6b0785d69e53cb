// SPDX-License-Identifier: Apache-2.0
//
// sim/golden/math against libm in double precision for every 509th operand.

#include <gtest/gtest.h>

#include "tb/harness/report.hpp"
#include "tb/sfu/math_bounds.hpp"

namespace weft::math_full_test {
namespace {

using namespace golden::math;

class MathFull : public testing::TestWithParam<int> {};

TEST_P(MathFull, KeepsItsBound) { keeps_its_bound(op_e(GetParam()), 509); }

TEST(MathFullRsqrt, IsCorrectlyRoundedFrom1To4) {
  const auto f = sim::measure_math(op_e::Rsqrt, 1, 1, 0x3f80'0000, 0x4080'0000);
  EXPECT_EQ(f.operands, 1U << 24);
  EXPECT_EQ(f.rounded, f.operands);
}

INSTANTIATE_TEST_SUITE_P(, MathFull, testing::Range(0, Ops),
                         [](const auto& info) { return report(op_e(info.param)); });

}  // namespace
}  // namespace weft::math_full_test
