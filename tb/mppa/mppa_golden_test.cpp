// SPDX-License-Identifier: Apache-2.0
//
// sim/golden/mppa.hpp against MPFR, plain integers and published dot products, and its schedule
// against its cycle model.

#include <gtest/gtest.h>
#include <mpfr.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "sim/golden/mppa.hpp"
#include "sim/golden/mppa_model.hpp"
#include "sim/harness/operands.hpp"
#include "sim/verilated/mppa/mppa_cases.hpp"
#include "tb/dpa/dot_vectors.hpp"
#include "tb/harness/test_main.hpp"

namespace weft::mppa_golden_test {
namespace {

using golden::format;
using namespace golden::mppa;

/// A number's value by ldexp; no code is shared with golden.
double value(format f, std::uint64_t bits) {
  const int field   = static_cast<int>(bits >> f.frac_bits) & ((1 << f.exp_bits) - 1);
  const auto frac   = static_cast<double>(bits & ((1u << f.frac_bits) - 1));
  const double sign = (bits >> (f.exp_bits + f.frac_bits) & 1) != 0 ? -1 : 1;
  const double one  = std::ldexp(1.0, f.frac_bits);
  const int last    = 2 - (1 << (f.exp_bits - 1)) - f.frac_bits;
  if (field == (1 << f.exp_bits) - 1) return frac != 0 ? NAN : sign * INFINITY;
  return sign * (field == 0 ? std::ldexp(frac, last) : std::ldexp(one + frac, last + field - 1));
}

/// a . b + c by MPFR: every product and the sum in 700 bits, which hold them exactly, then rounded
/// once to FP32.
std::uint32_t mpfr_dot(format f, const std::vector<std::uint64_t>& a,
                       const std::vector<std::uint64_t>& b, std::uint32_t c) {
  mpfr_set_emin(-148);  // of FP32 with subnormals, in MPFR's convention
  mpfr_set_emax(128);
  mpfr_t sum, x, r;
  mpfr_inits2(700, sum, x, nullptr);
  mpfr_init2(r, 24);
  mpfr_set_flt(sum, std::bit_cast<float>(c), MPFR_RNDN);
  for (std::size_t i = 0; i < a.size(); ++i) {
    mpfr_set_d(x, value(f, a[i]), MPFR_RNDN);
    mpfr_mul_d(x, x, value(f, b[i]), MPFR_RNDN);
    mpfr_add(sum, sum, x, MPFR_RNDN);
  }
  int inexact = mpfr_set(r, sum, MPFR_RNDN);
  inexact     = mpfr_check_range(r, inexact, MPFR_RNDN);
  mpfr_subnormalize(r, inexact, MPFR_RNDN);
  const float result = mpfr_get_flt(r, MPFR_RNDN);
  mpfr_clears(sum, x, r, nullptr);
  return std::isnan(result) ? 0x7fc00000 : std::bit_cast<std::uint32_t>(result);
}

class operands {
 public:
  operands(format f, std::size_t lanes, std::uint64_t seed)
      : f_(f), a(lanes), b(lanes), numbers_(f, seed), single_(golden::Binary32, seed), rng_(seed) {}

  format f_;
  std::vector<std::uint64_t> a, b;
  std::uint32_t c = 0;

  /// The next: numbers at the edges, products that cancel, addends near to minus the products.
  void next() {
    for (auto* x : {&a, &b}) {
      for (auto& number : *x) {
        do number = numbers_();
        while (!std::isfinite(value(f_, number)) && rng_() % 8 != 0);
      }
    }
    if (rng_() % 4 == 0) {
      a[1] = a[0] ^ f_.sign_bit();
      b[1] = b[0] ^ rng_() % 2;
    }
    c = static_cast<std::uint32_t>(single_());
    if (rng_() % 2 == 0) {
      const std::uint32_t products = mpfr_dot(f_, a, b, 0);
      const std::uint64_t exponent = rng_() % 3 == 0 ? rng_() % 63 - 31 : 0;
      c                            = (products + static_cast<std::uint32_t>(exponent << 23) +
           static_cast<std::uint32_t>(rng_() % 5 - 2)) ^
          0x80000000;
    }
  }

