// SPDX-License-Identifier: Apache-2.0
//
// sim/program/vp: the programs of systemc/sw, compiled C, on the loosely-timed engine, on golden and on the
// RTL. Each program compares the engine's products with the processor's own; the text that it
// prints, with the engine's cycles, is the same on all three.

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <memory>
#include <string>

#include "sim/verilated/engine_engine.hpp"
#include "sim/program/vp/vp_platform.hpp"
#include "tb/harness/test_main.hpp"

namespace weft {
namespace {

constexpr std::uint64_t Ram = 64 << 20;

systemc::engine_pins rtl_pins(const sim::built_engine& unit) {
  const auto now = std::make_shared<sim::engine_pins>(
      unit.make({.seed = static_cast<std::uint64_t>(test_options().seed), .wave = ""}));
  return {[now](const golden::engine::inputs& in) { return (*now)(in); }, [] {}};
}

/// The text of a program, and how it has ended. SystemC elaborates once a process, so each run is a
/// process of its own.
std::string text_of(const std::string& name, const std::string& engine) {
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    const auto& unit = sim::built_engine_units().front();
    std::string text;
    sim::vp_config c;
    c.engine.engine       = unit.k;
    c.engine.clock_period = sc_core::sc_time(10, sc_core::SC_NS);
    c.latency             = 20;
    c.print               = [&text](char x) { text += x; };
    if (engine == "golden") c.pins = systemc::golden_pins(unit.k);
    if (engine == "rtl") c.pins = rtl_pins(unit);
    const auto program =
        sim::read_vp_program(std::string(WEFT_VP_PROGRAMS "/") + name + ".elf", Ram);
    const auto r = run_vp(c, program);
    text += r.end == sim::vp_result::end_e::Exited ? "exit " + std::to_string(r.code) : "no exit";
    if (name != "errors") {  // whose failed jobs are not counted in full by the timed engine
      text += ", " + std::to_string(r.engine.read_bytes) + " bytes read, " +
              std::to_string(r.engine.write_bytes) + " written\n";
    }
    const bool all = write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size());
    _exit(all ? 0 : 1);
  }
  close(ends[1]);
  std::string text(1 << 16, ' ');
  std::size_t size = 0;
  for (ssize_t n; (n = read(ends[0], &text[size], text.size() - size)) > 0;) size += n;
  close(ends[0]);
  text.resize(size);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0) << name << " on " << engine;
  return text;
}

class Vp : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(, Vp, testing::Values("errors", "gemm", "ring"),
                         [](const auto& info) { return info.param; });

TEST_P(Vp, ProgramsPrintTheSameOnThreeEngines) {
  const auto timed = text_of(GetParam(), "tlm");
  EXPECT_NE(timed.find("exit 0"), std::string::npos) << timed;
  EXPECT_EQ(text_of(GetParam(), "golden"), timed);
  EXPECT_EQ(text_of(GetParam(), "rtl"), timed);
}

}  // namespace
}  // namespace weft
