// SPDX-License-Identifier: Apache-2.0
//
// `weft draw` as a user calls it: the pictures say what the array does.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <sstream>
#include <string>
#include <tuple>

#include "sim/golden/tensor.hpp"
#include "tb/program/program_test.hpp"

namespace weft::draw_command_test {
namespace {

using namespace golden::tensor;

class WeftDraw : public program_test {
 protected:
  std::string path() const { return (folder_ / "f.svg").string(); }

  std::string draw(const std::string& arguments) {
    const auto out = says("draw " + arguments + " -o " + path());
    EXPECT_EQ(out.find(path() + ": "), 0U) << out;
    const auto parsed =
        run(folder_, "python3 -c 'import sys, xml.dom.minidom as m; d = m.parse(\"" + path() +
                         "\"); print(d.documentElement.tagName)'");
    EXPECT_EQ(parsed.out, "svg\n") << parsed.err;
    return get(path());
  }

  /// The sentence that is a processing element's title, rows and columns counted from 1.
  static std::string pe(const std::string& svg, unsigned row, unsigned col, unsigned cycle) {
    const auto start = fmt::format("<title>PE ({},{}) in cycle {}: ", row, col, cycle);
    const auto at    = svg.find(start);
    if (at == std::string::npos) return "not drawn";
    const auto from = at + start.size();
    return svg.substr(from, svg.find('<', from) - from);
  }

