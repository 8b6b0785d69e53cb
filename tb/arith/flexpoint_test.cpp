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

namespace weft {
namespace {

using namespace golden::flexpoint;

template <class Bench>
class FlexpointRtl : public testing::Test {};

#define WEFT_BENCH(V, P) sim::flexpoint_ports<V, P>
using benches = testing::Types<WEFT_FLEXPOINT_CONFIGS(WEFT_BENCH)>;
#undef WEFT_BENCH
TYPED_TEST_SUITE(FlexpointRtl, benches);

TYPED_TEST(FlexpointRtl, EqualsGoldenInEveryCycleUnderEveryTiming) {
  equals_golden_in_every_cycle<TypeParam>(
      flexpoint_cases(TypeParam::Config, test_options().seed).many(5000));
}

TYPED_TEST(FlexpointRtl, TakesTheCyclesOfTheClosedForm) {
  takes_the_cycles_of_the_closed_form<TypeParam>(operands{.number = 0x3f800000, .exp_out = 20});
}

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
}  // namespace weft
