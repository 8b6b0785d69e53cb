// SPDX-License-Identifier: Apache-2.0
//
// `weft mppa run P.s` and `weft mppa check P.s` as a user calls them.

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>

#include "tb/program/program_test.hpp"

namespace weft {
namespace {

class WeftMppaCore : public program_test {
 protected:
  static std::string kernel(const std::string& name) {
    return WEFT_SOURCE_DIR "/docs/unit/mppa/" + name + ".s";
  }
};

TEST_F(WeftMppaCore, EveryEngineTakesThePagesCycles) {
  const auto out = says("mppa run " + kernel("int8_gemm") + " --why");
  for (const char* line :
       {"42 bundles, 2096 issued, 2048 products\n", "golden  2101 cycles, array busy 97.5 %\n",
        "tlm     2101 cycles, array busy 97.5 %\n", "rtl     2101 cycles, array busy 97.5 %\n",
        "all equal\n", "      2096   99.8 %  issue\n"}) {
    EXPECT_NE(out.find(line), std::string::npos) << out;
  }
}

TEST_F(WeftMppaCore, SixteenCoresShareTheBanks) {
  const auto run = "mppa run " + kernel("banks") + " --cores 16 --engine golden";
  EXPECT_NE(says(run).find("16 cores, 503.2 bytes a cycle\n"), std::string::npos);
  EXPECT_NE(says(run + " --interleave bank").find("16 cores, 32.0 bytes a cycle\n"),
            std::string::npos);
}

TEST_F(WeftMppaCore, TakesMemoryAndGivesIt) {
  std::string bytes(16, '\0');
  const double a        = 2.5;
  const std::uint64_t n = 4;
  std::memcpy(bytes.data(), &a, 8);
  std::memcpy(bytes.data() + 8, &n, 8);
  std::string x(32, '\0');
  for (unsigned i = 0; i < 4; ++i) {
    const double e = i + 1;
    std::memcpy(x.data() + 8 * i, &e, 8);
  }
  const auto out = (folder_ / "y").string(), trace = (folder_ / "t.json").string();
  says("mppa run " + kernel("daxpy") + " --mem 0:" + file("a", bytes) +
       " --mem 0x1000:" + file("x", x) + " --dump 0x9000:32:" + out + " --trace " + trace);
  const auto y = get(out);
  for (unsigned i = 0; i < 4; ++i) {
    double e;
    std::memcpy(&e, y.data() + 8 * i, 8);
    EXPECT_EQ(e, 2.5 * (i + 1));
  }
  EXPECT_NE(get(trace).find("ffmadp $r12r13 = $r8r9, $r4r5"), std::string::npos);
}

TEST_F(WeftMppaCore, ChecksBundles) {
  const auto out = says("mppa check " + kernel("strlen"));
  EXPECT_NE(out.find("   28       TINY LSU AUXW                             lo.s"),
            std::string::npos)
      << out;
  EXPECT_NE(out.find("   30   +2  TINY 4"), std::string::npos) << out;
}

TEST_F(WeftMppaCore, RefusesInOneLine) {
  const auto program = file("p.s", "nop ;;\n xso 0[$r1] = $a0 ; xcopyo $a1 = $a2 ;;\n ret ;;\n");
  const auto what =
      program + ":2: xso 0[$r1] = $a0; xcopyo $a1 = $a2: asks for 2 of CRRP, a bundle has 1";
  expect_refused("mppa run " + program, what);
  expect_refused("mppa check " + program, what);
  expect_refused("mppa run " + kernel("banks") + " --cores 17", "--cores 17: 1 to 16");
  expect_refused("mppa run " + kernel("banks") + " --cores 2 --engine tlm",
                 "--engine tlm: one core, not --cores");
  expect_refused("mppa run " + kernel("banks") + " --cores 2 --latency 3", "--latency");
  expect_refused("mppa run " WEFT_SOURCE_DIR "/docs/unit/mppa/int8_gemm.txt --why",
                 "--why: for programs of the core");
  expect_refused("mppa run nosuch.s", "nosuch.s: no such file");
}

}  // namespace
}  // namespace weft
