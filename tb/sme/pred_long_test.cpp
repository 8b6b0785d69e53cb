// SPDX-License-Identifier: Apache-2.0
//
// rtl/sme/weft_pred.sv against golden: 300 000 operations at each length of each configuration.

#include <gtest/gtest.h>

#include "sim/verilated/pred_ports.hpp"
#include "tb/harness/unit_bench.hpp"
#include "tb/sme/pred_cases.hpp"
#include "weft_pred_configs.hpp"

namespace weft::pred_long_test {
namespace {

template <class Bench>
class PredRtlLong : public testing::Test {};

#define WEFT_BENCH(V, P) sim::pred_ports<V, P>
using benches = testing::Types<WEFT_PRED_CONFIGS(WEFT_BENCH)>;
#undef WEFT_BENCH
TYPED_TEST_SUITE(PredRtlLong, benches);

TYPED_TEST(PredRtlLong, ExecutesManyOperationsLikeGolden) {
  sim::lockstep<TypeParam> both(test_options(), TypeParam::make_model());
  for (int vl = 16; vl <= TypeParam::Bytes; vl *= 2) {
    both.cycle({.vl = vl, .clear = true});
    predicate_cases next(vl, test_options().seed);
    for (int i = 0; i < 300'000; ++i) {
      both.cycle({.in = next(), .vl = vl, .rd_a = next.any(15), .rd_b = next.any(15)});
    }
  }
}

}  // namespace
}  // namespace weft::pred_long_test
