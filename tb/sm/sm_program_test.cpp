// SPDX-License-Identifier: Apache-2.0
//
// Programs and presets of the multiprocessor as text: assembled, encoded, disassembled, refused.

#include "sim/file/sm_program.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sim/file/input_error.hpp"
#include "sim/file/sm_arch.hpp"

namespace weft::sm_program_test {
namespace {

using namespace golden::sm;

const std::vector<std::string> Kernels{"saxpy",     "sgemm",      "hgemm_884",  "hgemm_16816",
                                       "transpose", "softmax",    "exp10",      "transpose_padded",
                                       "reduction", "collatz",    "scan",       "sort",
                                       "ddot",      "igemm_8816", "mandelbrot", "philox",
                                       "quantise",  "haxpy"};

TEST(SmText, KernelsSurviveWordsAndText) {
  for (const auto& kernel : Kernels) {
    const auto p = sim::read_sm_program(WEFT_SOURCE_DIR "/tb/sm/" + kernel + ".sass");
    for (const instruction& i : p.code) {
      const auto back = decode(encode(i));
      ASSERT_TRUE(back.has_value()) << kernel;
      EXPECT_EQ(*back, i) << kernel << ": " << sim::to_sm_text(p, &i - p.code.data());
    }
    const auto again = sim::assemble_sm("again", sim::to_sm_text(p));
    EXPECT_EQ(again.code, p.code) << kernel;
    EXPECT_EQ(again.pool, p.pool) << kernel;
    EXPECT_EQ(again.registers, p.registers) << kernel;
    EXPECT_EQ(again.shared_bytes, p.shared_bytes) << kernel;
  }
}

TEST(SmText, LinesOfCompiledCodeAreReadAsTheyAre) {
  const std::vector<std::pair<std::string, std::string>> lines{
      {"/*0010*/ @!P0 FFMA.FTZ R5, R0.reuse, -R2, c[0x0][0x168] ; /* 0x1234 */",
       "@!P0 FFMA.FTZ R5, R0.reuse, -R2, c[0x0][0x168]"},
      {"FADD R1, -|R2|, 1.5", "FADD R1, -|R2|, 0x3fc00000"},
      {"ISETP.GE.U32.AND P0, PT, R2, 0x10, !P1", "ISETP.GE.U32.AND P0, PT, R2, 0x10, !P1"},
      {"LDG.E.128 R4, [R2.64+-0x10]", "LDG.E.128 R4, [R2-0x10]"},
      {"STG.E [R2.64], R5", "STG.E [R2], R5"},
      {"SHFL.BFLY PT, R5, R4, 0x10, 0x1f", "SHFL.BFLY PT, R5, R4, 0x10, 0x1f"},
      {"MUFU.SIN.RAD R1, R2", "MUFU.SIN.RAD R1, R2"},
      {"DFMA R2, R4, 0.5, R6", "DFMA R2, R4, 0x3fe0000000000000, R6"},
      {"HMMA.884.F32.F32.STEP2 R8, R0.reuse, R2.reuse, R8",
       "HMMA.884.F32.F32.STEP2 R8, R0.reuse, R2.reuse, R8"},
      {"VOTE.ANY R0, PT, P3", "VOTE.ANY R0, PT, P3"},
      {"SHF.R.W.U32 R1, R2, 0x3, R4", "SHF.R.W R1, R2, 0x3, R4"},
      {"CS2R.32 R0, SR_CLOCKLO", "CS2R R0, SR_CLOCKLO"}};
  for (const auto& [in, out] : lines) {
    const auto p = sim::assemble_sm("test", in);
    EXPECT_EQ(sim::to_sm_text(p, 0), out);
    EXPECT_EQ(decode(encode(p.code[0])), p.code[0]) << in;
  }
}

TEST(SmText, ControlPrefixesAreKept) {
  const std::string text = "12:1:-:Y:4 MUFU.RCP R0, R1\n--:-:6:-:15 EXIT\n";
  const auto p           = sim::assemble_sm("test", text);
  ASSERT_EQ(p.controls.size(), 2u);
  EXPECT_EQ(p.controls[0],
            (control{.wait = 0x12, .read = 0, .write = 7, .yield = true, .stall = 4}));
  EXPECT_EQ(sim::to_sm_text(p), text);
}

void refused(const std::string& text, const std::string& what) {
  try {
    sim::assemble_sm("k.sass", text);
    ADD_FAILURE() << text;
  } catch (const sim::input_error& e) {
    EXPECT_EQ(std::string(e.what()), what) << text;
  }
}

TEST(SmText, UnknownLinesAreRefusedByName) {
  refused("NOP\nFROB R1, R2\n", "k.sass:2: FROB: no such instruction");
  refused("MUFU.SIN R1, R2",
          "k.sass:1: MUFU.SIN: MUFU has no modifier .SIN; .SIN.RAD and .COS.RAD take radians");
  refused("FADD.U R1, R2, R3", "k.sass:1: FADD.U: FADD has no modifier .U");
  refused("FADD.RZ.RM R1, R2, R3", "k.sass:1: FADD.RZ.RM: two modifiers of one kind");
  refused("MUFU R1, R2", "k.sass:1: MUFU: lacks a modifier such as .RCP");
  refused("FADD R1, R2", "k.sass:1: FADD: 3 operands, not 2");
  refused("FADD R1, R2, R255", "k.sass:1: R255: no register");
  refused("FADD R1, R2, x", "k.sass:1: x: neither register nor number");
  refused("FFMA R1, R2, 1.0, 2.0", "k.sass:1: two operands are constants");
  refused("IMAD R1, -R2, R3, R4", "k.sass:1: -R2: IMAD takes no sign");
  refused("DADD R1, R2, R4", "k.sass:1: R1: 2 registers begin at a multiple of 2");
  refused("LDS R1, R2", "k.sass:1: R2: an address is [R] or [R+offset]");
  refused("LDS R1, [R2+0x8000]", "k.sass:1: 0x8000: -32768 to 32767");
  refused("BRA there", "k.sass:1: there: no such label");
  refused("a: NOP\na: NOP", "k.sass:2: a: the label is there already");
  refused("S2R R0, SR_X", "k.sass:1: SR_X: no such special register");
  refused("MOV R0, c[0x0][0x161]", "k.sass:1: c[0x0][0x161]: not a multiple of 4");
  refused("MOV R0, 0x1ffffffff", "k.sass:1: 0x1ffffffff: more than 32 bits");
  refused("@P7 NOP", "k.sass:1: P7: no predicate");
  refused("SHFL.UP PT, R1, R2, 1, 0x1f", "k.sass:1: 0x1f: 0 to 0");
  refused("1:2:3:4:5 NOP", "k.sass:1: 1:2:3:4:5: wait:read:write:yield:stall, as in --:-:-:-:1");
  refused(".align 8", "k.sass:1: .align 8: no such directive");
  refused("// nothing\n", "k.sass: no instructions");
}

TEST(SmText, WordsThatAreNoInstructionAreRefused) {
  EXPECT_FALSE(decode(Ops).has_value());
  EXPECT_FALSE(decode(~std::uint64_t{0}).has_value());
  EXPECT_FALSE(decode(std::uint64_t{1} << 63).has_value());
}

TEST(SmText, PresetsAndSettings) {
  EXPECT_EQ(sim::sm_presets().size(), 7u);
  const auto k = sim::read_sm_arch("volta", {"block.sfu.lanes=8", "mhz=1000"});
  EXPECT_EQ(k.ports[3].lanes, 8u);
  EXPECT_EQ(k.mhz, 1000u);
  const auto refused = [](const std::string& name, const std::vector<std::string>& set,
                          const std::string& what) {
    try {
      sim::read_sm_arch(name, set);
      ADD_FAILURE() << what;
    } catch (const sim::input_error& e) {
      EXPECT_EQ(std::string(e.what()), what);
    }
  };
  refused("hopper", {},
          "--arch hopper: a file, or one of fermi, kepler, maxwell, pascal, volta, "
          "turing, ampere");
  refused("volta", {"block.sfu.lanes=0"}, "volta.block.sfu.lanes: 0: 1 to 32");
  refused("volta", {"block.spu.lanes=1"}, "--set block.spu.lanes=1: no key spu");
  refused("volta", {"banks"}, "--set banks: KEY=VALUE");
  refused("volta", {"tensor.fp32=x"}, "volta.tensor.fp32: x: no such profile");
}

}  // namespace
}  // namespace weft::sm_program_test
