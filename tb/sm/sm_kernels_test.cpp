// SPDX-License-Identifier: Apache-2.0
//
// The kernels of this folder on the golden model of the multiprocessor, against host arithmetic and
// golden functions that know no multiprocessor, and the shares of the peak that they reach.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "sim/golden/dpa.hpp"
#include "sim/golden/sfu_seq.hpp"
#include "sim/golden/sm/sm_bench.hpp"
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

/// The shares of their bound that kernels reach on volta, hgemm_16816 on ampere, in percent.
const std::map<std::string, double> Shares{
    {"collatz", 50.3},    {"ddot", 41.1},        {"exp10", 31.5},
    {"haxpy", 40.9},      {"hgemm_16816", 75.7}, {"hgemm_884", 82.8},
    {"igemm_8816", 85.5}, {"mandelbrot", 70.9},  {"philox", 75.1},
    {"quantise", 44.3},   {"reduction", 40.9},   {"saxpy", 78.1},
    {"scan", 48.1},       {"sgemm", 86.6},       {"softmax", 21.4},
    {"sort", 72.6},       {"transpose", 91.4},   {"transpose_padded", 85.0}};

/// Prints the share of its bound that a launch reached in `cycles`. No launch is below it.
void expect_share(const sm_launch& s, const std::string& kernel, std::uint64_t cycles) {
  const auto least   = bound(s.k, s.l.code, s.count).front();
  const double share = 100 * least.cycles / static_cast<double>(cycles);
  std::printf("%s on %s: %llu cycles, bound %.0f by %s, %.1f %%\n", kernel.c_str(),
              s.k.name.c_str(), static_cast<unsigned long long>(cycles), least.cycles,
              least.name.c_str(), share);
  EXPECT_LE(share, 100.0);
  // Cycles of a loop that diverges depend on the operands.
  if (s.k.name != (kernel == "hgemm_16816" ? "ampere" : "volta") || test_options().seed != 1)
    return;
  const auto at = Shares.find(kernel);
  ASSERT_NE(at, Shares.end()) << kernel;
  EXPECT_NEAR(share, at->second, 0.05) << kernel;
}

TEST(SmKernels, SaxpyIsTheHostsOnEveryArch) {
  for (const std::string& arch : sim::sm_presets()) {
    SCOPED_TRACE(arch);
    constexpr unsigned N = 1000;
    const auto x = floats(N, -4, 4), y = floats(N, -1, 1);
    const float a = 2.5f;
    for (const auto policy : {policy_e::Lrr, policy_e::Gto, policy_e::Youngest}) {
      sm_launch s(arch, "saxpy.sass");
      s.policy = policy;
      s.word(N).word(std::bit_cast<std::uint32_t>(a)).buffer(x).buffer(y).grid(8).block(128);
      const auto cycles = s.run();
      if (policy == policy_e::Gto) expect_share(s, "saxpy", cycles);
      const auto out = s.values<float>(1, N);
      for (unsigned i = 0; i < N; ++i) ASSERT_EQ(out[i], std::fma(a, x[i], y[i])) << i;
    }
  }
}

TEST(SmKernels, CollatzIsTheHostsOnEveryArch) {
  for (const std::string& arch : sim::sm_presets()) {
    SCOPED_TRACE(arch);
    const auto x                     = words(256, 200);
    std::vector<std::uint32_t> start = x;
    for (auto& n : start) ++n;
    sm_launch s(arch, "collatz.sass");
    s.buffer(start).buffer(std::vector<std::uint32_t>(256)).grid(2).block(128);
    expect_share(s, "collatz", s.run());
    const auto out = s.values<std::uint32_t>(1, 256);
    for (unsigned i = 0; i < 256; ++i) {
      unsigned steps = 0;
      for (std::uint64_t n = start[i]; n != 1; ++steps) n = n % 2 == 0 ? n / 2 : 3 * n + 1;
      ASSERT_EQ(out[i], steps) << start[i];
    }
  }
}

