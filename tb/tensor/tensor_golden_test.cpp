// SPDX-License-Identifier: Apache-2.0
//
// sim/golden/float.hpp and tensor.hpp against the host's FPU, MPFR and plain integers.

#include <gtest/gtest.h>
#include <mpfr.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#include "sim/golden/fma.hpp"
#include "sim/golden/host/tensor_host.hpp"
#include "sim/golden/tensor.hpp"
#include "sim/golden/tensor_model.hpp"
#include "sim/harness/operands.hpp"
#include "sim/program/dataflow.hpp"
#include "sim/verilated/tensor_memory.hpp"
#include "sim/verilated/tensor_problems.hpp"
#include "tb/dpa/dot_vectors.hpp"
#include "tb/harness/model_time.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/tensor/tensor_recorded.hpp"

namespace weft::tensor_golden_test {
namespace {

using golden::Binary16;
using golden::Binary32;
using golden::has_fused_multiply_add, golden::host_vectors, golden::vector_e;
using sim::make_problem, sim::near_minus_product, sim::values;
using namespace golden::tensor;

/// FP16 bits as a number, by ldexp; no code is shared with golden.
double half_value(std::uint64_t bits) {
  const int exp     = static_cast<int>(bits >> 10 & 31);
  const double frac = static_cast<double>(bits & 1023);
  const double sign = (bits & 0x8000) != 0 ? -1 : 1;
  if (exp == 31) return frac != 0 ? NAN : sign * INFINITY;
  return sign * (exp == 0 ? std::ldexp(frac, -24) : std::ldexp(1024 + frac, exp - 25));
}

result_t bits_of(float x) { return std::isnan(x) ? 0x7fc00000u : std::bit_cast<std::uint32_t>(x); }

float float_of(result_t bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); }

/// One step of an array whose steps are one product.
result_t mac(const arithmetic& type, operand_t a, operand_t b, result_t c) {
  return multiply_add(type, &a, &b, c);
}

/// a * b + c by MPFR: exact product and sum in 400 bits, then rounded once to FP32.
result_t mpfr_mac(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  mpfr_set_emin(-148);  // of FP32 with subnormals, in MPFR's convention
  mpfr_set_emax(128);
  mpfr_t x, y, z, r;
  mpfr_inits2(53, x, y, z, nullptr);
  mpfr_init2(r, 24);
  mpfr_set_d(x, half_value(a), MPFR_RNDN);
  mpfr_set_d(y, half_value(b), MPFR_RNDN);
  mpfr_set_flt(z, float_of(c), MPFR_RNDN);
  const int inexact = mpfr_fma(r, x, y, z, MPFR_RNDN);
  mpfr_subnormalize(r, inexact, MPFR_RNDN);
  const float result = mpfr_get_flt(r, MPFR_RNDN);
  mpfr_clears(x, y, z, r, nullptr);
  return bits_of(result);
}

/// Triples with critical addends: at the edges, or close to minus the product.
class triples {
 public:
  explicit triples(std::uint64_t seed)
      : half_(Binary16, seed), single_(Binary32, seed + 1), rng_(seed + 2) {}

  struct triple {
    operand_t a, b;
    result_t c;
  };

  triple operator()() {
    triple t{half_(), half_(), single_()};
    if (rng_() % 2 == 0) t.c = near_minus_product(Fp16, t.a, t.b, rng_);
    return t;
  }

