// SPDX-License-Identifier: Apache-2.0
//
// sim/sfu/sfu_sweep.hpp: its figures of right and of wrong results.

#include "sim/sfu/sfu_sweep.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "sim/sfu/sfu_reference.hpp"
#include "tb/file/files.hpp"

namespace weft::sfu_sweep_test {
namespace {

using golden::sfu::op_e, golden::sfu::result;
using enum golden::sfu::op_e;
using sim::make_sfu_reference, sim::sfu_statistics;

constexpr std::uint32_t One = 0x3f80'0000;

std::uint32_t bits(float x) { return std::bit_cast<std::uint32_t>(x); }

/// Correctly rounded results of n operands.
std::vector<result> rounded(op_e op, std::uint32_t from, std::size_t n, bool ftz = false) {
  std::vector<result> results;
  for (std::uint32_t i = 0; i < n; ++i) {
    results.push_back({make_sfu_reference(op, from + i, ftz).rounded});
  }
  return results;
}

sfu_statistics of(op_e op, std::uint32_t from, const std::vector<result>& results,
                  bool ftz = false) {
  sfu_statistics s(op, {.ftz = ftz});
  s.add(from, results);
  return s;
}

TEST(SfuSweep, NothingIsWrongWithCorrectlyRoundedResults) {
  for (const op_e op : {Rcp, Rsqrt, Sqrt, Ex2, Lg2, Sin, Cos, Tanh}) {
    for (const bool ftz : {false, true}) {
      // Round zeros, ones, where results become subnormal, angles that are not known, infinities.
      for (const std::uint32_t middle :
           {0U, One, 0xbf80'0000U, bits(-126), bits(-149.9F), bits(0x1p126F), bits(314.16F),
            bits(0x1p38F), 0x7f80'0000U, 0x8000'0000U, 0x0080'0000U, 0xff80'0000U}) {
        const std::uint32_t from = middle < 500 ? 0 : middle - 500;
        const auto s             = of(op, from, rounded(op, from, 1000, ftz), ftz);
        EXPECT_TRUE(s.holds()) << static_cast<int>(op) << std::hex << ' ' << middle << '\n';
        EXPECT_EQ(s.inputs(), 1000U);
        std::uint64_t counted = s.specials + s.unknown;
        for (const auto& c : s.classes) {
          EXPECT_EQ(c.rounded, c.inputs);
          EXPECT_LE(c.ulp.error, 0.5);
          counted += c.inputs;
        }
        EXPECT_EQ(counted, 1000U);
      }
    }
  }
}

TEST(SfuSweep, FindsTheLargestErrorAndTheFirstThatHasIt) {
  auto results = rounded(Sqrt, bits(1.5F), 1000);
  results[700].bits += 2;
  const auto figures = of(Sqrt, bits(1.5F), results).classes[0];
  EXPECT_EQ(figures.ulp.at, bits(1.5F) + 700);
  EXPECT_GT(figures.ulp.error, 1.5);
  EXPECT_LT(figures.ulp.error, 2.5);
  EXPECT_EQ(figures.absolute.at, bits(1.5F) + 700);
  EXPECT_EQ(figures.absolute.error, figures.ulp.error * 0x1p-23);
  EXPECT_EQ(figures.rounded, 999U);
  EXPECT_EQ(figures.unfaithful, 1U);
  // Exactly one ulp is not less than one.
  auto ones = rounded(Sqrt, One, 1);
  ++ones[0].bits;
  EXPECT_FALSE(of(Sqrt, One, ones).holds());
}

TEST(SfuSweep, FindsWrongSpecialValues) {
  const auto wrong = [](op_e op, std::uint32_t x, std::uint32_t y, bool ftz = false) {
    const auto s = of(op, x, {{y}}, ftz);
    EXPECT_EQ(s.holds(), s.wrong.count == 0);
    if (s.wrong.count > 0) {
      EXPECT_EQ(s.wrong.first, x);
    }
    return s.wrong.count;
  };
  EXPECT_EQ(wrong(Rcp, 0, 0x7f80'0000), 0U);
  EXPECT_EQ(wrong(Rcp, 0, 0xff80'0000), 1U);
  EXPECT_EQ(wrong(Sqrt, 0x8000'0000, 0), 1U);
  EXPECT_EQ(wrong(Sqrt, 0xbf80'0000, 0x7fc0'0001), 0U);  // any NaN
  EXPECT_EQ(wrong(Sqrt, 0xbf80'0000, 0), 1U);
  EXPECT_EQ(wrong(Sqrt, One, 0x7fc0'0000), 1U);
  EXPECT_EQ(wrong(Lg2, One, 0x8000'0000), 1U);
  EXPECT_EQ(wrong(Sin, bits(0x1p40F), 0x7fc0'0000), 1U);
  EXPECT_EQ(wrong(Sin, bits(0x1p40F), 0x3f00'0000), 0U);
  // With ftz a subnormal result, or a zero of the other sign.
  EXPECT_EQ(wrong(Rcp, bits(-0x1p127F), 0x8000'0000, true), 0U);
  EXPECT_EQ(wrong(Rcp, bits(-0x1p127F), 0, true), 1U);
  EXPECT_EQ(wrong(Rcp, bits(0x1p127F), 0x0040'0000, true), 1U);
  EXPECT_EQ(wrong(Rcp, bits(0x1p127F), 0x0040'0000), 0U);
}

TEST(SfuSweep, AZeroStandsForEverySubnormalNumberIfFlushed) {
  EXPECT_TRUE(of(Ex2, bits(-126.1F), {{0}}, true).holds());
  EXPECT_FALSE(of(Ex2, bits(-126), {{0}}, true).holds());
}

TEST(SfuSweep, FindsResultsOutOfOrder) {
  const auto with_one_back = [](op_e op, float x, int at) {
    auto results                               = rounded(op, bits(x), 100'000);
    const std::uint32_t before                 = results[static_cast<std::size_t>(at) - 1].bits;
    const bool up                              = results.back().bits > results.front().bits;
    results[static_cast<std::size_t>(at)].bits = up ? before - 1 : before + 1;
    return of(op, bits(x), results);
  };
  for (const op_e op : {Rcp, Rsqrt, Sqrt, Ex2, Lg2, Tanh}) {
    const auto s = with_one_back(op, 1.5F, 50'000);
    EXPECT_EQ(s.unordered.count, 1U) << static_cast<int>(op);
    EXPECT_EQ(s.unordered.first, bits(1.5F) + 50'000);
    EXPECT_FALSE(s.holds());
  }
  for (const op_e op : {Rcp, Ex2, Tanh}) {
    EXPECT_EQ(with_one_back(op, -1.5F, 50'000).unordered.count, 1U) << static_cast<int>(op);
  }
  EXPECT_EQ(with_one_back(Sin, 1, 50'000).unordered.count, 0U);
}

TEST(SfuSweep, FindsSinesBeyondOne) {
  const auto s = of(Cos, bits(0x1p40F), {{0x3f80'0000}, {0xbf80'0001}, {0x3f80'0001}});
  EXPECT_EQ(s.beyond_one.count, 2U);
  EXPECT_EQ(s.beyond_one.first, bits(0x1p40F) + 1);
  EXPECT_FALSE(s.holds());
}

TEST(SfuSweep, EachClassHasItsBound) {
  // Off by two ulps of the result: allowed near the logarithm's root, where it counts as it is.
  EXPECT_TRUE(of(Lg2, bits(1.1F), {{rounded(Lg2, bits(1.1F), 1)[0].bits + 2}}).holds());
  EXPECT_FALSE(of(Lg2, bits(5), {{rounded(Lg2, bits(5), 1)[0].bits + 2}}).holds());
  // tanh(1) with 12 places and with 11.
  const auto tanh = rounded(Tanh, One, 1)[0].bits;
  EXPECT_TRUE(of(Tanh, One, {{tanh + (1 << 11)}}).holds());
  EXPECT_FALSE(of(Tanh, One, {{tanh + (1 << 12)}}).holds());
  // A sine of 10^6 may be off by 10^6 * 2^-41.25 + 2^-23.6, that is by 2^-20.98.
  const auto off = [](float x, double error) {
    const double y = std::sin(static_cast<double>(x)) + error;
    return of(Sin, bits(x), {{bits(static_cast<float>(y))}}).holds();
  };
  EXPECT_TRUE(off(1e6F, std::exp2(-21.1)));
  EXPECT_FALSE(off(1e6F, std::exp2(-20.9)));
  EXPECT_TRUE(off(300, std::exp2(-24)));
  EXPECT_FALSE(off(300, std::exp2(-23.5)));
}

TEST(SfuSweep, PartsInAnyOrderAreTheWhole) {
  auto results = rounded(Rcp, One, 1000);
  results[300].bits += 9;  // at the seam of two parts, out of order
  results[299].bits -= 9;
  const auto part = [&](std::size_t from, std::size_t to) {
    return of(Rcp, One + static_cast<std::uint32_t>(from),
              {results.begin() + static_cast<std::ptrdiff_t>(from),
               results.begin() + static_cast<std::ptrdiff_t>(to)});
  };
  const auto whole = part(0, 1000);
  EXPECT_GE(whole.unordered.count, 1U);
  for (const auto& order : {std::array{0, 1, 2}, std::array{2, 0, 1}, std::array{1, 2, 0}}) {
    const std::array parts{part(0, 300), part(300, 301), part(301, 1000)};
    sfu_statistics merged(Rcp, {});
    for (const int i : order) EXPECT_TRUE(merged.merge(parts[static_cast<std::size_t>(i)]));
    EXPECT_EQ(merged, whole);
  }
}

TEST(SfuSweep, RefusesOperandsTwiceAndNamesGaps) {
  auto s            = of(Rcp, One, rounded(Rcp, One, 100));
  const auto before = s;
  EXPECT_FALSE(s.merge(of(Rcp, One + 99, rounded(Rcp, One + 99, 100))));
  EXPECT_EQ(s, before);
  EXPECT_TRUE(s.merge(of(Rcp, One + 200, rounded(Rcp, One + 200, 100))));
  const auto gaps = s.gaps(One - 10, One + 309);
  ASSERT_EQ(gaps.size(), 3U);
  EXPECT_EQ(gaps[0].to, One - 1);
  EXPECT_EQ(gaps[1].from, One + 100);
  EXPECT_EQ(gaps[1].to, One + 199);
  EXPECT_EQ(gaps[2].size(), 10U);
  EXPECT_EQ(sfu_statistics(Rcp, {}).gaps(0, 0xffff'ffff)[0].size(), std::uint64_t{1} << 32);
}

TEST(SfuSweep, IsTheSameAfterAFile) {
  scratch folder;
  for (const op_e op : {Rcp, Tanh, Cos}) {
    auto results = rounded(op, One, 1000);
    results[5].bits ^= 0x4000'0000;
    sim::sfu_sweep sweep{.op         = op == Rcp   ? "rcp"
                                       : op == Cos ? "cos"
                                                   : "tanh",
                         .build      = "cubic",
                         .engine     = "golden",
                         .ftz        = true,
                         .model      = 0x1234'abcd,
                         .from       = One,
                         .to         = One + 4999,
                         .statistics = of(op, One, results, true)};
    sweep.statistics.merge(of(op, One + 2000, rounded(op, One + 2000, 7, true), true));
    put(folder / "s.json", to_json(sweep));
    const auto again = sim::read_sweep((folder / "s.json").string());
    EXPECT_EQ(again.statistics, sweep.statistics);
    EXPECT_EQ(to_json(again), to_json(sweep));
    EXPECT_EQ(to_text(again), to_text(sweep));
    EXPECT_FALSE(again.finished());
  }
}

TEST(SfuSweep, RefusesFilesThatAreNone) {
  scratch folder;
  const auto file    = (folder / "s.json").string();
  const auto refuses = [&](const std::string& text, const std::string& what) {
    put(file, text);
    const auto error = error_of([&] { sim::read_sweep(file); });
    EXPECT_EQ(error.find(file + ": not a sweep: "), 0U) << error;
    EXPECT_NE(error.find(what), std::string::npos) << error;
  };
  const sim::sfu_sweep sweep{.op         = "rcp",
                             .build      = "cubic",
                             .engine     = "golden",
                             .from       = 0,
                             .to         = 9,
                             .statistics = of(Rcp, 0, rounded(Rcp, 0, 10))};
  const std::string good = to_json(sweep);
  const auto with        = [&](const std::string& from, const std::string& to) {
    auto text = good;
    return text.replace(text.find(from), from.size(), to);
  };
  refuses("", "parse error");
  refuses("[]", "type");
  refuses(good.substr(0, good.size() / 2), "parse error");
  refuses(with("\"rcp\"", "\"exp\""), "exp");
  refuses(with("\"specials\": 1", "\"specials\": \"x\""), "type");
  refuses(with("\"model\": \"00000000\"", "\"model\": \"0\""), "0: not 32 bits");
  auto backwards = good;
  backwards.replace(backwards.rfind("00000009"), 8, "00000000");
  backwards.replace(backwards.rfind("00000000\",\n      \"to\""), 8, "00000001");
  refuses(backwards, "not in order");
  EXPECT_NE(error_of([&] { sim::read_sweep((folder / "none").string()); }).find("none"),
            std::string::npos);
}

}  // namespace
}  // namespace weft::sfu_sweep_test
