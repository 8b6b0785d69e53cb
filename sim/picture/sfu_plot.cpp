// SPDX-License-Identifier: Apache-2.0

#include "sim/picture/sfu_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/sfu/sfu_names.hpp"
#include "sim/sfu/sfu_reference.hpp"

namespace weft::sim {

using golden::sfu::build_e, golden::sfu::op_e;
using enum golden::sfu::op_e;

namespace {

constexpr int Width = 900, Height = 360, Left = 56, Right = 16, Top = 56, Bottom = 36;
constexpr int Columns = Width - Left - Right, Rows = Height - Top - Bottom;

enum class unit_e : std::uint8_t { Ulp, Absolute, Relative };

/// The drawing of one function. The defaults are those of a binade and a faithful result.
struct subject {
  static constexpr std::uint64_t Binade = 1 << 23;

  std::string_view formula;
  std::uint64_t samples      = Binade;
  std::uint32_t first        = 0;  ///< the operand of sample 0; if 0, operands are sample * 2^-23
  unit_e unit                = unit_e::Ulp;
  double bound               = 1;        ///< bound of this unit's results
  std::string_view words     = "1 ulp";  ///< the bound in words
  double ptx                 = 1;  ///< PTX's bound: absolute (sine, cosine), in ulps, or relative
  bool ptx_relative          = false;
  std::string_view ptx_words = "1 ulp";
  std::vector<std::pair<double, std::string_view>> ticks = {};  ///< share of the axis, x
};

subject subject_of(op_e op) {
  using ticks      = decltype(subject::ticks);
  const auto roots = [&](std::string_view formula, double ptx, std::string_view words) -> subject {
    return {.formula      = formula,
            .samples      = 2 * subject::Binade,
            .first        = 0x3f80'0000,
            .ptx          = ptx,
            .ptx_relative = true,
            .ptx_words    = words,
            .ticks        = ticks{{0, "1"}, {.25, "1.5"}, {.5, "2"}, {.75, "3"}, {1, "4"}}};
  };
  const auto angle = [&](std::string_view formula) -> subject {
    return {.formula   = formula,
            .samples   = static_cast<std::uint64_t>(std::numbers::pi / 2 * subject::Binade),
            .unit      = unit_e::Absolute,
            .bound     = std::exp2(0.4),
            .words     = "2^-23.6",
            .ptx       = std::exp2(3.5),
            .ptx_words = "2^-20.5",
            .ticks     = ticks{{0, "0"}, {.25, "π/8"}, {.5, "π/4"}, {.75, "3π/8"}, {1, "π/2"}}};
  };
  switch (op) {
    case Rcp:
      return {.formula = "1 / x",
              .first   = 0x3f80'0000,
              .ticks   = ticks{{0, "1"}, {.25, "1.25"}, {.5, "1.5"}, {.75, "1.75"}, {1, "2"}}};
    case Rsqrt:
      return roots("1 / √x", std::exp2(-22.9), "relative 2^-22.9");
    case Sqrt:
      return roots("√x", std::exp2(-23), "relative 2^-23");
    case Ex2:
      return {.formula   = "2^x",
              .ptx       = 2,
              .ptx_words = "2 ulp",
              .ticks     = ticks{{0, "0"}, {.25, "0.25"}, {.5, "0.5"}, {.75, "0.75"}, {1, "1"}}};
    case Lg2:
      return {.formula      = "log2(x)",
              .first        = 0x4000'0000,
              .ptx          = std::exp2(-22),
              .ptx_relative = true,
              .ptx_words    = "relative 2^-22",
              .ticks        = ticks{{0, "2"}, {.25, "2.5"}, {.5, "3"}, {.75, "3.5"}, {1, "4"}}};
    case Sin:
      return angle("sin(x)");
    case Cos:
      return angle("cos(x)");
    default: {
      subject s{.formula   = "tanh(x)",
                .samples   = 9 * subject::Binade,
                .first     = 0x3c80'0000,
                .unit      = unit_e::Relative,
                .words     = "2^-12",
                .ptx       = 2,
                .ptx_words = "2^-11"};
      constexpr std::string_view Powers[] = {"1/64", "1/32", "1/16", "1/8", "1/4",
                                             "1/2",  "1",    "2",    "4",   "8"};
      for (int i = 0; i <= 9; ++i) s.ticks.emplace_back(i / 9.0, Powers[i]);
      return s;
    }
  }
}

std::uint32_t operand(const subject& s, std::uint64_t sample) {
  if (s.first != 0) return s.first + static_cast<std::uint32_t>(sample);
  return std::bit_cast<std::uint32_t>(static_cast<float>(sample) * 0x1p-23F);
}

/// A column of pixels.
struct column {
  double smallest = std::numeric_limits<double>::infinity(), largest = -smallest;
  double ptx = 0;  ///< PTX's bound at the column's middle
};

std::vector<column> measure(const subject& s, build_e build, op_e op) {
  std::vector<column> columns(Columns);
  for (std::uint64_t i = 0; i < Columns; ++i) {
    column& c                = columns[i];
    const std::uint64_t from = s.samples * i / Columns, to = s.samples * (i + 1) / Columns;
    for (std::uint64_t sample = from; sample < to; ++sample) {
      const std::uint32_t x = operand(s, sample);
      const auto truth      = make_sfu_reference(op, x, false);
      const auto result     = golden::sfu::eval({.build = build}, {.op = op, .a = x}).bits;
      double error          = truth.special ? 0 : truth.error(result);
      if (s.unit == unit_e::Absolute) error *= truth.ulp * 0x1p24;
      if (s.unit == unit_e::Relative) error *= truth.ulp * 0x1p12 / truth.value();
      c.smallest = std::min(c.smallest, error);
      c.largest  = std::max(c.largest, error);
      if (sample == (from + to) / 2)
        c.ptx = s.ptx_relative ? s.ptx * truth.value() / truth.ulp : s.ptx;
    }
  }
  return columns;
}

/// The starts of the table's segments, as shares of the axis.
std::vector<double> segments_of(build_e build, op_e op) {
  const golden::sfu::table& t = golden::sfu::table_of(build, op);
  const auto regions          = static_cast<double>(t.regions.size());
  std::vector<double> starts;
  int last = -1;
  for (std::size_t i = 0; i < t.regions.size(); ++i) {
    const auto& r        = t.regions[i];
    const int inside     = r.m > 4 ? 1 << (r.m - 4) : 1;
    const bool continued = i % 16 != 0 && r.row == last && inside == 1;
    last                 = r.row;
    for (int j = 0; j < inside && !continued; ++j) {
      const double share = (static_cast<double>(i) + static_cast<double>(j) / inside) / regions;
      starts.push_back(op == Cos ? 1 - share : share);
    }
  }
  return starts;
}

/// An exponent behind ^ in raised characters.
std::string superscript(std::string_view text) {
  constexpr std::string_view Plain    = "0123456789-.x";
  constexpr std::string_view Raised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶",
                                         "⁷", "⁸", "⁹", "⁻", "·", "ˣ"};
  std::string out;
  bool raise = false;
  for (const char c : text) {
    const auto at = Plain.find(c);
    raise         = c == '^' || (raise && at != std::string_view::npos);
    if (c == '^') continue;
    out += raise ? Raised[at] : std::string_view(&c, 1);
  }
  return out;
}

/// The picture: its axes, and elements of SVG in the order in which they are drawn.
class drawing {
 public:
  /// Errors from -reach to reach.
  explicit drawing(double reach)
      : reach_(reach),
        svg_(fmt::format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 "
            "0 {0} {1}\" "
            "font-family=\"sans-serif\" font-size=\"12\" fill=\"#222\">\n"
            "<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n",
            Width, Height)) {}