TEST(SmKernels, ReductionIsTheHostsOnEveryArch) {
  for (const std::string& arch : sim::sm_presets()) {
    SCOPED_TRACE(arch);
    const auto x = words(1024, 0xffffffffu);
    sm_launch s(arch, "reduction.sass");
    s.buffer(x).buffer(std::vector<std::uint32_t>(4)).grid(4).block(256);
    expect_share(s, "reduction", s.run());
    const auto out = s.values<std::uint32_t>(1, 4);
    for (unsigned c = 0; c < 4; ++c) {
      std::uint32_t sum = 0;
      for (unsigned i = 0; i < 256; ++i) sum += x[256 * c + i];
      EXPECT_EQ(out[c], sum);
    }
  }
}

TEST(SmKernels, ScanIsTheHostsOnEveryArch) {
  for (const std::string& arch : sim::sm_presets()) {
    SCOPED_TRACE(arch);
    const auto x = words(1024, 0xffffffffu);
    sm_launch s(arch, "scan.sass");
    s.buffer(x).buffer(std::vector<std::uint32_t>(1024)).grid(4).block(256);
    expect_share(s, "scan", s.run());
    const auto out    = s.values<std::uint32_t>(1, 1024);
    std::uint32_t sum = 0;
    for (unsigned i = 0; i < 1024; ++i) {
      sum = i % 256 == 0 ? x[i] : sum + x[i];
      ASSERT_EQ(out[i], sum) << i;
    }
  }
}

TEST(SmKernels, SortIsTheHostsOnEveryArch) {
  for (const std::string& arch : sim::sm_presets()) {
    SCOPED_TRACE(arch);
    auto x = words(512, 0xffffffffu);
    x[40] = x[41] = x[60];
    sm_launch s(arch, "sort.sass");
    s.buffer(x).buffer(std::vector<std::uint32_t>(512)).grid(4).block(128);
    expect_share(s, "sort", s.run());
    for (auto warp = x.begin(); warp != x.end(); warp += 32) std::sort(warp, warp + 32);
    EXPECT_EQ(s.values<std::uint32_t>(1, 512), x);
  }
}

TEST(SmKernels, MandelbrotIsTheHostsOnEveryArch) {
  for (const std::string& arch : sim::sm_presets()) {
    SCOPED_TRACE(arch);
    constexpr unsigned Limit = 50;
    sm_launch s(arch, "mandelbrot.sass");
    s.word(96).word(Limit).buffer(std::vector<std::uint32_t>(std::size_t{96} * 16));
    expect_share(s, "mandelbrot", s.grid(3, 16).block(32).run());
    const auto out = s.values<std::uint32_t>(0, std::size_t{96} * 16);
    for (unsigned y = 0; y < 16; ++y) {
      for (unsigned x = 0; x < 96; ++x) {
        const float re = std::fma(static_cast<float>(x), 0.03125f, -2.0f);
        const float im = std::fma(static_cast<float>(y), 0.03125f, -1.0f);
        float a = 0, b = 0;
        unsigned turns = 0;
        for (; turns < Limit; ++turns) {
          // Rounded one by one.
          const volatile float aa = a * a, bb = b * b;
          if (aa + bb > 4) break;
          const volatile float difference = aa - bb;
          b                               = std::fma(a + a, b, im);
          a                               = difference + re;
        }
        ASSERT_EQ(out[y * 96 + x], turns) << x << ' ' << y;
      }
    }
  }
}

