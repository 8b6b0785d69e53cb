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
#include "sim/file/sm_program.hpp"
#include "sim/golden/fdiv.hpp"
#include "sim/golden/math/math_program.hpp"
#include "sim/program/commands.hpp"
#include "sim/program/engines.hpp"
#include "sim/program/math/math_engines.hpp"
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

/// `weft math`: an elementary function by golden's routine, the table of their errors, and the
/// routines as programs of the streaming multiprocessor.
struct math_command {
  std::string op, build = "cubic", engine, program;
  bool table         = false;
  std::uint64_t step = 4099, seed = 1;
  std::vector<std::string> words;
  const options* command = nullptr;

  void add_to(options& o);

  /// Returns 1 if a result is wrong or off by an ulp or more. Throws input_error.
  int run() const;

 private:
  int print_table() const;
  int print_program() const;
  int run_programs() const;
};

void math_command::add_to(options& o) {
  command = &o;
  o.text("--op", op, names());
  o.text("--build", build, "The tables of the special functions: cubic, quadratic or fine");
  o.flag("--table", table, "Print the errors of every function, or of --op");
  o.number("--step", step, {1, std::uint64_t{1} << 32},
           "--table judges every such operand; --engine runs every 4194319th, or such");
  add_engines(o, engine).describe(
      "Programs of the streaming multiprocessor: golden, tlm (volta), rtl (weft_sm_block) or all");
  o.choice("--program", program, {"memory", "registers"},
           "Print --op as SASS, its operands in memory or made from the thread's number");
  o.number("--seed", seed, {}, "Seed of the RTL's initial state");
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

int math_command::print_program() const {
  if (op.empty()) throw input_error("--program: --op is required");
  const math::op_e o = parse_math_op(op);
  const bool memory  = program == "memory";
  fmt::print(
      "// {} of thread n.{}\n{}", Functions[static_cast<std::size_t>(o)].formula,
      memory ? fmt::format(" Arguments: x{}, results.", math::takes_two(o) ? ", y" : "")
             : fmt::format(" Arguments: x and its step{}; the result is in R0.",
                           math::takes_two(o) ? ", y and its step" : ""),
      to_sm_text(math::program_of(o, memory ? math::places_e::Memory : math::places_e::Registers)));
  return 0;
}

int math_command::run_programs() const {
  const std::uint64_t every = command->given("--step") ? step : 4'194'319;
  if (every < 4096) throw input_error(fmt::format("--step {}: 4096 or more with --engine", every));
  const engines on = parse_engines(engine);
  std::string text = fmt::format(
      "Every {}{} operand, and walks from special values; cycles an operand\n\n{:<10}{:>13}{:>11}"
      "{:>10}{:>10}",
      every, every % 10 == 1 ? "st" : "th", "", "instructions", "registers", "literals",
      "operands");
  for (const auto& e : on) text += fmt::format("{:>9}", e);
  text += "   results\n";
  bool equal = true;
  for (int i = 0; i < math::Ops; ++i) {
    if (!op.empty() && Functions[i].name != op) continue;
    const auto o        = math::op_e(i);
    const auto sweeps   = math_sweeps(o, every);
    const auto p        = math::program_of(o, math::places_e::Registers);
    unsigned operands   = 0;
    std::uint64_t block = 0;  // cycles of golden's
    std::string cycles, wrong;
    for (const auto& e : on) {
      std::uint64_t sum = 0;
      operands          = 0;
      for (const math_sweep& s : sweeps) {
        const math_answers a = run_math(e, o, s, seed);
        sum += a.cycles;
        operands += s.count;
        for (unsigned n = 0; n < s.count && wrong.empty(); ++n) {
          const math::operands in  = s.at(o, n);
          const std::uint32_t want = math::eval(golden::sfu::build_e::Cubic, in).bits;
          if (a.bits[n] == want) continue;
          wrong = fmt::format("{}: {:08x} {:08x} of {:08x}, not {:08x}", e, in.x, in.y, a.bits[n],
                              want);
        }
      }
      cycles += fmt::format("{:>9.2f}", static_cast<double>(sum) / operands);
      if (e == "golden") block = sum;
      if (e == "rtl" && block != 0 && sum != block && wrong.empty()) {
        wrong = fmt::format("rtl: {} cycles, golden {}", sum, block);
      }
    }
    equal = equal && wrong.empty();
    text += fmt::format("{:<10}{:>13}{:>11}{:>10}{:>10}{}   {}\n", Functions[i].name, p.code.size(),
                        p.registers, p.pool.size(), operands, cycles,
                        wrong.empty() ? "all equal" : wrong);
  }
  fmt::print("{}\n{}\n", text,
             equal ? "programs and routines are equal, bit for bit" : "DIFFERENT");
  return exit_code(equal, *command, seed);
}

int math_command::run() const {
  const auto tables = parse_sfu_build(build);
  if (!op.empty()) parse_math_op(op);
  const bool programs = command->given("--engine") || command->given("--program");
  if (programs && command->given("--build")) {
    throw input_error("--build: programs have the cubic tables");
  }
  if (table) {
    if (programs) throw input_error("--table: golden's routines only");
    if (!words.empty()) throw input_error(fmt::format("{}: --table takes no operands", words[0]));
    if (command->given("--build")) throw input_error("--build: --table has the cubic tables");
    return print_table();
  }
  if (programs && !words.empty() && command->given("--program")) {
    throw input_error(fmt::format("{}: --program takes no operands", words[0]));
  }
  if (command->given("--program")) return print_program();
  if (words.empty() && command->given("--engine")) return run_programs();
  if (command->given("--step")) throw input_error("--step: with --table or --engine");
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
  bool equal = true;
  if (command->given("--engine")) {
    text += '\n';
    for (const auto& e : parse_engines(engine)) {
      const math_answers a = run_math(e, o, {.x = in.x, .y = in.y, .count = 1}, seed);
      equal                = equal && a.bits[0] == bits;
      text += fmt::format("{:<9}{:<12}{} cycles\n", e, bits_text(golden::Binary32, a.bits[0]),
                          a.cycles);
    }
  }
  fmt::print("{}", text);
  return good ? exit_code(equal, *command, seed) : 1;
}

}  // namespace

void add_math(options& o) { add<math_command>(o); }

}  // namespace weft::sim
