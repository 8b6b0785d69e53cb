// SPDX-License-Identifier: Apache-2.0
//
// `weft mppa run P.s` and `weft mppa check P.s` as a user calls them.

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "tb/program/program_test.hpp"

namespace weft::mppa_core_command_test {
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

// Full: the RTL of cores and banks.
TEST_F(WeftMppaCore, SixteenCoresOfRtlAskBanksOfRtl) {
  for (const auto& [interleave, bytes] : std::vector<std::pair<std::string, std::string>>{
           {"64", "503.2"}, {"256", "138.1"}, {"bank", "32.0"}}) {
    const auto out = says("mppa run " + kernel("banks") + " --cores 16 --interleave " + interleave);
    EXPECT_NE(out.find("all equal\n"), std::string::npos) << out;
    EXPECT_NE(out.find("16 cores, " + bytes + " bytes a cycle\n"), std::string::npos) << out;
  }
}

TEST_F(WeftMppaCore, WritesAWaveformThatGtkwaveLoads) {
  const auto wave = (folder_ / "x.fst").string(), view = (folder_ / "x.gtkw").string();
  const auto text = says("mppa run " + kernel("transpose") + " --engine rtl --wave " + wave);
  EXPECT_NE(text.find("waveform: " + wave + ", view: gtkwave " + view + "\n"), std::string::npos)
      << text;
  expect_gtkwave_loads(wave, view, {{"rst_ni", "1"}, {"pc_o[15:0]", "0"}});
}

TEST_F(WeftMppaCore, FiguresAreTheLaws) {
  const auto out = says("mppa figures");
  for (const char* line : {"  xmma484bw 1.000 a cycle of 128 multiply-adds  24.58 TOPS\n",
                           "  xmma444hd 1.000 a cycle of  64 multiply-adds  12.29 TOPS\n",
                           "  fmma242hw 1.000 a cycle of  16 multiply-adds   3.07 TFLOPS\n",
                           "  xmma484bw on one sum          3    6   18   66   n + 2\n",
                           "  xmma484bw on four in turn     3    6   18   66   n + 2\n",
                           "  fmma242hw on one sum          4   16   64  256   4 n\n",
                           "  fmma242hw on four in turn     4    7   19   67   n + 3\n",
                           "  1 x 1  busy  50.0 %, a b / (a + b)  50.0 %,  6 registers of 48\n",
                           "  1 x 2  busy  66.7 %, a b / (a + b)  66.7 %, 10 registers of 48\n",
                           "  2 x 2  busy 100.0 %, a b / (a + b) 100.0 %, 16 registers of 48\n",
                           "    TINY 3, LSU 1, BCU 1, TCA 1, 7 of 8 words\n",
                           "    asks for 2 of CRRP, a bundle has 1\n", "  lo.s  gives zero\n",
                           "  lo    traps\n", "  lines in turn  512.0  614.4 GB/s at 1.2 GHz\n",
                           "  one bank        32.0   38.4 GB/s at 1.2 GHz\n"}) {
    EXPECT_NE(out.find(line), std::string::npos) << line << out;
  }
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
  expect_refused("mppa run " + kernel("banks") + " --engine golden --wave x.fst", "x.fst");
  expect_refused("mppa run " + kernel("banks") + " --cores 2 --latency 3", "--latency");
  expect_refused("mppa run " WEFT_SOURCE_DIR "/docs/unit/mppa/int8_gemm.txt --why",
                 "--why: for programs of the core");
  expect_refused("mppa run nosuch.s", "nosuch.s: no such file");
}

}  // namespace
}  // namespace weft::mppa_core_command_test
