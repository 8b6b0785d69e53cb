// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "sim/file/float_text.hpp"
#include "sim/file/input_error.hpp"
#include "sim/golden/fdiv.hpp"
#include "sim/program/commands.hpp"
#include "sim/program/options.hpp"
#include "sim/sfu/math_errors.hpp"
#include "sim/sfu/sfu_names.hpp"

namespace weft::sim {
namespace {

namespace math = golden::math;

/// A function and the errors in ulps that others give: of the library and of the fast function, by
/// table 5-4 of the text ("" where it has no such row) and by CUDA's guide; of Weft's fast one.
struct function {
  std::string_view name, formula, text_library, cuda_library, text_fast, fast;
};
constexpr std::array<function, math::Ops> Functions{{
    {"exp", "e^x", "2", "2", "2 + floor(|1.16 x|)", "1.5 + 1.2 |x|"},
    {"exp2", "2^x", "", "2", "", "1"},
    {"exp10", "10^x", "2", "2", "2 + floor(|2.95 x|)", "1.5 + 3.05 |x|"},
    {"log", "ln(x)", "1", "1", "2^-21.41 in [.5, 2], else > 3", "2^-23.4 in (.5, 2), else 1.9"},
    {"log2", "log2(x)", "1", "1", "2^-22 in [.5, 2], else > 2", "2^-23.4 in (.5, 2), else 1"},
    {"log10", "log10(x)", "2", "2", "2^-24 in [.5, 2], else > 3", "2^-24.2 in (.5, 2), else 2.4"},
    {"sin", "sin(x)", "2", "2", "2^-21.41 in [-pi, pi]", "2^-23.6 to 100 pi"},
    {"cos", "cos(x)", "2", "2", "2^-21.19 in [-pi, pi]", "2^-23.6 to 100 pi"},
    {"tan", "tan(x)", "", "4", "", ""},
    {"tanh", "tanh(x)", "", "2", "", "2^-12 relative"},
    {"sigmoid", "1 / (1 + e^-x)", "", "", "", "max(2.5, 1.5 - 1.24 x)"},
    {"erf", "erf(x)", "", "2", "", ""},
    {"rsqrt", "1 / sqrt(x)", "0", "2", "2", "0.99"},
    {"pow", "x^y", "", "8", "", "1 and the exponent's error"},
}};
constexpr function Quotient{"x / y", "x / y", "0", "0", "2, |y| in [2^-126, 2^126]", "0.57"};

std::string names() {
  std::string text;
  for (int i = 0; i < math::Ops; ++i) {
    text += (i == 0 ? "" : i == math::Ops - 1 ? " or " : ", ") + std::string(Functions[i].name);
  }
  return text;
}

math::op_e parse_math_op(const std::string& name) {
  for (int i = 0; i < math::Ops; ++i) {
    if (Functions[i].name == name) return math::op_e(i);
  }
  throw input_error(fmt::format("--op {}: {}", name, names()));
}

/// The largest error of the divider's quotients of `n` random pairs.
double divider_error(std::uint64_t n) {
  std::mt19937_64 rng(1);
  double worst = 0;
  for (std::uint64_t i = 0; i < n; ++i) {
    const auto a = static_cast<std::uint32_t>(rng()), b = static_cast<std::uint32_t>(rng());
    const double exact = double{std::bit_cast<float>(a)} / double{std::bit_cast<float>(b)};
    if (!std::isfinite(exact) || exact == 0) continue;
    const auto r = golden::fdiv::eval({.number = golden::Binary32}, {.a = a, .b = b});
    worst        = std::max(worst,
                            math_error(exact, std::bit_cast<float>(static_cast<std::uint32_t>(r.bits))));
  }
  return worst;
}

/// The most operations that operands over the whole range take.
math::steps most_steps(math::op_e op) {
  math::steps most;
  for (std::uint32_t i = 0; i < 1024; ++i) {
    const math::steps s = math::count({op, i * 0x40'1001, 0x3fa0'0000});
    most                = {std::max(most.fma, s.fma), std::max(most.sfu, s.sfu)};
  }
  return most;
}

/// `weft math`: an elementary function by golden's routine, and the table of their errors.
struct math_command {
  std::string op, build = "cubic";
  bool table         = false;
  std::uint64_t step = 4099;
  std::vector<std::string> words;
  const options* command = nullptr;

  void add_to(options& o);

  /// Returns 1 if a result is wrong or off by an ulp or more. Throws input_error.
  int run() const;

