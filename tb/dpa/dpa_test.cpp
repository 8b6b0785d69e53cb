// SPDX-License-Identifier: Apache-2.0
//
// rtl/dpa/weft_dpa.sv against sim/golden/dpa.hpp: in lockstep, and block by block at the edges.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "sim/golden/dpa_fields.hpp"
#include "tb/dpa/dpa_bench.hpp"
#include "tb/dpa/dpa_vectors.hpp"

namespace weft::dpa_test {
namespace {

class DpaRtl : public testing::TestWithParam<built_unit> {
 protected:
  static const built_unit& unit() { return GetParam(); }
};
INSTANTIATE_TEST_SUITE_P(, DpaRtl, testing::ValuesIn(built_units()),
                         testing::PrintToStringParamName());

// The number in CMakeLists.txt is the index of the name in the table.
TEST_P(DpaRtl, IsTheProfileThatItIsNamedAfter) {
  std::string name(unit().k.p.name);
  std::replace(name.begin(), name.end(), '-', '_');
  EXPECT_EQ(unit().name, name);
  EXPECT_EQ(check(unit().k.p), "");
}

TEST_P(DpaRtl, EqualsGoldenInEveryCycleUnderEveryTiming) {
  unit().lockstep(edge_blocks(unit().k.p, 2000));
}

TEST_P(DpaRtl, TakesTheCyclesOfTheClosedForm) {
  unit().count_cycles(edge_blocks(unit().k.p, 1).front());
}

TEST_P(DpaRtl, EqualsGoldenAtTheEdges) { expect_equal(unit(), edge_blocks(unit().k.p, 30'000)); }

// A unit computes every profile whose block is its own.

struct vectors {
  const char *file, *profile, *unit;
};

const vectors Published[] = {
    {"v100_fp16_fp16", "v100-hmma-fp16-f16acc", "v100_hmma_fp16_f16acc"},
    {"hw_v100_fp16_fp16", "v100-hmma-fp16-f16acc", "v100_hmma_fp16_f16acc"},
    {"hw_a100_bf16_fp32", "a100-hmma-bf16", "a100_hmma_bf16"},
    {"hw_a100_tf32_fp32", "a100-hmma-tf32", "a100_hmma_tf32"},
    {"a100_fp16_fp32", "a100-hmma-fp16", "a100_hmma_fp16"},
    {"hw_a100_fp16_fp32", "a100-hmma-fp16", "a100_hmma_fp16"},
    {"ada_e4m3_fp32", "ada-qmma-e4m3", "ada_qmma_e4m3"},
    {"hw_ada_e4m3_fp32", "ada-qmma-e4m3", "ada_qmma_e4m3"},
    {"hw_h100_fp16_fp32", "h100-wgmma-fp16", "h100_wgmma_fp16"},
    {"b200_nvfp4_fp32", "b200-nvfp4", "b200_nvfp4"},
    {"cdna1_fp16_fp32", "cdna1-mfma-fp16", "mppa_fp16"},
    {"kalray_fp16_dp4_rne", "mppa-fp16", "mppa_fp16"},
    {"cdna3_fp16_fp32", "cdna3-mfma-fp16", "cdna3_mfma_fp16"},
    {"riscv_rvbna_bf16_n8", "rvbna-bf16-n8", "rvbna_bf16_n8"},
    {"arm_bfdot_ebf0", "arm-bfdot-ebf0", "arm_bfdot_ebf0"},
    {"arm_fmopa_fp16_fp32", "arm-fmopa-fp16", "arm_fmopa_fp16"},
    {"amx_tdpbf16ps", "amx-tdpbf16ps", "amx_tdpbf16ps"},
    {"seq_fma_fp32_from_bf16", "ieee-fma-bf16", "ieee_fma_bf16"}};

/// The files whose unit is linked; those that no configuration computes stay, to fail.
std::vector<vectors> published_of_this_tier() {
#define WEFT_NAME(P) P::Name
  const std::vector<std::string> known = {WEFT_DPA_PARAMS(WEFT_NAME)};
#undef WEFT_NAME
  std::vector<vectors> chosen;
  for (const vectors& v : Published) {
    const bool linked =
        std::ranges::any_of(built_units(), [&](auto& u) { return u.name == v.unit; });
    if (linked || std::ranges::find(known, v.unit) == known.end()) chosen.push_back(v);
  }
  return chosen;
}

class DpaRtlVectors : public testing::TestWithParam<vectors> {};
INSTANTIATE_TEST_SUITE_P(, DpaRtlVectors, testing::ValuesIn(published_of_this_tier()),
                         [](const auto& info) { return std::string(info.param.file); });

TEST_P(DpaRtlVectors, ArePublished) {
  const auto& units = built_units();
  const auto unit   = std::find_if(units.begin(), units.end(),
                                   [](const auto& u) { return u.name == GetParam().unit; });
  ASSERT_NE(unit, units.end());
  expect_published(GetParam().file, *find(GetParam().profile), unit->one());
}

}  // namespace
}  // namespace weft::dpa_test
