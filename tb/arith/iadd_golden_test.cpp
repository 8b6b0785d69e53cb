// SPDX-License-Identifier: Apache-2.0
//
// sim/golden/iadd.hpp against exact sums in 128 bits and the compiler's overflow checks.

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

#include "sim/golden/iadd.hpp"
#include "sim/harness/edge_integers.hpp"
#include "tb/harness/model_time.hpp"
#include "tb/harness/test_main.hpp"

namespace weft::iadd_golden_test {
namespace {

using namespace golden::iadd;
__extension__ using exact_t = __int128;

/// The sum without a limit, and what is left of it in `width` bits.
result exact_sum(unsigned width, const operands& o) {
  const exact_t limit = exact_t{1} << width;
  const auto add      = [&o](exact_t a, exact_t b) {
    return o.subtract ? a - b - exact_t{o.carry} : a + b + exact_t{o.carry};
  };
  const auto number = [&](std::uint64_t x) {
    return exact_t{x} < limit / 2 ? exact_t{x} : exact_t{x} - limit;
  };
  const exact_t sum = add(o.a, o.b), number_sum = add(number(o.a), number(o.b));
  const exact_t kept = ((sum % limit) + limit) % limit;
  return {static_cast<std::uint64_t>(kept), sum < 0 || sum >= limit,
          number_sum < -limit / 2 || number_sum >= limit / 2, kept == 0, kept >= limit / 2};
}

TEST(IaddGolden, IsTheExactSumOfAllOperandsUpToEightBits) {
  for (unsigned width = 1; width <= 8; ++width) {
    for (std::uint64_t a = 0; a >> width == 0; ++a) {
      for (std::uint64_t b = 0; b >> width == 0; ++b) {
        for (unsigned i = 0; i < 4; ++i) {
          const operands o{a, b, (i & 1) != 0, (i & 2) != 0};
          ASSERT_EQ(eval({width}, o), exact_sum(width, o)) << width << " bits: " << o;
        }
      }
    }
  }
}

TEST(IaddGolden, IsTheExactSumAtTheEdgesOfEveryWidth) {
  for (unsigned width = 1; width <= 64; ++width) {
    sim::edge_integers number(width, test_options().seed + width);
    for (unsigned i = 0; i < 10000; ++i) {
      const operands o{number(), number(), (i & 1) != 0, (i & 2) != 0};
      ASSERT_EQ(eval({width}, o), exact_sum(width, o)) << width << " bits: " << o;
    }
  }
}

/// Carry and overflow without a carry in, as the compiler's types have them.
template <class Unsigned>
class IaddGoldenType : public testing::Test {};

using unsigned_types = testing::Types<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(IaddGoldenType, unsigned_types);

TYPED_TEST(IaddGoldenType, FlagsAreTheCompilers) {
  using signed_t           = std::make_signed_t<TypeParam>;
  constexpr unsigned Width = std::numeric_limits<TypeParam>::digits;
  sim::edge_integers number(Width, test_options().seed);
  for (unsigned i = 0; i < 100000; ++i) {
    const auto a = static_cast<TypeParam>(number()), b = static_cast<TypeParam>(number());
    const auto x = static_cast<signed_t>(a), y = static_cast<signed_t>(b);
    TypeParam sum, difference;
    signed_t signed_sum, signed_difference;
    result add{.carry    = __builtin_add_overflow(a, b, &sum),
               .overflow = __builtin_add_overflow(x, y, &signed_sum)};
    result sub{.carry    = __builtin_sub_overflow(a, b, &difference),
               .overflow = __builtin_sub_overflow(x, y, &signed_difference)};
    add.sum = sum, add.zero = sum == 0, add.negative = signed_sum < 0;
    sub.sum = difference, sub.zero = difference == 0, sub.negative = signed_difference < 0;
    ASSERT_EQ(eval({Width}, {a, b, false, false}), add);
    ASSERT_EQ(eval({Width}, {a, b, false, true}), sub);
  }
}

TEST(IaddGolden, CarriesAndBorrowsFromWordToWord) {
  __extension__ using wide_t = unsigned __int128;
  sim::edge_integers number(64, test_options().seed);
  const auto wide = [](std::uint64_t high, std::uint64_t low) { return wide_t{high} << 64 | low; };
  for (unsigned i = 0; i < 100000; ++i) {
    const std::uint64_t a1 = number(), a0 = number(), b1 = number(), b0 = number();
    for (const bool subtract : {false, true}) {
      const result low   = eval({64}, {a0, b0, false, subtract});
      const result high  = eval({64}, {a1, b1, low.carry, subtract});
      const wide_t whole = subtract ? wide(a1, a0) - wide(b1, b0) : wide(a1, a0) + wide(b1, b0);
      ASSERT_TRUE(wide(high.sum, low.sum) == whole) << operands{a1, b1} << ' ' << operands{a0, b0};
    }
  }
}

TEST(IaddGolden, ModelKeepsTheTimeOfItsRegisters) {
  std::mt19937_64 rng(test_options().seed);
  std::vector<operands> pairs(100);
  for (operands& o : pairs) o = {rng() >> 32, rng() >> 32, rng() % 2 != 0, rng() % 2 != 0};
  for (const unsigned pipe : {0u, 1u}) keeps_the_time_of_its_registers(config{.pipe = pipe}, pairs);
}

}  // namespace
}  // namespace weft::iadd_golden_test