 private:
  int print_table() const;
};

void math_command::add_to(options& o) {
  command = &o;
  o.text("--op", op, names());
  o.text("--build", build, "The tables of the special functions: cubic, quadratic or fine");
  o.flag("--table", table, "Print the errors of every function, or of --op");
  o.number("--step", step, {1, std::uint64_t{1} << 32}, "--table judges every such operand");
  o.rest(words);
  o.footer("weft math --op OP X [Y]: bits (0x3f800000) or numbers (1.5, -3e-5, 0x1.8p-149, inf)\n");
}

int math_command::print_table() const {
  constexpr auto Row = "{:<9}{:<6}{:<6}{:<10}{:<10}{:<19}{:<10}{:<31}{}\n";
  std::string text   = fmt::format(
        "Largest errors in ulps. Text: table 5-4, of the library and of fast functions; guide: "
          "CUDA's.\n"
          "Weft: bound, and the largest of every {}{} operand.\n\n",
        step, step % 10 == 1 ? "st" : "th");
  text += fmt::format(Row, "", "text", "guide", "bound", "seen", "at", "FMA, SFU", "text, fast",
                      "Weft, fast");
  const auto dash  = [](std::string_view s) { return s.empty() ? "-" : std::string(s); };
  bool holds       = true;
  const auto print = [&](const function& f, const std::string& bound, double seen,
                         const std::string& at, const std::string& operations) {
    text +=
        fmt::format(Row, f.name, dash(f.text_library), dash(f.cuda_library), bound,
                    fmt::format("{:.4f}", seen), at, operations, dash(f.text_fast), dash(f.fast));
  };
  if (op.empty()) {
    const std::uint64_t n =
        std::clamp<std::uint64_t>((std::uint64_t{1} << 30) / step, 1000, 10'000'000);
    const double seen = divider_error(n);
    holds             = holds && seen <= 0.5;
    print(Quotient, "0.50", seen, "weft_fdiv", "-");
  }
  for (int i = 0; i < math::Ops; ++i) {
    if (!op.empty() && Functions[i].name != op) continue;
    const auto f        = measure_math(math::op_e(i), step);
    const math::steps s = most_steps(math::op_e(i));
    holds               = holds && f.wrong == 0 && f.worst < math_bound(math::op_e(i));
    print(Functions[i], fmt::format("{:.2f}", math_bound(math::op_e(i))), f.worst,
          math::takes_two(math::op_e(i)) ? fmt::format("{:08x} {:08x}", f.x, f.y)
                                         : fmt::format("{:08x}", f.x),
          fmt::format("{}, {}", s.fma, s.sfu));
  }
  fmt::print("{}\n{}\n", text, holds ? "bounds hold" : "a bound is broken");
  return holds ? 0 : 1;
}

int math_command::run() const {
  const auto tables = parse_sfu_build(build);
  if (!op.empty()) parse_math_op(op);
  if (table) {
    if (!words.empty()) throw input_error(fmt::format("{}: --table takes no operands", words[0]));
    if (command->given("--build")) throw input_error("--build: --table has the cubic tables");
    return print_table();
  }
  if (command->given("--step")) throw input_error("--step: with --table");
  if (op.empty()) throw input_error("--op or --table is required");
  const math::op_e o    = parse_math_op(op);
  const std::size_t two = math::takes_two(o) ? 2 : 1;
  if (words.size() != two) {
    throw input_error(fmt::format("{} operands: {} takes {}", words.size(), op, two));
  }
  math::operands in{.op = o};
  std::string text =
      fmt::format("{}, {}\n\n", Functions[static_cast<std::size_t>(o)].formula, build);
  const auto number = [&](const char* name, std::uint32_t bits) {
    auto line = fmt::format("{:<9}{:<12}{:<24}{}", name, bits_text(golden::Binary32, bits),
                            value_text(golden::Binary32, bits), hex_text(golden::Binary32, bits));
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  };
  for (std::size_t i = 0; i < two; ++i) {
    const auto bits = static_cast<std::uint32_t>(parse_float(words[i], golden::Binary32).bits);
    (i == 0 ? in.x : in.y) = bits;
    number(i == 0 ? "x" : "y", bits);
  }
  const std::uint32_t bits = math::eval(tables, in).bits;
  number("result", bits);
  const float z       = std::bit_cast<float>(bits);
  const double exact  = libm_math(o, std::bit_cast<float>(in.x), std::bit_cast<float>(in.y));
  const bool nan      = std::isnan(z) || std::isnan(exact);
  const double error  = nan || z == exact ? 0 : math_error(exact, z);
  const bool good     = std::isnan(z) == std::isnan(exact) && error < 1;
  const math::steps s = math::count(in);
  text += fmt::format("{:<21}{}\n", "libm", std::isnan(exact) ? "nan" : fmt::format("{}", exact));
  text += fmt::format("\nerror {:.4f} ulp; {} multiply-adds, {} of the special function unit\n",
                      error, s.fma, s.sfu);
  fmt::print("{}", text);
  return good ? 0 : 1;
}

}  // namespace

void add_math(options& o) { add<math_command>(o); }

}  // namespace weft::sim
