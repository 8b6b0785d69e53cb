// SPDX-License-Identifier: Apache-2.0
//
// rtl/arith/weft_fadd.sv against sim/golden/fadd.hpp: in lockstep, by every pair of FP8 in every
// rounding direction, at the edges else.

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "sim/verilated/fadd_ports.hpp"
#include "tb/arith/fadd_pairs.hpp"
#include "tb/harness/unit_bench.hpp"
#include "tb/harness/unit_sweep.hpp"
#include "weft_fadd_configs.hpp"

namespace weft::fadd_test {
namespace {

using namespace golden::fadd;
using golden::round_e;

std::vector<operands> some_pairs(const config& k, std::size_t count = 3000) {
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

WEFT_UNIT_SUITE(FaddRtl, sim::fadd_ports, WEFT_FADD_CONFIGS, some_pairs);

TYPED_TEST(FaddRtl, EqualsGoldenForEveryPairOfFp8AndAtTheEdges) {
  constexpr config K = TypeParam::Config;
  gives_goldens_results<TypeParam>(K.number.width() == 8 ? all_pairs() : some_pairs(K, 300'000));
}

}  // namespace
}  // namespace weft::fadd_test
