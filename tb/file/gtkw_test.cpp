// SPDX-License-Identifier: Apache-2.0
//
// sim/picture/gtkw.hpp: the text it writes, the numbers weft-fp-filter gives, and both in GTKWave
// itself.

#include "sim/picture/gtkw.hpp"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

#include "sim/file/half.hpp"
#include "tb/file/files.hpp"

namespace weft::gtkw_test {
namespace {

namespace gtkw = sim::gtkw;
using gtkw::radix_e;

const std::string Filter = WEFT_FP_FILTER;

/// A running weft-fp-filter that is spoken to line by line.
class filter {
 public:
  explicit filter(const char* format) {
    std::array<int, 2> to, from;
    if (::pipe(to.data()) != 0 || ::pipe(from.data()) != 0) throw std::runtime_error("no pipe");
    pid_ = ::fork();
    if (pid_ == 0) {
      ::dup2(to[0], 0);
      ::dup2(from[1], 1);
      for (const int fd : {to[0], to[1], from[0], from[1]}) ::close(fd);
      ::execl(Filter.c_str(), Filter.c_str(), format, nullptr);
      ::_exit(127);
    }
    ::close(to[0]);
    ::close(from[1]);
    to_   = ::fdopen(to[1], "w");
    from_ = ::fdopen(from[0], "r");
  }
  ~filter() {
    std::fclose(to_);
    std::fclose(from_);
    ::waitpid(pid_, nullptr, 0);
  }
  filter(const filter&)            = delete;
  filter& operator=(const filter&) = delete;

