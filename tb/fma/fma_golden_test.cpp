// SPDX-License-Identifier: Apache-2.0
//
// sim/golden/fma.hpp against exact integers (GMP), MPFR, the host's FPU and a table written by
// hand.

#include <gtest/gtest.h>
#include <mpfr.h>

#include <array>
#include <bit>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#include "sim/golden/fma.hpp"
#include "sim/harness/operands.hpp"
#include "sim/verilated/fma_cases.hpp"
#include "tb/fma/exact_fma.hpp"
#include "tb/harness/model_time.hpp"
#include "tb/harness/report.hpp"
#include "tb/harness/test_main.hpp"

namespace weft::fma_golden_test {
namespace {

using namespace golden::fma;
using namespace golden;  // NOLINT: the formats and the rounding directions
using exact::exact_fma, exact::is_nan;

// The arithmetic is constexpr.
static_assert(eval({}, {0x3f800000, 0x40000000, 0x40400000}) == result{0x40a00000, 0});  // 1*2+3
static_assert(eval({}, {0x3f800001, 0x3f800001, 0xbf800002}) == result{0x28800000, 0});  // 2^-46
static_assert(eval({}, {.a = 0x3f800000, .c = 0x33000000, .op = op_e::Add}) ==
              result{0x3f800000, Inexact});  // 1 + 2^-25
static_assert(eval({Binary64, Binary64}, {.a     = 0x7fefffffffffffff,
                                          .b     = 0x4000000000000000,
                                          .op    = op_e::Mul,
                                          .round = round_e::TowardZero}) ==
              result{0x7fefffffffffffff, Overflow | Inexact});
static_assert(eval({E4m3, E4m3}, {0x7e, 0x7e, 0}) == result{0x7f, Overflow | Inexact});

/// Formats of multiplicands and of addends that the tests go through.
struct pair_of_formats {
  const char* name;
  format multiplicand, addend;

  friend std::ostream& operator<<(std::ostream& os, const pair_of_formats& p) {
    return os << p.name;
  }
};

constexpr format E6m9{6, 9}, E3m4{3, 4}, E11m4{11, 4}, E4m2{4, 2};

const std::vector<pair_of_formats> Pairs = {{"Fp64", Binary64, Binary64},
                                            {"Fp32", Binary32, Binary32},
                                            {"Tf32", Tf32, Tf32},
                                            {"Fp16", Binary16, Binary16},
                                            {"Bf16", Bfloat16, Bfloat16},
                                            {"E5m2", E5m2, E5m2},
                                            {"E4m3", E4m3, E4m3},
                                            {"Fp32ToFp64", Binary32, Binary64},
                                            {"Fp16ToFp32", Binary16, Binary32},
                                            {"Bf16ToFp32", Bfloat16, Binary32},
                                            {"Tf32ToFp32", Tf32, Binary32},
                                            {"E5m2ToFp16", E5m2, Binary16},
                                            {"E4m3ToFp16", E4m3, Binary16},
                                            {"E4m3ToFp32", E4m3, Binary32},
                                            {"Fp64ToFp32", Binary64, Binary32},
                                            {"Fp32ToE4m3", Binary32, E4m3},
                                            {"E6m9", E6m9, E6m9},
                                            {"E3m4", E3m4, E3m4},
                                            {"E4m2ToE11m4", E4m2, E11m4}};

std::string name_of(const testing::TestParamInfo<pair_of_formats>& info) { return info.param.name; }

/// Random operations on operands at the edges; every second addend is close to minus the product,
/// rounded as golden does it.
class random_operands {
 public:
  random_operands(const config& k, std::uint64_t seed)
      : k_(k), multiplicand_(k.multiplicand, seed), addend_(k.addend, seed + 1), rng_(seed + 2) {}

