// SPDX-License-Identifier: Apache-2.0
//
// `weft za run` and `weft za show` as a user calls them.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tb/program/program_test.hpp"

namespace weft::za_command_test {
namespace {

class WeftZa : public program_test {
 protected:
  static std::string kernel(const std::string& name) {
    return std::string(WEFT_KERNELS) + "/" + name + ".o";
  }
  std::string words(const std::vector<std::uint32_t>& code) { return numbers("words", code); }
};

TEST_F(WeftZa, CallsAFunctionOfAnObject) {
  // A 2 x 1 times 1 x 2, in FP32.
  const auto a = numbers<float>("a", {2, 3}), b = numbers<float>("b", {5, 7});
  const auto state =
      file("state", "x0 2\nx1 2\nx2 1\nx3 20000\nx4 21000\nx5 22000\nmem 22000 00\n");
  const auto dump = folder_ / "dump";
  const auto said = says("za run " + kernel("gemm") +
                         " --entry gemm_fp32 --svl 256 --nsvl 384 --mem 0x20000:" + a +
                         " --mem 0x21000:" + b + " --state " + state + " --dump " + dump.string());
  EXPECT_EQ(said, "returned; 58 instructions, SVL 256, NSVL 384\n");
  // 10, 14, 15, 21
  EXPECT_NE(get(dump).find("mem 0000000000022000 000020410000604100007041"
                           "0000a841\n"),
            std::string::npos)
      << get(dump);
  EXPECT_EQ(get(dump).substr(0, 24), "svl 256\nnsvl 384\nsvcr 0\n");
}

TEST_F(WeftZa, EnginesGiveTheSameDump) {
  const auto a = numbers<float>("a", {2, 3, 4}), b = numbers<float>("b", {5, 7, 9});
  const auto state =
      file("state", "x0 3\nx1 3\nx2 1\nx3 20000\nx4 21000\nx5 22000\nmem 22000 00\n");
  std::vector<std::string> times;
  for (const std::string length :
       {"--svl 256", "--svl 128 --rows-per-cycle 1", "--svl 128 --rows-per-cycle 4"}) {
    SCOPED_TRACE(length);
    std::vector<std::string> said, dumps;
    for (const std::string engine : {"golden", "tlm", "rtl"}) {
      const auto dump = folder_ / engine;
      said.push_back(says("za run " + kernel("gemm") + " --entry gemm_fp32 " + length +
                          " --engine " + engine + " --mem 0x20000:" + a + " --mem 0x21000:" + b +
                          " --state " + state + " --dump " + dump.string()));
      dumps.push_back(get(dump));
    }
    EXPECT_EQ(dumps[1], dumps[0]);
    EXPECT_EQ(dumps[2], dumps[0]);
    // Time is told by two of them.
    EXPECT_EQ(said[1].substr(0, said[0].size()), said[0]);
    EXPECT_EQ(said[2], said[1]);
    EXPECT_NE(said[1].find(" cycles\n"), std::string::npos);
    times.push_back(said[1]);
  }
  EXPECT_NE(times[2], times[1]) << "four rows at once take no longer";
}

/// A program whose functions share ZA by TPIDR2_EL0, with words of SVE that compilers emit.
TEST_F(WeftZa, AFunctionWithItsOwnZaRunsOnEveryEngine) {
  const auto dump = folder_ / "dump";
  const auto said = says("za run " + std::string(WEFT_KERNELS) +
                         "/lazy_za --svl 128 --engine all --dump " + dump.string());
  EXPECT_NE(said.find("all equal"), std::string::npos) << said;
  EXPECT_NE(get(dump).find("\nx0 0000000000000000\n"), std::string::npos) << said;
}

TEST_F(WeftZa, ComparesItsEnginesAndWritesAWaveformThatGtkwaveLoads) {
  const auto wave = (folder_ / "x.fst").string(), view = (folder_ / "x.gtkw").string();
  // smstart; ptrue p0.b; index z0.s, #0, #1; smopa za0.s, p0/m, p0/m, z0.b, z0.b; smstop; svc #0
  const auto text =
      says("za run --engine all --svl 128 --wave " + wave + " " +
           words({0xd503477f, 0x2518e3e0, 0x04a14000, 0xa0800000, 0xd503467f, 0xd4000001}));
  EXPECT_EQ(text,
            "golden  ended at 0x10014; 5 instructions, SVL 128, NSVL 128\n"
            "tlm     ended at 0x10014; 5 instructions, SVL 128, NSVL 128\n27 cycles\n"
            "rtl     ended at 0x10014; 5 instructions, SVL 128, NSVL 128\n27 cycles\n"
            "all equal\nwaveform: " +
                wave + ", view: gtkwave " + view + "\n");
  expect_gtkwave_loads(
      wave, view, {{"rst_ni", "1"}, {"idle_o", "1"}, {"in_valid_i[1:0]", "00"}, {"queued", "0"}});
}

TEST_F(WeftZa, AViewHasTheRowsOfWholeTiles) {
  const auto wave = (folder_ / "x.fst").string(), view = (folder_ / "x.gtkw").string();
  // fmov z0.s, #1.5; fmopa za0.s, p0/m, p0/m, z0.s, z0.s
  says("za run --engine rtl --svl 128 --rows-per-cycle 4 --wave " + wave + " " +
       words({0xd503477f, 0x2518e3e0, 0x25b9cf00, 0x80800000, 0xd4000001}));
  expect_gtkwave_loads(wave, view);
  EXPECT_NE(get(view).find("fp32\ndut.weft_sme_core.u_mopa.wr_data_o[511:0]\n"), std::string::npos);
}

TEST_F(WeftZa, ExecutesBareWordsUntilSvc) {
  const auto dump = (folder_ / "dump").string();
  // rdsvl x0, #1; svc #0
  EXPECT_EQ(says("za run --svl 2048 --dump " + dump + " " + words({0x04bf5820, 0xd4000001})),
            "ended at 0x10004; 1 instructions, SVL 2048, NSVL 128\n");
  EXPECT_NE(get(dump).find("\nx0 0000000000000100\n"), std::string::npos);
}

TEST_F(WeftZa, SaysWhereAndWhyAProgramStops) {
  const auto stops = [&](const std::vector<std::uint32_t>& code, const std::string& options = "") {
    const auto a = weft("za run " + options + " " + words(code));
    EXPECT_EQ(a.code, 1);
    return a.out.substr(0, a.out.find(';'));
  };
  EXPECT_EQ(stops({0xd503201f, 0}), "no instruction at 0x10004, word 0x00000000: not in the table");
  EXPECT_EQ(stops({0xd503201f, 0x80800000}),
            "illegal at 0x10004, word 0x80800000: needs streaming mode");
  EXPECT_EQ(stops({0xf9400000}),
            "fault at 0x10000, word 0xf9400000: read of 8 bytes at 0x0: no memory");
  EXPECT_EQ(stops({0x14000000}, "--max-insns 5"),
            "stopped at 0x10000: as many instructions as allowed, --max-insns N allows more");
}

TEST_F(WeftZa, SchedulesAProgramOnTheCore) {
  const auto trace = (folder_ / "trace.json").string();
  // smstart; ptrue p0.b; index z0.s, #0, #1; smopa za0.s, p0/m, p0/m, z0.b, z0.b; smstop; svc #0
  const auto code = words({0xd503477f, 0x2518e3e0, 0x04a14000, 0xa0800000, 0xd503467f, 0xd4000001});
  EXPECT_EQ(
      says("za schedule --why --trace " + trace + " " + code),
      "ended at 0x10014; 5 instructions, 5 uops, 27 cycles\n"
      "1 outer products, 3.7 % of one a cycle\n"
      "  48.1 %  behind the last product\n"
      "  48.1 %  computed source\n"
      "products: 1 uops, 3.7 % busy, 48.1 % behind the last, 48.1 % computed source\n"
      "vectors: 4 uops, 14.8 % busy, 63.0 % serialised, 14.8 % behind the last, 7.4 % host\n");
  const auto events = nlohmann::json::parse(get(trace))["traceEvents"];
  // Queue and pipe of each uop, two classes of rows; stalls of products once, of vectors three
  // times.
  EXPECT_EQ(events.size(), 5 * 2 + 2 + 4u);
  const auto waits = [&](const auto& e) {
    return e["pid"] == "stalls" && e["tid"] == "products" && e["name"] == "computed source" &&
           e["ts"] == 0 && e["dur"] == 13;
  };
  EXPECT_EQ(std::ranges::count_if(events, waits), 1);
  // rdffr p0.b, outside of streaming mode
  EXPECT_NE(
      says("za schedule " + words({0x2519f000, 0xd4000001})).find("serialised: rdffr, 1 times"),
      std::string::npos);
  expect_refused("za schedule --svl 384 " + code, "--svl 384, --nsvl 128: 128 to 2048");
  expect_refused("za schedule --latency 0 " + code, "--latency");
  expect_refused("za schedule --gemm " + kernel("daxpy"), "daxpy.o: no function gemm_fp32");
  expect_refused("za schedule --gemm --trace " + trace + " " + kernel("gemm"), "not with --gemm");
}

TEST_F(WeftZa, ARunSaysWhatItsCyclesAreSpentOn) {
  // smstart; ptrue p0.b; index z0.s, #0, #1; smopa za0.s, p0/m, p0/m, z0.b, z0.b; smstop; svc #0
  const auto code = words({0xd503477f, 0x2518e3e0, 0x04a14000, 0xa0800000, 0xd503467f, 0xd4000001});
  const auto planned = (folder_ / "planned.json").string();
  const auto plan    = says("za schedule --svl 128 --why --trace " + planned + " " + code);
  const auto reasons = plan.substr(plan.find('\n') + 1);
  EXPECT_NE(reasons.find("computed source"), std::string::npos) << plan;
  for (const std::string engine : {"tlm", "rtl", "all"}) {
    const auto trace = (folder_ / engine).string();
    const auto said =
        says("za run --svl 128 --engine " + engine + " --why --trace " + trace + " " + code);
    EXPECT_TRUE(said.ends_with(reasons)) << said << reasons;
    EXPECT_EQ(get(trace), get(planned));
  }
  // The memory is the run's: sub sp, sp, #128; smstart; ldr z0, [sp]; svc #0
  const auto slow = says("za run --svl 128 --engine tlm --latency 40 --why " +
                         words({0xd10203ff, 0xd503477f, 0x858043e0, 0xd4000001}));
  EXPECT_NE(slow.find(" cycles\n0 outer products, "), std::string::npos) << slow;
  // A program that stops: smstart; ptrue p0.b; a word that is no instruction.
  const auto stopped =
      weft("za run --svl 128 --engine all --why " + words({0xd503477f, 0x2518e3e0, 0}));
  EXPECT_EQ(stopped.code, 1);
  EXPECT_NE(stopped.out.find("all equal\n0 outer products, "), std::string::npos) << stopped.out;
  expect_refused("za run --why " + code, "--why: the engine golden has no cycles");
  expect_refused("za run --trace " + planned + " " + code,
                 "planned.json: the engine golden has no");
}

TEST_F(WeftZa, RunsAProgramOnTheCoresTlmModel) {
  // smstart; ptrue p0.b; index z0.s, #0, #1; smopa za0.s, p0/m, p0/m, z0.b, z0.b; smstop; svc #0
  const auto code = words({0xd503477f, 0x2518e3e0, 0x04a14000, 0xa0800000, 0xd503467f, 0xd4000001});
  const auto said = says("za schedule --tlm " + code);
  EXPECT_NE(said.find("golden and TLM: 27 cycles, registers and memory equal; "), std::string::npos)
      << said;
  // smstart; sclamp {z0.b-z1.b}, z0.b, z1.b
  const auto stopped = weft("za schedule --tlm " + words({0xd503477f, 0xc121c400, 0xd4000001}));
  EXPECT_EQ(stopped.code, 1);
  EXPECT_NE(stopped.out.find("the core has no order for the vectors of sclamp"), std::string::npos);
  expect_refused("za schedule --gemm --tlm --rtl " + kernel("gemm"), "--rtl or --tlm");
}

TEST_F(WeftZa, RunsAProgramOnTheCoresRtl) {
  // smstart; ptrue p0.b; index z0.s, #0, #1; smopa za0.s, p0/m, p0/m, z0.b, z0.b; smstop; svc #0
  const auto code = words({0xd503477f, 0x2518e3e0, 0x04a14000, 0xa0800000, 0xd503467f, 0xd4000001});
  const auto said = says("za schedule --rtl --svl 128 " + code);
  EXPECT_NE(said.find("golden and RTL: 27 cycles, every port, registers and memory equal; "),
            std::string::npos)
      << said;
  // smstart; ptrue p0.b; index z0.s, #1, #1; scvtf z0.s, p0/m, z0.s; fdiv z0.s, p0/m, z0.s, z0.s;
  // faddv s0, p0, z0.s; fmov w0, s0; svc #0
  const auto turns = words({0xd503477f, 0x2518e3e0, 0x04a14020, 0x6594a000, 0x658d8000, 0x65802000,
                            0x1e260000, 0xd4000001});
  const auto in_turns = says("za schedule --rtl --svl 128 " + turns);
  EXPECT_NE(in_turns.find("every port, registers and memory equal; "), std::string::npos)
      << in_turns;
  // sub sp, sp, #128; str x0, [sp]; smstart; ldr z0, [sp]; str x1, [sp]; str z0, [sp]; str x1,
  // [sp]; svc #0
  const auto stores = words({0xd10203ff, 0xf90003e0, 0xd503477f, 0x858043e0, 0xf90003e1, 0xe58043e0,
                             0xf90003e1, 0xd4000001});
  const auto own    = says("za schedule --rtl --svl 128 " + stores);
  EXPECT_NE(own.find("every port, registers and memory equal; "), std::string::npos) << own;
  // smstart; sclamp {z0.b-z1.b}, z0.b, z1.b
  const auto refused = words({0xd503477f, 0xc121c400, 0xd4000001});
  const auto stopped = weft("za schedule --rtl --svl 128 " + refused);
  EXPECT_EQ(stopped.code, 1);
  EXPECT_NE(stopped.out.find("the core has no order for the vectors of sclamp"), std::string::npos);
  expect_refused("za schedule --rtl --svl 2048 " + code, "--svl 2048: no SME core of this build");
  expect_refused("za schedule --rtl --svl 128 --nsvl 384 " + code, "--nsvl 384: on RTL");
}

TEST_F(WeftZa, RunsGemmsOnTheCoresRtl) {
  const auto said = says("za schedule --gemm --rtl --svl 128 " + kernel("gemm"));
  for (const auto* type :
       {"FP32", "FP64", "FP16 to FP32", "BF16 to FP32", "INT8 to INT32", "INT16 to INT64"}) {
    EXPECT_NE(said.find("| " + std::string(type) + " | 16 x 16 x 1024 |"), std::string::npos);
    EXPECT_NE(said.find("| " + std::string(type) + " | 64 x 64 x 256 |"), std::string::npos);
  }
}

TEST_F(WeftZa, ShowsTheProgressOfALongProgramOnATerminal) {
  const auto loop = words({0x14000000});  // b .
  for (const auto& [engine, instructions] :
       {std::pair<std::string, int>{"golden", 40'000'000}, {"tlm", 4'000'000}}) {
    const auto command = std::string(WEFT_PROGRAM) + " za run --engine " + engine +
                         " --max-insns " + std::to_string(instructions) + " " + loop;
    const auto a = run(folder_, "python3 -c 'import pty, sys; pty.spawn(sys.argv[1:])' " + command);
    EXPECT_NE(a.out.find("\rinstructions on " + engine + " "), std::string::npos) << a.out << a.err;
  }
}

TEST_F(WeftZa, ShowsASliceAsTextAndAsAPicture) {
  const auto text = says("za show --svl 256 --tile za2.s --slice v5");
  EXPECT_EQ(text.substr(0, text.find("\n\n")),
            "ZA2V.S[5], SVL 256: 32 bytes in 32 banks\n"
            "bank = row XOR column = byte XOR 22, as 5 * 4 + 2 = 22");
  EXPECT_EQ(text.find('\x1b'), std::string::npos);  // no colour in a file
  const auto svg = (folder_ / "slice.svg").string();
  EXPECT_EQ(says("za show --svl 256 --tile za2.s --slice v5 -o " + svg),
            svg + ": za2.s v5, SVL 256\n");
  EXPECT_EQ(get(svg).substr(0, 5), "<svg ");
  expect_refused("za show --svl 384 --tile za2.s --slice v5", "--svl 384: 128 to 2048");
  expect_refused("za show --tile za4.s --slice v5", "--tile za4.s: za0.b");
  expect_refused("za show --svl 256 --tile za2.s --slice v8", "--slice v8: h or v and 0 to 7");
}

TEST_F(WeftZa, RefusesLengthsThatTheHardwareLacks) {
  expect_refused("za run --engine rtl --nsvl 384 " + words({0xd4000001}),
                 "SVL 512, NSVL 384: the SME core has powers of two up to 512");
  expect_refused("za run --engine rtl --svl 2048 " + words({0xd4000001}),
                 "--svl 2048: no SME core of this build has so many");
}

TEST_F(WeftZa, RefusesWhatItCannotUse) {
  const auto code = words({0xd4000001});
  expect_refused("za run nosuch", "nosuch: no such file");
  expect_refused("za run --svl 384 " + code, "--svl 384 --nsvl 128");
  expect_refused("za run --engine qemu " + code, "--engine qemu: golden, tlm, rtl or all");
  expect_refused("za run --rows-per-cycle 3 " + code,
                 "--rows-per-cycle 3: a power of two up to SVL / 32");
  expect_refused("za run --rows-per-cycle 32 " + code,
                 "--rows-per-cycle 32: a power of two up to SVL / 32");
  expect_refused("za run --rows-per-cycle 8 --engine rtl " + code,
                 "--rows-per-cycle 8: no SME core of this build");
  expect_refused("za run --wave x.fst " + code, "--wave x.fst: only the engine rtl");
  expect_refused("za run --entry main " + code, "--entry main: no such symbol");
  expect_refused("za run --mem 12 " + code, "--mem 12: ADDR:FILE");
  expect_refused("za run --mem 0xg:" + code + " " + code, "not an address");
  expect_refused("za run --state " + file("state", "x3\n") + " " + code, "state:1: x3: no value");
  expect_refused("za run " + file("odd", "abc"), "odd: neither ELF nor whole instruction words");
  expect_refused("za run " + file("cut",
                                  "\x7f"
                                  "ELFx"),
                 "the file is cut short");
}

}  // namespace
}  // namespace weft::za_command_test
