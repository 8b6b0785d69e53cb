// SPDX-License-Identifier: Apache-2.0

#include "sim/picture/array_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "sim/picture/text_width.hpp"

namespace weft::sim {
namespace {

using namespace golden::tensor;

constexpr const char *Ink = "#1f2937", *Grey = "#6b7280", *OfA = "#1d4ed8", *OfB = "#15803d",
                     *Busy = "#fde68a", *Idle = "#f8fafc";

constexpr int Margin = 16, Header = 66, Narrowest = 240;  // pixels
constexpr int Cell = 58, Column = 25,
              Row      = 15;  // a processing element; a place to the left, above
constexpr int Gap      = 22;  // gap between cycles
constexpr int Farthest = 8;   // places drawn around the array

std::string text(double x, double y, std::string_view words, int size, const char* colour,
                 std::string_view more = "") {
  return fmt::format("<text x=\"{:g}\" y=\"{:g}\" font-size=\"{}\" fill=\"{}\"{}>{}</text>\n", x, y,
                     size, colour, more, words);
}
constexpr std::string_view Left     = " text-anchor=\"start\"",
                           LeftBold = " text-anchor=\"start\" font-weight=\"bold\"",
                           Bold     = " font-weight=\"bold\"";

std::string open(int width, int height) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
      "{1}\" font-family=\"sans-serif\" text-anchor=\"middle\">\n"
      "<rect width=\"{0}\" height=\"{1}\" rx=\"6\" fill=\"#fff\"/>\n",
      width, height);
}

/// The name of an element, such as "a12"; indices count from 1, as in textbooks.
std::string name(char matrix, const element& e) {
  return fmt::format("{}{}{}", matrix, e.row + 1, e.col + 1);
}

std::size_t first_busy(const array_trace& trace) {
  std::size_t t = 0;
  while (trace.busy(t) == 0) ++t;
  return t;
}

const char* stays(flow_e flow) {
  return flow == flow_e::OutputStationary   ? "C stays"
         : flow == flow_e::WeightStationary ? "B stays"
                                            : "Nothing stays";
}

const char* flows(flow_e flow) {
  return flow == flow_e::OutputStationary
             ? "A flows to the right, B down. When a column is complete, its sums go down (↓)."
         : flow == flow_e::WeightStationary
             ? "A flows to the right, sums down. The weights come down the columns before the sums."
             : "A flows to the right, sums down, B up: a weight serves two rows of A, then the "
               "processing element above.";
}

/// The array in one cycle, and the elements near its edges.
class view {
 public:
  view(const array_trace& trace, std::size_t t) : trace_(trace), t_(t) {}

  std::optional<element> enters_left(unsigned row, int places) const {
    const auto* pe = at(places, row, 0);
    return pe != nullptr && pe->busy ? pe->a : std::nullopt;
  }
  /// The element that enters at the top: B, or the sums where they pass.
  std::optional<std::string> enters_top(unsigned col, int places) const {
    const auto* pe = at(places, 0, col);
    if (pe == nullptr || !pe->busy) return {};
    if (!passes()) return name('b', *pe->b);
    return name('c', pe->c->of);
  }
  std::optional<partial_sum> left_below(unsigned col, int places) const {
    const auto* pe = at(-places, trace_.config.rows - 1, col);
    if (pe == nullptr) return {};
    return passes() ? pe->c : pe->drain;
  }
  const pe_state& pe(unsigned row, unsigned col) const { return trace_.at(t_, row, col); }
  bool passes() const { return sums_pass(trace_.flow); }

 private:
  const pe_state* at(int later, unsigned row, unsigned col) const {
    const auto t     = static_cast<std::ptrdiff_t>(t_) + later;
    const bool there = t >= 0 && t < static_cast<std::ptrdiff_t>(trace_.cycles);
    return there ? &trace_.at(static_cast<std::size_t>(t), row, col) : nullptr;
  }

  const array_trace& trace_;
  std::size_t t_;
};

/// The number of places around the array that are in use.
struct reach {
  int left = 0, top = 0, bottom = 0;

  void take(const array_trace& trace, const view& v) {
    for (int places = 1; places <= Farthest; ++places) {
      for (unsigned i = 0; i < trace.config.rows; ++i) {
        if (v.enters_left(i, places)) left = std::max(left, places);
      }
      for (unsigned j = 0; j < trace.config.cols; ++j) {
        if (v.enters_top(j, places)) top = std::max(top, places);
        if (v.left_below(j, places)) bottom = std::max(bottom, places);
      }
    }
  }
};