  static double x_of(double share) { return Left + share * Columns; }
  double y_of(double error) const { return Top + Rows / 2.0 * (1 - error / reach_); }

  void text(double x, double y, const char* anchor, std::string_view words, const char* more = "") {
    svg_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>\n", x, y,
                        anchor, more, words);
  }
  void path(const char* name, const char* style, const std::string& d) {
    svg_ += fmt::format("<path class=\"{}\" {} d=\"{}\"/>\n", name, style, d);
  }

  void draw_grid() {
    const double step = reach_ > 2 ? 1 : 0.5;
    for (int i = static_cast<int>(-reach_ / step); i * step < reach_; ++i) {
      const double y = y_of(i * step);
      path("grid", i == 0 ? "stroke=\"#888\"" : "stroke=\"#ddd\"",
           fmt::format("M{} {:.1f}h{}", Left, y, Columns));
      text(Left - 6, y + 4, "end", i == 0 ? "0" : fmt::format("{:+g}", i * step));
    }
  }
  void draw_axis(const subject& s, const std::vector<double>& segments) {
    std::string d;
    for (const double share : segments) d += fmt::format("M{:.1f} {}v{}", x_of(share), Top, Rows);
    path("segments", "stroke=\"#c8c8c8\" stroke-width=\"0.6\"", d);
    for (const auto& [share, label] : s.ticks) {
      path("tick", "stroke=\"#222\"", fmt::format("M{:.1f} {}v5", x_of(share), Height - Bottom));
      text(x_of(share), Height - Bottom + 18, "middle", label);
    }
    text(x_of(0.5), Height - 4, "middle", "x");
  }
  /// The area between the largest and the smallest error of each column.
  void draw_errors(const std::vector<column>& columns) {
    std::string d = "M";
    for (int i = 0; i < Columns; ++i) {
      d += fmt::format("{} {:.1f} ", Left + i, y_of(columns[static_cast<std::size_t>(i)].largest));
    }
    for (int i = Columns; i-- > 0;) {
      d += fmt::format("{} {:.1f} ", Left + i, y_of(columns[static_cast<std::size_t>(i)].smallest));
    }
    path("error", "fill=\"#1f4e8c\" stroke=\"#1f4e8c\" stroke-width=\"0.5\"", d + 'Z');
  }
  void draw_bound(double bound) {
    std::string d;
    for (const double side : {bound, -bound}) {
      d += fmt::format("M{} {:.1f}h{}", Left, y_of(side), Columns);
    }
    path("bound", Own, d);
  }
  void draw_ptx(const std::vector<column>& columns) {
    std::string d;
    for (const int side : {1, -1}) {
      for (int i = 0; i < Columns; i += 6) {
        d += fmt::format("{}{} {:.1f}", i == 0 ? 'M' : 'L', Left + i,
                         y_of(side * columns[static_cast<std::size_t>(i)].ptx));
      }
    }
    path("ptx", Ptx, d);
  }
  void draw_frame() {
    path("frame", "stroke=\"#222\" fill=\"none\"",
         fmt::format("M{} {}h{}v{}h-{}Z", Left, Top, Columns, Rows, Columns));
  }
  void draw_legend(const std::string& segments, const std::string& bound, const std::string& ptx) {
    double x         = Left;
    const auto entry = [&](const char* style, const std::string& words, double width) {
      path("legend", style, fmt::format("M{:.0f} 40h22", x));
      text(x + 28, 44, "start", words);
      x += width;
    };
    entry("stroke=\"#1f4e8c\" stroke-width=\"6\"", "largest and smallest of each column", 262);
    entry("stroke=\"#c8c8c8\" stroke-width=\"2\"", segments, 120);
    entry(Own, bound, 120);
    entry(Ptx, ptx, 0);
  }

  std::string end() { return svg_ + "</svg>\n"; }

 private:
  static constexpr const char *Own = "stroke=\"#c0392b\" stroke-dasharray=\"6 3\" fill=\"none\"",
                              *Ptx = "stroke=\"#d08700\" stroke-dasharray=\"2 3\" fill=\"none\"";
  double reach_;
  std::string svg_;
};

}  // namespace

