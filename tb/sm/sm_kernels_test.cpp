// SPDX-License-Identifier: Apache-2.0
//
// The kernels of this folder on the golden model of the multiprocessor, against host arithmetic and
// golden functions that know no multiprocessor, and the shares of the peak that they reach.

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "sim/golden/dpa.hpp"
#include "sim/golden/sfu_seq.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/sm/sm_launch.hpp"

namespace weft::sm_kernels_test {
namespace {

using golden::sm::policy_e;

std::vector<float> floats(std::size_t n, float least, float most) {
  std::mt19937_64 random(test_options().seed);
  std::uniform_real_distribution<float> x(least, most);
  std::vector<float> v(n);
  for (float& y : v) y = x(random);
  return v;
}

std::vector<std::uint32_t> words(std::size_t n, std::uint32_t most) {
  std::mt19937_64 random(test_options().seed);
  std::vector<std::uint32_t> v(n);
  for (auto& y : v) y = static_cast<std::uint32_t>(random() % most);
  return v;
}

/// Halves between -2 and 2, some of them subnormal.
std::vector<std::uint16_t> halves(std::size_t n, unsigned salt) {
  std::mt19937_64 random(test_options().seed + salt);
  std::vector<std::uint16_t> v(n);
  for (auto& y : v) y = static_cast<std::uint16_t>(random() % 0x4000 | (random() & 0x8000));
  return v;
}

class EveryArch : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(SmKernels, EveryArch, testing::ValuesIn(sim::sm_presets()),
                         [](const auto& param) { return param.param; });

TEST_P(EveryArch, SaxpyIsTheHosts) {
  constexpr unsigned N = 1000;
  const auto x = floats(N, -4, 4), y = floats(N, -1, 1);
  const float a = 2.5f;
  for (const auto policy : {policy_e::Lrr, policy_e::Gto, policy_e::Youngest}) {
    sm_launch s(GetParam(), "saxpy.sass");
    s.policy = policy;
    s.word(N).word(std::bit_cast<std::uint32_t>(a)).buffer(x).buffer(y).grid(8).block(128).run();
    const auto out = s.values<float>(1, N);
    for (unsigned i = 0; i < N; ++i) ASSERT_EQ(out[i], std::fma(a, x[i], y[i])) << i;
  }
}

TEST_P(EveryArch, CollatzIsTheHosts) {
  const auto x                     = words(256, 200);
  std::vector<std::uint32_t> start = x;
  for (auto& n : start) ++n;
  sm_launch s(GetParam(), "collatz.sass");
  s.buffer(start).buffer(std::vector<std::uint32_t>(256)).grid(2).block(128).run();
  const auto out = s.values<std::uint32_t>(1, 256);
  for (unsigned i = 0; i < 256; ++i) {
    unsigned steps = 0;
    for (std::uint64_t n = start[i]; n != 1; ++steps) n = n % 2 == 0 ? n / 2 : 3 * n + 1;
    ASSERT_EQ(out[i], steps) << start[i];
  }
}

TEST_P(EveryArch, ReductionIsTheHosts) {
  const auto x = words(1024, 0xffffffffu);
  sm_launch s(GetParam(), "reduction.sass");
  s.buffer(x).buffer(std::vector<std::uint32_t>(4)).grid(4).block(256).run();
  const auto out = s.values<std::uint32_t>(1, 4);
  for (unsigned c = 0; c < 4; ++c) {
    std::uint32_t sum = 0;
    for (unsigned i = 0; i < 256; ++i) sum += x[256 * c + i];
    EXPECT_EQ(out[c], sum);
  }
}

TEST(SmKernels, TransposesInOnePassOrInThirtyTwo) {
  constexpr unsigned N = 64;
  const auto x         = words(N * N, 0xffffffffu);
  std::uint64_t cycles[2];
  for (const bool padded : {false, true}) {
    sm_launch s("volta", padded ? "transpose_padded.sass" : "transpose.sass");
    s.word(N).word(0).buffer(x).buffer(std::vector<std::uint32_t>(N * N));
    cycles[padded ? 1 : 0] = s.grid(N / 32, N / 32).block(32, 8).run();
    const auto out         = s.values<std::uint32_t>(1, N * N);
    for (unsigned r = 0; r < N; ++r) {
      for (unsigned c = 0; c < N; ++c) ASSERT_EQ(out[c * N + r], x[r * N + c]);
    }
    // Four tiles of 32 stores of a row and 32 loads of a column.
    EXPECT_EQ(s.count.shared_requests, 4 * 64u);
    EXPECT_EQ(s.count.shared_passes, 4 * (32 + 32 * (padded ? 1u : 32u)));
  }
  EXPECT_GT(cycles[0], 2 * cycles[1]);
}

TEST(SmKernels, SoftmaxIsThatOfTheUnitsAndNearTheTrueOne) {
  const auto x = floats(8 * 32, -10, 10);
  sm_launch s("volta", "softmax.sass");
  s.buffer(x).buffer(std::vector<float>(x.size())).grid(2).block(128).run();
  const auto out = s.values<float>(1, x.size());
  const auto sfu = [](golden::sfu::op_e op, float y) {
    return std::bit_cast<float>(
        golden::sfu::eval({}, {.op = op, .a = std::bit_cast<std::uint32_t>(y)}).bits);
  };
  for (unsigned row = 0; row < 8; ++row) {
    const float* in = x.data() + 32 * row;
    float most      = in[0];
    double sum      = 0;
    for (unsigned i = 0; i < 32; ++i) most = std::max(most, in[i]);
    for (unsigned i = 0; i < 32; ++i) sum += std::exp(static_cast<double>(in[i]) - most);
    float e[32], partial[32];
    for (unsigned i = 0; i < 32; ++i) {
      e[i] = partial[i] = sfu(golden::sfu::op_e::Ex2, (in[i] - most) * 1.4426950408889634f);
    }
    // Sums of pairs at distance 16, 8, 4, 2, 1, as the exchanges add them.
    for (unsigned d = 16; d > 0; d /= 2) {
      float next[32];
      for (unsigned i = 0; i < 32; ++i) next[i] = partial[i] + partial[i ^ d];
      for (unsigned i = 0; i < 32; ++i) partial[i] = next[i];
    }
    for (unsigned i = 0; i < 32; ++i) {
      const float y = out[32 * row + i];
      ASSERT_EQ(y, e[i] * sfu(golden::sfu::op_e::Rcp, partial[i]));
      EXPECT_NEAR(y, std::exp(static_cast<double>(in[i]) - most) / sum, 1e-5);
    }
  }
}

TEST(SmKernels, Exp10IsThatOfTheSequencer) {
  const auto x = floats(256, -40, 40);
  sm_launch s("turing", "exp10.sass");
  s.buffer(x).buffer(std::vector<float>(x.size())).grid(2).block(128).run();
  const auto out = s.values<std::uint32_t>(1, x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    ASSERT_EQ(out[i], golden::sfu_seq::eval({}, {.op = golden::sfu_seq::op_e::Exp10,
                                                 .x  = std::bit_cast<std::uint32_t>(x[i])})
                          .bits);
  }
}

/// A product on one processing block.
struct product {
  std::uint64_t cycles;
  golden::sm::model::counters count;
};

product sgemm(const std::string& arch, unsigned m, unsigned n, unsigned k) {
  const auto a = floats(std::size_t{m} * k, -2, 2), b = floats(std::size_t{k} * n, -1, 3);
  sm_launch s(arch, "sgemm.sass", {"blocks=1"});
  s.buffer(a).buffer(b).buffer(std::vector<float>(std::size_t{m} * n)).word(k).word(n);
  const auto cycles = s.grid(n / 64, m / 64).block(64).run();
  const auto out    = s.values<float>(2, std::size_t{m} * n);
  for (unsigned i = 0; i < m; ++i) {
    for (unsigned j = 0; j < n; ++j) {
      float sum = 0;
      for (unsigned x = 0; x < k; ++x) sum = std::fma(a[i * k + x], b[x * n + j], sum);
      if (out[i * n + j] != sum) {
        ADD_FAILURE() << i << ' ' << j << ": " << out[i * n + j] << ", not " << sum;
        return {cycles, s.count};
      }
    }
  }
  return {cycles, s.count};
}

TEST(SmKernels, SgemmIsTheHostsChainAndKeepsTheBlockBusy) {
  const auto small = sgemm("volta", 128, 64, 16), large = sgemm("volta", 128, 64, 32);
  const auto ffma = static_cast<std::size_t>(golden::sm::unit_e::Fp32);
  // Two cycles an instruction on 16 lanes.
  const double busy  = 2.0 * static_cast<double>(large.count.unit[ffma] - small.count.unit[ffma]);
  const double share = busy / static_cast<double>(large.cycles - small.cycles);
  RecordProperty("share", std::to_string(share));
  std::printf("sgemm: %.1f %% of the block's peak\n", 100 * share);
  EXPECT_GE(share, 0.90);
  EXPECT_LE(share, 1.0);
}

product hgemm(const std::string& arch, const std::string& kernel, const char* profile,
              unsigned rows, unsigned m, unsigned n, unsigned k) {
  const auto a = halves(std::size_t{m} * k, 1), b = halves(std::size_t{n} * k, 2);
  sm_launch s(arch, kernel, {"blocks=1"});
  s.buffer(a).buffer(b).buffer(std::vector<float>(std::size_t{m} * n)).word(k).word(n);
  const auto cycles = s.grid(n / rows, m / rows).block(32).run();
  const auto out    = s.values<std::uint32_t>(2, std::size_t{m} * n);
  const auto& p     = *golden::dpa::find(profile);
  for (unsigned i = 0; i < m; ++i) {
    for (unsigned j = 0; j < n; ++j) {
      const std::vector<std::uint64_t> x(a.begin() + i * k, a.begin() + (i + 1) * k),
          y(b.begin() + j * k, b.begin() + (j + 1) * k);
      const auto sum = golden::dpa::dot(p, x, y, 0);
      if (out[i * n + j] != sum) {
        ADD_FAILURE() << i << ' ' << j << ": " << out[i * n + j] << ", not " << sum;
        return {cycles, s.count};
      }
    }
  }
  return {cycles, s.count};
}

void expect_hgemm(const std::string& arch, const std::string& kernel, const char* profile,
                  unsigned rows, unsigned cycles_each, unsigned m, unsigned n, unsigned k) {
  const auto small = hgemm(arch, kernel, profile, rows, m, n, k);
  const auto large = hgemm(arch, kernel, profile, rows, m, n, k + 64);
  // The first step alone, with the last one, with one between.
  for (const unsigned steps : {1u, 2u, 3u}) {
    hgemm(arch, kernel, profile, rows, rows, rows, 16 * steps);
  }
  const auto hmma = static_cast<std::size_t>(golden::sm::unit_e::Tensor);
  const double busy =
      static_cast<double>(cycles_each * (large.count.unit[hmma] - small.count.unit[hmma]));
  const double share = busy / static_cast<double>(large.cycles - small.cycles);
  std::printf("%s on %s: %.1f %% of the block's peak\n", kernel.c_str(), arch.c_str(), 100 * share);
  EXPECT_GE(share, 0.85);
  EXPECT_LE(share, 1.0);
}

TEST(SmKernels, HgemmByStepsIsTheDotProductAndKeepsTheBlockBusy) {
  expect_hgemm("volta", "hgemm_884.sass", "v100-hmma-fp16", 32, 2, 64, 128, 32);
}

TEST(SmKernels, HgemmIsTheDotProductAndKeepsTheBlockBusy) {
  expect_hgemm("ampere", "hgemm_16816.sass", "a100-hmma-fp16", 64, 8, 64, 128, 64);
}

}  // namespace
}  // namespace weft::sm_kernels_test
