// SPDX-License-Identifier: Apache-2.0
//
// `weft fma` and `weft check fma` as a user calls them.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>

#include "sim/operands.hpp"
#include "tb/files.hpp"
#include "tb/program.hpp"

namespace weft {
namespace {

class WeftFma : public testing::Test {
 protected:
  scratch folder_;

  answer weft(const std::string& arguments) {
    return run(folder_, std::string(WEFT_PROGRAM) + " " + arguments);
  }

  /// Runs it without complaint; what it says.
  std::string says(const std::string& arguments) {
    const answer a = weft(arguments);
    EXPECT_EQ(a.code, 0) << arguments << '\n' << a.out << a.err;
    EXPECT_EQ(a.err, "") << arguments;
    return a.out;
  }

  std::string file(const std::string& name, const std::string& text) {
    put(folder_ / name, text);
    return (folder_ / name).string();
  }

  /// Bad input: exit code 2, nothing on stdout, one line on stderr that has `what`.
  void expect_refused(const std::string& arguments, const std::string& what) {
    const answer a = weft(arguments);
    EXPECT_EQ(a.code, 2) << arguments << '\n' << a.out << a.err;
    EXPECT_EQ(a.out, "") << arguments;
    EXPECT_EQ(std::count(a.err.begin(), a.err.end(), '\n'), 1) << a.err;
    EXPECT_NE(a.err.find(what), std::string::npos) << arguments << ": " << a.err;
  }
};

/// The words of the line of a text that starts with `name`, one blank between.
std::string row(const std::string& text, const std::string& name) {
  auto at = ("\n" + text).find("\n" + name + " ");
  if (at == std::string::npos) return "";
  std::string line = text.substr(at, text.find('\n', at) - at);
  line.erase(
      std::unique(line.begin(), line.end(), [](char a, char b) { return a == ' ' && b == ' '; }),
      line.end());
  return line;
}

TEST_F(WeftFma, ShowsWhatOneRoundingKeeps) {
  const auto text = says("fma 0x3f800001 0x3f800001 0xbf800002");
  EXPECT_EQ(row(text, "result"), "result 0x28800000 1.4210854715202004e-14 0x1p-46 exact");
  EXPECT_EQ(row(text, "unfused"), "unfused 0x00000000 0 0x0p+0 inexact");
  EXPECT_NE(text.find("all equal"), std::string::npos) << text;
}

TEST_F(WeftFma, ReadsBitsAndNumbers) {
  const auto text = says("fma --engine golden 0.1 -0x1.8p-149 -inf");
  EXPECT_EQ(row(text, "a"), "a 0x3dcccccd 0.10000000149011612 0x1.99999ap-4 rounded from 0.1");
  EXPECT_EQ(row(text, "b"),
            "b 0x80000002 -2.802596928649634e-45 -0x1p-148 rounded from -0x1.8p-149");
  EXPECT_EQ(row(text, "c"), "c 0xff800000 -inf");
  EXPECT_EQ(row(text, "result"), "result 0xff800000 -inf exact");
  EXPECT_EQ(row(says("fma --engine golden inf 0 nan"), "result"), "result 0x7fc00000 nan invalid");
}

TEST_F(WeftFma, KnowsEveryOperationOfTwoOperandsAndOfThree) {
  const auto result = [&](const std::string& arguments) {
    const auto line = row(says("fma --engine golden " + arguments), "result");
    return line.substr(7, 10);
  };
  EXPECT_EQ(result("--op madd 3 5 2"), "0x41880000");   // 17
  EXPECT_EQ(result("--op msub 3 5 2"), "0x41500000");   // 13
  EXPECT_EQ(result("--op nmsub 3 5 2"), "0xc1500000");  // -13
  EXPECT_EQ(result("--op nmadd 3 5 2"), "0xc1880000");  // -17
  EXPECT_EQ(result("--op add 3 5"), "0x41000000");      // 8
  EXPECT_EQ(result("--op sub 3 5"), "0xc0000000");      // -2
  EXPECT_EQ(result("--op mul 3 5"), "0x41700000");      // 15
}

TEST_F(WeftFma, RoundsAndFlushesAsTold) {
  const auto outcome = [&](const std::string& options) {
    return row(says("fma --engine golden " + options), "result");
  };
  // 1 + 2^-24, a tie.
  EXPECT_EQ(outcome("1 1 0x1p-24").substr(7, 10), "0x3f800000");
  EXPECT_EQ(outcome("--round near_maxMag 1 1 0x1p-24").substr(7, 10), "0x3f800001");
  EXPECT_EQ(outcome("--round minMag 1 1 0x1p-24").substr(7, 10), "0x3f800000");
  EXPECT_EQ(outcome("--round min 1 1 0x1p-24").substr(7, 10), "0x3f800000");
  EXPECT_EQ(outcome("--round max 1 1 0x1p-24").substr(7, 10), "0x3f800001");
  EXPECT_EQ(outcome("--round odd 1 1 0x1p-24").substr(7, 10), "0x3f800001");
  // 2^-126 - 2^-151: tiny before rounding only.
  const std::string corner = "0x1p-149 -0.25 0x1p-126";
  EXPECT_NE(outcome(corner).find(" inexact"), std::string::npos);
  EXPECT_EQ(outcome(corner).find("underflow"), std::string::npos);
  EXPECT_NE(outcome("--tininess before " + corner).find(" underflow, inexact"), std::string::npos);
  EXPECT_NE(outcome("--flush-in 0x1p-149 1 0").find("0x00000000 0 0x0p+0 exact"),
            std::string::npos);
  EXPECT_NE(outcome("--flush-out 0x1p-149 1 0").find("underflow, inexact"), std::string::npos);
}

TEST_F(WeftFma, MixesFormatsAndTakesAnyFormatOnGoldenAndTlm) {
  EXPECT_EQ(row(says("fma --engine golden --format fp16 --result fp32 65504 65504 1"), "result"),
            "result 0x4f7fc004 4290774016 0x1.ff8008p+31 inexact");
  EXPECT_EQ(row(says("fma --engine tlm --stages 2 --format e6m9 1.5 2 3"), "tlm"),
            "tlm 0x4300 flags 00 3 cycles");
  EXPECT_EQ(row(says("fma --engine golden --format e4m3 448 2 0"), "result"),
            "result 0x7f nan overflow, inexact");
}

TEST_F(WeftFma, PrintsJson) {
  const auto text = says("fma --json 1.5 2 0.1");
  for (const char* part : {R"("op": "madd")", R"("bits": "0x3dcccccd")", R"("rounded": true)",
                           R"("inexact")", R"("cycles": )", R"("agree": true)"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
  }
}

TEST_F(WeftFma, RefusesBadInputInOneLine) {
  expect_refused("fma 1 2", "2 operands: a * b + c takes 3");
  expect_refused("fma 1 2 3 4", "4: a * b + c takes 3 operands");
  expect_refused("fma --op add 1 2 3", "3: a + b takes 2 operands");
  expect_refused("fma one 2 3", "one");
  expect_refused("fma 1x 2 3", "1x");
  expect_refused("fma 0x123456789 2 3", "0x123456789: fp32 has 32 bits");
  expect_refused("fma 0xfp 2 3", "0xfp");
  expect_refused("fma 0x 2 3", "0x");
  expect_refused("fma -0x1 2 3", "-0x1");
  expect_refused("fma --colour 1 2 3", "--colour");
  expect_refused("fma --op div 1 2", "div");
  expect_refused("fma --round up 1 2 3", "up");
  expect_refused("fma --tininess never 1 2 3", "never");
  expect_refused("fma --format fp33 1 2 3", "fp33");
  expect_refused("fma --format e2m9 1 2 3", "e2m9");
  expect_refused("fma --result e5m53 1 2 3", "e5m53");
  expect_refused("fma --format e4m3 --engine golden inf 1 1", "e4m3 has no infinity");
  expect_refused("fma --format e4m3 --engine golden 1e9 1 1", "1e9: beyond e4m3");
  expect_refused("fma --format e7m9 1 2 3", "the RTL of e7m9 is not in this build, which has");
  expect_refused("fma --stages 9 1 2 3", "--stages 9");
  expect_refused("fma --engine fpga 1 2 3", "fpga");
  expect_refused("fma --engine golden --wave x.fst 1 2 3", "x.fst");
  expect_refused("fma --wave " + (folder_ / "no/x.fst").string() + " 1 2 3", "no");
}

TEST_F(WeftFma, WritesAWaveform) {
  const auto wave = (folder_ / "x.fst").string();
  says("fma 1 2 3 --engine rtl --wave " + wave);
  EXPECT_GT(get(wave).size(), 100u);
}

/// Lines of a * b + c in FP32 by the host's FPU.
std::string host_vectors(int count) {
  sim::edge_floats next(golden::Binary32, 9);
  std::string text;
  for (int i = 0; i < count; ++i) {
    const auto bits       = [&] { return static_cast<std::uint32_t>(next()); };
    const std::uint32_t a = bits(), b = bits(), c = bits();
    volatile float x = std::bit_cast<float>(a), y = std::bit_cast<float>(b),
                   z = std::bit_cast<float>(c);
    if (std::isnan(x) || std::isnan(y) || std::isnan(z)) continue;
    std::feclearexcept(FE_ALL_EXCEPT);
    volatile float r = std::fma(x, y, z);
    const int raised = std::fetestexcept(FE_ALL_EXCEPT);
    const int flags  = ((raised & FE_INEXACT) != 0 ? 1 : 0) |
                      ((raised & FE_UNDERFLOW) != 0 ? 2 : 0) |
                      ((raised & FE_OVERFLOW) != 0 ? 4 : 0) | ((raised & FE_INVALID) != 0 ? 16 : 0);
    char line[64];
    std::snprintf(line, sizeof line, "%08X %08X %08X %08X %02X\n", a, b, c,
                  std::bit_cast<std::uint32_t>(float{r}), static_cast<unsigned>(flags));
    text += line;
  }
  return text;
}

std::string counts(const std::string& vectors, int failed = 0) {
  const auto lines = std::count(vectors.begin(), vectors.end(), '\n');
  return std::to_string(lines - failed) + " passed, " + std::to_string(failed) + " failed\n";
}

class WeftCheckFma : public WeftFma {};

#if defined(__x86_64__)
TEST_F(WeftCheckFma, PassesTheHostsResultsOnEveryEngine) {
  const auto vectors = host_vectors(20'000);
  const auto path    = file("fma.txt", vectors);
  for (const char* engine : {"golden", "tlm", "rtl"}) {
    EXPECT_EQ(says("check fma --op f32_mulAdd --engine " + std::string(engine) + " " + path),
              counts(vectors));
  }
  EXPECT_EQ(says("check fma --format fp32 --op mulAdd - <" + path), counts(vectors));
}

TEST_F(WeftCheckFma, NamesTheLineThatDiffersAndTheCommandThatRepeatsIt) {
  auto vectors = host_vectors(9'000);
  // Line 5001 is wrong in its last flag, bit 4 of the last digit.
  std::size_t end = 0;
  for (int i = 0; i < 5001; ++i) end = vectors.find('\n', end) + 1;
  vectors[end - 2] = vectors[end - 2] == '0' ? '4' : '0';
  const auto path  = file("fma.txt", vectors);
  const auto a     = weft("check fma --op f32_mulAdd --seed 7 " + path);
  EXPECT_EQ(a.code, 1);
  EXPECT_EQ(a.out.find("line 5001: "), 0u) << a.out;
  EXPECT_EQ(std::count(a.out.begin(), a.out.end(), '\n'), 3) << a.out;
  EXPECT_NE(a.out.find("\nseed 7; again with a waveform: weft check fma --format fp32 --op mulAdd"),
            std::string::npos)
      << a.out;
  EXPECT_NE(a.out.find("--engine rtl --seed 7 --wave weft.fst " + path + "\n"), std::string::npos);
  EXPECT_TRUE(a.out.ends_with("\n" + counts(vectors, 1))) << a.out;
}
#endif

TEST_F(WeftCheckFma, PrintsTwentyDifferencesAndCountsTheRest) {
  std::string vectors;
  for (int i = 0; i < 25; ++i) vectors += "3F800000 3F800000 40000000 40400001 00\n";
  const auto a = weft("check fma --op f32_mulAdd " + file("fma.txt", vectors));
  EXPECT_EQ(a.code, 1);
  EXPECT_NE(
      a.out.find("line 20: 3F800000 3F800000 40000000 gives 40400000 00, expected 40400001 00\n"
                 "and 5 more\n"),
      std::string::npos)
      << a.out;
  EXPECT_TRUE(a.out.ends_with("0 passed, 25 failed\n")) << a.out;
}

TEST_F(WeftCheckFma, TakesTheOperandsOfEachFunction) {
  const auto passes = [&](const std::string& options, const std::string& line) {
    EXPECT_EQ(says("check fma " + options + " " + file("v.txt", line + "\n")),
              "1 passed, 0 failed\n")
        << options;
  };
  passes("--op f32_add", "3F800000 40000000 40400000 00");
  passes("--op f32_sub", "3F800000 40000000 BF800000 00");
  passes("--op f32_mul --round max", "3F800001 3F800001 3F800003 01");
  passes("--op f64_mul", "3FF0000000000000 C000000000000000 C000000000000000 00");
  passes("--op f16_mulAdd", "3C00 3C00 3C00 4000 00");
  passes("--op bf16_add", "3F80 3F80 4000 00");
  passes("--op mulAdd --format fp16 --result fp32", "3C00 4000 3F800000 40400000 00");
  passes("--op mul --format e4m3", "7e 7e 7f 05");
  passes("--op add --format tf32", "1FC00 1FC00 20000 00");
  passes("--op f32_mul --tininess before --flush-out", "00000001 3F800000 00000000 03");
}

TEST_F(WeftCheckFma, TakesAnyNanUnlessToldOtherwise) {
  const auto path = file("v.txt", "7F800000 00000000 3F800000 FFC00000 10\n");
  EXPECT_EQ(says("check fma --op f32_mulAdd " + path), "1 passed, 0 failed\n");
  const auto exact = weft("check fma --op f32_mulAdd --exact-nan " + path);
  EXPECT_EQ(exact.code, 1);
  EXPECT_NE(exact.out.find("gives 7FC00000 10, expected FFC00000 10"), std::string::npos);
  // A NaN is no number, and its flags count.
  const auto number = file("n.txt",
                           "7F800000 00000000 3F800000 7F800000 10\n"
                           "7F800000 00000000 3F800000 7FC00000 00\n");
  EXPECT_TRUE(weft("check fma --op f32_mulAdd " + number).out.ends_with("0 passed, 2 failed\n"));
}

TEST_F(WeftCheckFma, ReadsEndsOfLinesAsTheyCome) {
  const std::string line = "3F800000  3f800000\t40000000 40400000 00";
  for (const std::string& text : {line, line + "\n", line + "\r\n", "\n  \n" + line + " \n\n"}) {
    EXPECT_EQ(says("check fma --op f32_mulAdd " + file("v.txt", text)), "1 passed, 0 failed\n");
  }
}

TEST_F(WeftCheckFma, RefusesAFileWithABadLine) {
  const std::string good = "3F800000 3F800000 40000000 40400000 00\n";
  const auto refuses     = [&](const std::string& text, const std::string& what) {
    const auto path = file("v.txt", text);
    expect_refused("check fma --op f32_mulAdd " + path, path + what);
  };
  refuses("", ": no test vectors");
  refuses("\n\n", ": no test vectors");
  refuses(good + "3F800000 3F800000 40000000 40400000\n", ":2: 4 words, 5 are a test vector");
  refuses(good + good + "3F800000 3F800000 40000000 40400000 00 00\n", ":3: more than 5 words");
  refuses(good + "\n3F80000 3F800000 40000000 40400000 00\n", ":3: 3F80000: not 32 bits in 8");
  refuses("3F800000 3F80000G 40000000 40400000 00", ":1: 3F80000G: ");
  refuses("3F800000 3F800000 40000000 40400000 20\n", ":1: 20: flags");
  refuses("3F800000 3F800000 40000000 40400000 0\n", ":1: 0: not 8 bits in 2");
  refuses(std::string(100'000, 'x'), ":1: xxxxxxxx");
  refuses(good + std::string(3, '\0'), ":2: ");
  expect_refused("check fma --op mul --format tf32 " + file("v.txt", "80000 1FC00 20000 00\n"),
                 ":1: 80000: not 19 bits");
}

TEST_F(WeftCheckFma, RefusesBadInputInOneLine) {
  const auto path = file("v.txt", "3F800000 3F800000 40000000 40400000 00\n");
  expect_refused("check fma --op f32_mulAdd " + (folder_ / "none.txt").string(), "none.txt");
  expect_refused("check fma --op f32_mulAdd " + folder_.path().string(), "directory");
  expect_refused("check fma --op f32_div " + path, "div");
  expect_refused("check fma --op f128_mul " + path, "f128_mul");
  expect_refused("check fma --op f32_mul --format fp16 " + path, "--format is fp16");
  expect_refused("check fma --engine all " + path, "all");
  expect_refused("check fma --format e7m9 --engine rtl " + path,
                 "the RTL of e7m9 is not in this build");
  expect_refused("check fma", "FILE");
  expect_refused("check", "of which unit");
  expect_refused("check cos " + path, "cos");
}

}  // namespace
}  // namespace weft
