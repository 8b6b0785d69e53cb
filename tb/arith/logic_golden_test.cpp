// SPDX-License-Identifier: Apache-2.0
//
// sim/golden/logic.hpp bit by bit against where PTX says each bit comes from, and against the
// host's rotations.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <random>
#include <vector>

#include "sim/golden/logic.hpp"
#include "sim/harness/edge_integers.hpp"
#include "tb/harness/model_time.hpp"
#include "tb/harness/report.hpp"
#include "tb/harness/test_main.hpp"

namespace weft::logic_golden_test {
namespace {

using namespace golden::logic;

/// Bit i of the result.
bool expected_bit(int width, const operands& o, int i) {
  const auto bit   = [](std::uint64_t x, int n) { return (x >> n & 1) != 0; };
  const auto pair  = [&](int n) { return n < width ? bit(o.a, n) : bit(o.b, n - width); };
  const int clamps = static_cast<int>(std::min(o.amount, static_cast<std::uint32_t>(width)));
  const int wraps  = static_cast<int>(o.amount & static_cast<std::uint32_t>(width - 1));
  switch (o.op) {
    case op_e::And:
      return bit(o.a, i) && bit(o.b, i);
    case op_e::Or:
      return bit(o.a, i) || bit(o.b, i);
    case op_e::Xor:
      return bit(o.a, i) != bit(o.b, i);
    case op_e::Not:
      return !bit(o.a, i);
    case op_e::Cnot:
      return i == 0 && o.a == 0;
    case op_e::Shl:
      return i >= clamps && bit(o.a, i - clamps);
    case op_e::ShrLogical:
      return i + clamps < width && bit(o.a, i + clamps);
    case op_e::ShrArithmetic:
      return bit(o.a, std::min(i + clamps, width - 1));
    case op_e::ShfLeftClamp:
      return pair(width + i - clamps);
    case op_e::ShfLeftWrap:
      return pair(width + i - wraps);
    case op_e::ShfRightClamp:
      return pair(i + clamps);
    case op_e::ShfRightWrap:
      return pair(i + wraps);
  }
  return false;
}

void expect_every_bit(unsigned width, const operands& o) {
  const std::uint64_t bits = eval({width}, o).bits;
  std::uint64_t expected   = 0;
  for (unsigned i = 0; i < width; ++i) {
    expected |= std::uint64_t{expected_bit(static_cast<int>(width), o, static_cast<int>(i))} << i;
  }
  ASSERT_EQ(bits, expected) << width << " bits: " << o;
}

/// Every amount that matters: up to the width, beyond it, and with only high bits set.
std::vector<std::uint32_t> amounts(unsigned width) {
  std::vector<std::uint32_t> all{2 * width, 128, 1u << 16 | 1, 1u << 31, ~0u};
  for (std::uint32_t n = 0; n <= width + 1; ++n) all.push_back(n);
  return all;
}

TEST(LogicGolden, TakesEachBitFromWhereItShouldOfAllOperandsUpToFourBits) {
  for (const unsigned width : {2u, 4u}) {
    for (unsigned code = 0; code < 16; ++code) {
      for (std::uint64_t a = 0; a >> width == 0; ++a) {
        for (std::uint64_t b = 0; b >> width == 0; ++b) {
          for (const auto amount : amounts(width)) {
            expect_every_bit(width, {op_e{static_cast<std::uint8_t>(code)}, a, b, amount});
          }
        }
      }
    }
  }
}

TEST(LogicGolden, TakesEachBitFromWhereItShouldAtTheEdgesOfEveryWidth) {
  for (const unsigned width : {8u, 16u, 32u, 64u}) {
    sim::edge_integers number(width, test_options().seed + width);
    for (unsigned i = 0; i < 100; ++i) {
      for (unsigned code = 0; code < 16; ++code) {
        for (const auto amount : amounts(width)) {
          expect_every_bit(width,
                           {op_e{static_cast<std::uint8_t>(code)}, number(), number(), amount});
        }
      }
    }
  }
}

TEST(LogicGolden, FunnelOfOneWordTwiceIsTheHostsRotation) {
  sim::edge_integers number(32, test_options().seed);
  for (unsigned i = 0; i < 10000; ++i) {
    const auto a = static_cast<std::uint32_t>(number());
    const auto n = static_cast<std::uint32_t>(number());
    ASSERT_EQ(eval({32}, {op_e::ShfLeftWrap, a, a, n}).bits,
              std::rotl(a, static_cast<int>(n % 32)));
    ASSERT_EQ(eval({32}, {op_e::ShfRightWrap, a, a, n}).bits,
              std::rotr(a, static_cast<int>(n % 32)));
  }
}

TEST(LogicGolden, ReportsNameOperations) {
  WEFT_EXPECT_NAMED(op_e, And);
  WEFT_EXPECT_NAMED(op_e, Or);
  WEFT_EXPECT_NAMED(op_e, Xor);
  WEFT_EXPECT_NAMED(op_e, Not);
  WEFT_EXPECT_NAMED(op_e, Cnot);
  WEFT_EXPECT_NAMED(op_e, Shl);
  WEFT_EXPECT_NAMED(op_e, ShrLogical);
  WEFT_EXPECT_NAMED(op_e, ShrArithmetic);
  WEFT_EXPECT_NAMED(op_e, ShfLeftClamp);
  WEFT_EXPECT_NAMED(op_e, ShfLeftWrap);
  WEFT_EXPECT_NAMED(op_e, ShfRightClamp);
  WEFT_EXPECT_NAMED(op_e, ShfRightWrap);
  EXPECT_EQ(report(op_e{15}), "0xf");
}

TEST(LogicGolden, ModelKeepsTheTimeOfItsRegisters) {
  std::mt19937_64 rng(test_options().seed);
  std::vector<operands> words(100);
  for (operands& o : words) {
    o = {op_e(rng() % Ops), rng() >> 32, rng() >> 32, static_cast<std::uint32_t>(rng() % 40)};
  }
  for (const unsigned pipe : {0u, 1u}) keeps_the_time_of_its_registers(config{.pipe = pipe}, words);
}

}  // namespace
}  // namespace weft::logic_golden_test
