// SPDX-License-Identifier: Apache-2.0
//
// sim/program/vp: the programs of systemc/sw, compiled C, on the loosely-timed engine, on golden
// and on the RTL. Each program compares the engine's products with the processor's own; the text
// that it prints, with the engine's cycles, is the same on all three.

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "sim/harness/pace.hpp"
#include "sim/program/vp/engine_rtl.hpp"
#include "sim/program/vp/in_child.hpp"
#include "sim/program/vp/vp_platform.hpp"
#include "tb/harness/test_main.hpp"

namespace weft::vp_test {
namespace {

/// The text of a program, and how it has ended; with `stalls`, the bus stalls in half of the
/// cycles.
std::string text_of(const std::string& name, const std::string& engine, bool stalls = false) {
  return sim::in_child([&] {
    const auto& unit = sim::built_engine_units().front();
    std::string text;
    sim::vp_config c;
    c.engine.engine = unit.k;
    c.latency       = 20;
    c.print         = [&text](char x) { text += x; };
    if (engine == "golden") c.pins = systemc::golden_pins(unit.k);
    if (engine == "rtl") {
      c.pins = sim::rtl_pins(unit,
                             {.seed = static_cast<std::uint64_t>(test_options().seed), .wave = ""});
    }
    if (stalls) {
      c.pins->stall = [moves = sim::randomly(0.5, 1)](golden::engine::inputs& in) mutable {
        for (bool* ready : {&in.ar_ready, &in.aw_ready, &in.w_ready}) *ready &= moves();
        if (!moves()) in.r.reset();
        if (!moves()) in.b.reset();
      };
    }
    const auto r =
        run_vp(c, sim::read_vp_program(std::string(WEFT_VP_PROGRAMS "/") + name + ".elf"));
    text += r.end == sim::vp_result::end_e::Exited ? "exit " + std::to_string(r.code) : "no exit";
    if (name != "errors") {  // whose failed jobs are not counted in full by the timed engine
      text += ", " + std::to_string(r.engine.read_bytes) + " bytes read, " +
              std::to_string(r.engine.write_bytes) + " written\n";
    }
    return text;
  });
}

class Vp : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(, Vp, testing::Values("conv", "errors", "gemm", "ring"),
                         [](const auto& info) { return info.param; });

TEST_P(Vp, ProgramsPrintTheSameOnThreeEngines) {
  const auto timed = text_of(GetParam(), "tlm");
  EXPECT_NE(timed.find("exit 0"), std::string::npos) << timed;
  EXPECT_EQ(text_of(GetParam(), "golden"), timed);
  EXPECT_EQ(text_of(GetParam(), "rtl"), timed);
}

TEST_P(Vp, AStallingBusChangesTheCyclesAloneAndAllAgreeOnThem) {
  const auto stalls = text_of(GetParam(), "golden", true);
  EXPECT_NE(stalls.find("exit 0"), std::string::npos) << stalls;
  EXPECT_EQ(text_of(GetParam(), "rtl", true), stalls);
}

TEST(VpWithout, ConvolutionsProgramsSaySoAndEnd) {
  for (const std::string name : {"conv", "digits"}) {
    const auto text = sim::in_child([&] {
      std::string said;
      sim::vp_config c;
      c.engine.engine           = sim::built_engine_units().front().k;
      c.engine.engine.core.conv = false;
      c.print                   = [&said](char x) { said += x; };
      const auto r =
          run_vp(c, sim::read_vp_program(std::string(WEFT_VP_PROGRAMS "/") + name + ".elf"));
      return said + "exit " + std::to_string(r.code);
    });
    EXPECT_TRUE(text.starts_with("the engine has no convolution")) << text;
    EXPECT_TRUE(text.ends_with("\nexit 2")) << text;
  }
}

}  // namespace
}  // namespace weft::vp_test
