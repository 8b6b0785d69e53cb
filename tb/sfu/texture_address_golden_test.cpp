// SPDX-License-Identifier: Apache-2.0
//
// sim/golden/texture/texture_address.hpp against GMP's rationals and against a picture without end.

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>

#include "sim/golden/texture/texture_address.hpp"
#include "tb/harness/model_time.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/sfu/texture_cases.hpp"

namespace weft::texture_address_golden_test {
namespace {

using namespace golden::texture_address;

mpz_class floor_of(const mpq_class& x) {
  mpz_class q;
  mpz_fdiv_q(q.get_mpz_t(), x.get_num_mpz_t(), x.get_den_mpz_t());
  return q;
}

/// The neighbours by the page's definition.
pair defined(std::uint32_t bits, int size, mode_e mode) {
  const float c          = std::bit_cast<float>(bits);
  mpq_class t            = std::isfinite(c) ? mpq_class(double{c}) : mpq_class(0);
  const mpq_class places = mpz_class(1) << 24;
  t = (t < 0 ? mpq_class(-floor_of(-t * places)) : mpq_class(floor_of(t * places))) / places;
  mpq_class f;
  switch (mode) {
    case mode_e::Wrap:
      f = t - floor_of(t);
      break;
    case mode_e::Mirror:
      f = t - 2 * floor_of(t / 2);
      if (f > 1) f = 2 - f;
      break;
    case mode_e::Clamp:
      f = t < 0 ? mpq_class(0) : t > 1 ? mpq_class(1) : t;
      break;
    case mode_e::Border:
      f = t < -1 ? mpq_class(-1) : t > 2 ? mpq_class(2) : t;
      break;
  }
  const mpz_class position = floor_of(f * size * 256 + mpq_class(1, 2)) - 128;
  const mpz_class first    = floor_of(mpq_class(position) / 256);
  const auto place         = [&](const mpz_class& i, std::uint16_t& index, bool& outside) {
    const bool in = i >= 0 && i < size;
    mpz_class at  = i;
    if (!in && mode == mode_e::Border) outside = true, at = 0;
    if (!in && mode == mode_e::Wrap) at = (i + size) % size;
    if (!in && (mode == mode_e::Clamp || mode == mode_e::Mirror)) at = i < 0 ? 0 : size - 1;
    index = static_cast<std::uint16_t>(at.get_ui());
  };
  pair p;
  place(first, p.first, p.first_outside);
  place(first + 1, p.second, p.second_outside);
  p.weight = static_cast<std::uint8_t>(mpz_class(position - first * 256).get_ui());
  return p;
}

TEST(TextureAddressGolden, EqualsItsDefinitionInRationals) {
  for (const operands& o : texture_address_cases(test_options().seed, 100'000)) {
    const result r = eval({}, o);
    ASSERT_EQ(r.x, defined(o.u, o.width, o.mode_u)) << o;
    ASSERT_EQ(r.y, defined(o.v, o.height, o.mode_v)) << o;
  }
}

/// A picture of the ramp 0, 1, 4, 9 ... without end is interpolated at positions that need no
/// rounding.
TEST(TextureAddressGolden, IsThePictureWithoutEndThatItsModeSays) {
  std::mt19937_64 rng(test_options().seed);
  for (int n = 0; n < 200'000; ++n) {
    const int size  = 1 << rng() % 9;
    const auto mode = mode_e(rng() % 4);
    const int reach = mode == mode_e::Border ? 1 : 6;  // Border is kept to [-1, 2]
    const int at  = static_cast<int>(rng() % (256u * size * (2 * reach + 1))) - 256 * size * reach;
    const float c = static_cast<float>(at) / 256 / static_cast<float>(size);
    const double position = at / 256.0 - 0.5, first = std::floor(position);
    const auto texel   = [](int i) { return 1.0 + i * i; };
    const auto endless = [&](double i) {
      const int k = static_cast<int>(i), turn = k >= 0 ? k / size : -((size - 1 - k) / size);
      const int in = k - turn * size;
      switch (mode) {
        case mode_e::Wrap:
          return texel(in);
        case mode_e::Mirror:
          return texel(turn % 2 == 0 ? in : size - 1 - in);
        case mode_e::Clamp:
          return texel(turn < 0 ? 0 : turn > 0 ? size - 1 : in);
        default:
          return turn == 0 ? texel(in) : 0.0;
      }
    };
    const double w = position - first, exact = endless(first) * (1 - w) + endless(first + 1) * w;
    const pair p     = axis(std::bit_cast<std::uint32_t>(c), size, mode);
    const double got = (p.first_outside ? 0 : texel(p.first)) * (1 - p.weight / 256.0) +
                       (p.second_outside ? 0 : texel(p.second)) * (p.weight / 256.0);
    ASSERT_EQ(got, exact) << c << " of " << size << ' ' << mode << ' ' << p;
  }
}

TEST(TextureAddressGolden, TheCycleModelTakesTheClosedForm) {
  const auto items = texture_address_cases(test_options().seed, 50);
  for (const unsigned pipe : {0u, 1u, 7u}) keeps_the_time_of_its_registers(config{pipe}, items);
}

}  // namespace
}  // namespace weft::texture_address_golden_test
