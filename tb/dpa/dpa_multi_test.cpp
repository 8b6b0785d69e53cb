// SPDX-License-Identifier: Apache-2.0
//
// rtl/dpa/weft_dpa_multi.sv against sim/golden/dpa.hpp: in lockstep with another profile in every
// item, and every profile that it has block by block at the edges.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "sim/verilated/dpa_multi_ports.hpp"
#include "tb/dpa/dpa_blocks.hpp"
#include "tb/dpa/dpa_vectors.hpp"
#include "tb/harness/unit_bench.hpp"
#include "tb/harness/unit_sweep.hpp"
#include "weft_dpa_multi_configs.hpp"

namespace weft::dpa_multi_test {
namespace {

using item = golden::dpa_multi::operands;

/// Blocks of all profiles, one of each at a time.
std::vector<item> rounds(std::size_t count) {
  const auto numbers = golden::dpa_multi::numbers();
  std::vector<item> items;
  std::vector<dpa_blocks> next;
  for (const std::uint8_t n : numbers) next.emplace_back(profiles()[n], test_options().seed + n);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < numbers.size(); ++j) items.push_back({numbers[j], next[j]()});
  }
  std::shuffle(items.begin(), items.end(), std::mt19937_64(test_options().seed));
  return items;
}

struct published {
  const char *file, *profile;
};
constexpr published Vectors[] = {
    {"v100_fp16_fp16", "v100-hmma-fp16-f16acc"},    {"v100_fp16_fp32", "v100-hmma-fp16"},
    {"hw_v100_fp16_fp16", "v100-hmma-fp16-f16acc"}, {"hw_v100_fp16_fp32", "v100-hmma-fp16"},
    {"a100_fp16_fp16", "a100-hmma-fp16-f16acc"},    {"a100_fp16_fp32", "a100-hmma-fp16"},
    {"hw_a100_bf16_fp32", "a100-hmma-bf16"},        {"hw_a100_fp16_fp32", "a100-hmma-fp16"},
    {"hw_a100_tf32_fp32", "a100-hmma-tf32"},        {"ada_e4m3_fp32", "ada-qmma-e4m3"},
    {"hw_ada_e4m3_fp32", "ada-qmma-e4m3"},          {"h100_bf16_fp32", "h100-wgmma-bf16"},
    {"h100_fp16_fp16", "h100-wgmma-fp16-f16acc"},   {"hw_h100_e4m3_fp32_wgmma", "h100-wgmma-e4m3"},
    {"hw_h100_fp16_fp32", "h100-wgmma-fp16"},       {"hw_h100_tf32_fp32", "h100-wgmma-tf32"},
    {"hw_b200_bf16_fp32", "b200-tcgen05-bf16"}};

std::vector<item> some_blocks(const golden::dpa_multi::config&) { return rounds(20); }

WEFT_UNIT_SUITE(DpaMultiRtl, sim::dpa_multi_ports, WEFT_DPA_MULTI_CONFIGS, some_blocks);

TEST(DpaMulti, ImplementsTheProfilesOfItsPage) {
  EXPECT_EQ(golden::dpa_multi::numbers().size(), 91U);
}

TYPED_TEST(DpaMultiRtl, EqualsGoldenInEveryProfileAtTheEdges) {
  gives_goldens_results<TypeParam>(rounds(1000));
}

TYPED_TEST(DpaMultiRtl, GivesThePublishedResults) {
  sim::unit_rtl<TypeParam> rtl(test_options());
  for (const auto& [file, name] : Vectors) {
    SCOPED_TRACE(file);
    const auto n = static_cast<std::uint8_t>(find(name) - profiles().data());
    expect_published(file, profiles()[n], [&](const operands& o) {
      const item one{n, o};
      golden::dpa_multi::result r;
      rtl.run({&one, 1}, {&r, 1});
      return r.bits;
    });
  }
}

}  // namespace
}  // namespace weft::dpa_multi_test
