// SPDX-License-Identifier: Apache-2.0
//
// `weft amx` as a user calls it.

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tb/program/program_test.hpp"

namespace weft::amx_command_test {
namespace {

class WeftAmx : public program_test {
 protected:
  static std::string kernel(const std::string& name) {
    return std::string(WEFT_AMX_KERNELS) + "/" + name + ".o";
  }
};

TEST_F(WeftAmx, GivesTheSameDumpAndCyclesOnBothEngines) {
  std::vector<float> a(2 * 32, 0), b(2 * 32, 0);
  a[1]             = 3;  // A is 3 at row 1, k = 0
  b[2]             = 5;  // B is 5 at k = 0, column 2
  const auto state = file("state", "x0 2\nx1 20000\nx2 21000\nx3 22000\nx4 80\nmem 22000 00\n");
  std::vector<std::string> dumps;
  for (const std::string engine : {"golden", "tlm"}) {
    const auto dump = folder_ / ("dump_" + engine);
    EXPECT_EQ(says("amx run " + kernel("gemm") + " --entry gemm_fp32 --engine " + engine +
                   " --mem 0x20000:" + numbers("a", a) + " --mem 0x21000:" + numbers("b", b) +
                   " --state " + state + " --dump " + dump.string()),
              "returned; 425 instructions, 44 of AMX in 328 cycles\n");
    dumps.push_back(get(dump));
  }
  EXPECT_EQ(dumps[0], dumps[1]);
  EXPECT_EQ(dumps[0].substr(0, 6), "amx 0\n");
  EXPECT_NE(dumps[0].find("mem 0000000000022080 00000000000000000000704100000000\n"),
            std::string::npos)
      << dumps[0];
}

TEST_F(WeftAmx, SchedulesAProgramOnTheCore) {
  const auto trace = (folder_ / "trace.json").string();
  // set; mov x0, #0; fma32 x0; fma32 x0; clr; svc #0: a product issues when set has made the true
  // predicate, the second four cycles later.
  const auto code = numbers<std::uint32_t>(
      "code", {0x00201220, 0xd2800000, 0x00201180, 0x00201180, 0x00201221, 0xd4000001});
  EXPECT_EQ(
      says("amx schedule --why --trace " + trace + " " + code),
      "ended at 0x10014; 5 instructions, 6 uops, 30 cycles\n"
      "2 outer products, 6.7 % of one a cycle\n"
      "  43.3 %  behind the last product\n"
      "  40.0 %  computed source\n"
      "  10.0 %  tile distance\n"
      "products: 2 uops, 6.7 % busy, 43.3 % behind the last, 40.0 % computed source, 10.0 % tile "
      "distance\n"
      "vectors: 4 uops, 13.3 % busy, 66.7 % serialised, 13.3 % behind the last, 6.7 % host\n");
  EXPECT_NE(get(trace).find("fma32"), std::string::npos);
  // A run has the reasons of the schedule, behind cycles of one instruction at a time.
  const auto planned = says("amx schedule --why " + code);
  const auto again   = (folder_ / "again.json").string();
  for (const std::string engine : {"golden", "tlm"}) {
    const auto said = says("amx run --why --trace " + again + " --engine " + engine + " " + code);
    EXPECT_TRUE(said.starts_with("ended at 0x10014; 5 instructions, 4 of AMX in ")) << said;
    EXPECT_NE(said.find("\nin the SME core's queues 6 uops in 30 cycles\n"), std::string::npos);
    EXPECT_TRUE(said.ends_with(planned.substr(planned.find('\n') + 1))) << said;
    EXPECT_EQ(get(again), get(trace));
  }
  const auto stopped = weft("amx schedule " + numbers<std::uint32_t>("ldx", {0x00201000}));
  EXPECT_EQ(stopped.code, 1);
  EXPECT_NE(stopped.out.find("AMX is not on: set comes first; 0 instructions"), std::string::npos);
  expect_refused("amx schedule --latency 0 " + code, "--latency");
  expect_refused("amx utilisation nowhere", "nowhere/rates.o");
}

/// On the RTL the cycles are those of the schedule.
TEST_F(WeftAmx, RunsAProgramInTheCyclesOfItsSchedule) {
  struct program {
    std::string words, done, uops, golden, core;
  };
  const auto of = [&](const std::string& object, const std::string& entry) {
    return kernel(object) + " --entry " + entry + " --state " + WEFT_SOURCE_DIR + "/tb/sme/amx/" +
           object + "_state.txt";
  };
  for (const auto& p : {program{of("gemm", "gemm_fp32"), "425 instructions, 44 of AMX in ",
                                "425 instructions, 92", "328", "133"},
                        program{of("dense", "dense_sigmoid"), "1076 instructions, 410 of AMX in ",
                                "1076 instructions, 5285", "1169", "11673"}}) {
    const auto planned = says("amx schedule " + p.words);
    EXPECT_TRUE(planned.starts_with("returned; " + p.uops + " uops, " + p.core + " cycles\n"))
        << planned;
    std::vector<std::string> dumps;
    for (const std::string engine : {"golden", "rtl"}) {
      const auto dump = folder_ / ("dump_" + engine);
      EXPECT_EQ(says("amx run --engine " + engine + " " + p.words + " --dump " + dump.string()),
                "returned; " + p.done + (engine == "rtl" ? p.core : p.golden) + " cycles\n");
      dumps.push_back(get(dump));
    }
    EXPECT_EQ(dumps[1], dumps[0]);
  }
}

TEST_F(WeftAmx, GoesOnFromAStateOnEveryEngine) {
  const auto stx = numbers<std::uint32_t>("stx", {0x00201040, 0xd4000001});  // stx x0; svc
  const auto state =
      file("state", "svcr 2\namx 1\namxx 3 8877\nx0 0300000000020000\nmem 20000 00\n");
  std::vector<std::string> dumps;
  for (const std::string engine : {"golden", "tlm", "rtl"}) {
    const auto dump = folder_ / ("dump_" + engine);
    const auto said = says("amx run " + stx + " --engine " + engine + " --state " + state +
                           " --dump " + dump.string());
    EXPECT_TRUE(said.starts_with("ended at 0x10004; 1 instructions, 1 of AMX in ")) << said;
    EXPECT_NE(get(dump).find("mem 0000000000020000 7788"), std::string::npos);
    EXPECT_EQ(get(dump).substr(0, 6), "amx 1\n");
    dumps.push_back(get(dump));
  }
  EXPECT_EQ(dumps[1], dumps[0]);
  EXPECT_EQ(dumps[2], dumps[0]);
}

TEST_F(WeftAmx, WritesAWaveformThatGtkwaveLoads) {
  const auto wave = (folder_ / "x.fst").string(), view = (folder_ / "x.gtkw").string();
  // set; fma32 of x0; svc
  const auto program = numbers<std::uint32_t>("program", {0x00201220, 0x00201180, 0xd4000001});
  const auto said    = says("amx run --engine rtl --wave " + wave + " " + program);
  EXPECT_NE(said.find("waveform: " + wave + ", view: gtkwave " + view + "\n"), std::string::npos)
      << said;
  expect_gtkwave_loads(wave, view);
}

TEST_F(WeftAmx, ExecutesTheExampleOfTheDocuments) {
  const auto dump = folder_ / "dump";
  const auto said = says("amx run " + kernel("gemm") + " --entry gemm_fp32 --state " +
                         WEFT_SOURCE_DIR + "/tb/sme/amx/gemm_state.txt --dump " + dump.string());
  EXPECT_EQ(said.substr(0, 10), "returned; ");
  // 1 * 2 and again, in every place of the last row.
  const auto last = get(dump).find("\nmem 0000000000022ff0 00008040000080400000804000008040\n");
  EXPECT_NE(last, std::string::npos);
}

TEST_F(WeftAmx, ExecutesTheLayerOfTheDocuments) {
  std::vector<std::string> dumps;
  for (const std::string engine : {"golden", "tlm"}) {
    const auto dump = folder_ / ("dump_" + engine);
    EXPECT_EQ(
        says("amx run " + kernel("dense") + " --entry dense_sigmoid --state " + WEFT_SOURCE_DIR +
             "/tb/sme/amx/dense_state.txt --engine " + engine + " --dump " + dump.string()),
        "returned; 1076 instructions, 410 of AMX in 1169 cycles\n");
    dumps.push_back(get(dump));
  }
  EXPECT_EQ(dumps[0], dumps[1]);
  const auto planned = says("amx schedule " + kernel("dense") + " --entry dense_sigmoid --state " +
                            WEFT_SOURCE_DIR + "/tb/sme/amx/dense_state.txt");
  EXPECT_TRUE(planned.starts_with("returned; 1076 instructions, ")) << planned;
}

TEST_F(WeftAmx, CallsAFunctionWithBuffers) {
  std::vector<float> a(2 * 32, 0), b(2 * 32, 0);
  a[1]           = 3;
  b[2]           = 5;
  const auto c   = (folder_ / "c").string();
  const auto out = says("amx run " + kernel("gemm") + " --call gemm_fp32 2 @" + numbers("a", a) +
                        " @" + numbers("b", b) + " out:" + c + ":4096 0x80");
  EXPECT_TRUE(out.starts_with("returned; 425 instructions, 44 of AMX in 328 cycles\nx0 ")) << out;
  const auto values = get(c);
  EXPECT_EQ(values.size(), 4096u);
  EXPECT_EQ(values.substr(0x88, 4), std::string("\0\0\x70\x41", 4));
}

TEST_F(WeftAmx, AFunctionNeedsAnEntry) {
  expect_refused("amx run " + kernel("gemm"), "gemm.o: no _start: give --entry and --state");
}

TEST_F(WeftAmx, TurnsZaOnWithSet) {
  const auto set = numbers<std::uint32_t>("set", {0x00201220, 0xd4000001});  // set; svc
  std::vector<std::string> dumps;
  for (const std::string engine : {"golden", "tlm"}) {
    const auto dump = folder_ / ("dump_" + engine);
    EXPECT_EQ(says("amx run " + set + " --rows-per-cycle 16 --engine " + engine + " --dump " +
                   dump.string()),
              "ended at 0x10004; 1 instructions, 1 of AMX in 4 cycles\n");
    dumps.push_back(get(dump));
  }
  EXPECT_EQ(dumps[0], dumps[1]);
  EXPECT_NE(dumps[0].find("\nsvcr 2\n"), std::string::npos);
}

TEST_F(WeftAmx, SaysWhereAndWhyAProgramStops) {
  const auto fma = numbers<std::uint32_t>("fma", {0x00201180});
  for (const std::string engine : {"golden", "tlm"}) {
    const auto a = weft("amx run --engine " + engine + " " + fma);
    EXPECT_EQ(a.code, 1);
    EXPECT_EQ(a.out,
              "illegal at 0x10000, word 0x00201180: AMX is not on: set comes first; "
              "0 instructions, 0 of AMX in 0 cycles\n");
  }
}

TEST_F(WeftAmx, RefusesWhatItCannotUse) {
  const auto code = numbers<std::uint32_t>("code", {0xd4000001});
  expect_refused("amx run nosuch", "nosuch: no such file");
  expect_refused("amx run --engine gpu " + code, "--engine gpu: golden, tlm or rtl");
  expect_refused("amx run --rows-per-cycle 65 " + code, "--rows-per-cycle 65: 1 to 64");
  expect_refused("amx run --engine rtl --rows-per-cycle 3 " + code,
                 "--rows-per-cycle 3: no SME core of this build has so many");
  expect_refused("amx run --wave x.fst " + code, "--wave x.fst: only the engine rtl");
  expect_refused("amx run --entry main " + code, "--entry main: no such symbol");
  expect_refused("amx run --mem 12 " + code, "--mem 12: ADDR:FILE");
  expect_refused("amx run --state " + file("state", "amx\n") + " " + code, "state:1: amx: 0 or 1");
}

}  // namespace
}  // namespace weft::amx_command_test
