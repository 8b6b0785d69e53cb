// SPDX-License-Identifier: Apache-2.0
//
// sim/program/gemm_run.hpp: the report when engines disagree, and the distance of a result from the
// exact one.

#include "sim/program/gemm_run.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <systemc>
#include <vector>

#include "sim/file/profile_argument.hpp"
#include "sim/verilated/tensor_engine.hpp"
#include "sim/verilated/tensor_problems.hpp"
#include "tb/harness/test_main.hpp"

namespace weft::gemm_run_test {
namespace {

using namespace golden::tensor;

sim::gemm_report report_of(std::vector<sim::engine_report> engines) {
  return {.array         = {Fp16, 4, 4},
          .shape         = {2, 3, 1},
          .preload       = false,
          .stall         = 0,
          .flow          = flow_e::OutputStationary,
          .layout        = {},
          .epilogue      = {},
          .limit         = 20,
          .engines       = std::move(engines),
          .values_differ = {},
          .cycles_agree  = true};
}

TEST(GemmRun, FindsTheFirstElementThatDiffers) {
  auto r = report_of({{"golden", 24, 1, {1, 2, 3, 4, 5, 6}}, {"rtl", 24, 1, {1, 2, 3, 4, 9, 8}}});
  sim::compare(r);
  ASSERT_TRUE(r.values_differ);
  EXPECT_FALSE(r.agree());
  EXPECT_TRUE(r.cycles_agree);
  EXPECT_NE(sim::to_text(r, {}).find(
                "values: DIFFER first at row 1, column 1: golden 0x00000005, rtl 0x00000009"),
            std::string::npos)
      << sim::to_text(r, {});
  EXPECT_NE(sim::to_json(r, {}).find("\"values_agree\": false"), std::string::npos);
}

TEST(GemmRun, FindsCyclesThatDiffer) {
  auto r = report_of({{"golden", 24, 1, {1, 2, 3, 4, 5, 6}}, {"tlm", 25, 1, {1, 2, 3, 4, 5, 6}}});
  sim::compare(r);
  EXPECT_FALSE(r.values_differ);
  EXPECT_FALSE(r.agree());
  EXPECT_NE(sim::to_text(r, {}).find("cycles: DIFFER"), std::string::npos);
}

TEST(GemmRun, MeasuresTheErrorAgainstTheExactProduct) {
  // 2048 + 2^-13 + 2^-13: the sum loses both.
  const problem p{{1, 1, 3}, {0x6800, 0x0800, 0x0800}, {0x3c00, 0x3c00, 0x3c00}, {}};
  const auto e = sim::compare_exact(Fp16, p, gemm({Fp16}, p));
  EXPECT_EQ(e.largest_error, 0x1p-12);
  EXPECT_EQ(e.largest_value, 2048 + 0x1p-12);
  EXPECT_EQ(e.not_finite, 0u);

  const problem overflow{{1, 1, 1}, {127}, {127}, {0x7fffffff}};
  EXPECT_EQ(sim::compare_exact(Int8, overflow, gemm({Int8}, overflow)).wrapped, 1u);

  const problem infinite{{1, 1, 1}, {0x7c00}, {0x3c00}, {}};
  EXPECT_EQ(sim::compare_exact(Fp16, infinite, gemm({Fp16}, infinite)).not_finite, 1u);
}

/// The built array of this type and size with the most optional features.
config built_array(const arithmetic& type, unsigned rows, unsigned cols) {
  const auto extras = [](const config& c) { return c.transposes + c.sparse + c.epilogue; };
  config best{type, 0, 0};
  for (const auto& c : sim::built_rtl_configs()) {
    if (c.type != type || c.rows != rows || c.cols != cols) continue;
    if (best.rows == 0 || extras(c) > extras(best)) best = c;
  }
  EXPECT_NE(best.rows, 0u);
  return best;
}

/// Every flow, operand order and epilogue that the array supports, on three engines.
void agrees_in_every_way(const config& array) {
  using golden::epilogue::output_e;
  std::mt19937_64 rng(test_options().seed);
  std::vector<problem> problems;
  for (const auto flow : {flow_e::OutputStationary, flow_e::WeightStationary, flow_e::Bidirectional,
                          flow_e::InputStationary, flow_e::Auto}) {
    if (flow == flow_e::InputStationary && !commutes(array)) continue;
    for (unsigned way = 0; way < 8; ++way) {
      const bool sparse = (way & 4) != 0;
      layout l          = turning_layout(flow, (way & 1) != 0, (way & 2) != 0);
      l.sparse_a        = sparse;
      if (!has(array, flow, l)) continue;
      problem p = sim::make_problem(array.type, {13, 9, 72}, true, rng());
      p.flow    = flow;
      p.layout  = l;
      if (array.epilogue) p.epilogue = {output_e(problems.size() % 3), rng() % 2 == 0, 0x3c80'0000};
      if (sparse) {
        p.a.resize(p.a.size() / 2);
        for (std::size_t i = 0; i < p.a.size(); ++i) p.index.push_back(rng() % 4);
      }
      problems.push_back(std::move(p));
    }
  }
  sim::gemm_options options;
  options.array    = array;
  options.progress = false;
  unsigned turns   = 0;
  for (const auto& r : sim::run_engines(problems, options)) {
    EXPECT_EQ(r.engines.size(), 3u);
    EXPECT_TRUE(r.agree()) << sim::to_text(r, {});
    turns += turned_by(r.flow, r.layout).a ? 1 : 0;
  }
  EXPECT_EQ(turns != 0, array.transposes);
}

TEST(GemmRun, EnginesAgreeOnTurnedOperandsAndFinishedSums) {
  agrees_in_every_way(built_array(Fp16, 4, 4));
}
TEST(GemmRun, EnginesAgreeOnASparseOperand) { agrees_in_every_way(built_array(Int8, 8, 8)); }
TEST(GemmRun, EnginesAgreeOnShortSparseIntegers) {
  agrees_in_every_way(built_array({type_e::Int4}, 4, 4));
}
TEST(GemmRun, EnginesAgreeOnBlockScales) {
  agrees_in_every_way(built_array(*of_profile("b200-mx-e4m3"), 2, 2));
}
TEST(GemmRun, EnginesAgreeOnFourBlockScalesAStep) {
  agrees_in_every_way(built_array(*of_profile("b200-nvfp4"), 2, 3));
}
TEST(GemmRun, EnginesAgreeOnAUserDefinedProfileOfFiveProductsAStep) {
  const auto own = sim::parse_profile(WEFT_OWN_PROFILE);
  agrees_in_every_way(built_array(arithmetic_of(own), 2, 3));
}

}  // namespace
}  // namespace weft::gemm_run_test