  static std::size_t count(const std::string& text, const std::string& what) {
    std::size_t n = 0;
    for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
    return n;
  }
};

/// The number of an attribute of an SVG element.
double number(const std::string& element, const std::string& name) {
  const auto at = element.find(' ' + name + "=\"");
  return at == std::string::npos ? 0 : std::stod(element.substr(at + name.size() + 3));
}

// One cycle's picture is as wide as its panel, and lines of text are broken for it.
TEST_F(WeftDraw, TextIsWithinTheMarginAndPanelsFillTheCanvas) {
  for (const std::string flow : {"os", "ws", "bi"}) {
    for (const std::string cycle : {"", " --cycle 3", " --cycle 0", " --cycle 8"}) {
      const auto svg     = draw("dataflow --array 3x3 --flow " + flow + cycle);
      const double width = number(svg, "width"), height = number(svg, "height");
      double right = 0, top = height, below = 0;
      std::istringstream lines(svg);
      for (std::string line; std::getline(lines, line);) {
        const double x = number(line, "x"), y = number(line, "y");
        if (line.starts_with("<rect x=")) {
          right = std::max(right, x + number(line, "width"));
          top   = std::min(top, y);
        }
        if (!line.starts_with("<text") || line.find("\"start\"") == std::string::npos) continue;
        const auto from        = line.find('>') + 1;
        const auto text        = line.substr(from, line.find('<', from) - from);
        std::size_t characters = 0;
        for (const char c : text) characters += (static_cast<unsigned char>(c) & 0xc0) != 0x80;
        EXPECT_LE(x + 0.6 * number(line, "font-size") * static_cast<double>(characters), width - 16)
            << flow << cycle << ": " << text;
        if (text.starts_with("cycle ")) {
          top = std::min(top, y - 12);
        } else {
          below = std::max(below, y);
        }
      }
      EXPECT_GT(right, 0.7 * width) << flow << cycle;
      EXPECT_GT(top, below) << flow << cycle;
    }
  }
}

TEST_F(WeftDraw, WhereSumsStayTheFirstIsCompleteInTheThirdCycle) {
  const auto svg = draw("dataflow --array 3x3 --flow os");
  EXPECT_EQ(pe(svg, 1, 1, 0), "idle");
  EXPECT_EQ(pe(svg, 1, 1, 1), "a11 * b11, c11 1 of 3");
  EXPECT_EQ(pe(svg, 1, 1, 2), "a12 * b21, c11 2 of 3");
  EXPECT_EQ(pe(svg, 1, 1, 3), "a13 * b31, c11 3 of 3");
  EXPECT_EQ(pe(svg, 1, 1, 4), "c11 complete");
  EXPECT_EQ(pe(svg, 1, 2, 2), "a11 * b12, c12 1 of 3");
  EXPECT_EQ(pe(svg, 2, 2, 3), "a21 * b12, c22 1 of 3");
  EXPECT_EQ(pe(svg, 3, 3, 7), "a33 * b33, c33 3 of 3");
}

TEST_F(WeftDraw, WhereBStaysTheFirstSumIsCompleteAtTheBottomInTheThirdCycle) {
  const auto svg = draw("dataflow --array 3x3 --flow ws");
  EXPECT_EQ(pe(svg, 1, 1, 0), "b11");
  EXPECT_EQ(pe(svg, 1, 1, 1), "a11 * b11, c11 1 of 3");
  EXPECT_EQ(pe(svg, 2, 1, 2), "a12 * b21, c11 2 of 3");
  EXPECT_EQ(pe(svg, 1, 2, 2), "a11 * b12, c12 1 of 3");
  EXPECT_EQ(pe(svg, 1, 1, 2), "a21 * b11, c21 1 of 3");
  EXPECT_EQ(pe(svg, 3, 1, 3), "a13 * b31, c11 3 of 3");
  // A triangle of six is busy.
  for (unsigned row = 1; row <= 3; ++row) {
    for (unsigned col = 1; col <= 3; ++col) {
      EXPECT_EQ(pe(svg, row, col, 3).find(" of 3") != std::string::npos, row + col <= 4)
          << pe(svg, row, col, 3);
    }
  }
}

TEST_F(WeftDraw, WhereNothingStaysBMovesUpEverySecondRowOfA) {
  const auto svg = draw("dataflow --array 3x3 --flow bi --shape 6x3x3");
  EXPECT_EQ(pe(svg, 1, 1, 1), "a11 * b11, c11 1 of 3");
  EXPECT_EQ(pe(svg, 1, 1, 2), "a21 * b11, c21 1 of 3");
  EXPECT_EQ(pe(svg, 1, 1, 3), "a32 * b21, c31 1 of 3");
  EXPECT_EQ(pe(svg, 1, 1, 4), "a42 * b21, c41 1 of 3");
  EXPECT_EQ(pe(svg, 1, 1, 5), "a53 * b31, c51 1 of 3");
  EXPECT_EQ(pe(svg, 3, 1, 3), "a13 * b31, c11 3 of 3");
  EXPECT_EQ(pe(svg, 3, 1, 5), "a31 * b11, c31 3 of 3");
}

TEST_F(WeftDraw, OneCycleIsTheSameAsInTheStrip) {
  const auto strip = draw("dataflow --array 3x3 --flow ws");
  const auto one   = draw("dataflow --array 3x3 --flow ws --cycle 3");
  EXPECT_EQ(count(one, "<g id=\"cycle"), 1U);
  for (unsigned row = 1; row <= 3; ++row) {
    for (unsigned col = 1; col <= 3; ++col) {
      EXPECT_EQ(pe(one, row, col, 3), pe(strip, row, col, 3));
    }
  }
  // The next elements, from the left and from above; none has left yet.
  for (const char* waits : {"a32", "a23", "a33", "c32", "c23", "c33"}) {
    EXPECT_EQ(count(one, fmt::format(">{}<", waits)), 1U) << waits;
  }
  EXPECT_EQ(count(one, ">c11<"), 1U);
}

TEST_F(WeftDraw, EveryProductIsDrawnOnceOnAnyArray) {
  for (const char* flow : {"os", "ws", "bi"}) {
    for (const auto& [array, shape, products] :
         {std::tuple{"3x3", "5x4x7", 140U}, std::tuple{"4x4", "2x9x3", 54U},
          std::tuple{"5x3", "6x2x6", 72U}}) {
      const auto svg =
          draw(fmt::format("dataflow --array {} --shape {} --flow {}", array, shape, flow));
      EXPECT_EQ(count(svg, "<g class=\"busy\">"), products) << array << ' ' << shape << ' ' << flow;
      std::set<std::string> seen;
      for (auto at = svg.find("<title>"); at != std::string::npos;
           at      = svg.find("<title>", at + 1)) {
        const auto words = svg.substr(at, svg.find('<', at + 1) - at);
        const auto a     = words.find(": a");
        if (a != std::string::npos) {
          EXPECT_TRUE(seen.insert(words.substr(a + 2, words.find(',', a) - a)).second) << words;
        }
      }
    }
  }
}

TEST_F(WeftDraw, EverySumLeavesAtTheBottomComplete) {
  for (const char* flow : {"os", "ws", "bi"}) {
    const auto svg  = draw(fmt::format("dataflow --array 3x3 --flow {}", flow));
    const auto last = svg.substr(svg.rfind("<g id=\"cycle"));
    for (const char* sum : {"c11", "c12", "c13", "c21", "c22", "c23", "c31", "c32", "c33"}) {
      EXPECT_EQ(count(last, fmt::format(" font-weight=\"bold\">{}<", sum)), 1U)
          << flow << ' ' << sum;
    }
    EXPECT_EQ(count(last, "class=\"busy\""), 0U) << flow;
  }
}

TEST_F(WeftDraw, TheAreaOfTheBusyPictureIsEveryProduct) {
  const auto out = says("draw busy --array 4x4 --shape 9x9x9 -o " + path());
  const auto svg = get(path());
  const config c{Int8, 4, 4, 24};
  const shape s{9, 9, 9};
  std::string expected = path() + ":";
  for (const auto flow :
       {flow_e::OutputStationary, flow_e::WeightStationary, flow_e::Bidirectional}) {
    const auto n = cycles(c, s, flow);
    expected += fmt::format(" {} {}", flow_name(flow), n);
    EXPECT_NE(svg.find(fmt::format("{} cycles, {:.1f} % busy", n, 100 * utilisation(c, s, n))),
              std::string::npos)
        << flow_name(flow);

    // The outline from the base line at the left on: V level, H end of the cycle.
    auto at = svg.find(fmt::format("class=\"{}\"", flow_name(flow)));
    at      = svg.find(" d=\"M", at) + 5;
    std::istringstream d(svg.substr(at, svg.find('Z', at) - at));
    double begin = 0, base = 0, area = 0, level = 0, end = 0;
    d >> begin >> base;
    double x = begin;
    for (char v = 0, h = 0; d >> v >> level >> h >> end; x = end)
      area += (base - level) * (end - x);
    const double whole = 120 * (x - begin);
    EXPECT_NEAR(area / whole, utilisation(c, s, n), 0.002) << flow_name(flow);
  }
  EXPECT_EQ(out, expected + " cycles\n");
}

TEST_F(WeftDraw, RefusesBadInputInOneLine) {
  const auto to = " -o " + path();
  expect_refused("draw", "draw: a subcommand is required: dataflow or busy");
  expect_refused("draw dataflow", "--output");
  expect_refused("draw dataflow --flow is" + to, "--flow is: os, ws or bi");
  expect_refused("draw dataflow --array 7x7" + to, "--array 7x7: not in this build");
  expect_refused("draw dataflow --array three" + to, "--array three: ROWSxCOLS");
  expect_refused("draw dataflow --array 16x16" + to, "9 rows and columns at most");
  expect_refused("draw dataflow --shape 3x3x10" + to, "--shape 3x3x10: MxNxK, 1 to 9 each");
  expect_refused("draw dataflow --flow ws --cycle 9" + to,
                 "--cycle 9: this product takes cycles 0 to 8");
  expect_refused("draw dataflow --cycle -1" + to, "--cycle");
  expect_refused("draw busy --array 3x3 --shape 65x1x1" + to, "1 to 64 each");
  expect_refused("draw dataflow -o " + (folder_ / "no/f.svg").string(), "no: no such folder");
  EXPECT_TRUE(folder_.names().empty());
}

}  // namespace
}  // namespace weft::draw_command_test
