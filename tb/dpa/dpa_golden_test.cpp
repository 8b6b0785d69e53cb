// SPDX-License-Identifier: Apache-2.0
//
// sim/golden/dpa.hpp against exact integers of any length (GMP), published dot products, an
// instruction of this machine where it has it, the host's fused multiply-add, and itself: the fast
// path against the plain one.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#endif

#include "sim/golden/dpa.hpp"
#include "sim/golden/dpa_fields.hpp"
#include "sim/golden/dpa_multi.hpp"
#include "sim/golden/dpa_parts.hpp"
#include "sim/golden/dpa_profiles.hpp"
#include "sim/golden/host/dpa_vectors.hpp"
#include "tb/dpa/dot_vectors.hpp"
#include "tb/dpa/dpa_blocks.hpp"
#include "tb/dpa/dpa_cases.hpp"
#include "tb/dpa/dpa_families.hpp"
#include "tb/dpa/dpa_own_profiles.hpp"
#include "tb/harness/model_time.hpp"
#include "tb/harness/test_main.hpp"

namespace weft::dpa_golden_test {
namespace {

using namespace golden::dpa;
using golden::Binary32;

bool is_nan(golden::format f, std::uint64_t bits) {
  const std::uint64_t infinity = ((std::uint64_t{1} << f.exp_bits) - 1) << f.frac_bits;
  return (bits & (f.sign_bit() - 1)) > infinity;
}

class DpaGolden : public testing::TestWithParam<std::string_view> {};
INSTANTIATE_TEST_SUITE_P(, DpaGolden, testing::ValuesIn(dpa_families()), dpa_family_name);

// A profile is checked in 20,000 blocks; in fewer if its family has many pairs of formats.
TEST_P(DpaGolden, EqualsExactIntegers) { expect_exact_integers(GetParam(), 8'000); }

void expect_many_at_once(const profile& p, std::size_t rows = 150) {
  dpa_cases next(p, test_options().seed + 1);
  for (const std::size_t k : {std::size_t{p.depth}, std::size_t{3 * p.depth / 2 + 1}}) {
    const std::size_t side = std::min<std::size_t>(rows, 7);
    std::vector<std::uint64_t> a, b, c, wanted;
    for (std::size_t i = 0; i < rows; ++i) {
      const dpa_case x = next(k);
      a.insert(a.end(), x.a.begin(), x.a.end());
      b.insert(b.end(), x.b.begin(), x.b.end());
      c.push_back(x.c);
      wanted.push_back(dot(p, x.a, x.b, x.c));
    }
    std::vector<std::uint64_t> d(rows);
    for (const auto unit : golden::host_vectors()) {
      dots<std::uint64_t>(p, k, a, b, c, d, unit);
      ASSERT_EQ(d, wanted) << p.name << " unit " << static_cast<int>(unit);
    }

    // Every row by every row, in the smallest words that hold the bits.
    const std::span rows_a = std::span(a).first(side * k), rows_b = std::span(b).first(side * k);
    wanted.assign(side * side, 0);
    for (std::size_t i = 0; i < side; ++i) {
      for (std::size_t j = 0; j < side; ++j) {
        wanted[i * side + j] = dot(p, rows_a.subspan(i * k, k), rows_b.subspan(j * k, k), c[j]);
      }
    }
    std::vector<std::uint64_t> sums;
    for (std::size_t i = 0; i < side; ++i) sums.insert(sums.end(), c.begin(), c.begin() + side);
    d.assign(side * side, 0);
    const auto in_words_of = [&]<class T>(T) {
      const std::vector<T> x(rows_a.begin(), rows_a.end()), y(rows_b.begin(), rows_b.end());
      matmul<T>(p, k, x, y, sums, d);
    };
    switch (std::bit_ceil(static_cast<unsigned>(std::max(p.a.width(), p.b.width())))) {
      case 64:
        in_words_of(std::uint64_t{});
        break;
      case 32:
        in_words_of(std::uint32_t{});
        break;
      case 16:
        in_words_of(std::uint16_t{});
        break;
      default:
        in_words_of(std::uint8_t{});
    }
    ASSERT_EQ(d, wanted) << p.name;
  }
}

TEST_P(DpaGolden, ManyAtOnceAreTheSame) {
  for (const profile& p : dpa_family(GetParam())) {
    if (p.scale_block == 0) expect_many_at_once(p);
  }
}

/// Blocks whose terms, sums and results are anything, by dots() on every vector unit, with
/// block()'s bits.
void expect_blocks_at_once(const profile& p, std::size_t count) {
  std::vector<std::uint64_t> a, b, c, wanted, d(count);
  for (const operands& o : edge_blocks(p, count, test_options().seed + 7)) {
    a.insert(a.end(), o.a.begin(), o.a.begin() + p.lanes);
    b.insert(b.end(), o.b.begin(), o.b.begin() + p.lanes);
    c.push_back(o.c);
    wanted.push_back(dot(p, std::span(o.a).first(p.lanes), std::span(o.b).first(p.lanes), o.c));
  }
  for (const auto unit : golden::host_vectors()) {
    dots<std::uint64_t>(p, p.lanes, a, b, c, d, unit);
    ASSERT_EQ(d, wanted) << p.name << " unit " << static_cast<int>(unit);
  }
}

/// Every code of A, and of B, by a number near one. Codes are neighbours in a row, so that none of
/// them disappears beside another, and special ones leave few rows to block().
void expect_every_code_at_once(const profile& p) {
  std::mt19937_64 rng(test_options().seed);
  const auto near_one = [&](const element& e) {
    const std::uint64_t frac = rng() & ((std::uint64_t{1} << e.frac_bits) - 1);
    return ((rng() & 1) << e.exp_bits | static_cast<std::uint64_t>(e.bias))
               << (e.frac_bits + e.pad) |
           frac << e.pad;
  };
  for (const bool in_a : {true, false}) {
    const element &coded = in_a ? p.a : p.b, &other = in_a ? p.b : p.a;
    // Ignored bits are random.
    const int bits          = std::min(coded.width() - coded.pad, 16);
    const std::size_t count = std::max(std::size_t{1} << bits, std::size_t{p.depth});
    std::vector<std::uint64_t> codes(count), partners(count);
    for (std::size_t i = 0; i < count; ++i) {
      codes[i] = (i & ((std::size_t{1} << bits) - 1)) << (coded.width() - bits);
      codes[i] |= rng() & ((std::uint64_t{1} << (coded.width() - bits)) - 1);
      partners[i] = near_one(other);
    }
    const auto &a = in_a ? codes : partners, &b = in_a ? partners : codes;
    std::vector<std::uint64_t> c(count / p.depth), wanted(c.size()), d(c.size());
    for (std::size_t i = 0; i < c.size(); ++i) {
      wanted[i] = dot(p, std::span(a).subspan(i * p.depth, p.depth),
                      std::span(b).subspan(i * p.depth, p.depth), c[i]);
    }
    for (const auto unit : golden::host_vectors()) {
      dots<std::uint64_t>(p, p.depth, std::span(a).first(c.size() * p.depth),
                          std::span(b).first(c.size() * p.depth), c, d, unit);
      ASSERT_EQ(d, wanted) << p.name << " unit " << static_cast<int>(unit);
    }
  }
}

// Every code of every format of up to 16 bits, and TF32.
TEST(DpaVectors, DecodeAsBlocksDo) {
  using namespace golden::dpa::detail;
  for (const auto& [name, e] : Elements) {
    if (e.exp_bits > 8 || e.frac_bits > 10) continue;
    for (const bool exp_from_format : {false, true}) {
      for (const bool daz : {false, true}) {
        std::vector<std::uint32_t> codes(std::size_t{1} << (e.width() - e.pad));
        std::iota(codes.begin(), codes.end(), 0);
        std::vector<std::int16_t> sig(codes.size()), exp(codes.size());
        for (const auto unit : golden::host_vectors()) {
          decode_on(unit)({e, exp_from_format, daz}, codes.data(), codes.size(), sig.data(),
                          exp.data());
          for (const std::uint32_t code : codes) {
            const term t =
                decode(e, std::uint64_t{code} << e.pad, {exp_from_format, daz, false, -126});
            if (!t.is(kind_e::Finite)) {
              ASSERT_EQ(exp[code], SpecialExp) << name << " code " << code;
              continue;
            }
            const auto magnitude = static_cast<int>(t.sig);
            ASSERT_EQ(sig[code], t.sign ? -magnitude : magnitude) << name << " code " << code;
            ASSERT_EQ(exp[code], t.sig == 0 ? ZeroExp : t.exp) << name << " code " << code;
          }
        }
      }
    }
  }
}

TEST_P(DpaGolden, BlocksAtTheEdgesAtOnceAreTheSame) {
  for (const profile& p : dpa_family(GetParam())) {
    if (p.scale_block == 0) expect_blocks_at_once(p, 3000);
  }
}

TEST_P(DpaGolden, EveryCodeAtOnceIsTheSame) {
  for (const profile& p : dpa_family(GetParam())) {
    if (p.scale_block == 0 && p.a.width() <= 32) expect_every_code_at_once(p);
  }
}

// User-defined profiles.

TEST(DpaGoldenOwn, EqualExactIntegers) {
  dpa_own_profiles next(test_options().seed);
  std::array<int, 5> algos{};
  for (int i = 0; i < 600; ++i) {
    const profile p = next();
    ++algos[static_cast<std::size_t>(p.algo)];
    std::string text;
    for (const auto name : field_names()) text += std::string(name) + '=' + field(p, name) + ' ';
    SCOPED_TRACE(text);
    ASSERT_NO_FATAL_FAILURE(expect_exact_integers(p, 60));
    if (p.scale_block != 0) continue;
    ASSERT_NO_FATAL_FAILURE(expect_many_at_once(p, 4));
  }
  for (const int count : algos) EXPECT_GE(count, 30);
}

TEST(DpaGoldenOwn, FieldsAsTextAreTheProfile) {
  for (const profile& p : profiles()) {
    EXPECT_EQ(check(p), "") << p.name;
    profile own;
    for (const auto name : field_names())
      EXPECT_EQ(set_field(own, name, field(p, name)), "") << name;
    own.name = p.name;
    own.from = p.from;
    EXPECT_EQ(own, p) << p.name;
    EXPECT_TRUE(same_block(renamed(p, "another"), p)) << p.name;
  }
}

TEST(DpaGoldenOwn, AZeroWithAHugeScaleIsNoOverflow) {
  profile p          = *find("b200-mx-e4m3");
  p.product_overflow = true;
  const std::vector<std::uint64_t> zero(32), b(32, 0x78), scale{0xfe};  // 2^8, 2^127
  EXPECT_EQ(dot(p, zero, b, 0x3f800000, {scale, scale}), 0x3f800000u);
  EXPECT_EQ(dot(p, b, b, 0x3f800000, {scale, scale}), 0x7f800000u);
}

TEST(DpaGoldenOwn, AnotherValueOfAFieldIsAnotherBlock) {
  const profile p = *find("cdna3-mfma-bf16");
  for (const auto& [name, text] : {std::pair{"a", "fp16"},
                                   {"b", "fp16"},
                                   {"c", "fp16"},
                                   {"lanes", "4"},
                                   {"algo", "Joint"},
                                   {"grid", "23"},
                                   {"cut", "Jam"},
                                   {"c_joins", "0"},
                                   {"exact_group", "2"},
                                   {"groups", "2"},
                                   {"group_cut", "Jam"},
                                   {"sum_grid", "30"},
                                   {"c_grid", "25"},
                                   {"c_drop", "9"},
                                   {"zero_votes", "1"},
                                   {"zero_exp", "-1"},
                                   {"emax_floor", "-9"},
                                   {"ab_exp_from_format", "0"},
                                   {"c_exp_from_format", "0"},
                                   {"overflow_last", "1"},
                                   {"product_overflow", "0"},
                                   {"daz_ab", "1"},
                                   {"daz_c", "1"},
                                   {"daz_plus", "1"},
                                   {"ftz", "1"},
                                   {"tiny_after", "1"},
                                   {"round", "Up"},
                                   {"out_frac", "9"},
                                   {"nan", "7fffffff"},
                                   {"neg_zero_sum", "1"},
                                   {"neg_zero_keep", "1"},
                                   {"scale_block", "8"},
                                   {"block_scale", "ue8m0"}}) {
    profile q = p;
    EXPECT_EQ(set_field(q, name, text), "") << name;
    EXPECT_FALSE(same_block(p, q)) << name;
  }
  for (const auto& [name, text] : {std::pair{"depth", "32"},
                                   {"order", "OddFirst"},
                                   {"start", "CLast"},
                                   {"chains", "2"},
                                   {"evidence", "Guess"}}) {
    profile q = p;
    EXPECT_EQ(set_field(q, name, text), "") << name;
    EXPECT_NE(p, q) << name;
    EXPECT_TRUE(same_block(p, q)) << name;
  }
}

TEST(DpaGoldenOwn, EveryFieldRefusesWhatItDoesNotTake) {
  profile p = *find("h100-wgmma-fp16");
  for (const auto name : field_names()) {
    const profile before = p;
    EXPECT_NE(set_field(p, name, "nosuch"), "") << name;
    EXPECT_NE(set_field(p, name, ""), "") << name;
    if (name == "nan") continue;  // any bits, which check() looks at
    EXPECT_NE(set_field(p, name, "99999"), "") << name;
    EXPECT_EQ(field(p, name), field(before, name)) << name;
  }
  EXPECT_EQ(set_field(p, "cut", "trunc"), "Trunc, Jam or Floor");
  EXPECT_EQ(set_field(p, "lanes", "65"), "1 to 64");
  EXPECT_EQ(set_field(p, "emax_floor", "1"), "-1000 to 0 or none");
  EXPECT_EQ(set_field(p, "c", "tf32"), "fp64, fp32, fp16, bf16 or e5m2");
  EXPECT_EQ(set_field(p, "F", "25").substr(0, 37), "no such field; the fields are evidenc");
}

TEST(DpaGoldenOwn, FieldsThatDoNotFitTogetherAreRefused) {
  const auto refused = [](const char* name,
                          std::initializer_list<std::array<const char*, 2>> with) {
    profile p = *find(name);
    for (const auto& [field, text] : with) EXPECT_EQ(set_field(p, field, text), "") << field;
    return check(p);
  };
  EXPECT_EQ(refused("h100-wgmma-fp16", {}), "");
  EXPECT_EQ(refused("h100-wgmma-fp16", {{"lanes", "3"}}),
            "lanes 3: not a divisor of a depth of 16");
  EXPECT_EQ(refused("h100-wgmma-fp16", {{"grid", "56"}}), "grid 56: at most 55");
  EXPECT_EQ(refused("h100-wgmma-fp16", {{"grid", "0"}}), "grid 0: at least 1");
  EXPECT_EQ(refused("h100-wgmma-fp16", {{"a", "fp64"}}),
            "a fp64: algo Joint has no room for that or for b");
  EXPECT_EQ(refused("h100-wgmma-fp16", {{"out_frac", "24"}}), "out_frac 24: at most 23");
  EXPECT_EQ(refused("h100-wgmma-fp16", {{"nan", "7f800000"}}), "nan 7f800000: no NaN of fp32");
  EXPECT_EQ(refused("h100-wgmma-fp16", {{"nan", "1ffffffff"}}), "nan ffffffff: no NaN of fp32");
  EXPECT_EQ(refused("h100-wgmma-fp16", {{"c", "fp16"}}), "");
  EXPECT_EQ(refused("h100-wgmma-fp16", {{"overflow_last", "1"}}),
            "overflow_last true: with product_overflow only");
  EXPECT_EQ(refused("h100-wgmma-fp16", {{"scale_block", "16"}}),
            "scale_block 16: with a block_scale, and only with one");
  EXPECT_EQ(refused("b200-nvfp4", {{"scale_block", "8"}}),
            "scale_block 8: 1 to 4 of them are the lanes");
  EXPECT_EQ(refused("b200-nvfp4", {{"exact_group", "1"}}),
            "block_scale ue4m3: with an exact_group only");
  EXPECT_EQ(refused("b200-nvfp4", {{"exact_group", "32"}}),
            "exact_group 32: not a divisor of a scale_block of 16");
  EXPECT_EQ(refused("b200-nvfp4", {{"b", "e4m3"}}),
            "exact_group 16: elements are finite: e3m2, e2m3 or e2m1");
  EXPECT_EQ(refused("b200-nvfp4", {{"grid", "48"}}), "grid 48: at most 47");
  EXPECT_EQ(refused("b200-mx-e4m3", {{"a", "bf16"}}),
            "scale_block 32: elements have up to 5 exponent bits");
  EXPECT_EQ(refused("b200-mx-e4m3", {{"algo", "Tree"}}),
            "scale_block 32: with Joint and TwoStage only");
  EXPECT_EQ(refused("b200-mx-e4m3", {{"order", "OddFirst"}}),
            "order OddFirst: with a block_scale InOrder only");
  EXPECT_EQ(refused("cdna3-mfma-fp16", {{"sum_grid", "23"}}),
            "sum_grid 23: not less than grid and c_grid");
  EXPECT_EQ(refused("cdna3-mfma-fp16", {{"c_grid", "22"}}),
            "c_grid 22: at least the 23 fraction bits of c");
  EXPECT_EQ(refused("cdna3-mfma-fp16", {{"c_joins", "0"}}),
            "c_joins false: with Joint and Exact only");
  EXPECT_EQ(refused("cdna3-mfma-fp16", {{"groups", "9"}}), "groups 9: more than lanes");
  EXPECT_EQ(refused("cdna2-mfma-fp16", {{"lanes", "6"}, {"depth", "6"}}),
            "lanes 6: Tree needs a power of two");
  EXPECT_EQ(refused("cdna2-mfma-fp16", {{"product_overflow", "1"}}),
            "product_overflow true: with Joint and TwoStage only");
  EXPECT_EQ(refused("mppa-fp16", {{"c", "fp64"}}), "c fp64: algo Exact has no room for that");
  EXPECT_EQ(refused("ieee-fma-bf16", {{"order", "OddFirst"}}),
            "depth 1: OddFirst needs an even depth");
  EXPECT_EQ(refused("ieee-fma-bf16", {{"order", "EvenPairs"}}),
            "depth 1: EvenPairs needs a multiple of 4");
}

// Published dot products.

struct vectors {
  const char *profile, *file;
  int count;
};
std::ostream& operator<<(std::ostream& os, const vectors& v) { return os << v.file; }

class DpaGoldenVectors : public testing::TestWithParam<vectors> {};
INSTANTIATE_TEST_SUITE_P(
    , DpaGoldenVectors,
    testing::Values(vectors{"v100-hmma-fp16-f16acc", "v100_fp16_fp16", 1000},
                    vectors{"v100-hmma-fp16", "v100_fp16_fp32", 1000},
                    vectors{"v100-hmma-fp16-f16acc", "hw_v100_fp16_fp16", 1000},
                    vectors{"v100-hmma-fp16", "hw_v100_fp16_fp32", 1000},
                    vectors{"a100-hmma-fp16-f16acc", "a100_fp16_fp16", 1000},
                    vectors{"a100-hmma-fp16", "a100_fp16_fp32", 1000},
                    vectors{"a100-hmma-bf16", "hw_a100_bf16_fp32", 1000},
                    vectors{"a100-hmma-fp16", "hw_a100_fp16_fp32", 1000},
                    vectors{"a100-hmma-tf32", "hw_a100_tf32_fp32", 1000},
                    vectors{"ada-qmma-e4m3", "ada_e4m3_fp32", 1000},
                    vectors{"ada-qmma-e4m3", "hw_ada_e4m3_fp32", 1000},
                    vectors{"h100-wgmma-bf16", "h100_bf16_fp32", 1000},
                    vectors{"h100-wgmma-fp16-f16acc", "h100_fp16_fp16", 1000},
                    vectors{"h100-wgmma-e4m3", "hw_h100_e4m3_fp32_wgmma", 1000},
                    vectors{"h100-wgmma-fp16", "hw_h100_fp16_fp32", 1000},
                    vectors{"h100-wgmma-tf32", "hw_h100_tf32_fp32", 1000},
                    vectors{"b200-tcgen05-bf16", "hw_b200_bf16_fp32", 1000},
                    vectors{"b200-nvfp4", "b200_nvfp4_fp32", 500},
                    vectors{"cdna1-mfma-fp16", "cdna1_fp16_fp32", 1000},
                    vectors{"cdna3-mfma-fp16", "cdna3_fp16_fp32", 1000},
                    vectors{"rvbna-bf16-n8", "riscv_rvbna_bf16_n8", 1000},
                    vectors{"arm-bfdot-ebf0", "arm_bfdot_ebf0", 1000},
                    vectors{"arm-fmopa-fp16", "arm_fmopa_fp16_fp32", 1000},
                    vectors{"amx-tdpbf16ps", "amx_tdpbf16ps", 1000},
                    vectors{"mppa-fp16", "kalray_fp16_dp4_rne", 1000},
                    vectors{"ieee-fma-bf16", "seq_fma_fp32_from_bf16", 1000}),
    [](const auto& info) { return std::string(info.param.file); });

TEST_P(DpaGoldenVectors, ArePublished) {
  const profile& p   = *find(GetParam().profile);
  const auto vectors = read_dot_vectors(GetParam().file, p);
  if (vectors.lines == 0) GTEST_SKIP() << "no vectors: give -DWEFT_VECTORS=FOLDER";
  for (const dot_vector& v : vectors.undisputed) {
    const std::uint64_t d = dot(p, v.a, v.b, v.c, v.scales());
    ASSERT_TRUE(v.is(p, d)) << std::hex << d << ": " << v.line;
  }
  EXPECT_EQ(vectors.lines, GetParam().count);
}

// Hardware at hand.

#if defined(__x86_64__) && defined(__GNUC__)
__attribute__((target("avx512bf16,avx512vl"))) std::uint32_t vdpbf16ps(std::uint32_t a,
                                                                       std::uint32_t b,
                                                                       std::uint32_t c) {
  const auto pair = [](std::uint32_t x) __attribute__((target("avx512bf16,avx512vl"))) {
    return std::bit_cast<__m128bh>(_mm_set1_epi32(static_cast<int>(x)));
  };
  const __m128 sum = _mm_dpbf16_ps(_mm_set1_ps(std::bit_cast<float>(c)), pair(a), pair(b));
  return std::bit_cast<std::uint32_t>(_mm_cvtss_f32(sum));
}

TEST(DpaGoldenHost, Vdpbf16psIsThisMachines) {
  if (__builtin_cpu_supports("avx512bf16") == 0) GTEST_SKIP() << "this machine has no AVX512_BF16";
  const profile& p = *find("avx512-vdpbf16ps");
  dpa_cases next(p, test_options().seed);
  for (int i = 0; i < 200'000; ++i) {
    const dpa_case x  = next(2);
    const auto packed = [](const auto& v) { return static_cast<std::uint32_t>(v[0] | v[1] << 16); };
    const auto machine = vdpbf16ps(packed(x.a), packed(x.b), static_cast<std::uint32_t>(x.c));
    const auto d       = dot(p, x.a, x.b, x.c);
    if (is_nan(Binary32, machine)) {
      ASSERT_EQ(d, p.nan) << x;
    } else {
      ASSERT_EQ(d, machine) << x;
    }
  }
}
#endif

TEST(DpaGoldenHost, IeeeChainsAreTheHostsFusedMultiplyAdds) {
  const auto same = [](const char* name, auto chain) {
    const profile& p = *find(name);
    dpa_cases next(p, test_options().seed);
    for (int i = 0; i < 20'000; ++i) {
      const dpa_case x           = next(5);
      const std::uint64_t wanted = chain(x), d = dot(p, x.a, x.b, x.c);
      ASSERT_EQ(d, is_nan(p.c, wanted) ? p.nan : wanted) << name << '\n' << x;
    }
  };
  same("ieee-fma-fp32", [](const dpa_case& x) -> std::uint64_t {
    const auto f = [](std::uint64_t w) {
      return std::bit_cast<float>(static_cast<std::uint32_t>(w));
    };
    float sum = f(x.c);
    for (std::size_t k = 0; k < x.a.size(); ++k) sum = std::fma(f(x.a[k]), f(x.b[k]), sum);
    return std::bit_cast<std::uint32_t>(sum);
  });
  same("ieee-fma-fp64", [](const dpa_case& x) -> std::uint64_t {
    const auto f = [](std::uint64_t w) { return std::bit_cast<double>(w); };
    double sum   = f(x.c);
    for (std::size_t k = 0; k < x.a.size(); ++k) sum = std::fma(f(x.a[k]), f(x.b[k]), sum);
    return std::bit_cast<std::uint64_t>(sum);
  });
}

// By hand.

constexpr std::uint64_t One = 0x3c00, Minus = 0x8000;  // FP16 codes

TEST(DpaGoldenProfiles, HaveNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (const profile& p : profiles()) {
    EXPECT_TRUE(names.insert(p.name).second) << p.name;
    EXPECT_EQ(find(p.name), &p);
    EXPECT_TRUE(is_nan(p.c, p.nan)) << p.name;
  }
  EXPECT_EQ(find("no-such"), nullptr);
}

// 2^-k beside 1: the last bit that each generation keeps below it. k = 23 is FP32's own.
TEST(DpaGoldenProfiles, KeepAsManyBitsAsTheirGridHas) {
  for (const auto& [name, last] :
       {std::pair{"v100-hmma-fp16", 23}, {"a100-hmma-fp16", 24}, {"h100-wgmma-fp16", 25}}) {
    const profile& p = *find(name);
    // 1 - 2^-k of two products in FP16: 1 * 1 and -2^-12 * 2^(12-k).
    const auto difference = [&](int k) {
      return dot(p, std::vector<std::uint64_t>{One, Minus | (15 - 12) << 10},
                 std::vector<std::uint64_t>{One, static_cast<std::uint64_t>(15 + 12 - k) << 10}, 0);
    };
    EXPECT_LT(difference(last), 0x3f800000u) << name;
    EXPECT_EQ(difference(last + 1), 0x3f800000u) << name;
  }
}

TEST(DpaGoldenProfiles, OverflowIsAnInfinityThoughItTruncates) {
  const profile& p             = *find("h100-wgmma-bf16");
  constexpr std::uint64_t Huge = 0x7f7f;
  const std::vector<std::uint64_t> x(16, Huge);
  EXPECT_EQ(dot(p, x, x, 0), 0x7f800000u);
}

// 2 * (2^128 - 2^120)^2 is beyond binary32, so where C is added to the rounded sum of products,
// that sum is an infinity, given or from the block before.
TEST(DpaGoldenProfiles, ASumThatOverflowsAndAnInfiniteCOfTheOtherSignAreNan) {
  constexpr std::uint64_t Huge = 0x7f7f, Plus32 = 0x7f800000, Minus32 = 0xff800000;
  for (const char* name : {"arm-bfdot-ebf1", "rvbna-bf16-n8", "rvbna-bf16-n16", "rvbna-bf16-n32"}) {
    const profile& p = *find(name);
    const std::vector<std::uint64_t> x{Huge, Huge}, y{Huge | Minus, Huge | Minus};
    EXPECT_EQ(dot(p, x, y, Plus32), p.nan) << name;
    EXPECT_EQ(dot(p, x, x, Minus32), p.nan) << name;
    EXPECT_EQ(dot(p, x, y, Minus32), Minus32) << name;
    EXPECT_EQ(dot(p, x, x, Plus32), Plus32) << name;
    EXPECT_EQ(dot(p, x, x, Minus32 | 1), p.nan) << name;  // C is a NaN
    std::vector<std::uint64_t> a(2 * p.depth), b(2 * p.depth);
    a[0] = b[0] = a[p.depth] = Huge;
    b[p.depth]               = Huge | Minus;
    EXPECT_EQ(dot(p, a, b, 0), p.nan) << name;
  }
}

// 2^-75 * 1.5 * 2^-76, some of them, beside C, the smallest subnormal: with exponent -126 it sets
// the grid, and each product loses what is below 2^-150 or 2^-151. Normalised it would not, and the
// sums would be one more.
TEST(DpaGoldenProfiles, ASubnormalCInBinary32HasTheLeastExponent) {
  for (const auto& [name, count, sum] :
       {std::tuple{"a100-hmma-bf16", 3u, 1u}, {"h100-wgmma-bf16", 6u, 2u}}) {
    profile p = *find(name);
    const std::vector<std::uint64_t> a(count, 0x1a00), b(count, 0x19c0);
    EXPECT_EQ(dot(p, a, b, 1), sum) << name;
    p.c_exp_from_format = false;
    EXPECT_EQ(dot(p, a, b, 1), sum + 1) << name;
  }
}

TEST(DpaGoldenProfiles, OnlyASubnormalCInBinary16IsNormalisedByTensorCores) {
  for (const profile& p : profiles()) {
    if (p.algo != algo_e::Joint || p.cut != cut_e::Trunc) continue;
    EXPECT_EQ(p.c_exp_from_format, p.c == Binary32) << p.name;
  }
}

// Disputes: each point on which the published models disagree is a field.

TEST(DpaGoldenDisputes, AZeroBesideAHugePartnerCountsIfZerosVote) {
  profile p = *find("h100-wgmma-bf16");
  const std::vector<std::uint64_t> a{0, 0x3080}, b{0x7f00, 0x3f80};  // 0 * 2^127 + 2^-30 * 1
  EXPECT_EQ(dot(p, a, b, 0), 0x30800000u);
  p.zero_votes = true;
  EXPECT_EQ(dot(p, a, b, 0), 0u);
}

// A product beyond 2^128 and a C that is infinite, or an infinite operand, of the other sign.
TEST(DpaGoldenDisputes, AnInfiniteOperandHidesAProductThatOverflowsIfAsked) {
  for (const auto& [name, huge, minus, infinity, one] :
       {std::tuple{"cdna3-mfma-bf16", 0x7f7fu, 0x8000u, 0x7f80u, 0x3f80u},
        {"cdna3-mfma-xf32", 0x7f7fe000u, 0x80000000u, 0x7f800000u, 0x3f800000u}}) {
    profile p = *find(name);
    const std::vector<std::uint64_t> a{huge, one}, b{huge | minus, one}, given{huge, infinity};
    EXPECT_EQ(dot(p, a, b, 0x7f800000), p.nan) << name;
    EXPECT_EQ(dot(p, given, b, 0), p.nan) << name;
    EXPECT_EQ(dot(p, a, b, 0xff800000), 0xff800000u) << name;
    p.overflow_last = true;
    EXPECT_EQ(dot(p, a, b, 0x7f800000), 0x7f800000u) << name;
    EXPECT_EQ(dot(p, given, b, 0), 0x7f800000u) << name;
    EXPECT_EQ(dot(p, given, b, 0xff800000), p.nan) << name;
    EXPECT_EQ(dot(p, a, b, 0), 0xff800000u) << name;
    EXPECT_EQ(dot(p, {{huge, huge}}, {{huge, huge | minus}}, 0), p.nan) << name;
  }
}

// Six products of 3 * 2^-152 are 2.25 of binary32's last place. A zero C that votes with 2^-126
// makes the grid 2^-151, and 1.5 of them.
TEST(DpaGoldenDisputes, TinySumsAreCutAtTheFloor) {
  profile p = *find("h100-wgmma-bf16");
  const std::vector<std::uint64_t> a(6, 0x1a00), b(6, 0x19c0);  // 2^-75, 1.5 * 2^-76
  EXPECT_EQ(dot(p, a, b, 0), 2u);
  p.emax_floor = -126;
  EXPECT_EQ(dot(p, a, b, 0), 1u);
}

TEST(DpaGoldenDisputes, ANegativeSumThatBecomesZeroKeepsItsSignIfAsked) {
  profile p = *find("a100-hmma-fp16-f16acc");
  const std::vector<std::uint64_t> a{0x8001}, b{0x0001};  // -2^-48
  EXPECT_EQ(dot(p, a, b, 0), 0u);
  p.emax_floor    = NoFloor;
  p.neg_zero_keep = true;
  EXPECT_EQ(dot(p, a, b, 0), 0x8000u);
}

TEST(DpaGoldenTime, ModelKeepsTheTimeOfItsRegisters) {
  const profile& p = *find("arm-bfdot-ebf1");
  for (const unsigned pipe : {0u, 5u, 63u}) {
    keeps_the_time_of_its_registers(config{p, pipe}, edge_blocks(p, 50));
  }
  std::vector<golden::dpa_multi::operands> blocks;
  for (const std::uint8_t number : golden::dpa_multi::numbers()) {
    for (const operands& block : edge_blocks(profiles()[number], 4)) {
      blocks.push_back({number, block});
    }
  }
  for (const unsigned pipe : {0u, 5u, 63u}) {
    keeps_the_time_of_its_registers(golden::dpa_multi::config{pipe}, blocks);
  }
}

}  // namespace
}  // namespace weft::dpa_golden_test
