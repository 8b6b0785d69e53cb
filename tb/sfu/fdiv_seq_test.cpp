// SPDX-License-Identifier: Apache-2.0
//
// rtl/sfu/weft_fdiv_seq.sv against sim/golden/wide/fdiv_seq.hpp: in lockstep under every timing,
// its cycles, by every pair of FP8 in every direction of rounding, at the edges and beside ties
// else.

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/harness/lockstep.hpp"
#include "sim/verilated/fdiv_seq/fdiv_seq_ports.hpp"
#include "tb/harness/unit_bench.hpp"
#include "tb/harness/unit_sweep.hpp"
#include "tb/sfu/fdiv_seq_cases.hpp"
#include "weft_fdiv_seq_configs.hpp"

namespace weft::fdiv_seq_test {
namespace {

using namespace golden::fdiv_seq;

template <class Bench>
class FdivSeqRtl : public testing::Test {};
using FdivSeqRtlBenches =
    benches<sim::fdiv_seq_ports, WEFT_FDIV_SEQ_CONFIGS(WEFT_CONFIGURATION)>::types;
TYPED_TEST_SUITE(FdivSeqRtl, FdivSeqRtlBenches);

TYPED_TEST(FdivSeqRtl, EqualsGoldenInEveryCycleUnderEveryTiming) {
  equals_golden_in_every_cycle<TypeParam>(
      fdiv_seq_cases(TypeParam::Config.number, test_options().seed, 400));
}

TYPED_TEST(FdivSeqRtl, TakesTheCyclesOfTheClosedForm) {
  sim::lockstep<TypeParam> both(test_options(), TypeParam::make_model());
  const auto items = fdiv_seq_cases(TypeParam::Config.number, test_options().seed + 1, 50);
  for (const std::size_t n : {1, 2, 50}) {
    const auto some = std::span(items).first(n);
    EXPECT_EQ(stream(both, some, {"FullRate", sim::always(), sim::always()}),
              cycles(TypeParam::Config, some));
  }
}

TYPED_TEST(FdivSeqRtl, EqualsGoldenForEveryPairOfFp8AndAtTheEdges) {
  const golden::format f = TypeParam::Config.number;
  if (f.width() == 8) {
    gives_goldens_results<TypeParam>(fdiv_seq_every_fp8());
  } else {
    gives_goldens_results<TypeParam>(fdiv_seq_cases(f, test_options().seed, 60'000));
    gives_goldens_results<TypeParam>(fdiv_seq_hard(f, test_options().seed, 40'000));
  }
}

}  // namespace
}  // namespace weft::fdiv_seq_test
