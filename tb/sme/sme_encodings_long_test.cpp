// SPDX-License-Identifier: Apache-2.0
//
// The two decoders of SME words on every value of the bits that choose an instruction, with
// register fields of no one, of a single one at each place, of ones alone, and of random bits.

#include <gtest/gtest.h>

#include <cstdint>
#include <random>

#include "tb/harness/test_main.hpp"
#include "tb/sme/sme_words_beside_golden.hpp"

namespace weft::sme_encodings_long_test {
namespace {

constexpr std::uint32_t Fields[]{0, 1, 2, 4, 8, 16, 31};

/// One test case for each of Fields in bits 9:5, and one of random bits there.
class SmeEncodingsLong : public testing::TestWithParam<std::size_t> {};

TEST_P(SmeEncodingsLong, BothDecodersAgreeOnEveryValueOfTheUpperBits) {
  words_beside_golden both;
  std::mt19937 rng(static_cast<unsigned>(test_options().seed));
  const auto field = [&](std::size_t i) {
    return i < std::size(Fields) ? Fields[i] : static_cast<std::uint32_t>(rng()) % 32;
  };
  for (std::uint32_t high = 0; high < 1u << 22; ++high) {
    for (std::size_t d = 0; d <= std::size(Fields); ++d) {
      ASSERT_TRUE(both.agree_on(high << 10 | field(GetParam()) << 5 | field(d)));
    }
  }
  EXPECT_GT(both.units(), 1'000'000u);
  EXPECT_GT(both.reserved(), 100'000u);
}
INSTANTIATE_TEST_SUITE_P(Of, SmeEncodingsLong,
                         testing::Range(std::size_t{0}, std::size(Fields) + 1));

}  // namespace
}  // namespace weft::sme_encodings_long_test
