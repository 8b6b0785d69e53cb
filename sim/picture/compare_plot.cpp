// SPDX-License-Identifier: Apache-2.0

#include "sim/picture/compare_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <numeric>

#include "sim/picture/text_width.hpp"

namespace weft::sim {
namespace {

constexpr int Width = 900, Left = 56, Right = 16, Rows = 268, Bottom = 52, FontSize = 12;
constexpr int Columns           = Width - Left - Right;
constexpr int Buckets           = 2 * ulp_histogram::Middle + 1;
constexpr const char* Colours[] = {"#1f4e8c", "#d07020", "#3a8a4a", "#a03050",
                                   "#7050a0", "#50a0b0", "#8a7a30", "#606060"};

/// The label of a bucket of errors: "0", "+1", "-4..7", "+128 ...".
std::string label(int bucket) {
  const int i = bucket - ulp_histogram::Middle;
  if (i == 0) return "0";
  const int from = 1 << (std::abs(i) - 1), to = 2 * from - 1;
  const auto sign = i < 0 ? "-" : "+";
  if (std::abs(i) == ulp_histogram::Middle) return fmt::format("{}{}…", sign, from);
  return from == to ? fmt::format("{}{}", sign, from) : fmt::format("{}{}–{}", sign, from, to);
}

}  // namespace

void ulp_histogram::add(std::int64_t error) {
  const auto magnitude = static_cast<std::uint64_t>(std::abs(error));
  const int bucket     = std::min<int>(Middle, 64 - std::countl_zero(magnitude));
  ++counts[static_cast<std::size_t>(error < 0 ? Middle - bucket : Middle + bucket)];
}

std::uint64_t ulp_histogram::total() const {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

std::string plot_ulps(const std::vector<ulp_histogram>& histograms) {
  // The names of the histograms, in as many lines as they take.
  constexpr int Line = 14, Square = 17, Apart = 16;
  std::vector<std::pair<double, int>> places;
  double next = Left;
  int lines   = 0;
  for (const auto& h : histograms) {
    const double width = Square + text_width(h.name, FontSize);
    if (lines == 0 || next + width > Width - Right) {
      next = Left;
      ++lines;
    }
    places.emplace_back(next, lines * Line + 2);
    next += width + Apart;
  }
  const int top = Line * lines + 12, tall = top + Rows + Bottom;

  auto svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
      "{1}\" font-family=\"sans-serif\" font-size=\"{2}\" fill=\"#222\">\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n",
      Width, tall, FontSize);
  const auto text = [&](double x, double y, const char* anchor, const std::string& words,
                        int size = FontSize) {
    svg +=
        fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>\n", x, y,
                    anchor, size == FontSize ? "" : fmt::format(" font-size=\"{}\"", size), words);
  };
  double most = 0;
  for (const auto& h : histograms) {
    const auto total = static_cast<double>(std::max<std::uint64_t>(h.total(), 1));
    for (const auto count : h.counts) most = std::max(most, static_cast<double>(count) / total);
  }
  const double step  = most > 0.5 ? 0.2 : most > 0.2 ? 0.1 : 0.05;
  const double reach = std::max(step, most * 1.05);
  for (int i = 0; i * step <= reach; ++i) {
    const double y = top + Rows * (1 - i * step / reach);
    svg += fmt::format("<path class=\"grid\" stroke=\"#ddd\" d=\"M{} {:.1f}h{}\"/>\n", Left, y,
                       Columns);
    text(Left - 6, y + 4, "end", fmt::format("{:.0f} %", 100 * i * step));
  }
  const double slot = static_cast<double>(Columns) / Buckets;
  const double bar  = 0.84 * slot / static_cast<double>(histograms.size());
  for (std::size_t i = 0; i < histograms.size(); ++i) {
    const auto& h     = histograms[i];
    const auto total  = static_cast<double>(std::max<std::uint64_t>(h.total(), 1));
    const auto colour = Colours[i % std::size(Colours)];
    std::string d;
    for (int bucket = 0; bucket < Buckets; ++bucket) {
      const auto count = h.counts[static_cast<std::size_t>(bucket)];
      if (count == 0) continue;
      // Even a few results are visible.
      const double height = std::max(1.0, Rows * static_cast<double>(count) / total / reach);
      d += fmt::format("M{:.1f} {}v{:.1f}h{:.1f}v{:.1f}Z",
                       Left + bucket * slot + 0.08 * slot + static_cast<double>(i) * bar,
                       top + Rows, -height, bar, height);
    }
    svg += fmt::format("<path class=\"bars\" fill=\"{}\" d=\"{}\"/>\n", colour, d);
    const auto [x, y] = places[i];
    svg += fmt::format("<path fill=\"{}\" d=\"M{:.1f} {}h12v8h-12Z\"/>\n", colour, x, y - 8);
    text(x + Square, y, "start", h.name);
  }
  for (int bucket = 0; bucket < Buckets; ++bucket) {
    text(Left + (bucket + 0.5) * slot, top + Rows + 16, "middle", label(bucket), 10);
  }
  text(Left, tall - 12, "start", "toward zero");
  text(Left + Columns / 2.0, tall - 12, "middle",
       "error of the magnitude against the exact sum, in units of the last place");
  text(Left + Columns, tall - 12, "end", "away from zero");
  return svg + "</svg>\n";
}

}  // namespace weft::sim
