// SPDX-License-Identifier: Apache-2.0
//
// rtl/fma/weft_fma.sv against sim/golden/fma.hpp: in lockstep, by every operand where these are
// few, at the edges else, with functional coverage.

#include <gtest/gtest.h>

#include <cstdint>
#include <iostream>
#include <vector>

#include "sim/verilated/fma_cases.hpp"
#include "tb/fma/fma_bench.hpp"

namespace weft::fma_test {
namespace {

class FmaRtl : public testing::TestWithParam<built_unit> {
 protected:
  static const built_unit& unit() { return GetParam(); }
};
INSTANTIATE_TEST_SUITE_P(, FmaRtl, testing::ValuesIn(built_units()),
                         testing::PrintToStringParamName());

TEST_P(FmaRtl, EqualsGoldenInEveryCycleUnderEveryTiming) {
  unit().lockstep(edge_triples(unit().k, 3000));
}

TEST_P(FmaRtl, TakesTheCyclesOfTheClosedForm) {
  unit().count_cycles(edge_triples(unit().k, 1).front());
}

TEST_P(FmaRtl, EqualsGoldenAtTheEdges) { expect_equal(unit(), edge_triples(unit().k, 200'000)); }

// Every alignment, cancellation, tie, pair of special operands and edge of the range: an empty
// class fails.
TEST_P(FmaRtl, EqualsGoldenInEveryClassOfTheCoverageModel) {
  sim::fma_coverage coverage(unit().k);
  std::vector<operands> items;
  for (const auto& c : sim::fma_cases(unit().k, test_options().seed, 2)) {
    coverage.count(c.o);
    items.push_back(c.o);
  }
  expect_equal(unit(), items);
  EXPECT_TRUE(coverage.empty().empty()) << coverage;
  std::cout << items.size() << " cases\n" << coverage;
}

// FP8: every triple in every rounding direction.

struct direction {
  built_unit unit;
  round_e round;

  friend std::ostream& operator<<(std::ostream& os, const direction& d) {
    const char* names[] = {"NearEven", "TowardZero", "Down", "Up", "NearAway", "Odd"};
    return os << d.unit << '_' << names[static_cast<int>(d.round)];
  }
};

std::vector<direction> fp8_directions() {
  std::vector<direction> all;
  for (const built_unit& u : built_units()) {
    if (u.k.addend.width() != 8 || u.k.latency() != 0) continue;
    for (int r = 0; r < golden::Rounds; ++r) all.push_back({u, round_e(r)});
  }
  return all;
}

class FmaFp8 : public testing::TestWithParam<direction> {};
INSTANTIATE_TEST_SUITE_P(, FmaFp8, testing::ValuesIn(fp8_directions()),
                         testing::PrintToStringParamName());

TEST_P(FmaFp8, EveryTriple) {
  const auto& [unit, round] = GetParam();
  std::uint32_t n           = 0;
  unit.sweep([&, round = round](operands& o) {
    o = {n & 0xff, n >> 8 & 0xff, n >> 16 & 0xff, op_e::Madd, round};
    return n++ < 1u << 24;
  });
  EXPECT_EQ(n, (1u << 24) + 1);
}

TEST_P(FmaFp8, EveryPairOfEveryOtherOperation) {
  const auto& [unit, round] = GetParam();
  std::uint32_t n           = 0;
  unit.sweep([&, round = round](operands& o) {
    const op_e op = op_e(1 + n / 0x10000);
    o = {n & 0xff, adds(op) && !multiplies(op) ? 0x55 : n >> 8 & 0xff, n >> 8 & 0xff, op, round};
    return n++ < 6u << 16;
  });
}

}  // namespace
}  // namespace weft::fma_test
