// SPDX-License-Identifier: Apache-2.0
//
// rtl/arith/weft_fcmp.sv against sim/golden/fcmp.hpp: in lockstep, on all pairs of FP8, at the
// edges of wider formats.

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "sim/harness/operands.hpp"
#include "sim/verilated/fcmp_ports.hpp"
#include "tb/harness/unit_bench.hpp"
#include "tb/harness/unit_sweep.hpp"
#include "weft_fcmp_configs.hpp"

namespace weft::fcmp_test {
namespace {

using namespace golden::fcmp;

/// Random operations at the edges, every other pair equal, opposite or next to each other.
std::vector<operands> edge_pairs(const config& k, std::size_t count = 3000) {
  sim::edge_floats number(k.of, test_options().seed);
  std::mt19937_64 rng(test_options().seed + 1);
  std::vector<operands> items(count);
  for (operands& o : items) {
    o = {number(), number(), op_e(rng() % Ops)};
    if (rng() % 2 == 0) {
      o.b = (o.a + rng() % 3 - 1 + (rng() % 2 == 0 ? k.of.sign_bit() : 0)) & k.of.mask();
    }
  }
  return items;
}

std::vector<operands> all_pairs() {
  std::vector<operands> items;
  for (int op = 0; op < Ops; ++op) {
    for (std::uint64_t a = 0; a < 256; ++a) {
      for (std::uint64_t b = 0; b < 256; ++b) items.push_back({a, b, op_e(op)});
    }
  }
  return items;
}

WEFT_UNIT_SUITE(FcmpRtl, sim::fcmp_ports, WEFT_FCMP_CONFIGS, edge_pairs);

TYPED_TEST(FcmpRtl, EqualsGoldenOnAllPairsOfFp8AndAtTheEdgesOfWiderFormats) {
  const config& k = TypeParam::Config;
  gives_goldens_results<TypeParam>(k.of.width() == 8 ? all_pairs() : edge_pairs(k, 500'000));
}

}  // namespace
}  // namespace weft::fcmp_test
