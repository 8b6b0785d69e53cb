// SPDX-License-Identifier: Apache-2.0
//
// sim/golden/fcmp.hpp against the host's comparisons, fmin() and fpclassify(), and a table written
// by hand.

#include <gtest/gtest.h>

#include <bit>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <random>
#include <type_traits>
#include <vector>

#include "sim/golden/fcmp.hpp"
#include "sim/harness/operands.hpp"
#include "tb/harness/model_time.hpp"
#include "tb/harness/report.hpp"
#include "tb/harness/test_main.hpp"

namespace weft::fcmp_golden_test {
namespace {

using namespace golden::fcmp;
using namespace golden;  // NOLINT: the formats

// The arithmetic is constexpr.
static_assert(eval({}, {0x3f800000, 0x40000000, op_e::Less}) == result{1, 0});
static_assert(eval({}, {0x80000000, 0, op_e::Equal}) == result{1, 0});
static_assert(eval({}, {0, 0x80000000, op_e::Minimum}) == result{0x80000000, 0});

/// A code and the host's value of it; the host does not know which FP8 NaN are signalling.
struct number {
  std::uint64_t code;
  double value;
  bool signalling;
};

number decode(format f, std::uint64_t code) {
  const auto frac = code & ((std::uint64_t{1} << f.frac_bits) - 1);
  const int field = static_cast<int>(code >> f.frac_bits) & ((1 << f.exp_bits) - 1);
  const int last = (1 << f.exp_bits) - 1, bias = last / 2;
  double size = std::ldexp(static_cast<double>(frac), 1 - bias - f.frac_bits);
  if (field != 0)
    size = std::ldexp(1 + std::ldexp(static_cast<double>(frac), -f.frac_bits), field - bias);
  if (f.infinities && field == last) size = frac == 0 ? INFINITY : NAN;
  if (!f.infinities && field == last && frac == (1u << f.frac_bits) - 1) size = NAN;
  const bool negative = (code >> (f.exp_bits + f.frac_bits) & 1) != 0;
  const bool quiet    = !f.infinities || (frac >> (f.frac_bits - 1)) != 0;
  return {code, std::copysign(size, negative ? -1.0 : 1.0), std::isnan(size) && !quiet};
}

/// Compares all operations on a pair with the host's; a number or NaN is compared by value.
void expect_the_hosts(format f, const number& a, const number& b) {
  const config k{f};
  const bool nan           = std::isnan(a.value) || std::isnan(b.value);
  const std::uint8_t quiet = a.signalling || b.signalling ? Invalid : 0;
  const std::uint8_t loud  = nan ? Invalid : 0;
  const auto is            = [&](op_e op, result want) {
    ASSERT_EQ(eval(k, {a.code, b.code, op}), want) << std::hex << operands{a.code, b.code, op};
  };
  is(op_e::Equal, {a.value == b.value, quiet});
  is(op_e::NotEqual, {a.value != b.value, quiet});
  is(op_e::Less, {a.value < b.value, loud});
  is(op_e::LessEqual, {a.value <= b.value, loud});
  is(op_e::Unordered, {std::isunordered(a.value, b.value), quiet});

  // With zeros of both signs, fmin() and fmax() may give either.
  const bool a_is_minus_zero = a.value == 0 && std::signbit(a.value);
  const bool zeros           = a.value == 0 && b.value == 0;
  const auto code_of         = [&](double x, bool zero_of_a) {
    if (std::isnan(x)) return quiet_nan(f);
    if (zeros) return zero_of_a ? a.code : b.code;
    return x == a.value ? a.code : b.code;
  };
  const std::uint64_t low  = code_of(std::fmin(a.value, b.value), a_is_minus_zero);
  const std::uint64_t high = code_of(std::fmax(a.value, b.value), !a_is_minus_zero);
  is(op_e::MinimumNumber, {low, quiet});
  is(op_e::MaximumNumber, {high, quiet});
  is(op_e::Minimum, {nan ? quiet_nan(f) : low, quiet});
  is(op_e::Maximum, {nan ? quiet_nan(f) : high, quiet});

  const auto injected = [&](double sign_of) {
    return a.code ^ (std::signbit(a.value) != std::signbit(sign_of)
                         ? std::uint64_t{1} << (f.exp_bits + f.frac_bits)
                         : 0);
  };
  is(op_e::Copy, {injected(std::copysign(a.value, b.value)), 0});
  is(op_e::Negate, {injected(std::copysign(a.value, -b.value)), 0});
  is(op_e::Xor, {injected(std::signbit(b.value) ? -a.value : a.value), 0});
}

/// Compares Class with fpclassify(); `smallest` is the smallest normal number.
void expect_the_hosts_class(format f, const number& a, double smallest_normal) {
  int kind = std::fpclassify(a.value);
  if (kind == FP_NORMAL && std::fabs(a.value) < smallest_normal) kind = FP_SUBNORMAL;
  const bool minus = std::signbit(a.value);
  int place        = a.signalling ? 8 : 9;
  if (kind == FP_INFINITE) place = minus ? 0 : 7;
  if (kind == FP_NORMAL) place = minus ? 1 : 6;
  if (kind == FP_SUBNORMAL) place = minus ? 2 : 5;
  if (kind == FP_ZERO) place = minus ? 3 : 4;
  ASSERT_EQ(eval({f}, {a.code, 0, op_e::Class}), (result{std::uint64_t{1} << place, 0}))
      << std::hex << a.code;
}

TEST(FcmpGolden, IsTheHostsOnAllPairsOfFp8) {
  for (const format f : {E5m2, E4m3}) {
    for (std::uint64_t a = 0; a < 256; ++a) {
      expect_the_hosts_class(f, decode(f, a), f == E5m2 ? 0x1p-14 : 0x1p-6);
      for (std::uint64_t b = 0; b < 256; ++b) expect_the_hosts(f, decode(f, a), decode(f, b));
    }
  }
}

TEST(FcmpGolden, IsTheHostsAtTheEdgesOfWiderFormats) {
  for (const format f : {Binary64, Binary32, Binary16, Bfloat16}) {
    sim::edge_floats next(f, test_options().seed);
    std::mt19937_64 rng(test_options().seed + 1);
    const double smallest_normal = std::ldexp(1.0, 2 - (1 << (f.exp_bits - 1)));
    for (int i = 0; i < 60'000; ++i) {
      const std::uint64_t a = next(), near = (a + rng() % 3 - 1) & f.mask();
      expect_the_hosts_class(f, decode(f, a), smallest_normal);
      expect_the_hosts(f, decode(f, a), decode(f, next()));
      expect_the_hosts(f, decode(f, a), decode(f, near));
      expect_the_hosts(f, decode(f, a), decode(f, near ^ f.sign_bit()));
    }
  }
}

#if defined(__x86_64__)
/// ucomiss and comiss raise invalid as == and < do.
template <class Float, class Bits>
void expect_the_hosts_flags(format f) {
#ifdef __clang__
#pragma STDC FENV_ACCESS ON  // else < is ucomiss, too
#endif
  sim::edge_floats next(f, test_options().seed + 2);
  for (int i = 0; i < 100'000; ++i) {
    const std::uint64_t a = next(), b = next();
    const volatile Float x = std::bit_cast<Float>(static_cast<Bits>(a));
    const volatile Float y = std::bit_cast<Float>(static_cast<Bits>(b));
    for (const op_e op : {op_e::Equal, op_e::Less, op_e::LessEqual}) {
      std::feclearexcept(FE_ALL_EXCEPT);
      const volatile bool host = op == op_e::Equal ? x == y : op == op_e::Less ? x < y : x <= y;
      const bool invalid       = std::fetestexcept(FE_INVALID) != 0;
      ASSERT_EQ(eval({f}, {a, b, op}),
                (result{host, static_cast<std::uint8_t>(invalid ? Invalid : 0)}))
          << std::hex << operands{a, b, op};
    }
  }
}

TEST(FcmpGolden, RaisesInvalidAsTheHostsFp32Does) {
  expect_the_hosts_flags<float, std::uint32_t>(Binary32);
}
TEST(FcmpGolden, RaisesInvalidAsTheHostsFp64Does) {
  expect_the_hosts_flags<double, std::uint64_t>(Binary64);
}
#endif

TEST(FcmpGolden, HasTheSpecialCasesOfTheTable) {
  constexpr std::uint64_t One = 0x3f800000, Nan = 0x7fc00000, Snan = 0x7f800001, Minus = 0x80000000;
  using enum op_e;
  struct row {
    operands o;
    result want;
  };
  const std::vector<row> table = {
      {{0, Minus, MinimumNumber}, {Minus, 0}},
      {{Minus, 0, MaximumNumber}, {0, 0}},
      {{Nan | 1, One, MinimumNumber}, {One, 0}},
      {{One, Snan, MaximumNumber}, {One, Invalid}},
      {{Nan | 1, Nan | Minus, MinimumNumber}, {Nan, 0}},
      {{Snan, Snan, MaximumNumber}, {Nan, Invalid}},
      {{Nan | 1, One, Minimum}, {Nan, 0}},
      {{One, Snan, Maximum}, {Nan, Invalid}},
      {{Snan, One, Copy}, {Snan, 0}},
      {{Snan, One, Negate}, {Snan | Minus, 0}},
      {{One | Minus, One | Minus, Xor}, {One, 0}},
      {{Nan, One, Equal}, {0, 0}},
      {{Snan, One, NotEqual}, {1, Invalid}},
      {{Nan, One, LessEqual}, {0, Invalid}},
      {{Nan, One, Unordered}, {1, 0}},
      {{Snan, 0, Class}, {1 << 8, 0}},
      {{Nan | Minus, 0, Class}, {1 << 9, 0}},
  };
  for (const auto& [o, want] : table) {
    EXPECT_EQ(eval({}, o), want) << std::hex << o << ": " << eval({}, o);
  }
}

TEST(FcmpGolden, ModelKeepsTheTimeOfItsRegisters) {
  sim::edge_floats edge(Binary32, test_options().seed);
  std::vector<operands> pairs(100);
  for (operands& o : pairs) o = {edge(), edge(), op_e::Less};
  for (const unsigned pipe : {0u, 2u, 3u}) {
    EXPECT_EQ(cycles({.pipe = pipe}, 1000), 1000u + static_cast<unsigned>(std::popcount(pipe)));
    keeps_the_time_of_its_registers(config{.pipe = pipe}, pairs);
  }
}

TEST(FcmpGolden, ReportsNameOperations) {
  WEFT_EXPECT_NAMED(op_e, Equal);
  WEFT_EXPECT_NAMED(op_e, NotEqual);
  WEFT_EXPECT_NAMED(op_e, Less);
  WEFT_EXPECT_NAMED(op_e, LessEqual);
  WEFT_EXPECT_NAMED(op_e, MinimumNumber);
  WEFT_EXPECT_NAMED(op_e, MaximumNumber);
  WEFT_EXPECT_NAMED(op_e, Minimum);
  WEFT_EXPECT_NAMED(op_e, Maximum);
  WEFT_EXPECT_NAMED(op_e, Copy);
  WEFT_EXPECT_NAMED(op_e, Negate);
  WEFT_EXPECT_NAMED(op_e, Xor);
  WEFT_EXPECT_NAMED(op_e, Unordered);
  WEFT_EXPECT_NAMED(op_e, Class);
  EXPECT_EQ(report(op_e{15}), "0xf");
}

}  // namespace
}  // namespace weft::fcmp_golden_test
