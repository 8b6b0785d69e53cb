// SPDX-License-Identifier: Apache-2.0
//
// rtl/tensor/weft_epilogue.sv against sim/golden/epilogue.hpp: in lockstep, at every tie, and by
// every sum of 16 bits.

#include <gtest/gtest.h>

#include "sim/verilated/epilogue_ports.hpp"
#include "tb/harness/unit_bench.hpp"
#include "tb/harness/unit_sweep.hpp"
#include "tb/tensor/epilogue_cases.hpp"
#include "weft_epilogue_configs.hpp"

namespace weft {
namespace {

using namespace golden::epilogue;

template <class Bench>
class EpilogueRtl : public testing::Test {
 protected:
  epilogue_cases cases{Bench::Config, test_options().seed};
};

#define WEFT_BENCH(V, P) sim::epilogue_ports<V, P>
using benches = testing::Types<WEFT_EPILOGUE_CONFIGS(WEFT_BENCH)>;
#undef WEFT_BENCH
TYPED_TEST_SUITE(EpilogueRtl, benches);

TYPED_TEST(EpilogueRtl, EqualsGoldenInEveryCycleUnderEveryTiming) {
  equals_golden_in_every_cycle<TypeParam>(this->cases.many(3000));
}

TYPED_TEST(EpilogueRtl, TakesTheCyclesOfTheClosedForm) {
  takes_the_cycles_of_the_closed_form<TypeParam>(operands{100, 0x3f800000, output_e::ToInt8});
}

TYPED_TEST(EpilogueRtl, RoundsWhatLiesAtAndBesideEveryTieLikeGolden) {
  gives_goldens_results<TypeParam>(this->cases.ties());
}

TYPED_TEST(EpilogueRtl, ScalesAllShortSumsAndTheEdgesOfLongOnesLikeGolden) {
  gives_goldens_results<TypeParam>(this->cases.all(400'000));
}

}  // namespace
}  // namespace weft
