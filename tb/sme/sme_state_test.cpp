// SPDX-License-Identifier: Apache-2.0

#include "sim/sme/sme_state.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <sstream>
#include <string>

#include "sim/file/input_error.hpp"
#include "tb/harness/test_main.hpp"

namespace weft::sim::sme_state_test {
namespace {

using golden::sme::paged_memory;
using golden::sme::state;

void read(const std::string& text, state& s, paged_memory& memory) {
  std::istringstream in(text);
  read_state(in, "text", s, memory);
}

TEST(SmeState, ComesBackAsItWas) {
  std::mt19937_64 rng(test_options().seed);
  for (const bool sm : {false, true}) {
    for (const bool za : {false, true}) {
      state s{.svl = 256, .nsvl = 384, .sm = sm, .za = za};
      for (auto& x : s.x) x = rng();
      s.pc   = rng();
      s.nzcv = 9;
      s.fpcr = 0x01c0'0000;
      s.fpsr = 0x0800'0010;
      for (auto& z : s.z) {
        for (int i = 0; i < s.vl(); ++i) z[i] = static_cast<std::uint8_t>(rng());
      }
      for (auto& p : s.p) p[1] = static_cast<std::uint8_t>(rng());
      s.ffr[0] = 0x5a;
      for (int i = 0; za && i < s.svlb(); ++i) s.rows[i][i] = static_cast<std::uint8_t>(rng() | 1);
      for (auto& b : s.zt0) b = static_cast<std::uint8_t>(za ? rng() : 0);
      paged_memory memory, read_memory;
      memory.map(0x4000, 0x2000);
      const std::uint8_t bytes[]{1, 2, 3};
      memory.write(0x4ffe, bytes);

      const auto text = to_text(s, &memory);
      state again;
      read(text, again, read_memory);
      EXPECT_TRUE(again == s);
      EXPECT_EQ(read_memory.pages(), memory.pages());
      EXPECT_EQ(to_text(again, &read_memory), text);
    }
  }
}

TEST(SmeState, WritesTheMostSignificantDigitFirstAndMemoryInOrder) {
  state s{.svl = 128, .nsvl = 128};
  s.x[3]    = 0x123;
  s.z[5][0] = 0xab;
  s.p[2][1] = 0x80;
  paged_memory memory;
  memory.map(0x1000, 1);
  const std::uint8_t bytes[]{0x11, 0x22};
  memory.write(0x1000, bytes);
  const auto text = to_text(s, &memory);
  for (const std::string line :
       {"svl 128", "svcr 0", "x3 0000000000000123", "z5 000000000000000000000000000000ab",
        "p2 8000", "mem 0000000000001000 11220000000000000000000000000000"}) {
    EXPECT_NE(("\n" + text).find("\n" + line + "\n"), std::string::npos) << line << '\n' << text;
  }
}

TEST(SmeState, ReadsAPartAndLeavesTheRest) {
  state s;
  s.x[1] = 7;
  paged_memory memory;
  read("# a comment\n\nx3 5\nsvcr 3\nza 2 ff\nmem 1000 0a0B\n", s, memory);
  EXPECT_EQ(s.x[1], 7u);
  EXPECT_EQ(s.x[3], 5u);
  EXPECT_EQ(s.rows[2][0], 0xff);
  std::uint8_t bytes[2];
  ASSERT_TRUE(memory.read(0x1000, bytes));
  EXPECT_EQ(bytes[0], 0x0a);
  EXPECT_EQ(bytes[1], 0x0b);
}

TEST(SmeState, FindsEveryLineThatDiffers) {
  EXPECT_EQ(different_lines("a", "x 1\ny 2\n", "b", "x 1\ny 2\n"), "");
  EXPECT_EQ(different_lines("a", "x 1\ny 2\n", "b", "x 1\ny 3\n"), "a y 2\nb y 3\n");
  // Behind the end of the other, on either side.
  EXPECT_EQ(different_lines("a", "x 1\nmem 2\n", "b", "x 1\n"), "a mem 2\n");
  EXPECT_EQ(different_lines("a", "x 1\n", "b", "x 1\nmem 2\n"), "b mem 2\n");
  std::string many;
  for (int i = 0; i < 20; ++i) many += "line\n";
  const auto lines = different_lines("a", many, "b", "");
  EXPECT_TRUE(lines.ends_with("a line\n20 lines differ\n")) << lines;
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 13);
}

TEST(SmeState, MapsAsMuchMemoryAsAProgramMayHave) {
  std::string text;
  for (std::uint64_t page = 0; page <= 65536; ++page) text += fmt::format("mem {:x}000 01\n", page);
  state s;
  paged_memory memory;
  try {
    read(text, s, memory);
    ADD_FAILURE() << "256 MiB and a page are taken";
  } catch (const input_error& e) {
    EXPECT_STREQ(e.what(), "text:65537: mem 10000000: more than 65536 pages");
  }
}

TEST(SmeState, SaysWhichLineIsWrong) {
  for (const auto& [text, what] :
       {std::pair{"x3 5\nx31 5\n", "text:2: x31: no such register"},
        {"x3 5g\n", "text:1: x3 5g: not a hexadecimal number that fits"},
        {"x3\n", "text:1: x3: no value"},
        {"x3 1 2\n", "text:1: x3: too many values"},
        {"svl 384\n", "text:1: 384: no such length"},
        {"p0 10000\n", "text:1: p0 10000: not a hexadecimal number that fits"},
        {"za 0 1\n", "text:1: za: PSTATE.ZA is 0"},
        {"svcr 2\nza 64 1\n", "text:2: za 64: no such row"},
        {"mem 0 123\n", "text:1: mem 0 123: not two hexadecimal digits a byte"},
        {"mem ffffffffffffffff 0011\n",
         "text:1: mem ffffffffffffffff: ends beyond the last address"},
        {"nzcv 10\n", "text:1: nzcv 10: not a hexadecimal number that fits"}}) {
    state s;
    paged_memory memory;
    try {
      read(text, s, memory);
      ADD_FAILURE() << text;
    } catch (const input_error& e) {
      EXPECT_STREQ(e.what(), what);
    }
  }
}

}  // namespace
}  // namespace weft::sim::sme_state_test
