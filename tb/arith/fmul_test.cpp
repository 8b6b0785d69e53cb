// SPDX-License-Identifier: Apache-2.0
//
// rtl/arith/weft_fmul.sv against sim/golden/fmul.hpp: in lockstep, by every pair of FP8 in every
// rounding direction, at the edges else.

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "sim/verilated/fmul_ports.hpp"
#include "tb/arith/fmul_pairs.hpp"
#include "tb/harness/unit_bench.hpp"
#include "tb/harness/unit_sweep.hpp"
#include "weft_fmul_configs.hpp"

namespace weft::fmul_test {
namespace {

using namespace golden::fmul;
using golden::round_e;

std::vector<operands> some_pairs(const config& k, std::size_t count = 3000) {
  return fmul_pairs(k.number, test_options().seed, count);
}

/// Every pair of 8-bit numbers in every direction.
std::vector<operands> all_pairs() {
  std::vector<operands> items;
  for (int r = 0; r < golden::Rounds; ++r) {
    for (unsigned n = 0; n < 0x10000; ++n) {
      items.push_back({.a = n & 0xff, .b = n >> 8 & 0xff, .round = round_e(r)});
    }
  }
  return items;
}

WEFT_UNIT_SUITE(FmulRtl, sim::fmul_ports, WEFT_FMUL_CONFIGS, some_pairs);

TYPED_TEST(FmulRtl, EqualsGoldenForEveryPairOfFp8AndAtTheEdges) {
  constexpr config K = TypeParam::Config;
  gives_goldens_results<TypeParam>(K.number.width() == 8 ? all_pairs() : some_pairs(K, 300'000));
}

}  // namespace
}  // namespace weft::fmul_test