/// Draws a processing element: its words, and a sentence as a tooltip.
std::string draw_pe(const array_trace& trace, const view& v, std::size_t cycle, unsigned row,
                    unsigned col, int x, int y) {
  const pe_state& pe = v.pe(row, col);
  const auto count   = [&](const partial_sum& sum) {
    return fmt::format("{} of {}", sum.products, trace.shape.k);
  };
  const auto bold = [&](const partial_sum& sum) {
    return sum.products == trace.shape.k ? Bold : std::string_view();
  };

  std::string words, out;
  const double middle = x + Cell / 2.0;
  if (pe.busy) {
    words = fmt::format("{} * {}, {} {}", name('a', *pe.a), name('b', *pe.b), name('c', pe.c->of),
                        count(*pe.c));
    out += text(middle - 13, y + 18, name('a', *pe.a), 12, OfA);
    out += text(middle, y + 18, "·", 12, Ink);
    out += text(middle + 13, y + 18, name('b', *pe.b), 12, OfB);
  } else if (pe.b) {
    words = name('b', *pe.b);
    out += text(middle, y + 18, words, 12, OfB, " opacity=\"0.5\"");
  }
  const auto sum = pe.busy || v.passes() ? pe.c : std::nullopt;
  if (sum) {
    out += text(middle, y + 35, name('c', sum->of), 12, Ink, bold(*sum));
    out += text(middle, y + 49, count(*sum), 10, Ink, bold(*sum));
    if (!pe.busy) words += fmt::format("{} {} passes", name('c', sum->of), count(*sum));
  }
  if (pe.drain) {
    const auto drained = name('c', pe.drain->of);
    if (!words.empty()) words += "; ";
    words += drained + " complete";
    out += pe.busy
               ? text(x + Cell - 4, y + Cell - 3, drained + "↓", 9, Grey, " text-anchor=\"end\"")
               : text(middle, y + 35, drained + " ↓", 12, Ink, Bold);
  }
  if (words.empty()) words = "idle";
  return fmt::format(
             "<g class=\"{}\"><title>PE ({},{}) in cycle {}: {}</title>\n<rect x=\"{}\" y=\"{}\" "
             "width=\"{}\" height=\"{}\" fill=\"{}\" stroke=\"{}\"/>\n",
             pe.busy ? "busy" : "idle", row + 1, col + 1, cycle, words, x, y, Cell, Cell,
             pe.busy ? Busy : Idle, Grey) +
         out + "</g>\n";
}

/// Draws the elements that wait on the left and above, and those that left below; the distance is
/// the number of cycles.
std::string draw_edges(const array_trace& trace, const view& v, int x, int y) {
  const auto& c = trace.config;
  std::string out;
  for (int places = 1; places <= Farthest; ++places) {
    for (unsigned i = 0; i < c.rows; ++i) {
      if (const auto a = v.enters_left(i, places)) {
        out += text(x - Column * (places - 0.5), y + Cell * (i + 0.5) + 4, name('a', *a), 11, OfA);
      }
    }
    for (unsigned j = 0; j < c.cols; ++j) {
      const double middle = x + Cell * (j + 0.5);
      if (const auto top = v.enters_top(j, places)) {
        out += text(middle, y - Row * places + 10, *top, 11, v.passes() ? Ink : OfB);
      }
      if (const auto sum = v.left_below(j, places)) {
        const bool complete = sum->products == trace.shape.k;
        out += text(
            middle, y + Cell * static_cast<int>(c.rows) + Row * places - 2,
            complete ? name('c', sum->of)
                     : fmt::format("{} {} of {}", name('c', sum->of), sum->products, trace.shape.k),
            11, Ink, complete ? Bold : "");
      }
    }
  }
  return out;
}

}  // namespace

std::size_t last_drawn(const array_trace& trace) {
  const auto active = [](const pe_state& pe) { return pe.busy || pe.drain; };
  const auto last   = std::find_if(trace.states.rbegin(), trace.states.rend(), active);
  const auto states = static_cast<std::size_t>(trace.states.rend() - last);
  const auto pes    = std::size_t{trace.config.rows} * trace.config.cols;
  return (states + pes - 1) / pes - first_busy(trace) + 1;
}

