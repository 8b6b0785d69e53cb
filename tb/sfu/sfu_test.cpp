// SPDX-License-Identifier: Apache-2.0
//
// rtl/sfu/weft_sfu.sv against sim/golden/sfu.hpp: in lockstep, at the edges, and for every
// significand of every function.

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "sim/harness/unit_rtl.hpp"
#include "sim/verilated/sfu_ports.hpp"
#include "tb/harness/unit_bench.hpp"
#include "tb/harness/unit_sweep.hpp"
#include "tb/sfu/sfu_cases.hpp"
#include "weft_sfu_configs.hpp"

namespace weft::sfu_test {
namespace {

using namespace golden::sfu;

template <class Bench>
void gives_goldens_results_for_every_significand(op_e op) {
  // Networks of gates simulate ten times as slowly as operators.
  const std::uint32_t step = Bench::Operators ? 1 : 257;
  auto codes               = every_significand(op, step);
  if (Bench::Config.relative && (op == op_e::Sin || op == op_e::Lg2)) {
    const auto more = every_ratio(op, 5 * step);
    codes.insert(codes.end(), more.begin(), more.end());
  }
  sim::unit_rtl<Bench> rtl(test_options());
  constexpr std::size_t Block = 1 << 16;
  std::vector<operands> items;
  std::vector<result> results;
  for (std::size_t done = 0; done < codes.size(); done += items.size()) {
    items.resize(std::min(Block, codes.size() - done));
    results.resize(items.size());
    for (std::size_t i = 0; i < items.size(); ++i) items[i] = {.op = op, .a = codes[done + i]};
    rtl.run(items, results);
    for (std::size_t i = 0; i < items.size(); ++i) {
      ASSERT_EQ(results[i], eval(Bench::Config, items[i])) << std::hex << items[i];
    }
  }
}

/// A Verilated unit and its tests.
struct unit {
  const char* name;
  std::function<void(const std::vector<operands>&)> equals_golden, closed_form, sweep;
  std::function<void(op_e)> every_significand;

  friend std::ostream& operator<<(std::ostream& os, const unit& u) { return os << u.name; }
};

template <class V, class P>
struct bench : sim::sfu_ports<V, P> {
  static constexpr bool Operators = P::Gates == 0;
};

template <class V, class P>
unit make_unit() {
  using b = bench<V, P>;
  return {P::Name, [](const auto& items) { equals_golden_in_every_cycle<b>(items); },
          [](const auto& items) { takes_the_cycles_of_the_closed_form<b>(items.front()); },
          [](const auto& items) { gives_goldens_results<b>(items); },
          [](op_e op) { gives_goldens_results_for_every_significand<b>(op); }};
}

const std::vector<unit>& units() {
#define WEFT_UNIT(V, P) make_unit<V, P>()
  static const std::vector<unit> all = {WEFT_SFU_CONFIGS(WEFT_UNIT)};
#undef WEFT_UNIT
  return all;
}

class SfuRtl : public testing::TestWithParam<unit> {};

TEST_P(SfuRtl, EqualsGoldenInEveryCycleUnderEveryTiming) {
  GetParam().equals_golden(every_operation(test_options().seed, 300));
}

TEST_P(SfuRtl, TakesTheCyclesOfTheClosedForm) {
  GetParam().closed_form(every_operation(test_options().seed, 1));
}

TEST_P(SfuRtl, EqualsGoldenForCodesThatAreNoOperation) {
  auto items = sfu_operands(op_e::Interpolate, test_options().seed, 7'000);
  for (std::size_t i = 0; i < items.size(); ++i) items[i].op = op_e(Ops + i % 7);
  GetParam().sweep(items);
}

TEST_P(SfuRtl, EqualsGoldenAtTheEdges) {
  GetParam().sweep(every_operation(test_options().seed, 20'000));
}

INSTANTIATE_TEST_SUITE_P(, SfuRtl, testing::ValuesIn(units()),
                         [](const auto& info) { return std::string(info.param.name); });

class SfuRtlOf : public testing::TestWithParam<std::tuple<unit, int>> {};

TEST_P(SfuRtlOf, EqualsGoldenForEverySignificand) {
  const auto& [unit, op] = GetParam();
  unit.every_significand(op_e(op));
}

INSTANTIATE_TEST_SUITE_P(, SfuRtlOf,
                         testing::Combine(testing::ValuesIn(units()), testing::Range(0, Functions)),
                         [](const auto& info) {
                           return std::string(std::get<0>(info.param).name) +
                                  SfuNames[static_cast<std::size_t>(std::get<1>(info.param))];
                         });

}  // namespace
}  // namespace weft::sfu_test