  /// Its answer to one line, while its input stays open.
  std::string operator()(const std::string& line) {
    std::fputs((line + "\n").c_str(), to_);
    std::fflush(to_);
    pollfd ready{::fileno(from_), POLLIN, 0};
    if (::poll(&ready, 1, 10'000) != 1) return "no answer in 10 s";
    std::array<char, 1024> answer{};
    if (!std::fgets(answer.data(), answer.size(), from_)) return "no answer";
    const std::string text = answer.data();
    return text.ends_with('\n') ? text.substr(0, text.size() - 1) : text + " without an end";
  }

 private:
  pid_t pid_;
  std::FILE *to_, *from_;
};

int run(const std::string& command, std::string* said = nullptr) {
  std::FILE* const out = ::popen((command + " 2>&1").c_str(), "r");
  if (!out) throw std::runtime_error("no shell");
  std::array<char, 4096> part;
  for (std::size_t n; (n = std::fread(part.data(), 1, part.size(), out)) > 0;) {
    if (said) said->append(part.data(), n);
  }
  const int status = ::pclose(out);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(FpFilter, Fp16) {
  filter f("fp16");
  EXPECT_EQ(f("3C00"), "1");
  EXPECT_EQ(f("c000"), "-2");
  EXPECT_EQ(f("3555"), "0.3333");
  EXPECT_EQ(f("2E66"), "0.1");
  EXPECT_EQ(f("7BFF"), "65504");
  EXPECT_EQ(f("0001"), "6e-08");
  EXPECT_EQ(f("0000"), "0");
  EXPECT_EQ(f("8000"), "-0");
  EXPECT_EQ(f("7C00"), "inf");
  EXPECT_EQ(f("FC00"), "-inf");
  EXPECT_EQ(f("FE01"), "nan");
}

TEST(FpFilter, EveryFp16ComesBackFromItsText) {
  filter f("fp16");
  std::size_t longest = 0;
  for (unsigned h = 0; h < 0x10000; ++h) {
    std::array<char, 8> hex;
    std::snprintf(hex.data(), hex.size(), "%04X", h);
    const std::string text = f(hex.data());
    const bool nan         = (h & 0x7fff) > 0x7c00;
    ASSERT_EQ(text == "nan", nan) << hex.data();
    if (nan) continue;
    ASSERT_EQ(sim::half_from_double(std::strtod(text.c_str(), nullptr)), h)
        << hex.data() << " " << text;
    longest = std::max(longest, text.size());
  }
  EXPECT_EQ(longest, 11u);  // -0.00010014
}

TEST(FpFilter, Fp32) {
  filter f("fp32");
  EXPECT_EQ(f("3DCCCCCD"), "0.1");
  EXPECT_EQ(f("4B800001"), "16777218");
  EXPECT_EQ(f("7F7FFFFF"), "3.4028235e+38");
  EXPECT_EQ(f("00000001"), "1e-45");
  EXPECT_EQ(f("80000000"), "-0");
  EXPECT_EQ(f("FF800000"), "-inf");
  EXPECT_EQ(f("7FC00000"), "nan");
}

TEST(FpFilter, Integers) {
  filter i8("int8"), i32("int32");
  EXPECT_EQ(i8("80"), "-128");
  EXPECT_EQ(i8("7F"), "127");
  EXPECT_EQ(i32("80000000"), "-2147483648");
  EXPECT_EQ(i32("0000000A"), "10");
}

TEST(FpFilter, InstructionsByName) {
  filter f("a64");
  EXPECT_EQ(f("80800000"), "fmopa|fmops");
  EXPECT_EQ(f("2518E3E0"), "ptrue|ptrues");
  EXPECT_EQ(f("00000000"), "?");
}

TEST(FpFilter, AWordIsItsLanesFromTheLowestOn) {
  filter f("fp16");
  EXPECT_EQ(f("3400C0003C00"), "1 -2 0.25");
  EXPECT_EQ(filter("int8")("FF017F"), "127 1 -1");
  EXPECT_EQ(filter("fp32")("3F800000BF800000"), "-1 1");
}

TEST(FpFilter, WhatIsNoNumberPassesThrough) {
  filter f("fp16");
  EXPECT_EQ(f("xxxx"), "xxxx");
  EXPECT_EQ(f("3Cz0"), "3Cz0");
  EXPECT_EQ(f("xxxx3C00"), "1 xxxx");
  EXPECT_EQ(f(""), "");
  EXPECT_EQ(f("3C00"), "1");  // and it goes on
}

// Values by hand: sign, exponent and fraction of each code.
TEST(FpFilter, OtherFormats) {
  EXPECT_EQ(filter("bf16")("3FC0BF80"), "-1 1.5");
  EXPECT_EQ(filter("fp64")("3FB999999999999A"), "0.1");
  EXPECT_EQ(filter("fp64")("0000000000000001"), "5e-324");
  EXPECT_EQ(filter("tf32")("3FC000003DCCC000"), "0.1 1.5");  // 13 bits below the fraction
  EXPECT_EQ(filter("e8m10")("1FE00"), "1.5");
  EXPECT_EQ(filter("e4m3")("7F7E3880"), "-0 1 448 nan");
  EXPECT_EQ(filter("e5m2")("7C7B"), "57344 inf");
  EXPECT_EQ(filter("e4m3fnuz")("8078"), "128 nan");
  EXPECT_EQ(filter("e6m9")("BE00"), "-1");
  EXPECT_EQ(filter("int4")("8F7"), "7 -1 -8");
  EXPECT_EQ(filter("uint8")("FF01"), "1 255");
  EXPECT_EQ(filter("int16")("8000"), "-32768");
  EXPECT_EQ(filter("int64")("FFFFFFFFFFFFFFFE"), "-2");
  EXPECT_EQ(filter("uint64")("FFFFFFFFFFFFFFFE"), "18446744073709551614");
}

// Codes 1, 2 and 3 of e3m2, six bits each: the two bits that fill up the last digit are no lane.
TEST(FpFilter, LanesNeedNotEndAtADigit) {
  EXPECT_EQ(filter("e3m2")("03081"), "0.06 0.1 0.2");
  EXPECT_EQ(filter("int6")("3F081"), "1 2 -1");
  EXPECT_EQ(filter("int6")("3x081"), "1 2 3x");
}

TEST(FpFilter, AnUnknownFormatIsRefused) {
  std::string said;
  EXPECT_EQ(run("'" + Filter + "' fp8 </dev/null", &said), 2);
  EXPECT_EQ(said, "usage: weft-fp-filter fp16|fp32|bf16|e4m3|e<E>m<F>|int<N>|uint<N>|a64|...\n");
  for (const char* format : {"", "int", "int0", "int65", "uint8x", "e2m1x", "e12m3", "e4"}) {
    EXPECT_EQ(run("'" + Filter + "' '" + format + "' </dev/null"), 2) << format;
  }
}

/// Lines from the first heading on.
std::string shown(const std::string& text) {
  return text.substr(std::min(text.find("@200"), text.size()));
}

TEST(Gtkw, WritesSignalsUnderHeadings) {
  const scratch dir;
  gtkw::write(
      dir / "run.gtkw",
      {dir / "run.fst",
       Filter,
       {{"clock", {{"dut.clk_i", radix_e::Binary}, {"dut.n_i[15:0]", radix_e::Decimal, "n"}}},
        {"data",
         {{"dut.x[31:0]"},
          {"dut.y[7:0]", radix_e::Signed},
          {"dut.state_q[1:0]", radix_e::Enum},
          {"dut.a[63:0]", "fp16"}}}}});
  const std::string text = get(dir / "run.gtkw");
  EXPECT_NE(text.find("[dumpfile] \"" + (dir / "run.fst").string() + "\"\n"), text.npos);
  EXPECT_NE(text.find("[savefile] \"" + (dir / "run.gtkw").string() + "\"\n"), text.npos);
  EXPECT_EQ(shown(text),
            "@200\n-clock\n"
            "@28\ndut.clk_i\n"
            "@24\n+{n} dut.n_i[15:0]\n"
            "@200\n-\n"
            "@200\n-data\n"
            "@22\ndut.x[31:0]\n"
            "@420\ndut.y[7:0]\n"
            "@100000028\ndut.state_q[1:0]\n"
            "@4022\n^>1 " +
                Filter + " fp16\ndut.a[63:0]\n");
}

TEST(Gtkw, ShowsFromItsBeginOn) {
  const scratch dir;
  const auto text = [&](std::uint64_t begin, std::uint64_t end) {
    gtkw::write(
        dir / "run.gtkw",
        {.waveform = dir / "run.fst", .filter = Filter, .groups = {}, .begin = begin, .end = end});
    return get(dir / "run.gtkw");
  };
  const auto zoom = [](const std::string& file) {
    const auto at = file.find("\n*");
    return file.substr(at, file.find('\n', at + 1) - at);
  };
  EXPECT_NE(text(3000, 4000).find("\n[timestart] 3000\n"), std::string::npos);
  EXPECT_EQ(zoom(text(3000, 4000)), zoom(text(0, 1000)));
  EXPECT_NE(zoom(text(3000, 4000)), zoom(text(3000, 5000)));
}

TEST(Gtkw, NamesAreAFileBesideIt) {
  const scratch dir;
  const std::vector<std::string> names{"IDLE", "RUN"};
  gtkw::write(dir / "run.gtkw", {dir / "run.fst",
                                 Filter,
                                 {{"state",
                                   {{"dut.s[4:0]", radix_e::Names, "", names},
                                    {"dut.t[4:0]", radix_e::Names, "", names},
                                    {"dut.u[1:0]", radix_e::Names, "", {"A", "B", "C"}}}}}});
  const std::string first = (dir / "run.names1").string(), second = (dir / "run.names2").string();
  EXPECT_EQ(shown(get(dir / "run.gtkw")),
            "@200\n-state\n"
            "@2022\n^1 " +
                first +
                "\ndut.s[4:0]\n"
                "@2022\n^1 " +
                first +
                "\ndut.t[4:0]\n"
                "@2022\n^1 " +
                second + "\ndut.u[1:0]\n");
  EXPECT_EQ(get(first), "00 IDLE\n01 RUN\n");
  EXPECT_EQ(get(second), "0 A\n1 B\n2 C\n");
}

TEST(Gtkw, ALaneNamesItsBitsFromTheWordsHighest) {
  const auto lanes = gtkw::lanes("dut.w[23:0]", "int8", "w");
  ASSERT_EQ(lanes.size(), 3u);
  const scratch dir;
  gtkw::write(dir / "run.gtkw", {dir / "run.fst", Filter, {{"w", {lanes[1]}}}});
  EXPECT_EQ(
      shown(get(dir / "run.gtkw")),
      "@200\n-w\n@4022\n^>1 " + Filter +
          " int8\n"
          "#{w[1]} (8)dut.w[23:0] (9)dut.w[23:0] (10)dut.w[23:0] (11)dut.w[23:0] (12)dut.w[23:0]"
          " (13)dut.w[23:0] (14)dut.w[23:0] (15)dut.w[23:0]\n");
}

TEST(Gtkw, AFilterThatGtkwaveCannotStartIsLeftOut) {
  const scratch dir;
  const auto path = dir / "with space";
  std::filesystem::create_directory(path);
  std::filesystem::copy_file(Filter, path / "weft-fp-filter");
  EXPECT_TRUE(gtkw::usable(Filter));
  EXPECT_FALSE(gtkw::usable(path / "weft-fp-filter"));
  EXPECT_FALSE(gtkw::usable(dir / "none"));
  gtkw::write(
      dir / "run.gtkw",
      {dir / "run.fst",
       dir / "none",
       {{"all",
         {{"a[15:0]", "fp16"}, {"b[31:0]", "fp32"}, {"c[7:0]", "int8"}, {"d[31:0]", "int32"}}}}});
  EXPECT_EQ(shown(get(dir / "run.gtkw")),
            "@200\n-all\n@22\na[15:0]\n@40020\nb[31:0]\n@420\nc[7:0]\n@420\nd[31:0]\n");
}

TEST(Gtkw, RefusesWhatGtkwaveCannotShow) {
  const scratch dir;
  const auto write = [&](const gtkw::signal& s) {
    gtkw::write(dir / "run.gtkw", {dir / "run.fst", Filter, {{"all", {s}}}});
  };
  EXPECT_THROW(write({"a", radix_e::Names, "", {"X"}}), std::logic_error);
  EXPECT_THROW(write({"a[31:0]", "fp16", "", {}, 2}), std::logic_error);
  EXPECT_THROW(write({"a[31:0]", radix_e::Hex, "", {}, 0}), std::logic_error);
  EXPECT_THROW(gtkw::lanes("a", "fp16", "a"), std::logic_error);
  EXPECT_THROW(gtkw::lanes("a[0:31]", "fp16", "a"), std::logic_error);
  EXPECT_TRUE(dir.names().empty());
  EXPECT_EQ(error_of([&] {
              gtkw::write(dir / "none/run.gtkw", {"run.fst", Filter, {}});
            }),
            (dir / "none/run.gtkw").string() + ": cannot be written: No such file or directory");
}

TEST(Gtkw, TheFilterIsLookedForBesideTheProgram) {
  const auto program = gtkw::filter_program();
  EXPECT_EQ(program.filename(), "weft-fp-filter");
  EXPECT_TRUE(std::filesystem::exists(program.parent_path() / ::program_invocation_short_name));
}

/// Three signals that change once.
const char* const Vcd =
    "$timescale 1ns $end\n$scope module dut $end\n"
    "$var wire 16 a x [15:0] $end\n$var wire 32 b w [31:0] $end\n$var wire 2 c s [1:0] $end\n"
    "$upscope $end\n$enddefinitions $end\n"
    "#0\nb0011110000000000 a\nb00110100000000001100000000000000 b\nb00 c\n"
    "#50\nb1100000000000000 a\nb00110100000000000011110000000000 b\nb10 c\n"
    "#100\n";

/// scripts/check_gtkw's answer, or a skipped test where there is no GTKWave.
void check(const scratch& dir, const std::vector<gtkw::signal>& signals, int status,
           const std::string& answer) {
  put(dir / "run.vcd", Vcd);
  gtkw::write(dir / "run.gtkw", {dir / "run.vcd", Filter, {{"all", signals}}});
  std::string said;
  const int got = run(WEFT_SOURCE_DIR "/scripts/check_gtkw '" + (dir / "run.vcd").string() + "' '" +
                          (dir / "run.gtkw").string() + "'",
                      &said);
  if (got == 77) GTEST_SKIP() << said;
  EXPECT_EQ(got, status) << said;
  EXPECT_NE(said.find(answer), said.npos) << said;
}

TEST(CheckGtkw, GtkwaveShowsNumbersAndNames) {
  const scratch dir;
  const auto lanes = gtkw::lanes("dut.w[31:0]", "fp16", "w");
  check(dir,
        {{"dut.x[15:0]", "fp16"},
         {"dut.w[31:0]", "fp16", "word"},
         lanes[0],
         lanes[1],
         {"dut.s[1:0]", radix_e::Names, "state", {"IDLE", "LOAD", "RUN NOW"}}},
        0,
        "x[15:0]                          -2\n"
        "word                             1 0.25\n"
        "w[0]                             1\n"
        "w[1]                             0.25\n"
        "state                            RUN NOW\n"
        "run.gtkw: 5 signals shown, 0 errors\n");
}

TEST(CheckGtkw, AMissingSignalIsAnError) {
  const scratch dir;
  check(dir, {{"dut.x[15:0]", radix_e::Hex}, {"dut.y[15:0]", radix_e::Hex}}, 1,
        "dut.y[15:0]: not in run.vcd\n");
}

TEST(CheckGtkw, ANameTwiceUnderAHeadingIsAnError) {
  const scratch dir;
  check(dir, {{"dut.x[15:0]"}, {"dut.x[15:0]", "fp16"}}, 1, "dut.x[15:0]: twice under all\n");
}

TEST(CheckGtkw, AValueWithoutANameIsAnError) {
  const scratch dir;
  check(dir, {{"dut.s[1:0]", radix_e::Names, "state", {"IDLE"}}}, 1, "state: shown as '2'\n");
}

}  // namespace
}  // namespace weft::gtkw_test
