// SPDX-License-Identifier: Apache-2.0
//
// rtl/za/weft_za.sv against sim/golden/za.hpp in 100000 cycles at every length.

#include <gtest/gtest.h>

#include "tb/za/za_bench.hpp"
#include "weft_za_configs.hpp"

namespace weft::za_long_test {
namespace {

template <class Bench>
class ZaLong : public testing::Test {};

#define WEFT_BENCH(V, P) sim::za_ports<V, P>
using benches = testing::Types<WEFT_ZA_CONFIGS(WEFT_BENCH)>;
#undef WEFT_BENCH
TYPED_TEST_SUITE(ZaLong, benches);

TYPED_TEST(ZaLong, EqualsGoldenIn100000CyclesAtEveryLength) {
  sim::lockstep<TypeParam> both(test_options(), TypeParam::make_model());
  equals_golden_in_every_cycle(both, test_options().seed, 100000);
}

}  // namespace
}  // namespace weft::za_long_test
