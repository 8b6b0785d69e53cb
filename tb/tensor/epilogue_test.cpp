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

namespace weft::epilogue_test {
namespace {

using namespace golden::epilogue;

epilogue_cases cases(const config& k) { return {k, test_options().seed}; }
std::vector<operands> some_sums(const config& k) { return cases(k).many(3000); }

WEFT_UNIT_SUITE(EpilogueRtl, sim::epilogue_ports, WEFT_EPILOGUE_CONFIGS, some_sums);

TYPED_TEST(EpilogueRtl, RoundsWhatLiesAtAndBesideEveryTieLikeGolden) {
  gives_goldens_results<TypeParam>(cases(TypeParam::Config).ties());
}

TYPED_TEST(EpilogueRtl, ScalesAllShortSumsAndTheEdgesOfLongOnesLikeGolden) {
  gives_goldens_results<TypeParam>(cases(TypeParam::Config).all(400'000));
}

}  // namespace
}  // namespace weft::epilogue_test