 private:
  sim::edge_floats half_, single_;
  std::mt19937_64 rng_;
};

TEST(TensorGolden, MacIsTheHostsFusedMultiplyAdd) {
  triples next(test_options().seed);
  for (int i = 0; i < 4'000'000; ++i) {
    const auto [a, b, c] = next();
    const float host =
        std::fma(static_cast<float>(half_value(a)), static_cast<float>(half_value(b)), float_of(c));
    ASSERT_EQ(mac(Fp16, a, b, c), bits_of(host)) << std::hex << a << " * " << b << " + " << c;
  }
}

TEST(TensorGolden, MacIsMpfrs) {
  triples next(test_options().seed + 100);
  for (int i = 0; i < 300'000; ++i) {
    const auto [a, b, c] = next();
    ASSERT_EQ(mac(Fp16, a, b, c), mpfr_mac(a, b, c)) << std::hex << a << " * " << b << " + " << c;
  }
}

TEST(TensorGolden, MacHasIeeeSpecialCases) {
  const auto mac16        = [](operand_t a, operand_t b, result_t c) { return mac(Fp16, a, b, c); };
  constexpr operand_t One = 0x3c00, Inf = 0x7c00, Nan = 0x7d01;
  EXPECT_EQ(mac16(Inf, 0, 0), 0x7fc00000u);                   // inf * 0
  EXPECT_EQ(mac16(Inf, One, 0xff800000), 0x7fc00000u);        // inf - inf
  EXPECT_EQ(mac16(Inf, One, 0x7f800000), 0x7f800000u);        // inf + inf
  EXPECT_EQ(mac16(Nan, One, 0), 0x7fc00000u);                 // NaN in
  EXPECT_EQ(mac16(One, One, 0x7f800001), 0x7fc00000u);        // NaN in C
  EXPECT_EQ(mac16(0x8000, One, 0x80000000), 0x80000000u);     // -0 + -0
  EXPECT_EQ(mac16(0x8000, One, 0), 0u);                       // -0 + 0
  EXPECT_EQ(mac16(One, One, 0xbf800000), 0u);                 // 1 - 1
  EXPECT_EQ(mac16(0, One, 0x00000001), 1u);                   // the smallest subnormal stays
  EXPECT_EQ(mac16(0x7bff, 0x7bff, 0x7f7fffff), 0x7f7fffffu);  // far below half a unit
  EXPECT_EQ(mac16(0x0001, 0x0001, 0), 0x27800000u);           // 2^-24 * 2^-24 = 2^-48
  EXPECT_EQ(mac16(0x0001, 0x0001, 0xa77fffff), 0x1b800000u);  // the smallest sum: 2^-72
}

// The chain of fused multiply-adds over increasing k.
TEST(TensorGolden, ChainOfBf16ProductsIsThePublishedOne) {
  const auto& profile = *golden::dpa::find("ieee-fma-bf16");
  const auto vectors  = read_dot_vectors("seq_fma_fp32_from_bf16", profile);
  if (vectors.lines == 0) GTEST_SKIP() << "no vectors: give -DWEFT_VECTORS=FOLDER";
  constexpr golden::fma::config Bf16Products{.multiplicand = golden::Bfloat16};
  for (const dot_vector& v : vectors.undisputed) {
    std::uint64_t sum = v.c;
    for (std::size_t k = 0; k < v.a.size(); ++k) {
      sum = golden::fma::eval(Bf16Products, {v.a[k], v.b[k], sum}).bits;
    }
    ASSERT_TRUE(v.is(profile, sum)) << std::hex << sum << ": " << v.line;
  }
  EXPECT_EQ(vectors.undisputed.size(), 1000u);
}

TEST(TensorGolden, ComputesAProfileOfOnesOwn) {
  golden::dpa::profile own = *golden::dpa::find("h100-wgmma-fp16");
  EXPECT_EQ(arithmetic_of(own), *of_profile("h100-wgmma-fp16"));
  own.grid           = 12;
  const arithmetic t = arithmetic_of(own);
  EXPECT_EQ(t, arithmetic_of(own));
  EXPECT_EQ(t.dot(), own);
  constexpr unsigned M = 3, N = 5, K = 16;
  triples next(test_options().seed);
  problem p{{M, N, K}, {}, {}, {}};
  std::vector<std::uint64_t> columns(N * K), sums(M * N), wanted(M * N);
  for (unsigned i = 0; i < M * K; ++i) p.a.push_back(next().a);
  for (unsigned i = 0; i < K * N; ++i) {
    p.b.push_back(next().b);
    columns[i % N * K + i / N] = p.b.back();
  }
  p.c.assign(M * N, 0);
  golden::dpa::matmul<std::uint64_t>(own, K, p.a, columns, sums, wanted);
  EXPECT_EQ(gemm({.type = t, .rows = 4, .cols = 4}, p), wanted);
}

/// Every pair of codes of a short type at the ends of the sums' range, against plain integers.
template <class A, class B, class Sum>
void expect_plain_integers(const arithmetic& type, int bits) {
  const auto number = [&](int code, auto as) {
    return static_cast<decltype(as)>(code << (8 - bits)) >> (8 - bits);
  };
  for (int x = 0; x < 1 << bits; ++x) {
    for (int y = 0; y < 1 << bits; ++y) {
      const int a = bits == 8 ? static_cast<A>(x) : number(x, A{});
      const int b = bits == 8 ? static_cast<B>(y) : number(y, B{});
      for (const Sum c :
           {Sum{0}, std::numeric_limits<Sum>::max(), std::numeric_limits<Sum>::min()}) {
        const auto exact = static_cast<std::uint32_t>(std::int64_t{c} + std::int64_t{a} * b);
        ASSERT_EQ(mac(type, static_cast<operand_t>(x), static_cast<operand_t>(y),
                      static_cast<std::uint32_t>(c)),
                  exact)
            << a << " * " << b << " + " << c;
      }
    }
  }
}

TEST(TensorGolden, ShortIntegersArePlainIntegersModulo32Bits) {
  EXPECT_EQ(mac(Int8, 127, 127, 0x7fffffff), 0x80003f00u);
  expect_plain_integers<std::int8_t, std::int8_t, std::int32_t>(Int8, 8);
  expect_plain_integers<std::uint8_t, std::uint8_t, std::int32_t>({type_e::Uint8}, 8);
  expect_plain_integers<std::int8_t, std::uint8_t, std::int32_t>({type_e::Int8Uint8}, 8);
  expect_plain_integers<std::uint8_t, std::int8_t, std::int32_t>({type_e::Uint8Int8}, 8);
  expect_plain_integers<std::int8_t, std::int8_t, std::int32_t>({type_e::Int4}, 4);
}

TEST(TensorGolden, Int16IsPlainIntegersModulo64Bits) {
  const arithmetic int16{type_e::Int16};
  std::mt19937_64 rng(test_options().seed);
  for (int i = 0; i < 1'000'000; ++i) {
    const auto a          = static_cast<std::int16_t>(i < 4 ? (i & 1 ? -32768 : 32767) : rng());
    const auto b          = static_cast<std::int16_t>(i < 4 ? (i & 2 ? -32768 : 32767) : rng());
    const std::uint64_t c = rng();
    ASSERT_EQ(mac(int16, static_cast<std::uint16_t>(a), static_cast<std::uint16_t>(b), c),
              c + static_cast<std::uint64_t>(std::int64_t{a} * b));
  }
}

/// The named types, and profiles with several products per step.
std::vector<arithmetic> arithmetics() {
  std::vector<arithmetic> all;
  for (const auto& named : Types) all.push_back(named.type);
  for (const char* name : {"v100-hmma-fp16", "a100-hmma-bf16", "h100-wgmma-e4m3"}) {
    all.push_back(of_profile(name).value());
  }
  return all;
}

TEST(TensorGolden, FastPathHasTheBitsOfTheSlowOne) {
  for (const arithmetic& type : arithmetics()) {
    const bool wide = type == Fp16 || type == Int8;  // the types that have vectors of their own
    for (const bool preload : {false, true}) {
      for (const values edges : {values::Finite, values::Edges}) {
        for (const shape s : {shape{1, 1, 1},
                              {4, 32, 7},
                              {5, 33, 9},
                              {3, 70, 1},
                              {17, 16, wide ? 130u : 37u},
                              {2, 3, wide ? 2500u : 530u},
                              {64, 31, wide ? 64u : 5u}}) {
          problem p = make_problem(type, s, preload, test_options().seed, edges);
          for (const flow_e flow : sim::Flows) {
            const config array{type, 7, 5, 20};
            if (flow == flow_e::InputStationary && !commutes(array)) continue;
            p.flow          = flow;
            const auto slow = gemm_bitwise(array, p);
            SCOPED_TRACE(testing::Message() << name_of(type) << ' ' << s.m << 'x' << s.n << 'x'
                                            << s.k << ' ' << flow_name(flow));
            ASSERT_EQ(gemm(array, p), slow);
            for (const vector_e unit : host_vectors()) {
              ASSERT_EQ(gemm(array, p, unit), slow) << "unit " << static_cast<int>(unit);
            }
          }
        }
      }
    }
  }
}

/// Bits of numbers whose exponent fields lie between two shares of the format's, one in 16 of them
/// special: a zero, an infinity or NaN. Ignored bits are random.
std::vector<std::uint64_t> spread(std::size_t count, const golden::format& f, int pad, double low,
                                  double high, bool special, std::mt19937_64& rng) {
  const auto first = static_cast<std::uint64_t>(low * f.max_exp());
  const auto last =
      std::max<std::uint64_t>(first + 1, static_cast<std::uint64_t>(high * f.max_exp()));
  std::vector<std::uint64_t> out(count);
  for (auto& x : out) {
    const std::uint64_t sign = rng() & f.sign_bit();
    x = sign | (first + rng() % (last - first)) << f.frac_bits | (rng() & f.frac_mask());
    if (special && rng() % 16 == 0) {
      const std::uint64_t infinity = f.overflow_code();
      x = sign | std::array<std::uint64_t, 4>{0, infinity, infinity | 1, f.frac_mask()}[rng() % 4];
    }
    x = x << pad | (rng() & ((std::uint64_t{1} << pad) - 1));
  }
  return out;
}

/// The number of results of each kind.
struct tally {
  int subnormal = 0, minus_zero = 0, infinite = 0, nan = 0, normal = 0;

