// SPDX-License-Identifier: Apache-2.0
//
// rtl/arith/weft_imul.sv against golden.

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "sim/harness/edge_integers.hpp"
#include "sim/verilated/imul_ports.hpp"
#include "tb/harness/unit_bench.hpp"
#include "tb/harness/unit_sweep.hpp"
#include "weft_imul_configs.hpp"

namespace weft {
namespace {

using namespace golden::imul;

/// Products of each mix of signs: of all bytes, or of numbers at the edges.
std::vector<operands> products(unsigned width, std::size_t count) {
  std::vector<operands> items;
  const auto four = [&items](std::uint64_t a, std::uint64_t b) {
    for (const bool a_signed : {false, true}) {
      for (const bool b_signed : {false, true}) items.push_back({a, b, a_signed, b_signed});
    }
  };
  if (width == 8) {
    for (std::uint64_t a = 0; a < 256; ++a) {
      for (std::uint64_t b = 0; b < 256; ++b) four(a, b);
    }
    return items;
  }
  sim::edge_integers number(width, test_options().seed);
  while (items.size() < count) {
    const std::uint64_t a = number(), b = number();
    four(a, b);
  }
  return items;
}

template <class Bench>
class ImulRtl : public testing::Test {};

#define WEFT_BENCH(V, P) sim::imul_ports<V, P>
using benches = testing::Types<WEFT_IMUL_CONFIGS(WEFT_BENCH)>;
#undef WEFT_BENCH
TYPED_TEST_SUITE(ImulRtl, benches);

TYPED_TEST(ImulRtl, EqualsGoldenInEveryCycleUnderEveryTiming) {
  auto items = products(TypeParam::Config.width, 2000);
  items.resize(2000);
  equals_golden_in_every_cycle<TypeParam>(items);
}

TYPED_TEST(ImulRtl, TakesTheCyclesOfTheClosedForm) {
  takes_the_cycles_of_the_closed_form<TypeParam>(operands{3, 5, false, true});
}

TYPED_TEST(ImulRtl, MultipliesAllBytesOrTheEdgesLikeGolden) {
  gives_goldens_results<TypeParam>(products(TypeParam::Config.width, 400000));
}

}  // namespace
}  // namespace weft
