// SPDX-License-Identifier: Apache-2.0

#include "sim/sme/sme_utilisation.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstring>

#include "sim/file/input_error.hpp"
#include "sim/golden/sme.hpp"
#include "sim/golden/sme_core/sme_issue_timetable.hpp"
#include "sim/sme/sme_launch.hpp"
#include "sim/sme/sme_program.hpp"
#include "sim/sme/sme_schedule.hpp"

namespace weft::sim {
namespace {

using golden::mopa::op_e;
using golden::sme::paged_memory;
using golden::sme::state;
using golden::sme_core::core_config;

constexpr int Svl = 512;
constexpr std::array Rows{1, 4, 16};
constexpr std::array<gemm_shape, 3> Shapes{{{64, 64, 64}, {64, 64, 1024}, {256, 256, 256}}};

golden::mopa::config with_rows(int rows) { return {.svl = Svl, .rows_per_cycle = rows}; }

/// A state in streaming mode with ZA enabled and an address in X0.
state streaming() {
  state s{.svl = Svl};
  s.sm = s.za = true;
  s.x[0]      = 0x1'0000;
  return s;
}

/// Cycles from one word to the next of a long sequence, the n-th of which is `word(n)` with n in
/// W12, on the core, behind a memory of 20 cycles.
template <class Word>
double interval(const core_config& k, Word word) {
  constexpr unsigned N = 1200;
  state s              = streaming();
  golden::sme_core::core_clock clock(k, golden::sme_core::memory_times::constant(20));
  std::uint64_t half = 0;
  for (unsigned n = 0; n < 2 * N; ++n) {
    if (n == N) half = clock.cycles();
    s.x[12]         = n;
    const auto bits = word(n);
    clock.execute(golden::sme_core::translate(k, s, *golden::sme::decode(bits), bits));
  }
  return static_cast<double>(clock.cycles() - half) / N;
}

/// A number with at most one digit after the point.
std::string brief(double x) {
  const double tenths = std::round(10 * x);
  return std::fmod(tenths, 10) == 0 ? fmt::format("{:.0f}", x) : fmt::format("{:.1f}", x);
}

/// An instruction that moves a slice, in both directions; `V` is the bit that selects vertical.
struct move {
  const char* name;
  std::uint32_t word;
  bool has_direction;
};
constexpr std::uint32_t V = 1 << 15;
constexpr std::array<move, 6> Moves{{{"MOVA, slice to vector", 0xc082'0000, true},
                                     {"MOVA, vector to slice", 0xc080'0000, true},
                                     {"LD1W of a slice", 0xe09f'0000, true},
                                     {"ST1W of a slice", 0xe0bf'0000, true},
                                     {"LDR of a row of ZA", 0xe100'0000, false},
                                     {"STR of a row of ZA", 0xe120'0000, false}}};

std::string moves_table() {
  const auto of = [](std::uint32_t word) {
    return brief(interval({}, [word](unsigned) { return word; }));
  };
  std::string text = "| cycles from a slice to the next one | H | V |\n|---|---|---|\n";
  for (const auto& m : Moves) {
    text += m.has_direction ? fmt::format("| {} | {} | {} |\n", m.name, of(m.word), of(m.word | V))
                            : fmt::format("| {} | {} | |\n", m.name, of(m.word));
  }
  return text;
}

/// Clock cycles from the cycle that takes an outer product to the cycle in which ZA holds all of
/// its result.
std::uint64_t latency(int rows, const outer_product& type) {
  const auto s = golden::mopa::timetable(with_rows(rows), 6).add(type.operation);
  return s.written - s.taken;
}

std::string issue_table() {
  std::string text =
      "| cycles of an outer product | R = 1 | until written | R = 16, tiles 1 | 2 | 3 | 4 | until "
      "written |\n|---|---|---|---|---|---|---|---|\n";
  for (const auto& t : outer_products()) {
    text += fmt::format("| {} | {} | {} ", t.name,
                        brief(cycles_in_turn({.rows_per_cycle = 1}, t, 1)), latency(1, t));
    for (const unsigned tiles : {1u, 2u, 3u, 4u}) {
      text += fmt::format("| {} ", brief(cycles_in_turn({.rows_per_cycle = 16}, t, tiles)));
    }
    text += fmt::format("| {} |\n", latency(16, t));
  }
  return text;
}

std::string rate_table() {
  std::string text =
      "| multiply-adds a cycle | R = 1 | R = 16, tiles 1 | 2 | 3 | 4 | M4, tiles 1 | 2 | 3 | 4 | "
      "M4, GOPS |\n|---|---|---|---|---|---|---|---|---|---|---|\n";
  for (const auto& t : outer_products()) {
    const auto rate = [&](int rows, unsigned tiles) {
      return brief(t.macs(Svl) / cycles_in_turn({.rows_per_cycle = rows}, t, tiles));
    };
    text += fmt::format("| {} | {} ", t.name, rate(1, 1));
    for (const unsigned tiles : {1u, 2u, 3u, 4u}) text += fmt::format("| {} ", rate(16, tiles));
    for (const int gops : t.m4) {
      text += gops == 0 ? "| " : fmt::format("| {:.0f} ", gops / (2 * M4Clock));
    }
    text += fmt::format("| {} |\n", t.m4.back());
  }
  return text;
}

/// The peak rate of weft_mopa: multiply-adds per cycle with four tiles in turn.
double peak(int rows, const outer_product& type) {
  return type.macs(Svl) / cycles_alone(with_rows(rows), type, 4);
}

struct reached {
  double peak, rate;

  double share() const { return rate / peak; }
};
/// The results of a GEMM for each of Rows.
std::array<reached, Rows.size()> gemm(const std::string& object, const outer_product& type,
                                      const gemm_shape& g) {
  const double macs = static_cast<double>(g.m) * g.n * g.k;
  std::array<reached, Rows.size()> all;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const schedule_options o{.core = {.rows_per_cycle = Rows[i]}};
    all[i] = {peak(Rows[i], type),
              macs / static_cast<double>(schedule_gemm(object, type, g, Svl, o).cycles)};
  }
  return all;
}

std::string gemm_table(const std::string& object) {
  std::string text = "| multiply-adds a cycle of a GEMM | R | peak |", under = "|---|---|---|";
  for (const auto& g : Shapes) {
    text += fmt::format(" {} x {} x {} |", g.m, g.n, g.k);
    under += "---|";
  }
  text += '\n' + under + '\n';
  for (const auto& t : outer_products()) {
    std::array<std::string, Rows.size()> lines;
    for (std::size_t i = 0; i < Rows.size(); ++i) {
      lines[i] =
          fmt::format("| {} | {} | {} |", i == 0 ? t.name : "", Rows[i], brief(peak(Rows[i], t)));
    }
    for (const auto& g : Shapes) {
      const auto all = gemm(object, t, g);
      for (std::size_t i = 0; i < all.size(); ++i) {
        lines[i] += fmt::format(" {:.1f}, {:.0f} % |", all[i].rate, 100 * all[i].share());
      }
    }
    for (const auto& line : lines) text += line + '\n';
  }
  return text;
}

}  // namespace

std::span<const outer_product> outer_products() {
  using golden::mopa::operation;
  static const std::array<outer_product, 6> types{{
      {"FP32", "gemm_fp32", {.op = op_e::Fmopa}, {502, 1004, 1505, 2003}},
      {"FP64", "gemm_fp64", {.op = op_e::Fmopa, .log_size = 3}, {126, 251, 376, 500}},
      {"FP16 to FP32", "gemm_fp16", {.op = op_e::Fmopa16}, {503, 1005, 1506, 2006}},
      {"BF16 to FP32", "gemm_bf16", {.op = op_e::Bfmopa}, {503, 1005, 1506, 2006}},
      {"INT8 to INT32", "gemm_int8", {.op = op_e::Imopa}, {2009, 4016, 0, 4016}},
      {"INT16 to INT64", "gemm_int16", {.op = op_e::Imopa, .log_size = 3}, {502, 1004, 1503, 2000}},
  }};
  return types;
}

double cycles_alone(const golden::mopa::config& k, const outer_product& type, unsigned tiles) {
  golden::mopa::timetable table(k, std::countr_zero(static_cast<unsigned>(k.svl / 8)));
  constexpr unsigned N = 1200;
  auto o               = type.operation;
  std::uint64_t half   = 0;
  for (unsigned i = 0; i < 2 * N; ++i) {
    o.tile          = i % tiles;
    const auto last = table.add(o).last;
    if (i == N - 1) half = last;
    if (i == 2 * N - 1) return static_cast<double>(last - half) / N;
  }
  return 0;
}

double cycles_in_turn(const core_config& k, const outer_product& type, unsigned tiles) {
  auto o = type.operation;
  return interval(k, [&](unsigned n) {
    o.tile = n % tiles;
    return o.word();
  });
}

golden::sme::state gemm_state(const std::string& object, const outer_product& type,
                              const gemm_shape& g, int svl, paged_memory& memory) {
  const auto program  = load_program(object, 0x1'0000, memory);
  const auto function = program.symbols.find(std::string(type.function));
  if (function == program.symbols.end()) {
    throw input_error(fmt::format("{}: no function {}", object, type.function));
  }
  const auto u64   = [](int x) { return static_cast<std::uint64_t>(x); };
  const auto steps = u64(g.k / type.parts()), word = u64(type.operation.size());
  constexpr std::uint64_t A = 0x1000'0000, B = 0x2000'0000, C = 0x3000'0000;
  memory.map(A, steps * u64(g.m) * word);
  memory.map(B, steps * u64(g.n) * word);
  memory.map(C, u64(g.m) * u64(g.n) * word);
  state s{.svl = svl};
  s.pc                      = function->second.address;
  s.x[30]                   = ReturnTo;
  const std::uint64_t all[] = {u64(g.m), u64(g.n), steps, A, B, C};
  std::copy(std::begin(all), std::end(all), s.x.begin());
  return s;
}

std::string utilisation_tables(const std::string& object) {
  return moves_table() + '\n' + issue_table() + '\n' + rate_table() + '\n' + gemm_table(object);
}

std::string draw_utilisation(const std::string& object) {
  constexpr const char *Ink = "#1f2937", *Grey = "#6b7280", *Back = "#f1f5f9";
  constexpr std::array Colours{"#2563eb", "#0d9488", "#f59e0b"};
  constexpr int Left = 130, Wide = 400, Right = 230, Top = 92, Bar = 15, Group = 66;
  constexpr auto Shape = Shapes.back();
  const auto types     = outer_products();
  const int high       = Group * static_cast<int>(types.size());
  const int width = Left + Wide + Right, height = Top + high + 40;
  const auto text = [](int x, int y, int size, const char* colour, const char* anchor,
                       const std::string& words) {
    return fmt::format(
        "<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"{}\" text-anchor=\"{}\">{}</text>\n", x, y,
        size, colour, anchor, words);
  };
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
      "{1}\" font-family=\"sans-serif\">\n<rect width=\"{0}\" height=\"{1}\" rx=\"6\" "
      "fill=\"#fff\"/>\n",
      width, height);
  svg += text(16, 28, 17, Ink, "start", "How much of its outer products does a GEMM reach?");
  svg +=
      text(16, 48, 12, Grey, "start",
           fmt::format("{} × {} × {} on the SME core, SVL {}; multiply-adds a cycle of the peak's",
                       Shape.m, Shape.n, Shape.k, Svl));
  for (std::size_t i = 0; i < Rows.size(); ++i) {
    const int x = Left + 150 * static_cast<int>(i);
    svg += fmt::format("<rect x=\"{}\" y=\"62\" width=\"12\" height=\"12\" fill=\"{}\"/>\n", x,
                       Colours[i]);
    svg += text(x + 18, 72, 11, Ink, "start",
                fmt::format("{} row{} a cycle", Rows[i], Rows[i] == 1 ? "" : "s"));
  }
  for (int percent = 0; percent <= 100; percent += 25) {
    const int x = Left + Wide * percent / 100;
    svg += fmt::format("<path d=\"M{} {}v{}\" stroke=\"#d1d5db\"/>\n", x, Top - 6, high + 6);
    svg += text(x, Top + high + 18, 11, Grey, "middle", fmt::format("{} %", percent));
  }
  int y = Top;
  for (const auto& t : types) {
    const auto all = gemm(object, t, Shape);
    svg += text(Left - 10, y + Bar + 5, 12, Ink, "end", std::string(t.name));
    for (std::size_t i = 0; i < all.size(); ++i) {
      const int top = y + static_cast<int>(i) * (Bar + 3);
      svg += fmt::format(
          "<rect x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{3}\" fill=\"{4}\"/>\n<rect "
          "x=\"{0}\" y=\"{1}\" width=\"{5:.1f}\" height=\"{3}\" fill=\"{6}\"/>\n",
          Left, top, Wide, Bar, Back, Wide * all[i].share(), Colours[i]);
      svg += text(Left + Wide + 10, top + 12, 11, Ink, "start",
                  fmt::format("{:.1f} of {}: {:.0f} %", all[i].rate, brief(all[i].peak),
                              100 * all[i].share()));
    }
    y += Group;
  }
  return svg + "</svg>\n";
}

}  // namespace weft::sim
