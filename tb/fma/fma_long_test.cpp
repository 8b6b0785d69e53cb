// SPDX-License-Identifier: Apache-2.0
//
// rtl/fma/weft_fma.sv against sim/golden/fma.hpp, at length: every sum and product of two FP16 and
// BF16 numbers, and 10 million triples of FP32 and FP64 at the edges.

#include <gtest/gtest.h>

#include <cstdint>

#include "tb/fma/fma_bench.hpp"

namespace weft::fma_long_test {
namespace {

class FmaLong : public testing::TestWithParam<built_unit> {
 protected:
  /// Every pair under one operation; the direction changes from pair to pair, so that every number
  /// meets all of them.
  static void every_pair(op_e op) {
    const built_unit& unit = GetParam();
    if (unit.k.multiplicand.width() != 16 || unit.k.addend.width() != 16 || unit.k.latency() != 0) {
      GTEST_SKIP() << "not a 16-bit unit without registers";
    }
    std::uint64_t n = 0;
    unit.sweep([&](operands& o) {
      const std::uint64_t a = n & 0xffff, b = n >> 16 & 0xffff;
      o = {a, op == op_e::Mul ? b : 0, op == op_e::Mul ? 0 : b, op,
           round_e((a + b) % golden::Rounds)};
      return n++ < std::uint64_t{1} << 32;
    });
    EXPECT_EQ(n, (std::uint64_t{1} << 32) + 1);
  }
};
INSTANTIATE_TEST_SUITE_P(, FmaLong, testing::ValuesIn(built_units()),
                         testing::PrintToStringParamName());

TEST_P(FmaLong, EverySumOf16BitNumbers) { every_pair(op_e::Add); }
TEST_P(FmaLong, EveryProductOf16BitNumbers) { every_pair(op_e::Mul); }

TEST_P(FmaLong, EqualsGoldenInTenMillionTriplesAtTheEdges) {
  for (std::uint64_t i = 0; i < 10; ++i) {
    expect_equal(GetParam(), edge_triples(GetParam().k, 1'000'000, test_options().seed + 3 * i));
  }
}

}  // namespace
}  // namespace weft::fma_long_test
