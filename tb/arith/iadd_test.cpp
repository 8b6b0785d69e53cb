// SPDX-License-Identifier: Apache-2.0
//
// rtl/arith/weft_iadd.sv, all kinds of adder, against golden.

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "sim/harness/edge_integers.hpp"
#include "sim/verilated/iadd_ports.hpp"
#include "tb/harness/unit_bench.hpp"
#include "tb/harness/unit_sweep.hpp"
#include "weft_iadd_configs.hpp"

namespace weft {
namespace {

using namespace golden::iadd;

/// Additions and subtractions with either carry: of all bytes, or of numbers at the edges, the
/// second often close to the first, its complement or its negative.
std::vector<operands> sums(unsigned width, std::size_t count) {
  std::vector<operands> items;
  const auto four = [&items](std::uint64_t a, std::uint64_t b) {
    for (const bool carry : {false, true}) {
      for (const bool subtract : {false, true}) items.push_back({a, b, carry, subtract});
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
    const std::uint64_t a = number(), b = number(), near = (number() & 3) - 1;
    four(a, b);
    four(a, (a + near) & golden::ones(width));
    four(a, (near - a) & golden::ones(width));
  }
  return items;
}

template <class Bench>
class IaddRtl : public testing::Test {};

#define WEFT_BENCH(V, P) sim::iadd_ports<V, P>
using benches = testing::Types<WEFT_IADD_CONFIGS(WEFT_BENCH)>;
#undef WEFT_BENCH
TYPED_TEST_SUITE(IaddRtl, benches);

TYPED_TEST(IaddRtl, EqualsGoldenInEveryCycleUnderEveryTiming) {
  auto items = sums(TypeParam::Config.width, 2000);
  items.resize(2000);
  equals_golden_in_every_cycle<TypeParam>(items);
}

TYPED_TEST(IaddRtl, TakesTheCyclesOfTheClosedForm) {
  takes_the_cycles_of_the_closed_form<TypeParam>(operands{1, 1, false, true});
}

TYPED_TEST(IaddRtl, AddsAndSubtractsAllBytesOrTheEdgesLikeGolden) {
  gives_goldens_results<TypeParam>(sums(TypeParam::Config.width, 400000));
}

}  // namespace
}  // namespace weft
