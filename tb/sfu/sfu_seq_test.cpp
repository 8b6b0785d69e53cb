// SPDX-License-Identifier: Apache-2.0
//
// rtl/sfu/weft_sfu_seq.sv against sim/golden/sfu_seq.hpp: in lockstep under every timing, at the
// edges, and its cycles.

#include <gtest/gtest.h>

#include <cstddef>
#include <span>
#include <vector>

#include "sim/harness/lockstep.hpp"
#include "sim/verilated/sfu_seq_ports.hpp"
#include "tb/harness/unit_bench.hpp"
#include "tb/harness/unit_sweep.hpp"
#include "tb/sfu/sfu_seq_cases.hpp"
#include "weft_sfu_seq_configs.hpp"

namespace weft::sfu_seq_test {
namespace {

using namespace golden::sfu_seq;

template <class Bench>
class SfuSeqRtl : public testing::Test {};

#define WEFT_BENCH(V, P) sim::sfu_seq_ports<V, P>
using benches = testing::Types<WEFT_SFU_SEQ_CONFIGS(WEFT_BENCH)>;
#undef WEFT_BENCH
TYPED_TEST_SUITE(SfuSeqRtl, benches);

TYPED_TEST(SfuSeqRtl, EqualsGoldenInEveryCycleUnderEveryTiming) {
  equals_golden_in_every_cycle<TypeParam>(sfu_seq_operands(test_options().seed, 1000));
}

TYPED_TEST(SfuSeqRtl, TakesTheCyclesOfTheClosedForm) {
  sim::lockstep<TypeParam> both(test_options(), TypeParam::make_model());
  for (int op = 0; op < Ops; ++op) {
    for (const std::size_t n : {1, 2, 50}) {
      const std::vector<operands> items(n, {op_e(op), 0x3fc0'0000, 0x4010'0000});
      EXPECT_EQ(stream(both, std::span(items), {"FullRate", sim::always(), sim::always()}),
                cycles(TypeParam::Config, op_e(op), n));
    }
  }
}

TYPED_TEST(SfuSeqRtl, EqualsGoldenAtTheEdges) {
  gives_goldens_results<TypeParam>(sfu_seq_operands(test_options().seed, 100'000));
}

}  // namespace
}  // namespace weft::sfu_seq_test
