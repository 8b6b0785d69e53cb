// SPDX-License-Identifier: Apache-2.0

#include "sim/picture/roofline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "sim/picture/text_width.hpp"

namespace weft::sim {
namespace {

constexpr const char *Ink = "#1f2937", *Grey = "#6b7280", *Line = "#e5e7eb";
constexpr const char* Colours[] = {"#b45309", "#1d4ed8", "#15803d"};
constexpr double Left = 70, Top = 76, Wide = 560, High = 330;  // pixels: the field
constexpr double Width = Left + Wide + 30, Height = Top + High + 84;

std::string text(double x, double y, std::string_view words, int size, const char* colour,
                 std::string_view more = "") {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{}\" fill=\"{}\"{}>{}</text>\n",
                     x, y, size, colour, more, words);
}

/// A name as the text of an element.
std::string escaped(std::string_view name) {
  std::string out;
  for (const char c : name) {
    out += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
  }
  return out;
}

/// Whole powers of two round the numbers that are drawn, at least two apart.
struct axis {
  int low, high;
  double length;

  axis(double least, double most, double pixels)
      : low(static_cast<int>(std::floor(std::log2(least)))),
        high(std::max(low + 2, static_cast<int>(std::ceil(std::log2(most))))),
        length(pixels) {}
  double at(double x) const { return length * (std::log2(x) - low) / (high - low); }
};

/// A point in pixels, and its name.
struct place {
  double x, y;
  std::string name;
};

/// Names beside points, on the right or else on the left, where they meet no point and no name.
std::vector<std::string> labels(const std::vector<place>& points) {
  constexpr int Size = 10;
  struct box {
    double left, top, right, bottom;
    bool meets(const box& b) const {
      return left < b.right && b.left < right && top < b.bottom && b.top < bottom;
    }
  };
  std::vector<box> taken;
  for (const auto& p : points) taken.push_back({p.x - 4, p.y - 4, p.x + 4, p.y + 4});
  std::vector<std::string> all;
  for (const auto& p : points) {
    const double wide = text_width(p.name, Size);
    for (const bool right : {true, false}) {
      const double from = right ? p.x + 6 : p.x - 6 - wide;
      const box b{from, p.y - 5, from + wide, p.y + 5};
      if (b.left < Left || b.right > Left + Wide ||
          std::ranges::any_of(taken, [&](const box& t) { return t.meets(b); })) {
        continue;
      }
      all.push_back(text(from, p.y + 4, p.name, Size, Grey));
      taken.push_back(b);
      break;
    }
  }
  return all;
}

}  // namespace

std::string draw(const roofline& r) {
  double least_x = 1e300, most_x = 0, least_y = r.peak;
  for (const auto& roof : r.roofs) {
    const double ridge = r.peak / roof.bytes_per_cycle;
    least_x            = std::min(least_x, ridge / 2);
    most_x             = std::max(most_x, ridge * 2);
    for (const auto& p : roof.points) {
      least_x = std::min(least_x, p.macs_per_byte);
      most_x  = std::max(most_x, p.macs_per_byte);
      least_y = std::min(least_y, p.macs_per_cycle);
    }
  }
  const axis across(least_x, most_x, Wide), up(least_y, r.peak, High);
  const auto x_of = [&](double x) { return Left + across.at(x); };
  const auto y_of = [&](double y) { return Top + High - up.at(y); };

  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:g}\" height=\"{1:g}\" viewBox=\"0 0 "
      "{0:g} {1:g}\" font-family=\"sans-serif\">\n"
      "<!-- Drawn by `weft engine busy`. -->\n"
      "<rect width=\"{0:g}\" height=\"{1:g}\" rx=\"6\" fill=\"#fff\"/>\n",
      Width, Height);
  svg += text(16, 28, r.title, 16, Ink, " font-weight=\"bold\"");
  svg += text(16, 48, r.legend, 11, Grey);
  for (int i = across.low; i <= across.high; ++i) {
    const double x = Left + Wide * (i - across.low) / (across.high - across.low);
    svg += fmt::format("<path d=\"M{0:.1f} {1:g}V{2:g}\" stroke=\"{3}\"/>\n", x, Top, Top + High,
                       Line);
    svg += text(x, Top + High + 16, fmt::format("{:g}", std::exp2(i)), 10, Grey,
                " text-anchor=\"middle\"");
  }
  for (int i = up.low; i <= up.high; ++i) {
    const double y = Top + High - High * (i - up.low) / (up.high - up.low);
    svg += fmt::format("<path d=\"M{0:g} {1:.1f}H{2:g}\" stroke=\"{3}\"/>\n", Left, y, Left + Wide,
                       Line);
    svg +=
        text(Left - 6, y + 4, fmt::format("{:g}", std::exp2(i)), 10, Grey, " text-anchor=\"end\"");
  }
  svg += text(Left + Wide / 2, Top + High + 34,
              "multiply-adds a byte of the direction that moves more", 11, Ink,
              " text-anchor=\"middle\"");
  svg += text(Left, Top - 8, "multiply-adds a cycle", 11, Ink);

  std::vector<place> points;

  // Roofs from the left edge, or from the lower one, to the right.
  double legend = Left;
  for (std::size_t i = 0; i < r.roofs.size(); ++i) {
    const auto& roof   = r.roofs[i];
    const auto* colour = Colours[i % std::size(Colours)];
    const double edge  = std::max(std::exp2(across.low), std::exp2(up.low) / roof.bytes_per_cycle),
                 ridge = std::clamp(r.peak / roof.bytes_per_cycle, edge, std::exp2(across.high));
    svg += fmt::format(
        "<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}H{:g}\" fill=\"none\" stroke=\"{}\" "
        "stroke-width=\"1.5\"/>\n",
        x_of(edge), y_of(std::min(r.peak, edge * roof.bytes_per_cycle)), x_of(ridge), y_of(r.peak),
        Left + Wide, colour);
    for (const auto& p : roof.points) {
      svg += fmt::format(
          "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\" fill=\"{}\" fill-opacity=\"0.75\">"
          "<title>{}, {}: {:.1f} a byte, {:.1f} a cycle, {:.1f} %</title></circle>\n",
          x_of(p.macs_per_byte), y_of(p.macs_per_cycle), colour, escaped(p.name), roof.name,
          p.macs_per_byte, p.macs_per_cycle, 100 * p.macs_per_cycle / r.peak);
      points.push_back({x_of(p.macs_per_byte), y_of(p.macs_per_cycle), escaped(p.name)});
    }
    const auto words = fmt::format("{}: {:.4g} bytes a cycle", roof.name, roof.bytes_per_cycle);
    svg += fmt::format("<circle cx=\"{:g}\" cy=\"{:g}\" r=\"4\" fill=\"{}\"/>\n", legend + 4,
                       Top + High + 58, colour);
    svg += text(legend + 14, Top + High + 62, words, 11, Ink);
    legend += 190;
  }
  for (const auto& label : labels(points)) svg += label;
  return svg + "</svg>\n";
}

}  // namespace weft::sim
