// SPDX-License-Identifier: Apache-2.0
//
// sim/golden/wide/fdiv_seq.hpp by every FP32 significand and by 10^9 random operands.

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <random>

#include "tb/harness/host_float.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/sfu/fdiv_seq_pairs.hpp"

namespace weft::fdiv_seq_golden_long_test {
namespace {

using namespace golden::fdiv_seq;
using namespace golden;

TEST(FdivSeqGoldenLong, EveryFp32SignificandIsRounded) {
  expect_every_function({}, 1u << 23, 1u << 24);
}

/// Random words are judged by integers where their significands are those of normal results.
TEST(FdivSeqGoldenLong, RandomOperandsAreRounded) {
  std::mt19937_64 rng(test_options().seed);
  for (std::uint64_t i = 0; i < 1'000'000'000 / Rounds && !HasFailure(); ++i) {
    const std::uint64_t random = rng();
    const std::uint64_t top    = 1u << 23;
    expect_rounded({}, op_e(random >> 62), top | (random & (top - 1)),
                   top | (random >> 24 & (top - 1)),
                   (random >> 60 & 1) != 0 && is_root(op_e(random >> 62)));
  }
}

}  // namespace
}  // namespace weft::fdiv_seq_golden_long_test
