// SPDX-License-Identifier: Apache-2.0
//
// rtl/arith/weft_fdiv.sv against sim/golden/fdiv.hpp: in lockstep under every timing, its cycles,
// by every pair of FP8 in every direction of rounding, at the edges else.

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/harness/lockstep.hpp"
#include "sim/verilated/fdiv/fdiv_ports.hpp"
#include "tb/arith/fdiv_cases.hpp"
#include "tb/harness/unit_bench.hpp"
#include "tb/harness/unit_sweep.hpp"
#include "weft_fdiv_configs.hpp"

namespace weft::fdiv_test {
namespace {

using namespace golden::fdiv;

template <class Bench>
class FdivRtl : public testing::Test {};
using FdivRtlBenches = benches<sim::fdiv_ports, WEFT_FDIV_CONFIGS(WEFT_CONFIGURATION)>::types;
TYPED_TEST_SUITE(FdivRtl, FdivRtlBenches);

TYPED_TEST(FdivRtl, EqualsGoldenInEveryCycleUnderEveryTiming) {
  equals_golden_in_every_cycle<TypeParam>(
      fdiv_cases(TypeParam::Config.number, test_options().seed, 400));
}

TYPED_TEST(FdivRtl, TakesTheCyclesOfTheClosedForm) {
  sim::lockstep<TypeParam> both(test_options(), TypeParam::make_model());
  const auto items = fdiv_cases(TypeParam::Config.number, test_options().seed + 1, 50);
  for (const std::size_t n : {1, 2, 50}) {
    const auto some = std::span(items).first(n);
    EXPECT_EQ(stream(both, some, {"FullRate", sim::always(), sim::always()}),
              cycles(TypeParam::Config, some));
  }
}

/// Every FP8 operand; of FP16 every pair of significands and every root, so that a digit meets
/// every remainder; else the edges.
std::vector<operands> sweep_of(const config& k) {
  if (k.number.width() == 8) return every_fp8();
  std::vector<operands> items = fdiv_cases(k.number, test_options().seed, 100'000);
  if (k.number == golden::Binary16) {
    const std::uint64_t one = static_cast<std::uint64_t>(k.number.bias()) << 10;
    for (std::uint64_t a = 0; a < 1024; ++a) {
      for (std::uint64_t b = 0; b < 1024; ++b) items.push_back({.a = one | a, .b = one | b});
    }
    for (std::uint64_t a = 0; a < 0x7c00; ++a) items.push_back({.a = a, .root = true});
  }
  return items;
}

TYPED_TEST(FdivRtl, EqualsGoldenForEveryPairOfFp8AndAtTheEdges) {
  gives_goldens_results<TypeParam>(sweep_of(TypeParam::Config));
}

}  // namespace
}  // namespace weft::fdiv_test
