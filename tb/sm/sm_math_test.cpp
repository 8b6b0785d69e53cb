// SPDX-License-Identifier: Apache-2.0
//
// Elementary functions as programs of the multiprocessor: golden's routines bit for bit, and as
// small as a processing block of the RTL holds.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "sim/golden/math/math_program.hpp"
#include "tb/harness/report.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/sm/sm_launch.hpp"

namespace weft::sm_math_test {
namespace {

using namespace golden::math;

class SmMath : public testing::TestWithParam<int> {
 protected:
  op_e op_ = op_e(GetParam());
};

TEST_P(SmMath, ProgramsHaveTheRoutinesBits) {
  std::mt19937_64 rng(test_options().seed);
  constexpr std::uint32_t Edges[] = {
      0,           1,           0x007f'ffff, 0x0080'0000, 0x3f00'0000, 0x3f80'0000,
      0x4000'0000, 0x4040'0000, 0x3fc0'0000, 0x4049'0fdb, 0x4b00'0001, 0x4b80'0001,
      0x4f00'0000, 0x7f7f'ffff, 0x7f80'0000, 0x7f80'0001, 0x7fc0'0000};
  std::vector<std::uint32_t> x, y;
  for (std::uint32_t a : Edges) {
    for (std::uint32_t b : Edges) {
      if (!takes_two(op_) && b != 0) continue;
      for (std::uint32_t signs = 0; signs < 4; ++signs) {
        x.push_back(a | signs << 31);
        y.push_back(b | signs >> 1 << 31);
      }
    }
  }
  while (x.size() % 64 != 0 || x.size() < 768) {
    const auto word = [&] {
      const auto bits = static_cast<std::uint32_t>(rng());
      return rng() % 2 == 0 ? bits : (bits & 0x83ff'ffff) + 0x3d00'0000;
    };
    x.push_back(word());
    y.push_back(word());
  }
  sm_launch s("volta", "EXIT");
  s.l.code = program_of(op_, places_e::Memory);
  s.buffer(x);
  if (takes_two(op_)) s.buffer(y);
  s.buffer(std::vector<std::uint32_t>(x.size()));
  s.grid(static_cast<unsigned>(x.size() / 64)).block(64).run();
  const auto z = s.values<std::uint32_t>(takes_two(op_) ? 2 : 1, x.size());
  for (std::size_t n = 0; n < x.size(); ++n) {
    const operands o{op_, x[n], y[n]};
    ASSERT_EQ(z[n], eval(golden::sfu::build_e::Cubic, o).bits) << std::hex << o;
  }
}

// 16 registers, 256 instructions and no branch.
TEST_P(SmMath, ProgramsFitABlockOfTheRtl) {
  for (const places_e places : {places_e::Registers, places_e::Memory}) {
    const auto p = program_of(op_, places);
    EXPECT_LE(p.registers, 16);
    EXPECT_LE(p.code.size(), 256);
    EXPECT_LE(p.pool.size(), 128);
    for (const auto& i : p.code) {
      EXPECT_EQ(golden::sm::is_branch(i.op), &i == &p.code.back());
      const auto word = golden::sm::decode(encode(i));
      ASSERT_TRUE(word.has_value());
      EXPECT_EQ(*word, i) << sim::to_sm_text(p, static_cast<std::size_t>(&i - p.code.data()));
    }
    EXPECT_EQ(sim::assemble_sm("again", sim::to_sm_text(p)).code, p.code);
  }
}

INSTANTIATE_TEST_SUITE_P(, SmMath, testing::Range(0, Ops),
                         [](const auto& info) { return report(op_e(info.param)); });

}  // namespace
}  // namespace weft::sm_math_test
