// SPDX-License-Identifier: Apache-2.0
//
// rtl/dpa/weft_dpa.sv against sim/golden/dpa.hpp, at length.

#include <gtest/gtest.h>

#include <cstdint>

#include "tb/dpa/dpa_bench.hpp"

namespace weft::dpa_long_test {
namespace {

class DpaLong : public testing::TestWithParam<built_unit> {};
INSTANTIATE_TEST_SUITE_P(, DpaLong, testing::ValuesIn(built_units()),
                         testing::PrintToStringParamName());

TEST_P(DpaLong, EqualsGoldenInTwoMillionBlocksAtTheEdges) {
  for (std::uint64_t i = 0; i < 40; ++i) {
    expect_equal(GetParam(), edge_blocks(GetParam().k.p, 50'000, test_options().seed + i));
  }
}

}  // namespace
}  // namespace weft::dpa_long_test