std::string draw_dataflow(const array_trace& trace, std::optional<std::size_t> cycle) {
  const auto& c    = trace.config;
  const auto& s    = trace.shape;
  const auto start = first_busy(trace) - 1;
  const auto from = cycle.value_or(0), to = cycle.value_or(last_drawn(trace));
  const int panels = static_cast<int>(to - from) + 1, across = std::min(panels, 3);

  reach r;
  for (auto n = from; n <= to; ++n) r.take(trace, view(trace, start + n));
  const int grid_x = Column * r.left, grid_y = Row * std::max(1, r.top);
  const int width  = grid_x + Cell * static_cast<int>(c.cols) + Gap;
  const int height = grid_y + Cell * static_cast<int>(c.rows) + Row * r.bottom + Gap;
  const int wide   = std::max(across * width + 2 * Margin, Narrowest);

  // Lines that a narrow picture has no room for are broken; panels stand below the last one.
  std::string words;
  int line         = 6;
  const auto write = [&](const std::string& paragraph, int size, const char* colour,
                         std::string_view more) {
    for (const auto& part : wrapped(paragraph, size, wide - 2 * Margin)) {
      words += text(Margin, line += size + 4, part, size, colour, more);
    }
  };
  write(fmt::format("{}: C + A · B, {} × {} × {} on {} × {} processing elements", stays(trace.flow),
                    s.m, s.n, s.k, c.rows, c.cols),
        16, Ink, LeftBold);
  write(flows(trace.flow), 12, Grey, Left);
  write(fmt::format("Shaded: busy; {} of {}: products in the sum at the cycle's end. Round the "
                    "array, a place is a cycle.",
                    s.k, s.k),
        12, Grey, Left);
  const int header = line + 8;

  std::string svg = open(wide, header + (panels + across - 1) / across * height + Margin) + words;
  for (auto n = from; n <= to; ++n) {
    const int panel = static_cast<int>(n - from);
    const int left = Margin + panel % across * width, top = header + panel / across * height;
    const int x = left + grid_x, y = top + grid_y;
    const view v(trace, start + n);
    svg += fmt::format("<g id=\"cycle{}\">\n", n);
    svg += text(left, y - 8, fmt::format("cycle {}", n), 12, Ink, LeftBold);
    for (unsigned i = 0; i < c.rows; ++i) {
      for (unsigned j = 0; j < c.cols; ++j) {
        svg += draw_pe(trace, v, n, i, j, x + Cell * static_cast<int>(j),
                       y + Cell * static_cast<int>(i));
      }
    }
    svg += draw_edges(trace, v, x, y) + "</g>\n";
  }
  return svg + "</svg>\n";
}

std::string draw_busy(const std::vector<array_trace>& traces) {
  constexpr int High = 120, Axis = 44, Strip = High + 62, Wide = 860;
  std::size_t longest = 0;
  for (const auto& trace : traces) longest = std::max(longest, trace.cycles);
  const double cycle = static_cast<double>(Wide) / static_cast<double>(longest);
  const auto& c      = traces.front().config;
  const auto& s      = traces.front().shape;
  const auto pes     = static_cast<double>(c.rows * c.cols);

  std::string svg =
      open(Axis + Wide + 2 * Margin, Header + Strip * static_cast<int>(traces.size()));
  svg += text(Margin, 26,
              fmt::format("{} × {} × {} on {} × {} processing elements, cycle by cycle", s.m, s.n,
                          s.k, c.rows, c.cols),
              16, Ink, LeftBold);
  svg +=
      text(Margin, 46, "Share of them that add a product, from the command to the last word of D",
           12, Grey, Left);

  const int x = Margin + Axis;
  int y       = Header;
  for (const auto& trace : traces) {
    svg += text(x, y + 12,
                fmt::format("{} ({}): {} cycles, {:.1f} % busy", flow_name(trace.flow),
                            stays(trace.flow), trace.cycles, 100 * utilisation(c, s, trace.cycles)),
                12, Ink, LeftBold);
    const int base = y + 20 + High;
    for (const int percent : {0, 50, 100}) {
      const double level = base - High * percent / 100.0;
      svg += fmt::format("<path stroke=\"#cbd5e1\" d=\"M{} {:g}h{}\"/>\n", x, level, Wide);
      svg += text(x - 6, level + 4, fmt::format("{} %", percent), 10, Grey, " text-anchor=\"end\"");
    }
    std::string d = fmt::format("M{} {}", x, base);
    for (std::size_t t = 0; t < trace.cycles; ++t) {
      const double level = base - High * trace.busy(t) / pes;
      d += fmt::format("V{:.1f}H{:.1f}", level, x + cycle * static_cast<double>(t + 1));
    }
    svg += fmt::format("<path class=\"{}\" fill=\"{}\" d=\"{}V{}Z\"/>\n", flow_name(trace.flow),
                       "#2e9e4f", d, base);
    for (std::size_t t = 0; t <= longest; t += 50) {
      svg += text(x + cycle * static_cast<double>(t), base + 14, std::to_string(t), 10, Grey);
    }
    y += Strip;
  }
  return svg + "</svg>\n";
}

}  // namespace weft::sim