  operands operator()() {
    operands o{multiplicand_(), multiplicand_(), addend_(),
               op_e{static_cast<std::uint8_t>(rng_() % Ops)},
               round_e{static_cast<std::uint8_t>(rng_() % Rounds)}};
    if (rng_() % 2 == 0) {
      o.c = eval(k_, {.a = o.a, .b = o.b, .op = op_e::Mul}).bits ^ k_.addend.sign_bit();
      o.c = (o.c + rng_() % 3 - 1) & k_.addend.mask();
    }
    return o;
  }

 private:
  config k_;
  sim::edge_floats multiplicand_, addend_;
  std::mt19937_64 rng_;
};

std::array<config, 8> variants(const pair_of_formats& p) {
  std::array<config, 8> all;
  for (unsigned i = 0; i < all.size(); ++i) {
    all[i] = {p.multiplicand, p.addend, (i & 1) != 0, (i & 2) != 0, (i & 4) != 0};
  }
  return all;
}

class FmaFormats : public testing::TestWithParam<pair_of_formats> {};
INSTANTIATE_TEST_SUITE_P(Golden, FmaFormats, testing::ValuesIn(Pairs), name_of);

TEST_P(FmaFormats, IsTheExactValueRoundedOnce) {
  for (const config& k : variants(GetParam())) {
    const exact_fma exact(k);
    random_operands next(k, test_options().seed);
    for (int i = 0; i < 13'000; ++i) {
      const operands o = next();
      ASSERT_EQ(eval(k, o), exact(o)) << std::hex << o;
    }
  }
}

TEST_P(FmaFormats, IsTheExactValueRoundedOnceInEveryClassOfOperands) {
  for (const config& k : variants(GetParam())) {
    const exact_fma exact(k);
    sim::fma_coverage coverage(k);
    for (const sim::fma_case& x : sim::fma_cases(k, test_options().seed, 2)) {
      coverage.count(x.o);
      ASSERT_EQ(eval(k, x.o), exact(x.o))
          << std::hex << x.o << " of " << coverage.classes().name(x.aim);
    }
    EXPECT_TRUE(coverage.empty().empty()) << coverage;
  }
}

TEST_P(FmaFormats, FastPathHasTheBitsOfTheSlowOne) {
  for (const config& k : variants(GetParam())) {
    random_operands next(k, test_options().seed + 7);
    for (int i = 0; i < 20'000; ++i) {
      const operands o = next();
      ASSERT_EQ(eval_fast(k, o), eval(k, o)) << std::hex << o;
    }
    for (const sim::fma_case& x : sim::fma_cases(k, test_options().seed + 7, 1)) {
      ASSERT_EQ(eval_fast(k, x.o), eval(k, x.o)) << std::hex << x.o;
    }
  }
}

TEST(FmaGolden, FastPathHasTheSameBitsUnderAnyModeOfTheHost) {
  std::vector<config> configs;
  for (const format f : {Binary32, Binary16, Bfloat16})
    configs.push_back({.multiplicand = f, .addend = f});
  configs.push_back({.multiplicand = Binary16, .addend = Binary32});
  const auto check = [&] {
    for (const config& k : configs) {
      random_operands next(k, test_options().seed + 8);
      for (int i = 0; i < 2'000; ++i) {
        const operands o = next();
        ASSERT_EQ(eval_fast(k, o), eval(k, o)) << std::hex << o;
      }
    }
  };
  for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO, FE_TONEAREST}) {
    std::fesetround(mode);
    check();
    std::fesetround(FE_TONEAREST);
  }
#if defined(__x86_64__)
  const unsigned before = _mm_getcsr();
  for (const unsigned flush : {0x8000u, 0x0040u, 0x8040u}) {  // FTZ, DAZ, both
    _mm_setcsr(before | flush);
    check();
    _mm_setcsr(before);
  }
#endif
}

