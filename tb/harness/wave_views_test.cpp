// SPDX-License-Identifier: Apache-2.0
//
// A test that records a waveform writes its view, which GTKWave loads: the program's for a unit
// that the program has, else the ports.

#include <gtest/gtest.h>

#include <string>

#include "tb/program/program_test.hpp"

namespace weft::wave_views_test {
namespace {

class WaveViews : public program_test {
 protected:
  /// Runs one case of a test; returns the view's text.
  std::string view_of(const std::string& test, const std::string& filter) {
    const auto wave = (folder_ / "x.fst").string(), view = (folder_ / "x.gtkw").string();
    const auto ran = run(folder_, test + " --gtest_filter='" + filter + "' --wave=" + wave);
    EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
    EXPECT_NE(ran.out.find("waveform: " + wave + ", view: gtkwave " + view + "\n"),
              std::string::npos)
        << ran.out;
    expect_gtkwave_loads(wave, view);
    return get(view);
  }
};

TEST_F(WaveViews, OfAUnitThatTheProgramHasIsTheProgramsView) {
  const auto view = view_of(WEFT_FADD_TEST, "FaddRtl/0.TakesTheCyclesOfTheClosedForm");
  EXPECT_NE(view.find("-aligned\n"), std::string::npos) << view;
  EXPECT_NE(view.find("fp32\ndut.weft_fadd.in_a_i[31:0]\n"), std::string::npos) << view;
}

TEST_F(WaveViews, OfAnotherBlockIsItsPorts) {
  const auto view = view_of(WEFT_LOGIC_TEST, "LogicRtl/0.TakesTheCyclesOfTheClosedForm");
  EXPECT_NE(view.find("-in\n@28\ndut.weft_logic.in_valid_i\n"), std::string::npos) << view;
  EXPECT_NE(view.find("-out\n@28\ndut.weft_logic.out_valid_o\n"), std::string::npos) << view;
  EXPECT_NE(view.find("@22\ndut.weft_logic.in_op_i[3:0]\n"), std::string::npos) << view;
}

TEST_F(WaveViews, StandBesideEachWaveformOfATest) {
  const auto first =
      view_of(WEFT_LOGIC_TEST, "LogicRtl/0.EqualsGoldenInEveryCycleUnderEveryTiming");
  EXPECT_NE(first, get(folder_ / "x-2.gtkw"));
}

}  // namespace
}  // namespace weft::wave_views_test
