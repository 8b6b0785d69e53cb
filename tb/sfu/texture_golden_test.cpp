// SPDX-License-Identifier: Apache-2.0
//
// sim/golden/texture/texture.hpp against means in GMP's rationals.

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "sim/golden/texture/texture.hpp"
#include "tb/harness/model_time.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/sfu/texture_cases.hpp"

namespace weft::texture_golden_test {
namespace {

using namespace golden::texture;

mpq_class power(int exp) {
  mpz_class one = 1;
  return exp >= 0 ? mpq_class(one << static_cast<unsigned>(exp))
                  : mpq_class(one, one << static_cast<unsigned>(-exp));
}

mpz_class floor_of(const mpq_class& x) {
  mpz_class q;
  mpz_fdiv_q(q.get_mpz_t(), x.get_num_mpz_t(), x.get_den_mpz_t());
  return q;
}

mpq_class mean_of(const mpq_class (&t)[2][2], const operands& o) {
  const mpq_class x = mpq_class(o.x) / 256, y = mpq_class(o.y) / 256;
  return t[0][0] * (1 - x) * (1 - y) + t[0][1] * x * (1 - y) + t[1][0] * (1 - x) * y +
         t[1][1] * x * y;
}

float as_float(std::uint32_t bits) { return std::bit_cast<float>(bits); }

/// The exponent of |x|'s first bit.
int exponent_of(const mpq_class& x) {
  int e = static_cast<int>(mpz_sizeinbase(x.get_num_mpz_t(), 2)) -
          static_cast<int>(mpz_sizeinbase(x.get_den_mpz_t(), 2));
  while (power(e) > abs(x)) --e;
  while (power(e + 1) <= abs(x)) ++e;
  return e;
}

TEST(TextureGolden, MeansOfBytesAreTheNearestToTheExactOnes) {
  int ties = 0;
  for (const operands& o : texture_cases(test_options().seed, 50'000)) {
    if (o.texel != texel_e::Unorm8) continue;
    const std::uint32_t bits = eval({}, o).bits;
    for (unsigned c = 0; c < 4; ++c) {
      const auto channel = [c](std::uint32_t t) { return mpq_class(t >> (8 * c) & 0xff); };
      const mpq_class t[2][2]{{channel(o.at[0][0]), channel(o.at[0][1])},
                              {channel(o.at[1][0]), channel(o.at[1][1])}};
      const mpq_class exact = mean_of(t, o);
      ties += exact - floor_of(exact) == mpq_class(1, 2);
      ASSERT_EQ(mpz_class(bits >> (8 * c) & 0xff), floor_of(exact + mpq_class(1, 2))) << o;
    }
  }
  EXPECT_GT(ties, 100);
}

TEST(TextureGolden, MeansOfFloatsAreThoseOfTheCutSignificandsRoundedOnce) {
  int ties = 0, negative = 0;
  for (const operands& o : texture_cases(test_options().seed + 1, 50'000)) {
    if (o.texel != texel_e::Fp32) continue;
    const float got = as_float(eval({}, o).bits);
    bool finite     = true;
    float most      = 0;
    for (const auto& row : o.at) {
      for (const std::uint32_t t : row) {
        finite = finite && std::isfinite(as_float(t));
        most   = std::fmax(most, std::fabs(as_float(t)));
      }
    }
    if (!finite) {
      ASSERT_EQ(std::bit_cast<std::uint32_t>(got), 0x7fc0'0000) << o;
      continue;
    }
    if (!std::isnormal(most)) {
      ASSERT_EQ(std::bit_cast<std::uint32_t>(got), 0) << o;
      continue;
    }
    const int largest = std::ilogb(most);
    mpq_class exact[2][2], cut[2][2];
    for (int j = 0; j < 2; ++j) {
      for (int i = 0; i < 2; ++i) {
        const float t = as_float(o.at[j][i]);
        if (!std::isnormal(t)) continue;
        exact[j][i]          = mpq_class(double{t});
        const mpq_class unit = power(largest - 25);
        cut[j][i]            = floor_of(abs(exact[j][i]) / unit) * unit;
        if (t < 0) cut[j][i] = -cut[j][i];
      }
    }
    const mpq_class mean = mean_of(cut, o);
    if (mean == 0 || abs(mean) < power(-126)) {
      ASSERT_EQ(got, 0) << o;
      ASSERT_EQ(std::signbit(got), mean < 0) << o;
      continue;
    }
    negative += mean < 0;
    const mpq_class place = power(exponent_of(mean) - 23);
    mpq_class rounded     = floor_of(abs(mean) / place + mpq_class(1, 2)) * place;
    ties += abs(rounded - abs(mean)) == place / 2;
    if (mean < 0) rounded = -rounded;
    ASSERT_EQ(mpq_class(double{got}), rounded) << o;
    // The bound of the page.
    ASSERT_LE(abs(rounded - mean_of(exact, o)), power(largest - 25) + place / 2) << o;
  }
  EXPECT_GT(ties, 100);
  EXPECT_GT(negative, 1000);
}

TEST(TextureGolden, TheCycleModelTakesTheClosedForm) {
  const auto items = texture_cases(test_options().seed, 50);
  for (const unsigned pipe : {0u, 1u, 63u}) keeps_the_time_of_its_registers(config{pipe}, items);
}

}  // namespace
}  // namespace weft::texture_golden_test
