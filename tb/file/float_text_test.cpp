// SPDX-License-Identifier: Apache-2.0
//
// sim/file/float_text.hpp: numbers of any format from text and back.

#include "sim/file/float_text.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>

#include "tb/file/files.hpp"
#include "tb/harness/test_main.hpp"

namespace weft::float_text_test {
namespace {

using golden::Binary16, golden::Binary32, golden::Binary64, golden::E4m3, golden::E5m2;
using sim::parse_float;

TEST(FloatText, ReadsEveryFormatsName) {
  for (const auto& known : golden::Formats) {
    EXPECT_EQ(sim::parse_format(std::string(known.name)), known.f);
    EXPECT_EQ(sim::format_name(known.f), known.name);
  }
  EXPECT_EQ(sim::parse_format("e6m9"), (golden::format{6, 9}));
  EXPECT_EQ(sim::format_name({6, 9}), "e6m9");
  EXPECT_EQ(sim::parse_format("e8m23"), Binary32);
  for (const char* name :
       {"", "fp", "e", "e6", "e6m", "em9", "e6m9x", "e2m3", "e12m3", "e6m1", "e6m53"}) {
    EXPECT_NE(error_of([&] { sim::parse_format(name); }).find("no format"), std::string::npos);
  }
}

TEST(FloatText, ReadsWhatItWritesOfEveryFp16AndFp8) {
  for (const golden::format f : {Binary16, E5m2, E4m3}) {
    for (std::uint64_t bits = 0; bits <= f.mask(); ++bits) {
      EXPECT_EQ(parse_float(sim::bits_text(f, bits), f).bits, bits);
      if (!golden::unpack(f, bits).is(golden::unpacked::kind_e::Finite)) continue;
      EXPECT_EQ(parse_float(sim::value_text(f, bits), f).bits, bits);
      const auto exact = parse_float(sim::hex_text(f, bits), f);
      EXPECT_EQ(exact.bits, bits);
      EXPECT_FALSE(exact.rounded);
    }
  }
}

TEST(FloatText, RoundsDecimalsAsTheHostsLibraryDoes) {
  std::mt19937_64 rng(test_options().seed);
  for (int i = 0; i < 20'000; ++i) {
    const auto digits = std::to_string(rng()) + std::to_string(rng());
    const int exp     = static_cast<int>(rng() % 90) - 60;
    const auto text   = (rng() % 2 != 0 ? "-0." : "0.") + digits + "e" + std::to_string(exp);
    ASSERT_EQ(parse_float(text, Binary32).bits,
              std::bit_cast<std::uint32_t>(std::strtof(text.c_str(), nullptr)))
        << text;
    ASSERT_EQ(parse_float(text, Binary64).bits,
              std::bit_cast<std::uint64_t>(std::strtod(text.c_str(), nullptr)))
        << text;
  }
}

TEST(FloatText, RoundsOnceAtTheEdges) {
  // Just above a tie of FP16 by less than a double shows: 1 + 2^-11 + 2^-70.
  EXPECT_EQ(parse_float("0x1.0020000000000000040p0", Binary16).bits, 0x3c01u);
  EXPECT_EQ(parse_float("0x1.002p0", Binary16).bits, 0x3c00u);
  EXPECT_TRUE(parse_float("0x1.002p0", Binary16).rounded);
  EXPECT_EQ(parse_float("65519.99999999999999999999", Binary16).bits, 0x7bffu);
  EXPECT_EQ(parse_float("65520", Binary16).bits, 0x7c00u);
  EXPECT_EQ(parse_float("0x1p-25", Binary16).bits, 0u);
  EXPECT_EQ(parse_float("0x1.00000000000000001p-25", Binary16).bits, 1u);
  EXPECT_EQ(parse_float("1e-99999", Binary64).bits, 0u);
  EXPECT_TRUE(parse_float("1e-99999", Binary64).rounded);
  EXPECT_EQ(parse_float("-1e99999", Binary64).bits, 0xfff0000000000000u);
  EXPECT_FALSE(parse_float("-0.0", Binary32).rounded);
  EXPECT_EQ(parse_float("-0.0", Binary32).bits, 0x80000000u);
  EXPECT_EQ(parse_float("464", E4m3).bits, 0x7eu);
  EXPECT_NE(error_of([] { parse_float("464.5", E4m3); }).find("464.5: beyond e4m3"),
            std::string::npos);
}

TEST(FloatText, KnowsWhatIsNoNumber) {
  EXPECT_EQ(parse_float("-inf", Binary16).bits, 0xfc00u);
  EXPECT_EQ(parse_float("nan", Binary16).bits, 0x7e00u);
  EXPECT_EQ(parse_float("-nan", E4m3).bits, 0xffu);
  EXPECT_EQ(sim::value_text(Binary16, 0x7c01), "snan");
  EXPECT_EQ(sim::value_text(Binary16, 0xfc00), "-inf");
  EXPECT_EQ(sim::hex_text(Binary16, 0xfc00), "");
  for (const char* text : {"", "-", "one", "1x", "0x", "0xg", "0x10000", "-0x1", "0x1p", "1e",
                           "--1", " 1", "infinity", "nan(1)"}) {
    EXPECT_NE(error_of([&] { parse_float(text, Binary16); }), "") << text;
  }
}

}  // namespace
}  // namespace weft::float_text_test
