// SPDX-License-Identifier: Apache-2.0
//
// sim/golden/wide/fdiv_seq.hpp by every FP32 significand and by 10^9 random operands of FP32; it
// and sim/golden/fdiv.hpp by 10^9 random quotients of FP32 and FP64, which the host judges.
// WEFT_COUNT in the environment is another number of quotients.

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
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

#if defined(__x86_64__)
/// Quotients in four directions, half of them of operands with near exponents.
template <class Real, class Word>
void expect_the_hosts(format f) {
  const char* const given   = std::getenv("WEFT_COUNT");
  const std::uint64_t count = given != nullptr ? std::strtoull(given, nullptr, 0) : 1'000'000'000;
  const Word fraction       = static_cast<Word>((Word{1} << f.frac_bits) - 1);
  const Word one            = static_cast<Word>(static_cast<Word>(f.bias()) << f.frac_bits);
  const config k{.number = f};
  const fdiv::config by_digits{.number = f};
  std::mt19937_64 rng(test_options().seed);
  for (std::uint64_t i = 0; i < count && !testing::Test::HasFailure(); ++i) {
    auto a = static_cast<Word>(rng()), b = static_cast<Word>(rng());
    if (i % 2 == 0)
      a = (a & fraction) + one, b = (b & fraction) + one - ((b >> 4) & (fraction + 1));
    const auto round  = round_e(i / 2 % HostRounds);
    const auto host   = on_host<Real, Word>(f, round, a, b, [](Real x, Real y) { return x / y; });
    const auto got    = eval(k, {.a = a, .b = b, .round = round});
    const auto digits = fdiv::eval(by_digits, {.a = a, .b = b, .round = round});
    if (got == host && digits == host) continue;
    ADD_FAILURE() << std::hex << a << " / " << b << ' ' << round << " is " << got << " and "
                  << digits << ", not " << host;
  }
}

TEST(FdivSeqGoldenLong, RandomFp32QuotientsAreTheHosts) {
  expect_the_hosts<float, std::uint32_t>(Binary32);
}
TEST(FdivSeqGoldenLong, RandomFp64QuotientsAreTheHosts) {
  expect_the_hosts<double, std::uint64_t>(Binary64);
}
#endif

}  // namespace
}  // namespace weft::fdiv_seq_golden_long_test