 private:
  sim::edge_floats numbers_, single_;
  std::mt19937_64 rng_;
};

TEST(MppaGolden, DotProductIsMpfrs) {
  struct row {
    format f;
    std::size_t lanes;
    int count;
  };
  for (const row& r : {row{golden::Binary16, 4, 200'000}, row{golden::Binary16, 1, 20'000},
                       row{golden::E5m2, 8, 50'000}, row{{4, 3}, 16, 20'000}}) {
    operands o(r.f, r.lanes, test_options().seed);
    for (int i = 0; i < r.count; ++i) {
      o.next();
      const std::uint32_t d = dot(r.f, o.a, o.b, o.c);
      const std::uint32_t m = mpfr_dot(r.f, o.a, o.b, o.c);
      // MPFR's zero is the last addition's; the rule for -0 has a test of its own.
      if ((d & m & 0x7fffffff) == 0 && ((d | m) & 0x7fffffff) == 0) continue;
      ASSERT_EQ(d, m) << std::hex << o.c << " + " << testing::PrintToString(o.a) << " . "
                      << testing::PrintToString(o.b);
    }
  }
}

TEST(MppaGolden, DotProductHasSpecialCases) {
  using list         = std::vector<std::uint64_t>;
  constexpr auto One = 0x3c00u, Inf = 0x7c00u, Minus = 0xfc00u, Nan = 0x7d01u, Zero = 0x8000u;
  constexpr auto Quiet = 0x7fc00000u;
  const auto d         = [](const list& a, const list& b, std::uint32_t c) {
    return dot(golden::Binary16, a, b, c);
  };
  EXPECT_EQ(d({Inf, 0, 0, 0}, {0, 0, 0, 0}, 0), Quiet);                 // inf * 0
  EXPECT_EQ(d({Inf, Minus, 0, 0}, {One, One, 0, 0}, 0), Quiet);         // inf - inf
  EXPECT_EQ(d({Inf, One, 0, 0}, {One, One, 0, 0}, 0xff800000), Quiet);  // inf - inf in c
  EXPECT_EQ(d({Minus, One, 0, 0}, {One, One, 0, 0}, 0xff800000), 0xff800000u);
  EXPECT_EQ(d({Nan, 0, 0, 0}, {One, 0, 0, 0}, 0), Quiet);
  EXPECT_EQ(d({One, 0, 0, 0}, {One, 0, 0, 0}, 0xff800001), Quiet);
  EXPECT_EQ(d({Zero, Zero, Zero, Zero}, {One, One, 0, One}, 0x80000000), 0x80000000u);
  EXPECT_EQ(d({Zero, 0, Zero, Zero}, {One, One, 0, One}, 0x80000000), 0u);
  EXPECT_EQ(d({Zero, Zero, Zero, Zero}, {One, One, One, One}, 0), 0u);
  EXPECT_EQ(d({One, One, 0, 0}, {One, One | 0x8000, 0, 0}, 0x80000000), 0u);
  EXPECT_EQ(d({0, 0, 0, 0}, {0, 0, 0, 0}, 0x80000001), 0x80000001u);  // c alone stays
  EXPECT_EQ(d({1, 0, 0, 0}, {1, 0, 0, 0}, 0), 0x27800000u);           // 2^-48
  EXPECT_EQ(d({1, 0, 0, 0}, {1, 0, 0, 0}, 0xa77fffff), 0x1b800000u);  // 2^-72
  const auto all = [](std::uint64_t x) { return list(4, x); };
  EXPECT_EQ(d(all(0x7bff), all(0x7bff), 0x7f7fffff), 0x7f7fffffu);  // far below half a unit
  EXPECT_EQ(d(all(0x7bff), all(0x7bff), 0), 0x507fc004u);           // 4 * 65504^2
}

// Files of dot products: A[0..k-1] B[0..k-1] C D status category, hex; those of 16 are chains of
// four blocks.
TEST(MppaGolden, DotProductsAreThePublishedOnes) {
  const auto& profile = *golden::dpa::find("mppa-fp16");
  int count           = 0;
  for (const auto& [name, depth] :
       {std::pair<std::string, std::size_t>{"kalray_fp16_dp4_rne", 4}, {"cdna1_fp16_fp32", 16}}) {
    const auto vectors = read_dot_vectors(name, profile).undisputed;
    if (vectors.empty()) GTEST_SKIP() << "no vectors: give -DWEFT_VECTORS=FOLDER";
    for (const dot_vector& v : vectors) {
      auto sum = static_cast<std::uint32_t>(v.c);
      for (std::size_t k = 0; k < depth; k += 4) {
        sum =
            dot(golden::Binary16, std::span(v.a).subspan(k, 4), std::span(v.b).subspan(k, 4), sum);
      }
      ASSERT_TRUE(v.is(profile, sum)) << std::hex << sum << ": " << v.line;
      ++count;
    }
  }
  EXPECT_EQ(count, 2000);
}

register_t random_register(std::mt19937_64& rng) {
  register_t r;
  for (auto& quarter : r) {
    quarter = rng();
    if (rng() % 4 == 0) quarter = rng() % 2 == 0 ? 0x8080808080808080 : ~std::uint64_t{0};
    if (rng() % 8 == 0) quarter = 0x8000800080008000;
  }
  return r;
}

/// A product of bytes as matrices of C, D in the layout that the header states.
template <class A, class B, class Sum>
void expect_product(mac_op_e op, std::mt19937_64& rng) {
  constexpr unsigned K = 8 / sizeof(A), Columns = 8 / sizeof(Sum);
  const bundle x{.mac_op     = op,
                 .a_unsigned = std::is_unsigned_v<A>,
                 .b_unsigned = std::is_unsigned_v<B>,
                 .mac_d      = 4,
                 .mac_a      = 20,
                 .mac_b      = 21};
  state s;
  for (auto& r : s.registers) r = random_register(rng);
  std::array<A, 4 * K> a;  // row-major
  std::array<B, 4 * K> b;  // row j is column j
  std::array<std::array<Sum, 4 * Columns>, 4 / Columns> d;
  std::memcpy(&a, &s.registers[20], sizeof a);
  std::memcpy(&b, &s.registers[21], sizeof b);
  std::memcpy(&d, &s.registers[4], sizeof d);
  for (unsigned i = 0; i < 4; ++i) {
    for (unsigned j = 0; j < 4; ++j) {
      __extension__ __int128 sum = d[j / Columns][i * Columns + j % Columns];
      for (unsigned k = 0; k < K; ++k) sum += std::int64_t{a[i * K + k]} * b[j * K + k];
      d[j / Columns][i * Columns + j % Columns] = static_cast<Sum>(sum);
    }
  }
  state wanted = s;
  std::memcpy(&wanted.registers[4], &d, sizeof d);
  multiply(s, x, s.registers[20], s.registers[21]);
  ASSERT_EQ(s, wanted) << x;
}

TEST(MppaGolden, IntegerProductsArePlainLoops) {
  std::mt19937_64 rng(test_options().seed);
  for (int i = 0; i < 2000; ++i) {
    expect_product<std::int8_t, std::int8_t, std::int32_t>(mac_op_e::Int8, rng);
    expect_product<std::int8_t, std::uint8_t, std::int32_t>(mac_op_e::Int8, rng);
    expect_product<std::uint8_t, std::int8_t, std::int32_t>(mac_op_e::Int8, rng);
    expect_product<std::uint8_t, std::uint8_t, std::int32_t>(mac_op_e::Int8, rng);
    expect_product<std::int16_t, std::int16_t, std::int64_t>(mac_op_e::Int16, rng);
    expect_product<std::int16_t, std::uint16_t, std::int64_t>(mac_op_e::Int16, rng);
    expect_product<std::uint16_t, std::int16_t, std::int64_t>(mac_op_e::Int16, rng);
    expect_product<std::uint16_t, std::uint16_t, std::int64_t>(mac_op_e::Int16, rng);
  }
}

TEST(MppaGolden, FourLoadScattersAreASubmatrix) {
  // A 4 x 32 submatrix of a row-major matrix of bytes with rows of 100.
  sim::mppa_bytes memory = sim::mppa_operands(test_options().seed);
  state s;
  for (unsigned row = 0; row < 4; ++row) {
    execute(s,
            {.mem_op      = mem_op_e::Scatter,
             .mem_reg     = 12,
             .mem_quarter = static_cast<std::uint8_t>(row),
             .mem_addr    = 7 + 100 * row},
            memory);
  }
  for (unsigned row = 0; row < 4; ++row) {
    for (unsigned col = 0; col < 32; ++col) {
      ASSERT_EQ(s.registers[12 + col / 8][row] >> 8 * (col % 8) & 0xff,
                memory.all()[7 + 100 * row + col]);
    }
  }
}

TEST(MppaGolden, OperationsOfABundleReadWhatWasThereBefore) {
  sim::mppa_bytes memory = sim::mppa_operands(test_options().seed);
  const register_t bytes = memory.read(64);
  state s;
  s.registers[1] = {1, 2, 3, 4};
  s.registers[2] = {5, 6, 7, 8};
  execute(s,
          {.mem_op   = mem_op_e::Store,
           .mem_reg  = 1,
           .mem_addr = 0,
           .move_op  = move_op_e::Move,
           .move_dst = 1,
           .move_src = 2},
          memory);
  EXPECT_EQ(memory.read(0), (register_t{1, 2, 3, 4}));
  EXPECT_EQ(s.registers[1], (register_t{5, 6, 7, 8}));
  execute(s,
          {.mem_op   = mem_op_e::Load,
           .mem_reg  = 2,
           .mem_addr = 64,
           .move_op  = move_op_e::Move,
           .move_dst = 3,
           .move_src = 2},
          memory);
  EXPECT_EQ(s.registers[2], bytes);
  EXPECT_EQ(s.registers[3], (register_t{5, 6, 7, 8}));
  execute(s, {.move_op = move_op_e::Clear, .move_dst = 3}, memory);
  EXPECT_EQ(s.registers[3], register_t{});
}

TEST(MppaGolden, ScheduleIsTheCycleModels) {
  /// The golden model as a machine.
  struct machine {
    model m;
    outputs cycle(const inputs& in) {
      const outputs out = m.peek(in);
      m.step(in);
      return out;
    }
  };
  std::uint64_t seed = test_options().seed;
  for (const unsigned loads : {1, 2, 3, 8}) {
    for (const std::uint64_t latency : {1, 2, 5, 30}) {
      for (int i = 0; i < 20; ++i) {
        const auto program = sim::mppa_program(++seed, 200);
        auto memory        = sim::mppa_operands(seed);
        machine m{model({loads})};
        ASSERT_EQ(sim::run_mppa(m, program, memory, {.latency = latency}),
                  cycles({loads}, program, latency))
            << "loads " << loads << " latency " << latency << " seed " << seed;
      }
    }
  }
}

TEST(MppaGolden, BundlesIssueWhenThePageSays) {
  schedule s;
  const bundle load{.mem_op = mem_op_e::Load, .mem_reg = 0};
  EXPECT_EQ(s.issue(load), 1u);
  s.answer(load, 2);
  EXPECT_EQ(s.issue({.mac_op = mac_op_e::Int8, .mac_d = 2, .mac_a = 0, .mac_b = 0}), 3u);
  EXPECT_EQ(s.issue({.mem_op = mem_op_e::Store, .mem_reg = 2, .mem_addr = 32}), 5u);
  EXPECT_EQ(s.cycles(), 6u);
}

TEST(MppaGolden, FaultsAreNamed) {
  EXPECT_EQ(fault({}), "");
  EXPECT_EQ(fault({.mem_op = mem_op_e::Load, .mem_reg = 47}), "");
  EXPECT_EQ(fault({.mem_op = mem_op_e::Load, .mem_reg = 48}), "registers are a0 to a47");
  EXPECT_EQ(fault({.move_op = move_op_e::Clear, .move_dst = 1, .move_src = 63}), "");
  EXPECT_EQ(fault({.move_op = move_op_e::Move, .move_dst = 1, .move_src = 48}),
            "registers are a0 to a47");
  EXPECT_EQ(fault({.mem_op = mem_op_e::Scatter, .mem_reg = 46}),
            "a quadruple begins at a multiple of four");
  EXPECT_EQ(fault({.mem_op = mem_op_e::Scatter, .mem_quarter = 4}), "quarters are 0 to 3");
  EXPECT_EQ(fault({.mac_op = mac_op_e::Int8, .mac_d = 3}),
            "sums of 32 bits begin at an even number");
  EXPECT_EQ(fault({.mac_op = mac_op_e::Int16, .mac_d = 2}),
            "sums of 64 bits begin at a multiple of four");
  EXPECT_EQ(
      fault({.mem_op = mem_op_e::Scatter, .mem_reg = 4, .mac_op = mac_op_e::Fp16, .mac_d = 6}),
      "a register is written twice");
  EXPECT_EQ(fault({.mem_op = mem_op_e::Load, .mem_reg = 4, .mac_op = mac_op_e::Int8, .mac_a = 4}),
            "");
}

TEST(MppaGolden, BundlesAreWrittenAsInAProgram) {
  const auto text = [](const bundle& x) {
    std::ostringstream s;
    s << std::hex << x;
    return s.str();
  };
  EXPECT_EQ(text({}), "nop");
  EXPECT_EQ(text({.mem_op      = mem_op_e::Scatter,
                  .mem_reg     = 16,
                  .mem_quarter = 3,
                  .mem_addr    = 100,
                  .move_op     = move_op_e::Clear,
                  .move_dst    = 20,
                  .mac_op      = mac_op_e::Int8,
                  .a_unsigned  = true,
                  .mac_d       = 2,
                  .mac_a       = 1,
                  .mac_b       = 5}),
            "scatter 3 a16 [100] ; clear a20 ; int8us a2 a1 a5");
}

}  // namespace
}  // namespace weft::mppa_golden_test
