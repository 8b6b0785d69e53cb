// SPDX-License-Identifier: Apache-2.0
//
// rtl/arith/weft_fcvt.sv against sim/golden/fcvt.hpp: in lockstep, and by every number where these
// have at most 16 bits.

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "sim/verilated/fcvt_ports.hpp"
#include "tb/arith/fcvt_cases.hpp"
#include "tb/harness/unit_bench.hpp"
#include "tb/harness/unit_sweep.hpp"
#include "weft_fcvt_configs.hpp"

namespace weft {
namespace {

using namespace golden::fcvt;

template <class Bench>
class FcvtRtl : public testing::Test {};

#define WEFT_BENCH(V, P) sim::fcvt_ports<V, P>
using benches = testing::Types<WEFT_FCVT_CONFIGS(WEFT_BENCH)>;
#undef WEFT_BENCH
TYPED_TEST_SUITE(FcvtRtl, benches);

TYPED_TEST(FcvtRtl, EqualsGoldenInEveryCycleUnderEveryTiming) {
  fcvt_cases next(TypeParam::Config, test_options().seed);
  std::vector<operands> items;
  for (int i = 0; i < 3000; ++i) items.push_back(next());
  equals_golden_in_every_cycle<TypeParam>(items);
}

TYPED_TEST(FcvtRtl, TakesTheCyclesOfTheClosedForm) {
  takes_the_cycles_of_the_closed_form<TypeParam>(operands{0x3f});
}

TYPED_TEST(FcvtRtl, ConvertsAllShortNumbersAndTheEdgesOfLongOnesLikeGolden) {
  gives_goldens_results<TypeParam>(
      fcvt_cases::all(TypeParam::Config, test_options().seed, 1'500'000));
}

}  // namespace
}  // namespace weft
