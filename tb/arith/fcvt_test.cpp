// SPDX-License-Identifier: Apache-2.0
//
// rtl/arith/weft_fcvt.sv against sim/golden/fcvt.hpp: in lockstep, and by every number where these
// have at most 16 bits.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sim/verilated/fcvt_ports.hpp"
#include "tb/arith/fcvt_cases.hpp"
#include "tb/harness/unit_bench.hpp"
#include "tb/harness/unit_sweep.hpp"
#include "weft_fcvt_configs.hpp"

namespace weft::fcvt_test {
namespace {

using namespace golden::fcvt;

std::vector<operands> some_numbers(const config& k) {
  fcvt_cases next(k, test_options().seed);
  std::vector<operands> items(3000);
  std::generate(items.begin(), items.end(), next);
  return items;
}

WEFT_UNIT_SUITE(FcvtRtl, sim::fcvt_ports, WEFT_FCVT_CONFIGS, some_numbers);

TYPED_TEST(FcvtRtl, ConvertsAllShortNumbersAndTheEdgesOfLongOnesLikeGolden) {
  gives_goldens_results<TypeParam>(
      fcvt_cases::all(TypeParam::Config, test_options().seed, 1'500'000));
}

}  // namespace
}  // namespace weft::fcvt_test
