// SPDX-License-Identifier: Apache-2.0
//
// `weft dot`, `weft check dot` and `weft profiles` as a user calls them; elements as real numbers.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/file/dot_element.hpp"
#include "sim/file/profile_argument.hpp"
#include "sim/golden/dpa.hpp"
#include "sim/golden/dpa_fields.hpp"
#include "tb/program/program_test.hpp"

namespace weft::dot_command_test {
namespace {

class WeftDot : public program_test {};
class WeftCheckDot : public program_test {};
class WeftProfiles : public program_test {};

// 1 * 1 - 2^-12 * 2^-12: a V100 has no place for 2^-24.
const std::string NearOne = "3c00 8c00 3c00 0c00 00000000";

TEST_F(WeftDot, WritesAWaveformThatGtkwaveLoads) {
  const auto wave = (folder_ / "x.fst").string(), view = (folder_ / "x.gtkw").string();
  const auto text =
      says("dot --profile a100-hmma-bf16 --engine rtl --wave " + wave + " 3f80 3f80 0");
  EXPECT_TRUE(text.ends_with("waveform: " + wave + ", view: gtkwave " + view + "\n")) << text;
  expect_gtkwave_loads(wave, view);
  // Each word as numbers of its format.
  const auto shown = get(view);
  EXPECT_NE(shown.find("fp32\ndut.weft_dpa.out_d_o[31:0]\n"), std::string::npos) << shown;
  EXPECT_NE(shown.find("bf16\ndut.weft_dpa.in_a_i[127:0]\n"), std::string::npos) << shown;
}

TEST_F(WeftDot, PrintsOperandsResultAndTheExactSum) {
  EXPECT_EQ(says("dot --profile v100-hmma-fp16 " + NearOne),
            "v100-hmma-fp16: fp16 x fp16 + fp32, joint, L 4, F 23, RZ\n"
            "a        3c00 8c00  1 -0.000244140625\n"
            "b        3c00 0c00  1 0.000244140625\n"
            "c        00000000  0\n"
            "golden   3f800000  1\n"
            "exact    3f7fffff  0.9999999403953552\n");
}

TEST_F(WeftDot, TakesBlockScalesBehindTheElements) {
  // 16 elements of 1 (e2m1: 2), a scale of 2 each (ue8m0 needs 32 of them).
  std::string words;
  for (int i = 0; i < 64; ++i) words += "2 ";
  const auto out = says("dot --profile b200-mxfp4 " + words + "80 80 3f800000");
  EXPECT_NE(out.find("scale a  80"), std::string::npos) << out;
  EXPECT_NE(out.find("golden   43010000  129\n"), std::string::npos) << out;  // 32 * 2 * 2 + 1
  EXPECT_NE(out.find("exact    43010000  129\n"), std::string::npos) << out;
}

TEST_F(WeftDot, TakesTheOtherSideOfADispute) {
  // 0 * 2^127 beside 2^-30 * 1.
  const std::string words = " 0000 3080 7f00 3f80 00000000";
  EXPECT_NE(says("dot --profile h100-wgmma-bf16" + words).find("golden   30800000"),
            std::string::npos);
  EXPECT_NE(
      says("dot --profile h100-wgmma-bf16 --with zero_votes=1" + words).find("golden   00000000"),
      std::string::npos);
}

TEST_F(WeftDot, PrintsJson) {
  const auto out = says("dot --profile v100-hmma-fp16 --json " + NearOne);
  const auto value =
      run(folder_, "echo '" + out +
                       "' | python3 -c 'import json, sys; j = json.load(sys.stdin); "
                       "print(j[\"profile\"], j[\"a\"], j[\"engines\"][\"golden\"][\"bits\"], "
                       "j[\"exact\"][\"bits\"])'");
  EXPECT_EQ(value.out, "v100-hmma-fp16 ['3c00', '8c00'] 3f800000 3f7fffff\n") << value.err;
}

// Chains of blocks, whatever computes a block.
TEST_F(WeftDot, EveryEngineGivesTheSame) {
  for (const char* profile : {"a100-hmma-fp16", "mppa-fp16"}) {
    std::string words;
    for (int i = 0; i < 2 * 21; ++i) words += fmt::format("{:04x} ", 0x3400 + 97 * i % 0xc00);
    const auto out =
        says(fmt::format("dot --json --profile {} --engine all {} c1200000", profile, words));
    const auto value =
        run(folder_, "echo '" + out +
                         "' | python3 -c 'import json, sys; e = json.load(sys.stdin)[\"engines\"]; "
                         "print(sorted(e), len({x[\"bits\"] for x in e.values()}))'");
    EXPECT_EQ(value.out, "['golden', 'rtl', 'tlm'] 1\n") << out << value.err;
  }
  expect_refused("dot --profile a100-dmma-fp64 --engine rtl 0 0 0",
                 "the RTL of a100-dmma-fp64 is not in this build, which has ");
}

TEST_F(WeftDot, RefusesWhatIsNoDotProduct) {
  const auto refused = [&](const std::string& arguments, const std::string& what) {
    expect_refused("dot " + arguments, what);
  };
  refused("3c00 3c00 0", "--profile");
  refused("--profile nosuch 0 0 0", "nosuch: no such profile; weft profiles lists them");
  refused("--profile v100-hmma 0 0 0",
          "v100-hmma: no such profile; similar ones are v100-hmma-fp16, v100-hmma-fp16-f16acc");
  refused("--profile v100-hmma-fp16 3c00 3c00",
          "2 words: v100-hmma-fp16 takes K elements of A, K of B and C");
  refused("--profile b200-nvfp4 2 2 0",
          "3 words: b200-nvfp4 takes K elements of A, K of B, scales of A and B for each 16 of "
          "them and C");
  refused("--profile v100-hmma-fp16 13c00 3c00 0", "13c00: fp16 has 16 bits");
  refused("--profile v100-hmma-fp16 3c0g 3c00 0", "3c0g: not a number's bits in hexadecimal");
  refused("--profile v100-hmma-fp16 --engine verilog 3c00 3c00 0",
          "--engine verilog: golden, tlm, rtl or all");
  refused("--profile v100-hmma-fp16 --wave w.fst 3c00 3c00 0",
          "only the engine rtl has a waveform");
  refused("--profile v100-hmma-fp16 --with lanes=3 3c00 3c00 0",
          "v100-hmma-fp16: lanes 3: not a divisor of a depth of 4");
  refused("--profile v100-hmma-fp16 --with grid=99 3c00 3c00 0", "--with grid=99: 0 to 62");
  refused("--profile v100-hmma-fp16 --with cut=trunc 3c00 3c00 0",
          "--with cut=trunc: Trunc, Jam or Floor");
  refused("--profile v100-hmma-fp16 --with F=24 3c00 3c00 0",
          "--with F=24: no such field; the fields are evidence, a, b, c, ");
  refused("--profile v100-hmma-fp16+zero_votes=2 3c00 3c00 0",
          "--with zero_votes=2: true or false");
  refused("--profile v100-hmma-fp16 --with zero_votes 3c00 3c00 0",
          "--with zero_votes: a field, = and a value");
}

// 2^-24 beside 1, which a V100 has no place for.
TEST_F(WeftDot, TakesEveryFieldOfAProfile) {
  const auto gives = [&](const std::string& profile, const std::string& bits) {
    const auto out = says("dot --engine all --json --profile " + profile + " " + NearOne);
    for (const char* engine : {"golden", "tlm"}) {
      EXPECT_NE(out.find(fmt::format("\"{}\": {{\n      \"bits\": \"{}\"", engine, bits)),
                std::string::npos)
          << out;
    }
  };
  const auto golden = [&](const std::string& profile) {
    const auto out = says("dot --profile " + profile + " " + NearOne);
    const auto at  = out.find("golden   ") + 9;
    return out.substr(at, out.find(' ', at) - at);
  };
  EXPECT_EQ(golden("v100-hmma-fp16 --with grid=24"), "3f7fffff");
  EXPECT_EQ(golden("v100-hmma-fp16+grid=24"), "3f7fffff");
  EXPECT_EQ(golden("v100-hmma-fp16 --with cut=Jam"), "3f7ffffe");
  EXPECT_EQ(golden("v100-hmma-fp16 --with grid=24 --with c=fp16"), "3bff");
  EXPECT_EQ(golden("v100-hmma-fp16+grid=24+c=fp16+round=NearEven"), "3c00");
  EXPECT_EQ(golden("v100-hmma-fp16+algo=Exact"), "3f7fffff");
  // A depth is no part of a block, and the RTL is of blocks.
  gives("h100-wgmma-fp16+depth=32", "3f7fffff");
  expect_refused("dot --engine rtl --profile h100-wgmma-fp16+grid=24 " + NearOne,
                 "the RTL of h100-wgmma-fp16+grid=24 is not in this build");
}

TEST_F(WeftDot, TakesAProfileOfAFile) {
  const auto own = file("own.json", R"({"name": "mine", "a": "fp16", "algo": "Joint", "lanes": 2,
                                      "depth": 2, "grid": 24, "round": "TowardZero"})");
  EXPECT_EQ(says("dot --engine golden --profile " + own + " " + NearOne).substr(0, 56),
            "mine: fp16 x fp16 + fp32, joint, L 2, F 24, RZ\na        ");
  const std::string folder = WEFT_SOURCE_DIR "/tb/dpa/";
  for (const char* name : {"joint", "two_stage"}) {
    std::string words;
    const bool narrow = name == std::string("joint");
    for (int i = 0; i < 7; ++i)
      words += fmt::format("{:x} ", narrow ? 0x30 + 5 * i : 0x3f13 + 97 * i);
    for (int i = 0; i < 7; ++i) words += fmt::format("{:x} ", 0xbc03 + 131 * i);
    const auto out = says(
        fmt::format("dot --engine all --profile {}dpa_own_{}.json {} 3c01", folder, name, words));
    EXPECT_NE(out.find("\nrtl  "), std::string::npos) << out;
  }
}

TEST_F(WeftDot, RefusesWhatIsNoProfileInAFile) {
  const auto refused = [&](const std::string& text, const std::string& what) {
    const auto path = file("own.json", text);
    expect_refused("dot --profile " + path + " 0 0 0", path + ": " + what);
  };
  const std::string start = R"({"name": "mine", "a": "fp16", "algo": "Joint", "grid": 24)";
  refused("{", "parse error at line 1, column 2: ");
  refused("3", "3: not a profile, which is an object");
  refused("[]", "0 profiles; ");
  refused("{}", "name: missing");
  refused(R"({"name": "mine", "algo": "Fma"})", "a: missing");
  refused(R"({"name": 3, "a": "fp16", "algo": "Fma"})", "name 3: a string");
  refused(start + R"(, "gird": 24})", "gird 24: no such field; the fields are evidence, a, ");
  refused(start + R"(, "cut": "trunc"})", "cut \"trunc\": Trunc, Jam or Floor");
  refused(start + R"(, "lanes": 2.5})", "lanes 2.5: 1 to 64");
  refused(start + R"(, "lanes": 3, "depth": 4})", "lanes 3: not a divisor of a depth of 4");
  refused(start + R"(, "nan": 7})", "nan 7: a string");
  refused(start + R"(, "c": "fp16", "nan": "7c00"})", "nan 7c00: no NaN of fp16");
  const std::string mine = start + "}";
  refused("[" + mine + ", " + mine + "]", "2 profiles; ");
  const auto path = file("own.json", "[" + mine + "]");
  expect_refused("dot --profile " + path + ":his 0 0 0",
                 path + ": his: no such name; the names are mine");
  expect_refused("dot --profile /no/such.json 0 0 0", "/no/such.json: no such file");
}

TEST_F(WeftCheckDot, CountsWhatPassesFailsAndIsDisputed) {
  const auto path = file("vectors.txt",
                         "# a comment\n"
                         "\n" +
                             NearOne + " 3f800000 0 align\n" +  // right
                             NearOne + " 3f7fffff 1 align\n" +  // wrong
                             NearOne + " 3f7fffff 2 align\n" +  // disputed
                             "7c00 0000 0000 0000 00000000 7f800001 0 special\n");
  const auto a    = weft("check dot --profile v100-hmma-fp16 " + path);
  EXPECT_EQ(a.code, 1);
  EXPECT_EQ(a.out, path +
                       ": line 4, align: gives 3f800000, expected 3f7fffff\n"
                       "2 passed, 1 failed, 1 skipped\n");
  const auto exact = weft("check dot --profile v100-hmma-fp16 --exact-nan " + path);
  EXPECT_EQ(exact.code, 1);
  EXPECT_NE(exact.out.find("line 6, special: gives 7fffffff, expected 7f800001\n"),
            std::string::npos)
      << exact.out;
}

TEST_F(WeftCheckDot, ReadsManyFilesAndStandardInput) {
  const auto one = file("one.txt", NearOne + " 3f800000 0 align\n");
  const auto two = file("two.txt", NearOne + " 3f800000 0 align\n");
  EXPECT_EQ(says("check dot --profile v100-hmma-fp16 " + one + " " + two),
            "2 passed, 0 failed, 0 skipped\n");
  for (const char* engine : {"tlm", "rtl"}) {
    EXPECT_EQ(says(fmt::format("check dot --profile h100-wgmma-fp16 --engine {} {}", engine,
                               file("h100.txt", NearOne + " 3f7fffff 0 align\n"))),
              "1 passed, 0 failed, 0 skipped\n");
  }
  EXPECT_EQ(says("check dot --profile v100-hmma-fp16 - <" + one),
            "1 passed, 0 failed, 0 skipped\n");
}

TEST_F(WeftCheckDot, RefusesBadLines) {
  const auto refused = [&](const std::string& line, const std::string& what) {
    const auto path = file("bad.txt", line);
    expect_refused("check dot --profile v100-hmma-fp16 " + path, path + ": " + what);
  };
  refused("", "no dot products");
  refused("# nothing\n", "no dot products");
  refused("3c00 0 rand\n", "line 1: 3 words: not a dot product");
  refused(NearOne + " 3f800000 3 rand\n", "line 1: 3: a status is 0, 1 or 2");
  refused("3c00 " + NearOne + " 3f800000 0 rand\n", "line 1: 6 words: v100-hmma-fp16 takes");
  refused("\n" + NearOne + " 13f800000 0 rand\n", "line 2: 13f800000: fp32 has 32 bits");
  expect_refused("check dot --profile v100-hmma-fp16 /no/such", "/no/such: no such file");
}

TEST_F(WeftProfiles, ListsEveryProfile) {
  const auto out = says("profiles");
  for (const auto& p : golden::dpa::profiles()) {
    EXPECT_NE(out.find(fmt::format("{} ", p.name)), std::string::npos) << p.name;
  }
  const auto some = says("profiles v100");
  EXPECT_NE(
      some.find("\nv100-hmma-fp16               fp16      fp16      fp32  joint        4      4  "
                "23 RZ     S\n"),
      std::string::npos)
      << some;
  EXPECT_EQ(some.find("a100"), std::string::npos);
  expect_refused("profiles nosuch", "nosuch: no profile's name begins with it");
}

TEST_F(WeftProfiles, PrintsWhatCanBeReadBack) {
  const auto path = file("profiles.json", says("profiles --json"));
  for (const auto& p : golden::dpa::profiles()) {
    EXPECT_EQ(sim::parse_profile(path + ":" + std::string(p.name)), golden::dpa::renamed(p, p.name))
        << p.name;
  }
  EXPECT_EQ(says("dot --profile " + path + ":v100-hmma-fp16 " + NearOne),
            says("dot --profile v100-hmma-fp16 " + NearOne));
  // One alone, and what is printed of what was read.
  const auto one = file("one.json", says("profiles ada-qmma-e5m2-f16acc --json"));
  const auto p   = sim::parse_profile(one);
  const auto own = file("own.json", sim::profiles_json({&p, 1}));
  EXPECT_EQ(sim::parse_profile(own), p);
}

TEST_F(WeftProfiles, SaysInJsonOnWhatEachStands) {
  const auto path = file("profiles.json", says("profiles --json"));
  const auto out =
      run(folder_,
          "python3 -c 'import json; j = json.load(open(\"" + path +
              "\")); print(len(j), {p[\"evidence\"] for p in j} == {\"Silicon\", \"TwoModels\", "
              "\"OneModel\", \"Documented\", \"Guess\"}, "
              "all(p[\"source\"] and p[\"unit\"] for p in j))'");
  EXPECT_EQ(out.out, fmt::format("{} True True\n", golden::dpa::profiles().size())) << out.err;
}

// Every code of every short format is the nearest element to its own value.
TEST(DotElement, ReadsAndRoundsEveryCode) {
  using golden::dpa::element, golden::dpa::specials_e;
  for (const auto& p : golden::dpa::profiles()) {
    for (const element& e : {p.a, p.b}) {
      if (e.width() > 16) continue;
      for (std::uint64_t code = 0; code < std::uint64_t{1} << e.width(); ++code) {
        const double x = sim::element_value(e, code);
        if (std::isnan(x)) continue;
        ASSERT_EQ(sim::nearest_element(e, x), code) << p.name;
      }
    }
  }
}

TEST(DotElement, RoundsToTheNearestAndSaturates) {
  const auto of = [](const char* profile, double x) {
    return sim::nearest_element(golden::dpa::find(profile)->a, x);
  };
  EXPECT_EQ(of("h100-wgmma-e4m3", 1.0625), 0x38u);  // a tie, to even
  EXPECT_EQ(of("h100-wgmma-e4m3", 1.1875), 0x3au);  // a tie, up to even
  EXPECT_EQ(of("h100-wgmma-e4m3", 1.07), 0x39u);
  EXPECT_EQ(of("h100-wgmma-e4m3", 1000), 0x7eu);
  EXPECT_EQ(of("h100-wgmma-e4m3", -std::ldexp(1, -9)), 0x81u);
  EXPECT_EQ(of("h100-wgmma-e4m3", std::ldexp(1, -10)), 0u);  // half the least, to even
  EXPECT_EQ(of("h100-wgmma-e4m3", std::nan("")), 0x7fu);
  EXPECT_EQ(of("h100-wgmma-fp16", 1e9), 0x7bffu);
  EXPECT_EQ(of("h100-wgmma-fp16", INFINITY), 0x7c00u);
  EXPECT_EQ(of("h100-wgmma-tf32", 1.0), 0x3f800000u);
  EXPECT_EQ(of("cdna3-mfma-e4m3fnuz", -0.0), 0u);
  EXPECT_EQ(of("b200-tcgen05-e2m1", 5), 6u);  // a tie, to even: 4
  EXPECT_THROW(of("b200-tcgen05-e2m1", std::nan("")), sim::input_error);
}

}  // namespace
}  // namespace weft::dot_command_test