/// One of the answers that are published with the generator, and the host's.
TEST(SmKernels, PhiloxIsThePublishedOnEveryArch) {
  for (const std::string& arch : sim::sm_presets()) {
    SCOPED_TRACE(arch);
    for (const bool published : {true, false}) {
      const std::uint32_t key[]{published ? 0 : 0xa4093822u, published ? 0 : 0x299f31d0u};
      sm_launch s(arch, "philox.sass");
      s.word(key[0]).word(key[1]).buffer(std::vector<std::uint32_t>(1024)).grid(2).block(128);
      expect_share(s, "philox", s.run());
      const auto out = s.values<std::uint32_t>(0, 1024);
      if (published) {
        EXPECT_EQ(std::vector(out.begin(), out.begin() + 4),
                  (std::vector<std::uint32_t>{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
      }
      for (std::uint32_t i = 0; i < 256; ++i) {
        std::uint32_t c[]{i, 0, 0, 0}, k[]{key[0], key[1]};
        for (unsigned round = 0; round < 10; ++round) {
          const std::uint64_t p = std::uint64_t{c[0]} * 0xd2511f53u,
                              q = std::uint64_t{c[2]} * 0xcd9e8d57u;
          const std::uint32_t next[]{
              static_cast<std::uint32_t>(q >> 32) ^ c[1] ^ k[0], static_cast<std::uint32_t>(q),
              static_cast<std::uint32_t>(p >> 32) ^ c[3] ^ k[1], static_cast<std::uint32_t>(p)};
          std::copy(std::begin(next), std::end(next), std::begin(c));
          k[0] += 0x9e3779b9u;
          k[1] += 0xbb67ae85u;
        }
        for (unsigned n = 0; n < 4; ++n) ASSERT_EQ(out[4 * i + n], c[n]) << i << ' ' << n;
      }
    }
  }
}

TEST(SmKernels, QuantiseIsTheHostsOnEveryArch) {
  for (const std::string& arch : sim::sm_presets()) {
    SCOPED_TRACE(arch);
    auto x = floats(1024, -40, 40);
    // Ties, and what saturates.
    for (unsigned i = 0; i < 64; ++i) x[i] = (static_cast<float>(i) - 32) / 8;
    x[70] = 1e9f;
    x[71] = -1e30f;
    sm_launch s(arch, "quantise.sass");
    s.buffer(x).buffer(std::vector<std::uint8_t>(1024)).word(std::bit_cast<std::uint32_t>(4.0f));
    expect_share(s, "quantise", s.grid(2).block(128).run());
    const auto out = s.values<std::int8_t>(1, 1024);
    for (unsigned i = 0; i < 1024; ++i) {
      const float y = std::nearbyint(std::clamp(4 * x[i], -128.0f, 127.0f));
      ASSERT_EQ(out[i], static_cast<int>(y)) << x[i];
    }
  }
}

TEST(SmKernels, InnerProductsOfDoublesAreTheHostsOnEveryArch) {
  for (const std::string& arch : sim::sm_presets()) {
    SCOPED_TRACE(arch);
    constexpr unsigned N = 8, Blocks = 3;
    const auto f = floats(std::size_t{2} * Blocks * 64 * N, -2, 2);
    std::vector<double> x, y;
    for (std::size_t i = 0; i < f.size() / 2; ++i) {
      x.push_back(f[2 * i] / 3.0);
      y.push_back(f[2 * i + 1] * 7e-3);
    }
    sm_launch s(arch, "ddot.sass");
    s.word(N).buffer(x).buffer(y).buffer(std::vector<double>(Blocks)).grid(Blocks).block(64);
    if (arch == "turing") {
      EXPECT_THROW(s.run(), golden::sm::fault);  // it has no FP64
      continue;
    }
    expect_share(s, "ddot", s.run());
    const auto out = s.values<double>(2, Blocks);
    for (unsigned block = 0; block < Blocks; ++block) {
      std::vector<double> sums(64);
      for (unsigned n = 0; n < N; ++n) {
        for (unsigned t = 0; t < 64; ++t) {
          const std::size_t i = std::size_t{block} * 64 * N + 64 * n + t;
          sums[t]             = std::fma(x[i], y[i], sums[t]);
        }
      }
      for (unsigned half = 32; half > 0; half /= 2) {
        for (unsigned t = 0; t < half; ++t) sums[t] += sums[t + half];
      }
      EXPECT_EQ(out[block], sums[0]) << block;
    }
  }
}

/// Halves of few exponents, so that doubles hold what is rounded.
TEST(SmKernels, PairsOfHalvesAreTheHosts) {
  std::mt19937_64 random(test_options().seed);
  const auto drawn = [&](std::size_t n) {
    std::vector<std::uint16_t> v(n);
    for (auto& x : v) {
      x = static_cast<std::uint16_t>((random() & 0x83ff) | (12 + random() % 6) << 10);
    }
    return v;
  };
  const auto number = [](std::uint16_t x) {
    return std::ldexp(1024 + (x & 0x3ff), (x >> 10 & 31) - 25) * ((x & 0x8000) != 0 ? -1 : 1);
  };
  // To eleven bits, ties to even, of normal numbers.
  const auto rounded = [](double x) {
    const int e = std::max(std::ilogb(x), -14);
    return x == 0 ? x : std::ldexp(std::nearbyint(std::ldexp(x, 10 - e)), e - 10);
  };
  const auto x = drawn(512), y = drawn(512), a = drawn(2);
  for (const char* arch : {"pascal", "volta", "turing", "ampere"}) {
    sm_launch s(arch, "haxpy.sass");
    s.word(a[0] | std::uint32_t{a[1]} << 16).buffer(x).buffer(y).grid(2).block(128);
    expect_share(s, "haxpy", s.run());
    const auto out = s.values<std::uint16_t>(1, 512);
    for (unsigned i = 0; i < 512; ++i) {
      const double sum = rounded(number(a[i % 2]) * number(x[i]) + number(y[i]));
      const double all = rounded(rounded(sum * number(y[i])) + number(x[i]));
      // A result below 2^-14 has another spelling.
      if (std::abs(all) < 0x1p-14) continue;
      ASSERT_EQ(number(out[i]), all) << i;
    }
  }
}

TEST(SmKernels, ProductsOfBytesAreTheHosts) {
  constexpr unsigned M = 24, N = 32, K = 64;
  const auto a = words(M * K, 256), b = words(N * K, 256);
  const std::vector<std::int8_t> x(a.begin(), a.end()), y(b.begin(), b.end());
  for (const char* arch : {"volta", "turing", "ampere"}) {
    sm_launch s(arch, "igemm_8816.sass");
    s.buffer(x).buffer(y).buffer(std::vector<std::int32_t>(M * N)).word(K).word(N);
    expect_share(s, "igemm_8816", s.grid(N / 8, M / 8).block(32).run());
    const auto out = s.values<std::int32_t>(2, M * N);
    for (unsigned m = 0; m < M; ++m) {
      for (unsigned n = 0; n < N; ++n) {
        std::int32_t sum = 0;
        for (unsigned k = 0; k < K; ++k) sum += x[m * K + k] * y[n * K + k];
        ASSERT_EQ(out[m * N + n], sum) << m << ' ' << n;
      }
    }
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
    expect_share(s, padded ? "transpose_padded" : "transpose", cycles[padded ? 1 : 0]);
    const auto out = s.values<std::uint32_t>(1, N * N);
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
  s.buffer(x).buffer(std::vector<float>(x.size())).grid(2).block(128);
  expect_share(s, "softmax", s.run());
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
  sm_launch s("volta", "exp10.sass");
  s.buffer(x).buffer(std::vector<float>(x.size())).grid(2).block(128);
  expect_share(s, "exp10", s.run());
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
  if (k == 32) expect_share(s, "sgemm", cycles);
  const auto out = s.values<float>(2, std::size_t{m} * n);
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
  std::printf("sgemm: %.1f %% of the block's peak\n", 100 * share);
  EXPECT_GE(share, 0.90);
  EXPECT_NEAR(100 * share, 92.9, 0.05);
}

product hgemm(const std::string& arch, const std::string& kernel, const char* profile,
              unsigned rows, unsigned m, unsigned n, unsigned k) {
  const auto a = halves(std::size_t{m} * k, 1), b = halves(std::size_t{n} * k, 2);
  sm_launch s(arch, kernel, {"blocks=1"});
  s.buffer(a).buffer(b).buffer(std::vector<float>(std::size_t{m} * n)).word(k).word(n);
  const auto cycles = s.grid(n / rows, m / rows).block(32).run();
  if (k >= 96) expect_share(s, kernel.substr(0, kernel.find('.')), cycles);
  const auto out = s.values<std::uint32_t>(2, std::size_t{m} * n);
  const auto& p  = *golden::dpa::find(profile);
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
                  unsigned rows, unsigned cycles_each, unsigned m, unsigned n, unsigned k,
                  double percent) {
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
  EXPECT_NEAR(100 * share, percent, 0.05);
}

TEST(SmKernels, HgemmByStepsIsTheDotProductAndKeepsTheBlockBusy) {
  expect_hgemm("volta", "hgemm_884.sass", "v100-hmma-fp16", 32, 2, 64, 128, 32, 92.5);
}

TEST(SmKernels, HgemmIsTheDotProductAndKeepsTheBlockBusy) {
  expect_hgemm("ampere", "hgemm_16816.sass", "a100-hmma-fp16", 64, 8, 64, 128, 64, 94.9);
}

}  // namespace
}  // namespace weft::sm_kernels_test