TEST(FmaGolden, IsExactOnAllPairsOfFp8) {
  for (const format f : {E5m2, E4m3}) {
    const config k{f, f};
    const exact_fma exact(k);
    for (const op_e op : {op_e::Add, op_e::Mul}) {
      for (std::uint8_t mode = 0; mode < Rounds; ++mode) {
        for (std::uint64_t x = 0; x < 256; ++x) {
          for (std::uint64_t y = 0; y < 256; ++y) {
            const operands o{x, y, y, op, round_e{mode}};
            ASSERT_EQ(eval(k, o), exact(o)) << std::hex << o;
          }
        }
      }
    }
  }
}

/// MPFR computes with `frac_bits + 1` bits in the format's range, subnormals included.
TEST(FmaGolden, IsMpfrs) {
  constexpr std::array<mpfr_rnd_t, 4> Modes{MPFR_RNDN, MPFR_RNDZ, MPFR_RNDD, MPFR_RNDU};
  for (const format f : {Binary64, Binary32, Bfloat16}) {
    const config k{f, f};
    // The operands as doubles; BF16 is the upper half of FP32.
    const auto value = [&](std::uint64_t bits) -> double {
      if (f == Binary64) return std::bit_cast<double>(bits);
      return std::bit_cast<float>(static_cast<std::uint32_t>(f == Bfloat16 ? bits << 16 : bits));
    };
    const auto code = [&](double x) -> std::uint64_t {
      if (f == Binary64) return std::bit_cast<std::uint64_t>(x);
      return std::bit_cast<std::uint32_t>(static_cast<float>(x)) >> (f == Bfloat16 ? 16 : 0);
    };
    mpfr_set_emin(f == Binary64 ? -1073 : f == Binary32 ? -148 : -132);
    mpfr_set_emax(f == Binary64 ? 1024 : 128);
    mpfr_t a, b, c, r;
    mpfr_inits2(f.frac_bits + 1, a, b, c, r, nullptr);
    random_operands next(k, test_options().seed + 20);
    for (int i = 0; i < 150'000; ++i) {
      operands o       = next();
      const int mode   = static_cast<int>(o.round) % 4;
      o.round          = round_e{static_cast<std::uint8_t>(mode)};
      const auto round = Modes[static_cast<std::size_t>(mode)];
      mpfr_set_d(a, value(o.a), MPFR_RNDN);
      mpfr_set_d(b, value(o.b), MPFR_RNDN);
      mpfr_set_d(c, value(o.c), MPFR_RNDN);
      mpfr_clear_flags();
      int inexact = 0;
      switch (o.op) {
        case op_e::Nmsub:
          mpfr_neg(a, a, MPFR_RNDN);
          [[fallthrough]];
        case op_e::Madd:
          inexact = mpfr_fma(r, a, b, c, round);
          break;
        case op_e::Nmadd:
          mpfr_neg(a, a, MPFR_RNDN);
          [[fallthrough]];
        case op_e::Msub:
          inexact = mpfr_fms(r, a, b, c, round);
          break;
        case op_e::Add:
          inexact = mpfr_add(r, a, c, round);
          break;
        case op_e::Sub:
          inexact = mpfr_sub(r, a, c, round);
          break;
        case op_e::Mul:
          inexact = mpfr_mul(r, a, b, round);
          break;
      }
      inexact          = mpfr_subnormalize(r, inexact, round);
      const result got = eval(k, o);
      if (mpfr_nan_p(r) != 0) {
        ASSERT_EQ(got.bits, quiet_nan(f)) << std::hex << o;
        continue;
      }
      ASSERT_EQ(got.bits, code(mpfr_get_d(r, MPFR_RNDN))) << std::hex << o;
      ASSERT_EQ((got.flags & Inexact) != 0, inexact != 0) << std::hex << o;
      ASSERT_EQ((got.flags & Overflow) != 0, mpfr_overflow_p() != 0) << std::hex << o;
    }
    mpfr_clears(a, b, c, r, nullptr);
  }
  mpfr_set_emin(mpfr_get_emin_min());
  mpfr_set_emax(mpfr_get_emax_max());
}