sfu_plot plot_sfu(build_e build, op_e op) {
  const subject s     = subject_of(op);
  const auto columns  = measure(s, build, op);
  const auto segments = segments_of(build, op);

  sfu_plot plot{.svg      = {},
                .segments = static_cast<int>(segments.size()),
                .smallest = 0,
                .largest  = 0,
                .unit     = s.unit == unit_e::Ulp        ? "ulp"
                            : s.unit == unit_e::Absolute ? "2^-24"
                                                         : "2^-12 relative"};
  double ptx = 0;
  for (const column& c : columns) {
    plot.smallest = std::min(plot.smallest, c.smallest);
    plot.largest  = std::max(plot.largest, c.largest);
    ptx           = std::max(ptx, c.ptx);
  }
  // A much larger bound would leave no room for the errors.
  const bool ptx_drawn = ptx < 5;
  drawing all(1.1 * std::max({s.bound, -plot.smallest, plot.largest, ptx_drawn ? ptx : 0}));
  all.text(Left, 20, "start",
           fmt::format("{}, {} tables: error in {}, {:.3f} to {:.3f}", superscript(s.formula),
                       sfu_build_name(build), superscript(plot.unit), plot.smallest, plot.largest),
           " font-size=\"14\"");
  all.draw_grid();
  all.draw_axis(s, segments);
  all.draw_errors(columns);
  all.draw_bound(s.bound);
  if (ptx_drawn) all.draw_ptx(columns);
  all.draw_frame();
  all.draw_legend(fmt::format("{} segments", segments.size()), "bound " + superscript(s.words),
                  "PTX ISA " + superscript(s.ptx_words) +
                      (ptx_drawn ? "" : fmt::format(", ±{:.1f}, not drawn", ptx)));
  plot.svg = all.end();
  return plot;
}

}  // namespace weft::sim
