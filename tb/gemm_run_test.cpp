// SPDX-License-Identifier: Apache-2.0
//
// sim/gemm_run.hpp: what is said when engines disagree, and how far a result is from the exact one.

#include "sim/gemm_run.hpp"

#include <gtest/gtest.h>

#include <string>
#include <systemc>

namespace weft {
namespace {

using namespace golden::tensor;

sim::gemm_report report_of(std::vector<sim::engine_report> engines) {
  return {.array         = {Fp16, 4, 4},
          .shape         = {2, 3, 1},
          .preload       = false,
          .stall         = 0,
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

}  // namespace
}  // namespace weft

int sc_main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
