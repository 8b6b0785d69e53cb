// SPDX-License-Identifier: Apache-2.0
//
// sim/golden/fmul.hpp against the host's floating-point unit. Other formats and directions are
// fma's: tb/fma/fma_golden_test.cpp.

#include <gtest/gtest.h>

#include <cstdint>

#include "sim/golden/fmul.hpp"
#include "tb/arith/fmul_pairs.hpp"
#include "tb/harness/host_float.hpp"
#include "tb/harness/model_time.hpp"
#include "tb/harness/report.hpp"
#include "tb/harness/test_main.hpp"

namespace weft::fmul_golden_test {
namespace {

using namespace golden::fmul;
using namespace golden;

static_assert(eval({}, {.a = 0x3fc00000, .b = 0x40000000}) == result{0x40400000, 0});
static_assert(eval({}, {.a = 0x7f800000, .b = 0}) == result{0x7fc00000, Invalid});

#if defined(__x86_64__)
template <class Real, class Word>
void expect_the_hosts(format f) {
  for (operands o : fmul_pairs(f, test_options().seed, 400'000)) {
    o.round = round_e(static_cast<int>(o.round) % HostRounds);
    const auto host =
        on_host<Real, Word>(f, o.round, o.a, o.b, [](Real a, Real b) { return a * b; });
    ASSERT_EQ(eval({.number = f}, o), host) << std::hex << o;
  }
}

TEST(FmulGolden, IsTheHostsFp32) { expect_the_hosts<float, std::uint32_t>(Binary32); }
TEST(FmulGolden, IsTheHostsFp64) { expect_the_hosts<double, std::uint64_t>(Binary64); }
#endif

TEST(FmulGolden, ZerosHaveTheSignOfTheProduct) {
  for (int r = 0; r < Rounds; ++r) {
    for (const std::uint64_t a : {0x00000000u, 0x80000000u}) {
      for (const std::uint64_t b : {0x3f800000u, 0xbf800000u}) {
        EXPECT_EQ(eval({}, {a, b, round_e(r)}), (result{(a ^ b) & 0x80000000, 0}));
      }
    }
  }
}

TEST(FmulGolden, ModelKeepsTheTimeOfItsRegisters) {
  for (const unsigned pipe : {0u, 2u, 15u}) {
    keeps_the_time_of_its_registers(config{.pipe = pipe},
                                    fmul_pairs(Binary32, test_options().seed, 100));
  }
}

TEST(FmulGolden, ReportsOfOperandsHaveNames) {
  EXPECT_EQ(report(golden::fmul::operands{1, 2, golden::round_e::NearAway}),
            "round=NearAway 0x1 0x2");
}

}  // namespace
}  // namespace weft::fmul_golden_test
