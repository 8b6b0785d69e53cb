// SPDX-License-Identifier: Apache-2.0
//
// The two decoders of SME words: golden's table and rtl/sme/weft_sme_decode.sv, on every value of
// the bits that choose an instruction and on the words near each line of the table.

#include <gtest/gtest.h>

#include <cstdint>
#include <random>

#include "tb/harness/test_main.hpp"
#include "tb/sme/sme_words_beside_golden.hpp"
#include "tb/sme/words_near_instructions.hpp"

namespace weft::sme_encodings_test {
namespace {

TEST(SmeEncodings, BothDecodersAgreeOnEveryValueOfTheUpperBits) {
  words_beside_golden both;
  std::mt19937 rng(static_cast<unsigned>(test_options().seed));
  constexpr std::uint32_t Low = (1u << 10) - 1;  // Zn and Zd of most
  for (std::uint32_t high = 0; high < 1u << 22; ++high) {
    ASSERT_TRUE(both.agree_on(high << 10 | (static_cast<std::uint32_t>(rng()) & Low)));
  }
  EXPECT_GT(both.units(), 100'000u);
  EXPECT_GT(both.reserved(), 10'000u);
}

TEST(SmeEncodings, BothDecodersAgreeNearEveryLine) {
  words_beside_golden both;
  std::mt19937 rng(static_cast<unsigned>(test_options().seed));
  int bad = 0;
  for_words_near_instructions(rng, 500, [&](std::uint32_t word) {
    if (bad < 10) bad += !both.agree_on(word);
  });
  EXPECT_EQ(bad, 0);
}

}  // namespace
}  // namespace weft::sme_encodings_test
