// SPDX-License-Identifier: Apache-2.0
//
// rtl/arith/weft_flexpoint.sv against sim/golden/flexpoint.hpp.

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "sim/harness/unit_rtl.hpp"
#include "sim/verilated/flexpoint_ports.hpp"
#include "tb/arith/flexpoint_cases.hpp"
#include "tb/harness/unit_bench.hpp"
#include "weft_flexpoint_configs.hpp"

namespace weft::flexpoint_test {
namespace {

using namespace golden::flexpoint;

std::vector<operands> some_items(const config& k) {
  return flexpoint_cases(k, test_options().seed).many(5000);
}

WEFT_UNIT_SUITE(FlexpointRtl, sim::flexpoint_ports, WEFT_FLEXPOINT_CONFIGS, some_items);

TYPED_TEST(FlexpointRtl, EqualsGoldenAtTheEdges) {
  const auto items = flexpoint_cases(TypeParam::Config, test_options().seed + 1).many(500'000);
  std::vector<result> results(items.size());
  sim::unit_rtl<TypeParam>(test_options()).run(items, results);
  state s;
  for (std::size_t i = 0; i < items.size(); ++i) {
    ASSERT_EQ(results[i], eval(TypeParam::Config, s, items[i])) << items[i];
  }
}

/// 2^20 products of the largest significands: the sum wraps where AccBits says.
TYPED_TEST(FlexpointRtl, SumsOfTheLargestProductsEqualGoldenEvenWhenTheyWrap) {
  const int least = -TypeParam::Config.largest() - 1;
  std::vector<operands> items(std::size_t{1} << 20);
  for (operands& o : items) {
    o = {.op = op_e::MultiplyAdd, .last = false, .a = least, .b = least, .exp_out = 31};
  }
  std::vector<result> results(items.size());
  sim::unit_rtl<TypeParam>(test_options()).run(items, results);
  state s;
  for (std::size_t i = 0; i < items.size(); ++i) {
    ASSERT_EQ(results[i], eval(TypeParam::Config, s, items[i])) << i;
  }
}

}  // namespace
}  // namespace weft::flexpoint_test
