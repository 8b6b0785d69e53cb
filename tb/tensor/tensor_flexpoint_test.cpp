// SPDX-License-Identifier: Apache-2.0
//
// rtl/tensor/weft_tensor_flexpoint.sv against sim/golden/flexpoint/tensor_flexpoint.hpp.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "sim/verilated/tensor_flexpoint/tensor_flexpoint_ports.hpp"
#include "tb/harness/unit_bench.hpp"
#include "tb/tensor/tensor_flexpoint_cases.hpp"
#include "weft_tensor_flexpoint_configs.hpp"

namespace weft::tensor_flexpoint_test {
namespace {

using namespace golden::tensor_flexpoint;

template <class Bench>
class TensorFlexpointRtl : public testing::Test {};
using Benches =
    benches<sim::tensor_flexpoint_ports, WEFT_TENSOR_FLEXPOINT_CONFIGS(WEFT_CONFIGURATION)>::types;
TYPED_TEST_SUITE(TensorFlexpointRtl, Benches);

TYPED_TEST(TensorFlexpointRtl, EqualsGoldenInEveryCycleUnderEveryTiming) {
  equals_golden_in_every_cycle<TypeParam>(
      tensor_flexpoint_cases(TypeParam::Config, test_options().seed, 600));
}

TYPED_TEST(TensorFlexpointRtl, TakesTheCyclesOfTheClosedForm) {
  auto items         = tensor_flexpoint_cases(TypeParam::Config, test_options().seed + 1, 100);
  const auto tensors = static_cast<std::uint64_t>(
      std::count_if(items.begin(), items.end(), [](const operands& o) { return o.last; }));
  sim::lockstep<TypeParam> both(test_options(), TypeParam::make_model());
  EXPECT_EQ(stream(both, std::span<const operands>(items), {"FullRate", sim::always(), sim::always()}),
            cycles(TypeParam::Config, items.size(), tensors));
}

TYPED_TEST(TensorFlexpointRtl, EqualsGoldenOverManyTensors) {
  auto items = tensor_flexpoint_cases(TypeParam::Config, test_options().seed + 2, 20'000);
  sim::lockstep<TypeParam> both(test_options(), TypeParam::make_model());
  stream(both, std::span<const operands>(items), {"FullRate", sim::always(), sim::always()});
}

}  // namespace
}  // namespace weft::tensor_flexpoint_test
