// SPDX-License-Identifier: Apache-2.0
//
// sim/golden/imul.hpp against the host's products of up to 32 bits and against adding and shifting.

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <vector>

#include "sim/golden/imul.hpp"
#include "sim/harness/edge_integers.hpp"
#include "tb/harness/model_time.hpp"
#include "tb/harness/test_main.hpp"

namespace weft::imul_golden_test {
namespace {

using namespace golden::imul;

/// All mixes of signs of a and b.
template <class Check>
void each_mix(std::uint64_t a, std::uint64_t b, Check check) {
  for (unsigned i = 0; i < 4; ++i) check(operands{a, b, (i & 1) != 0, (i & 2) != 0});
}

/// The host's product, for up to 32 bits. An int64_t holds all but unsigned by unsigned, which is
/// the same modulo 2^64.
result host_product(unsigned width, const operands& o) {
  const std::int64_t limit = std::int64_t{1} << width;
  const auto number        = [limit](std::uint64_t x, bool is_signed) {
    const auto n = static_cast<std::int64_t>(x);
    return static_cast<std::uint64_t>(is_signed && n >= limit / 2 ? n - limit : n);
  };
  const std::uint64_t product = number(o.a, o.a_signed) * number(o.b, o.b_signed);
  const std::uint64_t mask    = static_cast<std::uint64_t>(limit) - 1;
  return {product & mask, product >> width & mask};
}

/// a times 2^i added for each bit i of b, and taken away for its sign bit: in two words of 64 bits.
result add_and_shift(const operands& o) {
  result sum;
  std::uint64_t low = o.a, high = o.a_signed && o.a >> 63 != 0 ? ~std::uint64_t{0} : 0;
  for (unsigned i = 0; i < 64; ++i) {
    if ((o.b >> i & 1) != 0) {
      if (i == 63 && o.b_signed) {
        sum.high -= high + (sum.low < low ? 1 : 0);
        sum.low -= low;
      } else {
        sum.low += low;
        sum.high += high + (sum.low < low ? 1 : 0);
      }
    }
    high = high << 1 | low >> 63;
    low <<= 1;
  }
  return sum;
}

TEST(ImulGolden, IsTheProductOfAllBytes) {
  for (std::uint64_t a = 0; a < 256; ++a) {
    for (std::uint64_t b = 0; b < 256; ++b) {
      each_mix(a, b, [](const operands& o) { ASSERT_EQ(eval({8}, o), host_product(8, o)) << o; });
    }
  }
}

TEST(ImulGolden, IsTheHostsProductAtTheEdgesOfEveryWidthUpTo32) {
  for (unsigned width = 5; width <= 32; ++width) {
    sim::edge_integers number(width, test_options().seed + width);
    for (unsigned i = 0; i < 5000; ++i) {
      each_mix(number(), number(), [width](const operands& o) {
        ASSERT_EQ(eval({width}, o), host_product(width, o)) << width << " bits: " << o;
      });
    }
  }
}

TEST(ImulGolden, IsTheSumOfShiftedWordsAtTheEdgesOf64Bits) {
  sim::edge_integers number(64, test_options().seed);
  for (unsigned i = 0; i < 50000; ++i) {
    each_mix(number(), number(),
             [](const operands& o) { ASSERT_EQ(eval({64}, o), add_and_shift(o)) << o; });
  }
}

TEST(ImulGolden, OfNarrowNumbersIsTheProductOfTheSameNumbersIn64Bits) {
  for (unsigned width = 5; width < 64; ++width) {
    sim::edge_integers number(width, test_options().seed + width);
    const auto extend = [width](std::uint64_t x, bool is_signed) {
      return is_signed && x >> (width - 1) != 0 ? x - (std::uint64_t{1} << width) : x;
    };
    for (unsigned i = 0; i < 1000; ++i) {
      each_mix(number(), number(), [&](const operands& o) {
        const result wide = add_and_shift(
            {extend(o.a, o.a_signed), extend(o.b, o.b_signed), o.a_signed, o.b_signed});
        const std::uint64_t mask = (std::uint64_t{1} << width) - 1;
        const result narrow{wide.low & mask,
                            (wide.low >> width | wide.high << (64 - width)) & mask};
        ASSERT_EQ(eval({width}, o), narrow) << width << " bits: " << o;
      });
    }
  }
}

TEST(ImulGolden, ModelKeepsTheTimeOfItsRegisters) {
  std::mt19937_64 rng(test_options().seed);
  std::vector<operands> pairs(100);
  for (operands& o : pairs) o = {rng() >> 32, rng() >> 32, false, false};
  for (const unsigned pipe : {0u, 4u, 7u}) {
    keeps_the_time_of_its_registers(config{.pipe = pipe}, pairs);
  }
}

}  // namespace
}  // namespace weft::imul_golden_test
