// SPDX-License-Identifier: Apache-2.0
//
// sim/golden/math against libm in double precision for every 509th operand.

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>

#include "tb/harness/report.hpp"
#include "tb/sfu/math_bounds.hpp"

namespace weft::math_full_test {
namespace {

using namespace golden::math;

class MathFull : public testing::TestWithParam<int> {};

TEST_P(MathFull, KeepsItsBound) { keeps_its_bound(op_e(GetParam()), 509); }

// In units of half an ulp: (z - 1)^2 x < 1 < (z + 1)^2 x, in integers.
TEST(MathFullRsqrt, IsCorrectlyRoundedFrom1To4) {
  __extension__ using wide = unsigned __int128;
  constexpr wide One       = wide{1} << (2 * 25 + 23);
  for (std::uint32_t code = 0x3f80'0000; code < 0x4080'0000; ++code) {
    const float x   = std::bit_cast<float>(code);
    const auto unit = static_cast<std::uint32_t>(x * 0x1p23F);
    const auto z    = static_cast<wide>(sim::host_math(op_e::Rsqrt, x, 0) * 0x1p25F);
    ASSERT_TRUE((z - 1) * (z - 1) * unit < One && One < (z + 1) * (z + 1) * unit) << x;
  }
}

INSTANTIATE_TEST_SUITE_P(, MathFull, testing::Range(0, Ops),
                         [](const auto& info) { return report(op_e(info.param)); });

}  // namespace
}  // namespace weft::math_full_test
