// SPDX-License-Identifier: Apache-2.0
//
// sim/golden/math against libm in double precision for every operand; of two, 2^32 pairs at random.

#include <gtest/gtest.h>

#include "tb/harness/report.hpp"
#include "tb/sfu/math_bounds.hpp"

namespace weft::math_long_test {
namespace {

using namespace golden::math;

class MathLong : public testing::TestWithParam<int> {};

TEST_P(MathLong, KeepsItsBoundForEveryOperand) { keeps_its_bound(op_e(GetParam()), 1); }

INSTANTIATE_TEST_SUITE_P(, MathLong, testing::Range(0, Ops),
                         [](const auto& info) { return report(op_e(info.param)); });

}  // namespace
}  // namespace weft::math_long_test
