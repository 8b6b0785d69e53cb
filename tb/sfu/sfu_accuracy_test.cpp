// SPDX-License-Identifier: Apache-2.0
//
// sim/golden/sfu.hpp against libm and MPFR: the bounds of docs/unit/sfu.md, special values and
// order, for every significand of every function, and around zeros, poles, overflow and the seams
// of the tables.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "sim/golden/sfu.hpp"
#include "sim/sfu/sfu_sweep.hpp"
#include "tb/sfu/sfu_cases.hpp"

namespace weft::sfu_accuracy_test {
namespace {

using namespace golden::sfu;

class SfuAccuracy : public testing::TestWithParam<std::tuple<build_e, bool, int>> {
 protected:
  /// The figures of the operands from one to another, both included.
  void sweep(std::uint32_t from, std::uint32_t to) {
    std::vector<result> results;
    for (std::uint32_t x = from;; ++x) {
      results.push_back(eval(statistics_.k, {.op = statistics_.op, .a = x}));
      if (x == to) break;
    }
    statistics_.add(from, results);
  }

  sim::sfu_statistics statistics_{
      op_e(std::get<2>(GetParam())),
      config{.build = std::get<0>(GetParam()), .ftz = std::get<1>(GetParam())}};
};

TEST_P(SfuAccuracy, KeepsItsBoundForEverySignificand) {
  auto codes = every_significand(op_e(std::get<2>(GetParam())), 1U << 22);
  for (std::uint32_t& code : codes) code &= 0xff80'0000;
  std::sort(codes.begin(), codes.end());
  codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
  for (const std::uint32_t binade : codes) sweep(binade, binade | 0x007f'ffff);
  EXPECT_TRUE(statistics_.holds()) << sim::to_text({.statistics = statistics_});
  EXPECT_EQ(statistics_.inputs(), codes.size() << 23);
}

/// Tests with subnormal operands or results, where flushing matters.
class SfuAccuracyAtEdges : public SfuAccuracy {};

TEST_P(SfuAccuracyAtEdges, KeepsItsBoundAtBothEndsOfEveryBinade) {
  constexpr std::uint32_t Near = 2000;
  for (std::uint32_t field = 0; field < 0x200; ++field) {
    const std::uint32_t first = field << 23, last = first | 0x007f'ffff;
    sweep(first, first + Near);
    sweep(last - Near, last);
  }
  EXPECT_TRUE(statistics_.holds()) << sim::to_text({.statistics = statistics_});
}

/// The operands of a ratio: all from 1/2 to 1 and the ends of lower binades for sin, which is odd;
/// all from 1/2 to 3/2 for lg2.
class SfuRelative : public SfuAccuracy {};

TEST_P(SfuRelative, KeepsItsRelativeBound) {
  statistics_ = {statistics_.op, {.build = std::get<0>(GetParam()), .relative = true}};
  sweep(0x3f00'0000, 0x3f7f'ffff);
  if (statistics_.op == op_e::Lg2) sweep(0x3f80'0000, 0x3fbf'ffff);
  for (std::uint32_t binade = 0x3980'0000; binade < 0x3f00'0000; binade += 0x0080'0000) {
    if (statistics_.op == op_e::Lg2) break;
    for (std::uint32_t block = 0; block < 0x0080'0000; block += 0x0002'0000) {
      sweep(binade + block, binade + block + 0x1ff);
      sweep(binade + block + 0x1'fe00, binade + block + 0x1'ffff);
    }
  }
  EXPECT_TRUE(statistics_.holds()) << sim::to_text({.statistics = statistics_});
  EXPECT_GT(statistics_.classes.back().inputs, 8'000'000U);
}

std::string name_of(const testing::TestParamInfo<SfuAccuracy::ParamType>& info) {
  const auto [build, ftz, op] = info.param;
  return SfuBuildNames[static_cast<std::size_t>(build)] + std::string(ftz ? "Ftz" : "") +
         SfuNames[static_cast<std::size_t>(op)];
}

const auto EachBuild    = testing::Values(build_e::Cubic, build_e::Quadratic, build_e::Fine);
const auto EachFunction = testing::Range(0, Functions);

INSTANTIATE_TEST_SUITE_P(, SfuAccuracy,
                         testing::Combine(EachBuild, testing::Values(false), EachFunction),
                         name_of);
INSTANTIATE_TEST_SUITE_P(, SfuAccuracyAtEdges,
                         testing::Combine(EachBuild, testing::Bool(), EachFunction), name_of);
INSTANTIATE_TEST_SUITE_P(, SfuRelative,
                         testing::Combine(EachBuild, testing::Values(false),
                                          testing::Values(int(op_e::Lg2), int(op_e::Sin))),
                         name_of);

}  // namespace
}  // namespace weft::sfu_accuracy_test
