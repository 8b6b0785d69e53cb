// SPDX-License-Identifier: Apache-2.0
//
// `weft check` as a user calls it: vectors made by the host's floating-point unit, and by hand.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "sim/harness/edge_integers.hpp"
#include "sim/harness/operands.hpp"
#include "tb/harness/host_float.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/program/program_test.hpp"

namespace weft::check_command_test {
namespace {

using golden::Binary32, golden::Binary64;

std::string counts(const std::string& vectors, int failed = 0) {
  const auto lines = std::count(vectors.begin(), vectors.end(), '\n');
  return std::to_string(lines - failed) + " passed, " + std::to_string(failed) + " failed\n";
}

class WeftCheck : public program_test {
 protected:
  /// Every engine passes all lines.
  void expect_passes(const std::string& command, const std::string& vectors) {
    const auto path = file("vectors.txt", vectors);
    for (const char* engine : {"golden", "tlm", "rtl"}) {
      const auto arguments = fmt::format("check {} --engine {} {}", command, engine, path);
      EXPECT_EQ(says(arguments), counts(vectors)) << arguments;
    }
  }
};
class WeftCheckFma : public WeftCheck {};
class WeftCheckFcvt : public WeftCheck {};
class WeftCheckSfu : public WeftCheck {};

/// A word's bits, and how many.
struct word {
  std::uint64_t bits;
  int width;
};
template <class Word>
word as_word(Word bits) {
  return {bits, static_cast<int>(8 * sizeof(Word))};
}

/// A line as testfloat_gen writes it.
std::string line(const std::vector<word>& words, std::uint8_t flags) {
  std::string text;
  char digits[24];
  for (const auto& [bits, width] : words) {
    std::snprintf(digits, sizeof digits, "%0*llX ", width / 4,
                  static_cast<unsigned long long>(bits));
    text += digits;
  }
  std::snprintf(digits, sizeof digits, "%02X\n", flags);
  return text + digits;
}

#if defined(__x86_64__)
constexpr std::array<const char*, HostRounds> RoundNames{"near_even", "minMag", "min", "max"};

/// Lines of `count` operations on numbers at the edges, by the host.
template <class Real, class Word, std::size_t Operands, class Operation>
std::string host_vectors(golden::format f, int round, int count, Operation operation) {
  sim::edge_floats next(f, test_options().seed);
  std::string text;
  for (int i = 0; i < count; ++i) {
    std::vector<word> words;
    std::array<volatile Real, Operands> x;
    for (auto& number : x) {
      words.push_back(as_word(static_cast<Word>(next())));
      number = std::bit_cast<Real>(static_cast<Word>(words.back().bits));
    }
    // Infinity * 0 + a quiet NaN may be invalid or not.
    if (Operands == 3 && std::isnan(Real{x.back()})) continue;
    volatile Real r  = 0;
    const auto flags = host_flags(golden::round_e(round), [&] { r = operation(x); });
    words.push_back(as_word(std::bit_cast<Word>(Real{r})));
    text += line(words, flags);
  }
  return text;
}

const auto to_float = [](auto x) { return static_cast<float>(x); };

/// Lines of 2000 conversions by the host. SSE's integer for an invalid conversion is that of
/// TestFloat's SSE platform.
template <class From, class To, class Source, class Operation>
std::string host_conversions(Source next, int round, Operation operation) {
  const auto bits_of = [](auto x) {
    if constexpr (sizeof x == 4) return as_word(std::bit_cast<std::uint32_t>(x));
    if constexpr (sizeof x == 8) return as_word(std::bit_cast<std::uint64_t>(x));
  };
  std::string text;
  for (int i = 0; i < 2000; ++i) {
    volatile From x  = next();
    volatile To r    = 0;
    const auto flags = host_flags(golden::round_e(round), [&] { r = operation(x); });
    text += line({bits_of(From{x}), bits_of(To{r})}, flags);
  }
  return text;
}

std::string host_fma(int count) {
  return host_vectors<float, std::uint32_t, 3>(
      Binary32, 0, count, [](const auto& x) { return std::fma(x[0], x[1], x[2]); });
}

TEST_F(WeftCheckFma, PassesTheHostsResults) {
  const auto vectors = host_fma(20'000);
  expect_passes("fma --op f32_mulAdd", vectors);
  EXPECT_EQ(says("check fma --format fp32 --op mulAdd - <" + file("v.txt", vectors)),
            counts(vectors));
}

TEST_F(WeftCheck, AdderPassesTheHostsSumsAndDifferences) {
  const auto add = [](const auto& x) { return x[0] + x[1]; };
  const auto sub = [](const auto& x) { return x[0] - x[1]; };
  for (int r = 0; r < HostRounds; ++r) {
    const std::string round = std::string(" --round ") + RoundNames[static_cast<std::size_t>(r)];
    expect_passes("fadd --op f32_add" + round,
                  host_vectors<float, std::uint32_t, 2>(Binary32, r, 3000, add));
    expect_passes("fadd --format fp32 --op sub" + round,
                  host_vectors<float, std::uint32_t, 2>(Binary32, r, 3000, sub));
    expect_passes("fadd --op f64_add" + round,
                  host_vectors<double, std::uint64_t, 2>(Binary64, r, 3000, add));
  }
}

TEST_F(WeftCheck, MultiplierPassesTheHostsProducts) {
  const auto mul = [](const auto& x) { return x[0] * x[1]; };
  for (int r = 0; r < HostRounds; ++r) {
    const std::string round = std::string(" --round ") + RoundNames[static_cast<std::size_t>(r)];
    expect_passes("fmul --op f32_mul" + round,
                  host_vectors<float, std::uint32_t, 2>(Binary32, r, 3000, mul));
    expect_passes("fmul --format fp64" + round,
                  host_vectors<double, std::uint64_t, 2>(Binary64, r, 3000, mul));
  }
}

TEST_F(WeftCheck, DividerPassesTheHostsQuotientsAndRoots) {
  const auto div = [](const auto& x) { return x[0] / x[1]; };
  for (int r = 0; r < HostRounds; ++r) {
    const std::string round = std::string(" --round ") + RoundNames[static_cast<std::size_t>(r)];
    expect_passes("fdiv --op f32_div" + round,
                  host_vectors<float, std::uint32_t, 2>(Binary32, r, 3000, div));
    expect_passes("fdiv --format fp64" + round,
                  host_vectors<double, std::uint64_t, 2>(Binary64, r, 3000, div));
    expect_passes("fdiv --op f32_sqrt" + round,
                  host_vectors<float, std::uint32_t, 1>(
                      Binary32, r, 3000, [](const auto& x) { return std::sqrt(x[0]); }));
  }
}

TEST_F(WeftCheck, DividerBySequencesPassesTheHostsQuotientsAndRoots) {
  const auto div = [](const auto& x) { return x[0] / x[1]; };
  for (int r = 0; r < HostRounds; ++r) {
    const std::string round =
        std::string(" --seq --round ") + RoundNames[static_cast<std::size_t>(r)];
    expect_passes("fdiv --op f32_div" + round,
                  host_vectors<float, std::uint32_t, 2>(Binary32, r, 3000, div));
    expect_passes("fdiv --format fp64" + round,
                  host_vectors<double, std::uint64_t, 2>(Binary64, r, 3000, div));
    expect_passes("fdiv --op f64_sqrt" + round,
                  host_vectors<double, std::uint64_t, 1>(
                      Binary64, r, 3000, [](const auto& x) { return std::sqrt(x[0]); }));
    expect_passes("fdiv --op f32_rcp" + round,
                  host_vectors<float, std::uint32_t, 1>(Binary32, r, 3000,
                                                        [](const auto& x) { return 1 / x[0]; }));
  }
}

TEST_F(WeftCheckFcvt, PassesTheHostsConversions) {
  sim::edge_floats singles(Binary32, test_options().seed),
      doubles(Binary64, test_options().seed + 1);
  sim::edge_integers words(32, test_options().seed + 2), longs(64, test_options().seed + 3);
  const auto f32   = [&] { return std::bit_cast<float>(static_cast<std::uint32_t>(singles())); };
  const auto f64   = [&] { return std::bit_cast<double>(doubles()); };
  const auto i32   = [&] { return static_cast<std::int32_t>(words()); };
  const auto i64   = [&] { return static_cast<std::int64_t>(longs()); };
  const auto small = [&] { return static_cast<double>(f32()); };
  for (int r = 0; r < HostRounds; ++r) {
    const auto check = [&](const std::string& op, const std::string& vectors) {
      expect_passes("fcvt --op " + op + " --round " + RoundNames[static_cast<std::size_t>(r)],
                    vectors);
    };
    check("f32_to_f64", host_conversions<float, double>(f32, r, [](float x) { return x; }));
    check("f64_to_f32", host_conversions<double, float>(f64, r, to_float));
    check("f64_to_f32", host_conversions<double, float>(small, r, to_float));
    check("i32_to_f32", host_conversions<std::int32_t, float>(i32, r, to_float));
    check("i64_to_f32", host_conversions<std::int64_t, float>(i64, r, to_float));
    check("f32_to_i32 --exact", host_conversions<float, std::int32_t>(
                                    f32, r, [](float x) { return _mm_cvtss_si32(_mm_set_ss(x)); }));
    check("f64_to_i64 --exact", host_conversions<double, std::int64_t>(f64, r, [](double x) {
            return _mm_cvtsd_si64(_mm_set_sd(x));
          }));
  }
}

TEST_F(WeftCheckFma, NamesTheLineThatDiffersAndTheCommandThatRepeatsIt) {
  auto vectors = host_fma(9'000);
  // Line 5001 is wrong in its last flag, bit 4 of the last digit.
  std::size_t end = 0;
  for (int i = 0; i < 5001; ++i) end = vectors.find('\n', end) + 1;
  vectors[end - 2] = vectors[end - 2] == '0' ? '4' : '0';
  const auto path  = file("fma.txt", vectors);
  const auto a     = weft("check fma --op f32_mulAdd --seed 7 " + path);
  EXPECT_EQ(a.code, 1);
  EXPECT_EQ(a.out.find("line 5001: "), 0u) << a.out;
  EXPECT_EQ(std::count(a.out.begin(), a.out.end(), '\n'), 3) << a.out;
  EXPECT_NE(a.out.find("\nseed 7; again with a waveform: weft check fma --op f32_mulAdd --engine"),
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
  // A NaN differs from a number, and its flags count.
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
}

TEST_F(WeftCheck, TakesEveryUnitsFunctionsAndFormats) {
  const auto passes = [&](const std::string& options, const std::string& vector) {
    EXPECT_EQ(says("check " + options + " " + file("v.txt", vector + "\n")), "1 passed, 0 failed\n")
        << options;
  };
  passes("fadd --op f16_add", "3C00 4000 4200 00");
  passes("fadd --op bf16_sub", "3F80 4000 BF80 00");
  passes("fadd --format e6m9 --engine tlm", "3E00 3E00 4000 00");
  passes("fadd --format fp16 --op sub --flush-in --flush-out --engine rtl", "0001 0001 0000 00");
  passes("fmul --op f16_mul", "3C00 4000 4000 00");
  passes("fmul --format e4m3 --tininess before --engine rtl", "7e 7e 7f 05");
  passes("fdiv --op bf16_div --engine tlm", "3F80 4040 3EAB 01");
  passes("fdiv --op sqrt --format e5m2 --engine rtl", "40 3E 01");
  passes("fdiv --seq --op f32_rsqrt --engine rtl", "40000000 3F3504F3 01");
  passes("fdiv --seq --op f64_div --engine rtl",
         "3FF0000000000000 4008000000000000 3FD5555555555555 01");
  passes("fdiv --seq --op bf16_rcp --engine tlm", "4040 3EAB 01");
  passes("fcvt --op f32_to_bf16 --round minMag --engine rtl", "3F80FFFF 3F80 01");
  passes("fcvt --op bf16_to_f32", "3F81 3F810000 00");
  passes("fcvt --op f32_to_tf32 --engine rtl", "3F800000 1FC00 00");
  passes("fcvt --op f32_to_e4m3 --engine rtl", "43E10000 7E 01");
  passes("fcvt --op f32_to_e4m3 --engine rtl", "44000000 7F 05");
  passes("fcvt --op f32_to_e4m3 --saturate --engine rtl", "44000000 7E 05");
  passes("fcvt --op e4m3_to_f16 --engine rtl", "38 3C00 00");
  passes("fcvt --op f16_to_e5m2 --engine rtl --stages 1", "3C00 3C 00");
  passes("fcvt --op fp32_to_e6m9", "3F800000 3E00 00");
  passes("fcvt --op f32_to_i8 --engine rtl", "C3000000 80 00");
  passes("fcvt --op f64_to_ui64 --engine rtl", "43EFFFFFFFFFFFFF FFFFFFFFFFFFF800 00");
  passes("fcvt --op ui64_to_f32 --engine rtl", "FFFFFFFFFFFFFFFF 5F800000 01");
  passes("fcvt --op ui32_to_f32 --engine rtl", "00000001 3F800000 00");
  passes("fcvt --op i32_to_f16", "FFFFFFFF BC00 00");
  passes("fcvt --op f32_to_i32 --exact --round odd", "3FC00000 00000001 01");
}

TEST_F(WeftCheckFcvt, ComparesWhatPlatformsAgreeUpon) {
  const auto check = [&](const std::string& options, const std::string& vector) {
    const std::string op = options.find("--op") == std::string::npos ? "--op f32_to_i32 " : "";
    return weft("check fcvt " + op + options + " " + file("v.txt", vector + "\n")).code;
  };
  // NaN: RISC-V's integer, SSE's, and one that is valid.
  EXPECT_EQ(check("", "7FC00000 7FFFFFFF 10"), 0);
  EXPECT_EQ(check("", "7FC00000 80000000 10"), 0);
  EXPECT_EQ(check("", "7FC00000 80000000 00"), 1);
  EXPECT_EQ(check("--exact-int", "7FC00000 7FFFFFFF 10"), 0);
  EXPECT_EQ(check("--exact-int", "7FC00000 80000000 10"), 1);
  // RISC-V's integers out of range.
  EXPECT_EQ(check("--exact-int", "53800000 7FFFFFFF 10"), 0);
  EXPECT_EQ(check("--exact-int", "D3800000 80000000 10"), 0);
  EXPECT_EQ(check("--op f32_to_ui32 --exact-int", "53800000 FFFFFFFF 10"), 0);
  EXPECT_EQ(check("--op f32_to_ui32 --exact-int", "D3800000 00000000 10"), 0);
  EXPECT_EQ(check("--op f32_to_ui32 --exact-int", "7FC00000 FFFFFFFF 10"), 0);
  // 1.5: testfloat_gen has no inexact unless told -exact.
  EXPECT_EQ(check("", "3FC00000 00000002 00"), 0);
  EXPECT_EQ(check("", "3FC00000 00000002 01"), 0);
  EXPECT_EQ(check("", "3FC00000 00000001 00"), 1);
  EXPECT_EQ(check("--exact", "3FC00000 00000002 00"), 1);
  EXPECT_EQ(check("--exact", "3FC00000 00000002 01"), 0);
  // Numbers are always compared with all flags.
  EXPECT_EQ(weft("check fcvt --op f32_to_f16 " + file("v.txt", "3F800001 3C00 00\n")).code, 1);
}

TEST_F(WeftCheckSfu, PassesWhatIsExactOnEveryEngine) {
  const std::string specials = "00000000 7F800000\n80000000 FF800000\n7F800000 00000000\n";
  expect_passes("sfu --op rcp", specials + "40000000 3F000000\nC0800000 BE800000\n");
  expect_passes("sfu --op rsqrt", "40800000 3F000000\n80000000 FF800000\nBF800000 7FC00000\n");
  expect_passes("sfu --op sqrt --build quadratic", "40800000 40000000\n80000000 80000000\n");
  expect_passes("sfu --op ex2", "00000000 3F800000\n40400000 41000000\nC3020000 00080000\n");
  expect_passes("sfu --op lg2", "41000000 40400000\n3F800000 00000000\n00000001 C3150000\n");
  expect_passes("sfu --op sin", "00000000 00000000\n80000001 80000001\nFF800000 7FC00000\n");
  expect_passes("sfu --op cos", "00000000 3F800000\n7F800000 7FC00000\n");
  expect_passes("sfu --op tanh", "FF800000 BF800000\n00000123 00000123\n42C80000 3F800000\n");
  expect_passes("sfu --op rcp --ftz", "00400000 7F800000\nFF000000 80000000\n");
  expect_passes("sfu --op ex2 --ftz", "C3020000 00000000\n807FFFFF 3F800000\n");
}

TEST_F(WeftCheckSfu, ReadsCommentsAndNoFlags) {
  const std::string text = "# operand result\n\n  # rcp\n3f800000 3F800000\n";
  EXPECT_EQ(says("check sfu --op rcp " + file("v.txt", text)), "1 passed, 0 failed\n");
  EXPECT_EQ(says("check sfu --op rcp - <" + file("v.txt", text)), "1 passed, 0 failed\n");
  const auto wrong = weft("check sfu --op rcp " + file("v.txt", text + "40000000 3F000001\n"));
  EXPECT_EQ(wrong.code, 1);
  EXPECT_EQ(wrong.out.find("line 5: 40000000 gives 3F000000, expected 3F000001\n"), 0U)
      << wrong.out;
  EXPECT_TRUE(wrong.out.ends_with("1 passed, 1 failed\n")) << wrong.out;
}

TEST_F(WeftCheckSfu, TakesAnyNanUnlessToldOtherwise) {
  const auto path = file("v.txt", "BF800000 FFC00001\n");
  EXPECT_EQ(says("check sfu --op sqrt " + path), "1 passed, 0 failed\n");
  EXPECT_EQ(weft("check sfu --op sqrt --exact-nan " + path).code, 1);
}

TEST_F(WeftCheckSfu, RefusesBadInputInOneLine) {
  const auto path = file("v.txt", "3F800000 3F800000\n");
  expect_refused("check sfu " + path, "--op");
  expect_refused("check sfu --op exp " + path, "--op exp: rcp, rsqrt");
  expect_refused("check sfu --op rcp --build linear " + path, "linear: cubic, quadratic or fine");
  expect_refused("check sfu --op rcp --round max " + path, "--round");
  expect_refused("check sfu --op rcp --stages 9 " + path, "--stages 9: 0 to 8");
  expect_refused("check sfu --op rcp --ftz --stages 7 --engine rtl " + path,
                 "the RTL of cubic, ftz with 7 stages is not in this build");
  expect_refused("check sfu --op rcp " + file("b.txt", "3F800000 3F800000 00\n"),
                 ":1: more than 2 words");
  expect_refused("check sfu --op rcp " + file("b.txt", "3F800000\n"),
                 ":1: 1 words, 2 are a test vector");
  expect_refused("check sfu --op rcp " + file("b.txt", "3F800000 1.0\n"),
                 ":1: 1.0: not 32 bits in 8");
  expect_refused("check sfu --op rcp " + file("b.txt", "# nothing\n"), "no test vectors");
}

TEST_F(WeftCheck, TheCommandThatRepeatsIsOneAndItsWaveformLoads) {
  const struct {
    const char *command, *vector;
  } wrong[] = {
      {"fma --op f16_mulAdd --round odd", "3C00 3C00 3C00 4001 00"},
      {"fma --format fp16 --result fp32", "3C00 3C00 3F800000 40000001 00"},
      {"fma --format bf16 --result fp32", "3F80 3F80 3F800000 40000001 00"},
      {"fadd --format fp16 --flush-in --flush-out", "0001 0000 0001 00"},
      {"fadd --op f64_sub --round max", "3FF0000000000000 3FF0000000000000 0000000000000001 00"},
      {"fmul --format e5m2", "3C 3C 3D 00"},
      {"fdiv --op f32_sqrt --round max", "40000000 3FB504F3 01"},
      {"fdiv --seq --op f32_rcp --round max", "40400000 3EAAAAAA 01"},
      {"fcvt --op f32_to_i32 --exact --exact-int --exact-nan --stages 1", "3FC00000 00000002 00"},
      {"fcvt --op f32_to_e4m3 --saturate", "44000000 7F 05"},
      {"sfu --op rsqrt --build cubic --ftz", "40800000 3F000001"}};
  for (const auto& [command, vector] : wrong) {
    const auto first = weft(std::string("check ") + command + " --seed 3 " +
                            file("v.txt", std::string(vector) + "\n"));
    EXPECT_EQ(first.code, 1) << command;
    const std::string start = "again with a waveform: weft ";
    const auto from         = first.out.find(start) + start.size();
    auto again              = first.out.substr(from, first.out.find('\n', from) - from);
    again.replace(again.find("weft.fst"), 8, (folder_ / "weft.fst").string());
    const auto second = weft(again);
    EXPECT_EQ(second.code, 1) << again << '\n' << second.err;
    EXPECT_EQ(second.out.find(first.out.substr(0, first.out.find('\n'))), 0u) << second.out;
    const auto wave = (folder_ / "weft.fst").string(), view = (folder_ / "weft.gtkw").string();
    EXPECT_NE(second.out.find(fmt::format("waveform: {}, view: gtkwave {}\n", wave, view)),
              std::string::npos)
        << second.out;
    EXPECT_TRUE(second.out.ends_with("0 passed, 1 failed\n")) << second.out;
    expect_gtkwave_loads(wave, view);
  }
}

TEST_F(WeftCheck, RefusesBadInputInOneLine) {
  const auto path     = file("v.txt", "3F800000 3F800000 40000000 00\n");
  const auto int_path = file("i.txt", "3F800000 00000001 00\n");
  expect_refused("check", "check: name a unit: fma, fadd, fmul, fdiv, fcvt, sfu or dot");
  expect_refused("check cos " + path, "cos");
  expect_refused("check fadd --op mul " + path, "mul: add or sub");
  expect_refused("check fadd --op f32_mulAdd " + path, "mulAdd: add or sub");
  expect_refused("check fadd --op f128_add " + path, "f128_add");
  expect_refused("check fadd --op f32_add --format fp16 " + path, "--format is fp16");
  expect_refused("check fadd --format bf16 --engine rtl " + path,
                 "the RTL of bf16 is not in this build, which has fp32 with 0 stages; e4m3");
  expect_refused("check fadd --engine rtl --stages 3 " + path, "fp32 with 3 stages is not in this");
  expect_refused("check fadd --wave x.fst " + path, "x.fst");
  expect_refused("check fadd --engine rtl --wave " + (folder_ / "no/x.fst").string() + " " + path,
                 "no");
  expect_refused("check fmul --op add " + path, "add: mul");
  expect_refused("check fmul --tininess never " + path, "never");
  expect_refused("check fadd --tininess before " + path, "--tininess");
  expect_refused("check fmul --round up " + path, "up");
  expect_refused("check fdiv --op rem " + path, "rem: div or sqrt");
  expect_refused("check fdiv --stages 1 " + path, "--stages");
  expect_refused("check fdiv --format bf16 --engine rtl " + path,
                 "the RTL of bf16 is not in this build, which has fp32; e4m3, tininess before");
  expect_refused("check fcvt " + int_path, "--op");
  expect_refused("check fcvt --op f32 " + int_path, "--op f32: such as f32_to_f16");
  expect_refused("check fcvt --op f32_to_i33 " + int_path, "i33");
  expect_refused("check fcvt --op i32_to_ui64 " + int_path, "a conversion between integers");
  expect_refused("check fcvt --op f16_to_bf16 --engine rtl " + file("h.txt", "3C00 3F80 00\n"),
                 "the RTL of fp16 to bf16 is not in this build");
  expect_refused("check fcvt --op f16_to_i64 --engine rtl " + file("h.txt", "3C00 3F80 00\n"),
                 "the RTL of fp16 and 64-bit integers is not in this build");
  expect_refused("check fcvt --op f32_to_i32 " + file("b.txt", "3F800000 1 00\n"),
                 ":1: 1: not 32 bits in 8");
}

}  // namespace
}  // namespace weft::check_command_test
