// SPDX-License-Identifier: Apache-2.0
//
// rtl/arith/weft_fadd.sv against sim/golden/fadd.hpp: in lockstep, by every pair of FP8 in every
// rounding direction, at the edges else.

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "sim/harness/unit_rtl.hpp"
#include "sim/verilated/fadd_ports.hpp"
#include "tb/arith/fadd_pairs.hpp"
#include "tb/harness/unit_bench.hpp"
#include "weft_fadd_configs.hpp"

namespace weft {
namespace {

using namespace golden::fadd;
using golden::round_e;

std::vector<operands> edge_pairs(const config& k, std::size_t count) {
  return fadd_pairs(k.number, test_options().seed, count);
}

/// Every pair of 8-bit numbers and operation in every direction.
std::vector<operands> all_pairs() {
  std::vector<operands> items;
  for (int r = 0; r < golden::Rounds; ++r) {
    for (unsigned n = 0; n < 0x20000; ++n) {
      items.push_back(
          {.a = n & 0xff, .b = n >> 8 & 0xff, .subtract = n >> 16 != 0, .round = round_e(r)});
    }
  }
  return items;
}

template <class Bench>
class FaddRtl : public testing::Test {};

#define WEFT_BENCH(V, P) sim::fadd_ports<V, P>
using benches = testing::Types<WEFT_FADD_CONFIGS(WEFT_BENCH)>;
#undef WEFT_BENCH
TYPED_TEST_SUITE(FaddRtl, benches);

TYPED_TEST(FaddRtl, EqualsGoldenInEveryCycleUnderEveryTiming) {
  equals_golden_in_every_cycle<TypeParam>(edge_pairs(TypeParam::Config, 3000));
}

TYPED_TEST(FaddRtl, TakesTheCyclesOfTheClosedForm) {
  takes_the_cycles_of_the_closed_form<TypeParam>(edge_pairs(TypeParam::Config, 1).front());
}

TYPED_TEST(FaddRtl, EqualsGoldenForEveryPairOfFp8AndAtTheEdges) {
  constexpr config K = TypeParam::Config;
  const auto items   = K.number.width() == 8 ? all_pairs() : edge_pairs(K, 300'000);
  std::vector<result> rtl(items.size());
  sim::unit_rtl<TypeParam>(test_options()).run(items, rtl);
  for (std::size_t i = 0; i < items.size(); ++i) {
    ASSERT_EQ(rtl[i], eval(K, items[i])) << std::hex << std::showbase << items[i];
  }
}

}  // namespace
}  // namespace weft
