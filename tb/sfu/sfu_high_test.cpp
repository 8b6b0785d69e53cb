// SPDX-License-Identifier: Apache-2.0
//
// rtl/sfu/weft_sfu_high.sv against sim/golden/wide/sfu_high.hpp: in lockstep under every timing,
// for every significand; golden against the host's long double.

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "sim/harness/unit_rtl.hpp"
#include "sim/verilated/sfu_high/sfu_high_ports.hpp"
#include "tb/harness/unit_bench.hpp"
#include "weft_sfu_high_configs.hpp"

namespace weft::sfu_high_test {
namespace {

using namespace golden::sfu_high;

double number(std::uint32_t word) { return std::bit_cast<double>(std::uint64_t{word} << 32); }

/// Every significand with an even and an odd exponent.
std::vector<operands> every_significand(op_e op) {
  std::vector<operands> all;
  for (std::uint32_t frac = 0; frac < 1u << 20; ++frac) {
    all.push_back({op, 0x3ff0'0000 | frac});
    if (op == op_e::Rsqrt) all.push_back({op, 0x4000'0000 | frac});
  }
  return all;
}

std::vector<operands> edges(const config&) {
  std::vector<operands> all;
  std::mt19937 rng(test_options().seed);
  for (const op_e op : {op_e::Rcp, op_e::Rsqrt}) {
    for (const std::uint32_t sign : {0u, Sign}) {
      for (const std::uint32_t field :
           {0u, 1u, 2u, 1022u, 1023u, 1024u, 2044u, 2045u, 2046u, 2047u}) {
        for (const std::uint32_t frac : {0u, 1u, 2u, 0x7'ffffu, 0xf'fffeu, 0xf'ffffu})
          all.push_back({op, sign | field << 20 | frac});
      }
    }
    for (int i = 0; i < 500; ++i) all.push_back({op, static_cast<std::uint32_t>(rng())});
  }
  return all;
}

/// The bounds that the page gives, in units of the word's last place.
TEST(SfuHighGolden, IsWithinItsBoundOfTheTrueValueAtEverySignificand) {
  for (const op_e op : {op_e::Rcp, op_e::Rsqrt}) {
    for (const operands& o : every_significand(op)) {
      const long double a = number(o.a), exact = op == op_e::Rcp ? 1 / a : 1 / std::sqrt(a);
      const double got       = number(eval({}, o).bits);
      const long double unit = std::ldexp(1.0L, std::ilogb(exact) - 20);
      ASSERT_LE(std::fabs(got - exact), 0.63L * unit) << std::hex << o;
    }
  }
}

TEST(SfuHighGolden, ScalesWithTheExponentAndKnowsSpecialOperands) {
  for (const operands& o : edges({})) {
    const double a = number(o.a), got = number(eval({}, o).bits);
    const double flushed = std::fpclassify(a) == FP_SUBNORMAL ? std::copysign(0.0, a) : a;
    double exact         = o.op == op_e::Rcp ? 1 / flushed : 1 / std::sqrt(flushed);
    if (o.op == op_e::Rsqrt && flushed == 0) exact = std::copysign(HUGE_VAL, a);
    if (std::isnan(exact)) {
      EXPECT_TRUE(std::isnan(got)) << std::hex << o;
    } else if (std::isinf(exact) || exact == 0 || std::fabs(exact) < 0x1p-1022) {
      EXPECT_EQ(got, std::isinf(exact) ? exact : std::copysign(0.0, exact)) << std::hex << o;
      EXPECT_EQ(std::signbit(got), std::signbit(exact)) << std::hex << o;
    } else {
      EXPECT_LE(std::fabs(got / exact - 1), 0x1p-20) << std::hex << o;
    }
  }
}

WEFT_UNIT_SUITE(SfuHighRtl, sim::sfu_high_ports, WEFT_SFU_HIGH_CONFIGS, edges);

TYPED_TEST(SfuHighRtl, GivesGoldensResultsAtEverySignificand) {
  sim::unit_rtl<TypeParam> unit(test_options());
  for (const op_e op : {op_e::Rcp, op_e::Rsqrt}) {
    const auto items = every_significand(op);
    std::vector<result> results(items.size());
    unit.run(items, results);
    for (std::size_t i = 0; i < items.size(); ++i)
      ASSERT_EQ(results[i], eval(TypeParam::Config, items[i])) << std::hex << items[i];
  }
}

}  // namespace
}  // namespace weft::sfu_high_test