/// The four modes and the flags of the FPU. Volatile, so that the compiler computes nothing earlier
/// or under another mode.
template <class Float, class Bits>
void compare_with_host(format f) {
  constexpr std::array<int, 4> Modes{FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
  const config k{f, f};
  random_operands next(k, test_options().seed + 40);
  for (int i = 0; i < 400'000; ++i) {
    operands o     = next();
    const int mode = static_cast<int>(o.round) % 4;
    o.round        = round_e{static_cast<std::uint8_t>(mode)};

    volatile Float a = std::bit_cast<Float>(static_cast<Bits>(o.a));
    volatile Float b = std::bit_cast<Float>(static_cast<Bits>(o.b));
    volatile Float c = std::bit_cast<Float>(static_cast<Bits>(o.c));
    volatile Float r = 0;
    std::fesetround(Modes[static_cast<std::size_t>(mode)]);
    std::feclearexcept(FE_ALL_EXCEPT);
    switch (o.op) {
      case op_e::Madd:
        r = std::fma(a, b, c);
        break;
      case op_e::Msub:
        r = std::fma(a, b, -c);
        break;
      case op_e::Nmsub:
        r = std::fma(-a, b, c);
        break;
      case op_e::Nmadd:
        r = std::fma(-a, b, -c);
        break;
      case op_e::Add:
        r = a + c;
        break;
      case op_e::Sub:
        r = a - c;
        break;
      case op_e::Mul:
        r = a * b;
        break;
    }
    const int raised = std::fetestexcept(FE_ALL_EXCEPT);
    std::fesetround(FE_TONEAREST);

    result host{std::bit_cast<Bits>(Float{r}), 0};
    if (is_nan(f, host.bits)) host.bits = quiet_nan(f);
    if ((raised & FE_INEXACT) != 0) host.flags |= Inexact;
    if ((raised & FE_UNDERFLOW) != 0) host.flags |= Underflow;
    if ((raised & FE_OVERFLOW) != 0) host.flags |= Overflow;
    if ((raised & FE_INVALID) != 0) host.flags |= Invalid;
    const result got = eval(k, o);
    // 7.2 leaves open whether infinity * 0 + a quiet NaN is invalid.
    if (multiplies(o.op) && adds(o.op) && is_nan(f, o.c) && !is_nan(f, o.a) && !is_nan(f, o.b)) {
      host.flags |= got.flags & Invalid;
    }
    ASSERT_EQ(got, host) << std::hex << o;
  }
}

#if defined(__x86_64__)
TEST(FmaGolden, IsTheHostsFp32) { compare_with_host<float, std::uint32_t>(Binary32); }
TEST(FmaGolden, IsTheHostsFp64) { compare_with_host<double, std::uint64_t>(Binary64); }
#endif

TEST(FmaGolden, HasTheSpecialCasesOfTheTable) {
  constexpr std::uint64_t One = 0x3f800000, Inf = 0x7f800000, Nan = 0x7fc00000, Snan = 0x7f800001,
                          Max = 0x7f7fffff, Min = 0x00800000, Tiny = 0x00000001, Minus = 0x80000000;
  using enum op_e;
  using enum round_e;
  struct row {
    operands o;
    result want;
  };
  const std::vector<row> table = {
      {{Inf, 0, One}, {Nan, Invalid}},
      {{Inf, 0, Nan}, {Nan, Invalid}},
      {{0, Inf, Snan}, {Nan, Invalid}},
      {{Inf, One, Inf | Minus}, {Nan, Invalid}},
      {{Inf, One, Inf, Msub}, {Nan, Invalid}},
      {{Inf, One, Inf}, {Inf, 0}},
      {{Inf, One, Inf, Nmadd}, {Inf | Minus, 0}},
      {{Inf, One | Minus, One}, {Inf | Minus, 0}},
      {{One, One, Inf, Msub}, {Inf | Minus, 0}},
      {{Nan, One, One}, {Nan, 0}},
      {{Nan | Minus | 0x1234, One, One}, {Nan, 0}},
      {{Snan, One, One}, {Nan, Invalid}},
      {{One, One, Snan}, {Nan, Invalid}},
      {{One, Snan, One, Add}, {0x40000000, 0}},  // b is not looked at
      {{One, One, Snan, Mul}, {One, 0}},         // nor c
      {{0, One, Minus}, {0, 0}},
      {{0, One, Minus, Madd, Down}, {Minus, 0}},
      {{Minus, One, Minus}, {Minus, 0}},
      {{Minus, One, 0, Mul, Up}, {Minus, 0}},
      {{One, One, One, Msub}, {0, 0}},
      {{One, One, One, Msub, Down}, {Minus, 0}},
      {{Minus, 0, Minus, Add}, {Minus, 0}},
      {{0, 0, 0, Sub, Down}, {Minus, 0}},
      {{Max, 0x40000000, 0}, {Inf, Overflow | Inexact}},
      {{Max, 0x40000000, 0, Madd, TowardZero}, {Max, Overflow | Inexact}},
      {{Max, 0x40000000, 0, Nmsub, Up}, {Max | Minus, Overflow | Inexact}},
      {{Max, 0x40000000, 0, Madd, Odd}, {Max, Overflow | Inexact}},
      {{Max, One, 0x73000000}, {Inf, Overflow | Inexact}},  // max + half a unit: a tie
      {{Max, One, 0x72ffffff}, {Max, Inexact}},
      {{Tiny, 0x3f000000, 0}, {0, Underflow | Inexact}},  // half of the smallest: a tie to zero
      {{Tiny, 0x3f000000, 0, Madd, NearAway}, {Tiny, Underflow | Inexact}},
      {{Tiny, 0x3f000000, 0, Madd, Odd}, {Tiny, Underflow | Inexact}},
      {{Tiny, 0x3f000001, 0}, {Tiny, Underflow | Inexact}},
      {{Tiny, One, Tiny}, {0x00000002, 0}},                // subnormal and exact: no underflow
      {{Min, 0x3f7fffff, 0}, {Min, Underflow | Inexact}},  // min - 2^-150: up to min, and tiny
      {{Tiny, 0xbe800000, Min}, {Min, Inexact}},           // min - 2^-151: up to min, not tiny
      {{Tiny, 0xbe800000, Min, Madd, Up}, {Min, Inexact}},
      {{One, One, 0x33800000}, {One, Inexact}},  // 1 + 2^-24: a tie to even
      {{One, One, 0x33800000, Madd, NearAway}, {One + 1, Inexact}},
      {{One + 1, One, 0x33800000}, {One + 2, Inexact}},
      {{One, One, Tiny}, {One, Inexact}},  // sticky from far below
      {{One, One, Tiny, Madd, Up}, {One + 1, Inexact}},
      {{One, One, Tiny, Msub, Down}, {One - 1, Inexact}},
      {{One, One, Tiny, Madd, Odd}, {One + 1, Inexact}},
  };
  for (const auto& [o, want] : table) {
    EXPECT_EQ(eval({}, o), want) << std::hex << o << ": " << eval({}, o);
  }
}

TEST(FmaGolden, FlushesAndJudgesTininessAsConfigured) {
  constexpr std::uint64_t One = 0x3f800000, Min = 0x00800000, Tiny = 0x00000001, Half = 0x3f000000;
  EXPECT_EQ(eval({.flush_in = true}, {Tiny, One, 0}), (result{0, 0}));
  EXPECT_EQ(eval({.flush_in = true}, {0x7f800000, Tiny, 0}), (result{0x7fc00000, Invalid}));
  EXPECT_EQ(eval({.flush_in = true}, {0, 0, 0x80000001}), (result{0, 0}));
  EXPECT_EQ(eval({.flush_out = true}, {Min, Half, 0}), (result{0, Underflow | Inexact}));
  EXPECT_EQ(eval({.flush_out = true}, {Min, 0xbf000000, 0}),
            (result{0x80000000, Underflow | Inexact}));
  EXPECT_EQ(eval({.tiny_before = true}, {Tiny, 0xbe800000, Min}),
            (result{Min, Underflow | Inexact}));
  EXPECT_EQ(eval({.tiny_before = true, .flush_out = true}, {Tiny, 0xbe800000, Min}),
            (result{0, Underflow | Inexact}));
}

TEST(FmaGolden, E4m3HasNoInfinityAndOneNan) {
  const config k{E4m3, E4m3};
  EXPECT_EQ(eval(k, {0x7e, 0x38, 0}), (result{0x7e, 0}));                      // 448
  EXPECT_EQ(eval(k, {0x7e, 0x38, 0x58}), (result{0x7e, Inexact}));             // 448 + 16: a tie
  EXPECT_EQ(eval(k, {0x7e, 0x38, 0x59}), (result{0x7f, Overflow | Inexact}));  // 448 + 18
  EXPECT_EQ(eval(k, {0xfe, 0x38, 0xd9}), (result{0xff, Overflow | Inexact}));
  EXPECT_EQ(eval(k, {0x7e, 0x7e, 0, op_e::Mul, round_e::Down}), (result{0x7e, Overflow | Inexact}));
  EXPECT_EQ(eval(k, {0xff, 0x38, 0}), (result{0x7f, 0}));
}

TEST(FmaGolden, ModelKeepsTheTimeOfItsRegisters) {
  sim::edge_floats edge(Binary32, test_options().seed);
  std::vector<operands> triples(100);
  for (operands& o : triples) o = {edge(), edge(), edge()};
  for (const unsigned pipe : {0u, 1u, 21u, 31u}) {
    const config k{.pipe = pipe};
    EXPECT_EQ(cycles(k, 1000), 1000u + static_cast<unsigned>(std::popcount(pipe)));
    keeps_the_time_of_its_registers(k, triples);
  }
}

TEST(FmaGolden, ReportsNameOperations) {
  WEFT_EXPECT_NAMED(golden::fma::op_e, Madd);
  WEFT_EXPECT_NAMED(golden::fma::op_e, Msub);
  WEFT_EXPECT_NAMED(golden::fma::op_e, Nmsub);
  WEFT_EXPECT_NAMED(golden::fma::op_e, Nmadd);
  WEFT_EXPECT_NAMED(golden::fma::op_e, Add);
  WEFT_EXPECT_NAMED(golden::fma::op_e, Sub);
  WEFT_EXPECT_NAMED(golden::fma::op_e, Mul);
  EXPECT_EQ(report(golden::fma::op_e{15}), "0xf");
}

TEST(FmaGolden, ReportsNameRoundings) {
  WEFT_EXPECT_NAMED(golden::round_e, NearEven);
  WEFT_EXPECT_NAMED(golden::round_e, TowardZero);
  WEFT_EXPECT_NAMED(golden::round_e, Down);
  WEFT_EXPECT_NAMED(golden::round_e, Up);
  WEFT_EXPECT_NAMED(golden::round_e, NearAway);
  WEFT_EXPECT_NAMED(golden::round_e, Odd);
  EXPECT_EQ(report(golden::round_e{15}), "0xf");
}

TEST(FmaGolden, ReportsOfOperandsHaveNames) {
  EXPECT_EQ(report(golden::fma::operands{1, 2, 3, golden::fma::op_e::Nmadd, golden::round_e::Odd}),
            "op=Nmadd round=Odd 0x1 0x2 0x3");
}

}  // namespace
}  // namespace weft::fma_golden_test
