// SPDX-License-Identifier: Apache-2.0
//
// `weft fma` as a user calls it.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tb/program/program_test.hpp"

namespace weft::fma_command_test {
namespace {

class WeftFma : public program_test {};

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

TEST_F(WeftFma, WritesAWaveformThatGtkwaveLoads) {
  const auto wave = (folder_ / "x.fst").string(), view = (folder_ / "x.gtkw").string();
  const auto text = says("fma 1 2 3 --wave " + wave);
  EXPECT_TRUE(text.ends_with("waveform: " + wave + ", view: gtkwave " + view + "\n")) << text;
  expect_gtkwave_loads(wave, view);
}

}  // namespace
}  // namespace weft::fma_command_test
