// SPDX-License-Identifier: Apache-2.0
//
// `weft plot` as a user calls it. Python's parser says whether a picture is XML.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>

#include "sim/golden/sfu.hpp"
#include "tb/program/program_test.hpp"

namespace weft::plot_command_test {
namespace {

using namespace golden::sfu;

class WeftPlot : public program_test {
 protected:
  std::string path() const { return (folder_ / "f.svg").string(); }

  /// The path that has a class, with how many strokes it begins.
  std::string strokes(const std::string& svg, const std::string& name) const {
    const auto at = svg.find("<path class=\"" + name + "\"");
    EXPECT_NE(at, std::string::npos) << name;
    const auto from = svg.find(" d=\"", at) + 4;
    return svg.substr(from, svg.find('"', from) - from);
  }

  struct drawn {
    int segments;
    double smallest, largest;
  };
  drawn draw(const std::string& op, const std::string& build) {
    const auto out = says(fmt::format("plot sfu --op {} --build {} -o {}", op, build, path()));
    drawn d{};
    const auto start = fmt::format("{}: {} {}, ", path(), build, op);
    EXPECT_EQ(out.find(start), 0U) << out;
    EXPECT_EQ(std::sscanf(out.c_str() + start.size(), "%d segments, error %lf to %lf", &d.segments,
                          &d.smallest, &d.largest),
              3)
        << out;
    const auto svg = get(path());
    EXPECT_LT(svg.size(), 60'000U);
    const auto lines = strokes(svg, "segments");
    EXPECT_EQ(std::count(lines.begin(), lines.end(), 'M'), d.segments);
    EXPECT_NE(svg.find(fmt::format(">{} segments<", d.segments)), std::string::npos);
    const auto parsed =
        run(folder_, "python3 -c 'import sys, xml.dom.minidom as m; d = m.parse(\"" + path() +
                         "\"); print(d.documentElement.tagName)'");
    EXPECT_EQ(parsed.out, "svg\n") << parsed.err;
    return d;
  }
};

TEST_F(WeftPlot, ASegmentIsARowOfTheTable) {
  const std::pair<const char*, op_e> ops[] = {
      {"rcp", op_e::Rcp}, {"cos", op_e::Cos}};
  for (const auto& [name, op] : ops) {
    EXPECT_EQ(static_cast<std::size_t>(draw(name, "cubic").segments),
              table_of(build_e::Cubic, op).rows.size())
        << name;
  }
  EXPECT_EQ(static_cast<std::size_t>(draw("ex2", "quadratic").segments),
            table_of(build_e::Quadratic, op_e::Ex2).rows.size());
}

TEST_F(WeftPlot, ErrorsAreThoseOfASweep) {
  const auto [segments, smallest, largest] = draw("lg2", "cubic");
  const auto sweep = says("sweep sfu --op lg2 --from 40000000 --to 407fffff");
  const auto worst = std::max(-smallest, largest);
  EXPECT_NE(sweep.find(fmt::format("{:.4f}", worst)), std::string::npos) << sweep << worst;
}

TEST_F(WeftPlot, ThePageSaysWhatTheProgramSays) {
  const auto page = get(WEFT_SOURCE_DIR "/docs/use/sweep.md");
  const auto line = page.find("    rcp.svg: ") + 4;
  EXPECT_EQ(says("plot sfu --op rcp -o " + path()),
            path() + page.substr(line + 7, page.find('\n', line) + 1 - line - 7));
}

TEST_F(WeftPlot, ABoundFarAwayIsNotDrawn) {
  draw("sin", "cubic");
  const auto svg = get(path());
  EXPECT_EQ(svg.find("class=\"ptx\""), std::string::npos);
  EXPECT_NE(svg.find("±11.3, not drawn"), std::string::npos);
}

TEST_F(WeftPlot, RefusesBadInputInOneLine) {
  expect_refused("plot", "plot: name a unit: sfu");
  expect_refused("plot sfu --op rcp", "--output");
  expect_refused("plot sfu -o " + path(), "--op");
  expect_refused("plot sfu --op div -o " + path(), "--op div: rcp");
  expect_refused("plot sfu --op rcp --build linear -o " + path(), "linear");
  expect_refused("plot sfu --op rcp -o " + (folder_ / "no/f.svg").string(), "no: no such folder");
  expect_refused("plot sfu --op rcp -o " + folder_.path().string(), ": is a folder");
  EXPECT_TRUE(folder_.names().empty());
}

}  // namespace
}  // namespace weft::plot_command_test