  void count(const golden::format& f, result_t bits) {
    const std::uint64_t magnitude = bits & (f.sign_bit() - 1), infinity = f.overflow_code();
    if (magnitude > infinity) ++nan;
    if (magnitude == infinity) ++infinite;
    if (magnitude > 0 && magnitude <= f.frac_mask()) ++subnormal;
    if (bits == f.sign_bit()) ++minus_zero;
    if (magnitude > f.frac_mask() && magnitude < infinity) ++normal;
  }
};

/// The types whose chains the host's floating-point unit computes.
std::vector<arithmetic> host_chains() {
  std::vector<arithmetic> all;
  for (const auto& named : Types) {
    if (!named.type.integer() && named.name != "fp16-fp16") all.push_back(named.type);
  }
  return all;
}

/// Problems whose sums are normal, subnormal, infinite or NaN, or underflow or overflow on the way.
std::vector<problem> problems_of_all_ranges(const arithmetic& type, std::uint64_t seed) {
  struct range {
    double a_low, a_high, b_low, b_high, c_low, c_high;
    bool special;
    unsigned k;
  };
  std::mt19937_64 rng(seed);
  std::vector<problem> all;
  for (const range& r : {range{.45, .55, .45, .55, .45, .55, false, 19},  // normal
                         {.2, .3, .2, .3, 0, .01, false, 3},              // subnormal
                         {.1, .5, .1, .5, 0, .1, false, 19},              // about the least number
                         {0, .01, 0, .6, 0, .01, false, 19},              // subnormal operands
                         {.7, .76, .7, .76, .9, 1, false, 19},            // to infinity
                         {0, 1, 0, 1, 0, 1, false, 3},                    // anything
                         {.4, .6, .4, .6, .3, .6, true, 19},              // special
                         {0, .01, 0, .01, 0, .01, true, 1}}) {            // zeros
    const shape s{9, 37, r.k};
    const auto& d = type.dot();
    const auto of = [](const golden::dpa::element& e) {
      return golden::format{e.exp_bits, e.frac_bits};
    };
    problem p{s, spread(s.m * s.k, of(d.a), d.a.pad, r.a_low, r.a_high, r.special, rng),
              spread(s.k * s.n, of(d.b), d.b.pad, r.b_low, r.b_high, r.special, rng),
              spread(s.m * s.n, d.c, 0, r.c_low, r.c_high, r.special, rng)};
    if (r.k == 1) {
      for (std::size_t i = 0; i < p.c.size(); i += 3) p.c[i] = d.c.sign_bit();
      for (std::size_t i = 0; i < p.a.size(); i += 2) p.a[i] = 0;
    }
    all.push_back(p);
    p.c.clear();
    all.push_back(p);
  }
  return all;
}

TEST(TensorGolden, ChainsOnTheHostHaveTheBitsOfIntegersInEveryRange) {
  for (const arithmetic& type : host_chains()) {
    tally seen;
    for (problem& p : problems_of_all_ranges(type, test_options().seed)) {
      for (const flow_e flow : {flow_e::OutputStationary, flow_e::Bidirectional}) {
        p.flow = flow;
        const config array{type, 3, 5, 14};
        const auto slow = gemm_bitwise(array, p);
        for (const result_t bits : slow) seen.count(type.dot().c, bits);
        for (const vector_e unit : host_vectors()) {
          SCOPED_TRACE(testing::Message() << name_of(type) << ' ' << flow_name(flow) << " unit "
                                          << static_cast<int>(unit));
          ASSERT_EQ(gemm(array, p, unit), slow);
        }
      }
    }
    SCOPED_TRACE(name_of(type));
    EXPECT_GT(seen.subnormal, 50);
    EXPECT_GT(seen.minus_zero, 10);
    EXPECT_GT(seen.infinite, 5);
    EXPECT_GT(seen.nan, 5);
    EXPECT_GT(seen.normal, 1000);
  }
}

TEST(TensorGolden, VectorUnitsHaveCodeForEveryTypeButThoseThatNeedAFusedMultiplyAdd) {
  for (const auto& [name, type] : Types) {
    const problem p = make_problem(type, {3, 4, 5}, true, 1);
    for (const vector_e unit : host_vectors()) {
      const auto sums     = host_sums({type}, p, unit);
      const bool fused    = name == "bf16" || name == "tf32" || name == "fp32" || name == "fp64";
      const bool none     = name == "int16" || name == "fp16-fp16";
      const bool expected = !none && (!fused || has_fused_multiply_add(unit));
      EXPECT_EQ(sums.has_value(), expected) << name << " unit " << static_cast<int>(unit);
    }
  }
}

/// The control bits of the host's floating-point unit, without its flags.
unsigned host_control() {
#if defined(__x86_64__)
  return _mm_getcsr() & ~0x3fu;
#else
  return static_cast<unsigned>(std::fegetround());
#endif
}

TEST(TensorGolden, TheCallersRoundingAndFlushingChangeNothing) {
  for (const arithmetic& type : host_chains()) {
    for (const problem& p : problems_of_all_ranges(type, test_options().seed + 1)) {
      const auto slow = gemm_bitwise({type}, p);
      for (const vector_e unit : host_vectors()) {
        std::fenv_t mine;
        std::fegetenv(&mine);
        std::fesetround(FE_UPWARD);
#if defined(__x86_64__)
        _mm_setcsr(_mm_getcsr() | 0x8040);  // FTZ, DAZ
#endif
        const unsigned before = host_control();
        const auto fast       = gemm({type}, p, unit);
        const unsigned after  = host_control();
        std::fesetenv(&mine);
        ASSERT_EQ(fast, slow) << name_of(type) << " unit " << static_cast<int>(unit);
        ASSERT_EQ(after, before);
        ASSERT_NE(after, host_control());
      }
    }
  }
}

TEST(TensorGolden, ASparseProductIsThatOfTheExpandedMatrix) {
  // Indexes that rise, as a compressed matrix has them; zeros between finite numbers change no sum.
  std::mt19937_64 rng(test_options().seed);
  for (const arithmetic& type : {Int8, arithmetic{type_e::Uint8Int8}, Fp16}) {
    for (const flow_e flow :
         {flow_e::OutputStationary, flow_e::WeightStationary, flow_e::Bidirectional}) {
      config array{type, 4, 3, 24};
      array.sparse = true;
      problem p    = make_problem(type, {11, 7, 24}, true, rng());
      p.flow       = flow;
      problem wide = p;
      p.a.resize(p.a.size() / 2);
      p.layout.sparse_a = true;
      std::ranges::fill(wide.a, 0);
      for (std::size_t i = 0; i < p.a.size(); i += 2) {
        const auto first = rng() % 3, second = first + 1 + rng() % (3 - first);
        p.index.insert(p.index.end(),
                       {static_cast<std::uint8_t>(first), static_cast<std::uint8_t>(second)});
        wide.a[2 * i + first]  = p.a[i];
        wide.a[2 * i + second] = p.a[i + 1];
      }
      // The bidirectional order differs between the two.
      if (flow == flow_e::Bidirectional && !type.integer()) continue;
      SCOPED_TRACE(testing::Message() << name_of(type) << ' ' << flow_name(flow));
      EXPECT_EQ(gemm(array, p), gemm(array, wide));
      EXPECT_EQ(gemm_bitwise(array, p), gemm(array, p));
      EXPECT_EQ(cycles(array, p.shape, flow, p.layout), cycles(array, {11, 7, 12}, flow));
    }
  }
}

TEST(TensorGolden, BlockScalesMultiplyTheBlocks) {
  // Powers of two on numbers that are exact in every step: the sum of the scaled blocks.
  const auto type = *of_profile("b200-mx-e4m3");
  const config array{type, 2, 2};
  problem p{{1, 1, 64}, std::vector<operand_t>(64, 0x38), std::vector<operand_t>(64, 0x38), {}};
  p.scale_a = {127, 129};                           // 1, 4
  p.scale_b = {128, 126};                           // 2, 1/2
  EXPECT_EQ(gemm(array, p).front(), 0x4300'0000u);  // 32 * 2 + 32 * 2 = 128
  p.scale_b[1] = 255;                               // NaN
  EXPECT_EQ(gemm(array, p).front(), type.dot().nan);
  // A block that is not whole has a scale, too.
  p.shape.k = 40;
  p.a.resize(40);
  p.b.resize(40);
  p.scale_b[1] = 126;
  EXPECT_EQ(gemm(array, p).front(), 0x42a0'0000u);  // 64 + 8 * 2 = 80
}

TEST(TensorGolden, ARowOfCIsAddedToEveryRow) {
  problem p = make_problem(Int8, {5, 6, 7}, true, 3);
  p.c.resize(6);
  p.layout.c_is_row = true;
  problem whole     = p;
  whole.c.clear();
  for (int i = 0; i < 5; ++i) whole.c.insert(whole.c.end(), p.c.begin(), p.c.end());
  whole.layout.c_is_row = false;
  EXPECT_EQ(gemm({Int8}, p), gemm({Int8}, whole));
  p.flow = whole.flow = flow_e::InputStationary;
  EXPECT_EQ(transposed_problem(p).c, transposed_problem(whole).c);
}

TEST(TensorGolden, TurningAnOperandCostsWhatTheDocumentationPrints) {
  config array{Int8, 16, 16};
  array.transposes = true;
  struct row {
    shape s;
    std::uint64_t os, os_a, os_b, ws, ws_a, ws_b, by_columns, by_rows;
  };
  using enum flow_e;
  const auto count = [&](const shape& s, flow_e flow, bool a, bool b) {
    return cycles(array, s, flow, turning_layout(flow, a, b));
  };
  for (const row& r :
       {row{{64, 64, 64}, 1075, 1091, 1091, 1076, 1076, 1092, 1075, 1091},
        row{{512, 512, 512}, 524339, 524355, 524355, 524340, 524340, 524356, 524339, 524355},
        row{{33, 33, 33}, 348, 439, 439, 349, 424, 365, 348, 439},
        row{{33, 32, 32}, 243, 259, 259, 184, 229, 200, 229, 184},
        row{{1, 512, 512}, 16435, 16436, 16451, 16421, 16421, 16437, 16435, 16436},
        row{{512, 1, 512}, 16435, 16451, 16436, 16436, 16436, 16437, 16435, 16451}}) {
    SCOPED_TRACE(testing::Message() << r.s.m << 'x' << r.s.n << 'x' << r.s.k);
    EXPECT_EQ(count(r.s, OutputStationary, false, false), r.os);
    EXPECT_EQ(count(r.s, OutputStationary, true, false), r.os_a);
    EXPECT_EQ(count(r.s, OutputStationary, false, true), r.os_b);
    EXPECT_EQ(count(r.s, WeightStationary, false, false), r.ws);
    EXPECT_EQ(count(r.s, WeightStationary, true, false), r.ws_a);
    EXPECT_EQ(count(r.s, WeightStationary, false, true), r.ws_b);
    EXPECT_EQ(count(r.s, Auto, false, false), r.by_columns);
    EXPECT_EQ(count(r.s, Auto, true, false), r.by_rows);
  }
}

TEST(TensorGolden, TheArraysOwnChoiceIsNearTheBest) {
  config array{Int8, 16, 16};
  array.transposes = true;
  std::mt19937_64 rng(test_options().seed);
  double worst = 1, sum = 0;
  constexpr int Shapes = 3000;
  for (int i = 0; i < Shapes; ++i) {
    const auto dim = [&] { return static_cast<unsigned>(1 + rng() % 200); };
    const shape s{dim(), dim(), dim()};
    const auto best = std::min(cycles(array, s, flow_e::OutputStationary),
                               cycles(array, s, flow_e::WeightStationary));
    const auto more =
        static_cast<double>(cycles(array, s, chosen_flow(array, s))) / static_cast<double>(best);
    worst = std::max(worst, more);
    sum += more;
  }
  EXPECT_LT(worst, 1.12);
  EXPECT_LT(sum / Shapes, 1.001);
}

TEST(TensorGolden, OrderOfTheSumMatters) {
  // 2^11 + 2^-13 + 2^-13: half a unit is lost each time if it comes after 2^11, kept if before.
  problem p{{1, 1, 3}, {0x6800, 0x0800, 0x0800}, {0x3c00, 0x3c00, 0x3c00}, {}};
  EXPECT_EQ(gemm(config{}, p).front(), 0x45000000u);
  std::swap(p.a[0], p.a[2]);
  EXPECT_EQ(gemm(config{}, p).front(), 0x45000001u);
}

TEST(TensorGolden, CyclesThatTheDocumentationPrints) {
  const config array{Fp16, 16, 16};
  struct row {
    shape s;
    std::uint64_t limit, cycles;
    double busy;  // percent
  };
  for (const row& r : {row{{32, 32, 32}, 175, 179, 71.5}, row{{64, 64, 64}, 1071, 1075, 95.3},
                       row{{128, 128, 128}, 8239, 8243, 99.4}, row{{33, 33, 33}, 344, 348, 40.3},
                       row{{1, 64, 64}, 303, 307, 5.2}, row{{64, 64, 1}, 288, 292, 5.5},
                       row{{19200, 15, 25}, 30047, 30051, 93.6}}) {
    SCOPED_TRACE(testing::Message() << r.s.m << 'x' << r.s.n << 'x' << r.s.k);
    EXPECT_EQ(limit(array, r.s), r.limit);
    EXPECT_EQ(cycles(array, r.s), r.cycles);
    EXPECT_NEAR(100 * utilisation(array, r.s, r.cycles), r.busy, 0.05);
  }
}

TEST(TensorGolden, TypesThatTheDocumentationCompares) {
  struct row {
    const char* profile;
    std::uint64_t os, os_limit, pass, ws_limit, bi_limit;
  };
  using enum flow_e;
  for (const row& r : {row{"ieee-fma-fp16", 16399, 16395, 16400, 16395, 16398},
                       row{"v100-hmma-fp16", 4111, 4107, 4112, 4107, 4110},
                       row{"a100-hmma-bf16", 2063, 2059, 2064, 2059, 2062}}) {
    const config array{*of_profile(r.profile), 4, 4};
    const shape s{64, 64, 64};
    EXPECT_EQ(cycles(array, s, OutputStationary), r.os) << r.profile;
    EXPECT_EQ(limit(array, s, OutputStationary), r.os_limit) << r.profile;
    EXPECT_EQ(cycles(array, s, WeightStationary), r.pass) << r.profile;
    EXPECT_EQ(limit(array, s, WeightStationary), r.ws_limit) << r.profile;
    EXPECT_EQ(cycles(array, s, Bidirectional), r.pass) << r.profile;
    EXPECT_EQ(limit(array, s, Bidirectional), r.bi_limit) << r.profile;
  }
}

TEST(TensorGolden, SumsThatPassTakeFiveCyclesMoreThanTheLimit) {
  // Any shape of up to partial_rows rows: below, at and above the array's height, where a sum comes
  // back at once, a step later or from the memory.
  std::mt19937_64 rng(test_options().seed);
  for (const config array :
       {config{Int8, 16, 16}, config{Int8, 2, 5, 64}, config{Int8, 5, 3, 70}}) {
    for (int i = 0; i < 1000; ++i) {
      const auto dim = [&](unsigned most) { return static_cast<unsigned>(1 + rng() % most); };
      const shape s{i < 100 ? dim(array.rows + 2) : dim(array.partial_rows), dim(600), dim(600)};
      SCOPED_TRACE(testing::Message() << s.m << 'x' << s.n << 'x' << s.k << " rows " << array.rows);
      EXPECT_EQ(cycles(array, s, flow_e::WeightStationary),
                limit(array, s, flow_e::WeightStationary) + 5);
      EXPECT_EQ(cycles(array, s, flow_e::Bidirectional),
                cycles(array, s, flow_e::WeightStationary));
    }
  }
}

TEST(TensorGolden, FlowsThatTheDocumentationCompares) {
  const config array{Fp16, 16, 16};
  struct row {
    shape s;
    std::uint64_t os, ws, bi, is;
    flow_e best;
    double share;  // of what grid and ports allow, in percent
  };
  using enum flow_e;
  for (const row& r : {row{{64, 64, 64}, 1075, 1076, 1076, 1076, OutputStationary, 95.3},
                       row{{128, 128, 128}, 8243, 8244, 8244, 8244, OutputStationary, 99.4},
                       row{{33, 33, 33}, 348, 349, 349, 349, OutputStationary, 85.3},
                       row{{33, 32, 32}, 243, 184, 184, 244, WeightStationary, 71.7},
                       row{{32, 33, 32}, 243, 244, 244, 184, InputStationary, 71.7},
                       row{{32, 32, 33}, 183, 244, 244, 244, OutputStationary, 72.1},
                       row{{1, 64, 64}, 307, 293, 293, 308, WeightStationary, 87.4},
                       row{{64, 1, 64}, 307, 308, 308, 293, InputStationary, 87.4},
                       row{{1, 512, 512}, 16435, 16421, 16421, 16436, WeightStationary, 99.8}}) {
    SCOPED_TRACE(testing::Message() << r.s.m << 'x' << r.s.n << 'x' << r.s.k);
    EXPECT_EQ(cycles(array, r.s, OutputStationary), r.os);
    EXPECT_EQ(cycles(array, r.s, WeightStationary), r.ws);
    EXPECT_EQ(cycles(array, r.s, Bidirectional), r.bi);
    EXPECT_EQ(cycles(array, r.s, InputStationary), r.is);
    EXPECT_EQ(best_flow(array, r.s), r.best);

    const auto [m, n, k]   = r.s;
    const std::uint64_t tm = ceil_div(m, 16), tn = ceil_div(n, 16), tk = ceil_div(k, 16);
    const std::uint64_t grid = std::min({tm * tn * k, tk * tn * m, tk * tm * n});
    const std::uint64_t read = std::max(std::uint64_t{m} * k, std::uint64_t{k} * n) / 16;
    EXPECT_NEAR(100.0 * static_cast<double>(std::max(grid, read)) /
                    static_cast<double>(cycles(array, r.s, r.best)),
                r.share, 0.05);
  }
}

TEST(TensorGolden, ModelTakesTheCyclesOfTheClosedForm) {
  const arithmetic several =
      arithmetic_of(*golden::dpa::find("v100-hmma-fp16"));  // products a step
  for (const arithmetic& type : {Int8, Fp16, several}) {
    const config array{.type = type, .rows = 4, .cols = 3, .partial_rows = 24};
    for (const flow_e flow :
         {flow_e::OutputStationary, flow_e::WeightStationary, flow_e::Bidirectional}) {
      for (const shape& s : {shape{1, 1, 1}, {4, 3, 4}, {9, 7, 5}, {30, 4, 9}, {3, 10, 17}}) {
        SCOPED_TRACE(testing::Message() << name_of(type) << ' ' << flow_name(flow) << ' ' << s.m
                                        << 'x' << s.n << 'x' << s.k);
        auto p         = make_problem(type, s, true, test_options().seed);
        p.flow         = flow;
        const auto run = [&](sim::memory_timing timing) {
          model_alone<model> unit{model(array)};
          sim::tensor_memory memory(array, p, std::move(timing));
          return sim::run_gemm(unit, memory, [](const auto&) {});
        };
        const auto at_once = run({}), stalled = run(sim::random_stalls(0.3, test_options().seed));
        EXPECT_EQ(at_once.cycles, cycles(array, s, flow));
        EXPECT_EQ(at_once.d, gemm_bitwise(array, p));
        EXPECT_EQ(stalled.d, at_once.d);
        EXPECT_GE(stalled.cycles, at_once.cycles);
      }
    }
  }
}

TEST(TensorGolden, ModelIsAsRecorded) {
  for (const recorded_run& r : recorded_runs()) {
    SCOPED_TRACE(r.name);
    model_alone<model> unit{model(r.array)};
    is_as_recorded(unit, r);
  }
}

}  // namespace
}  // namespace weft::tensor_golden_test
