// SPDX-License-Identifier: Apache-2.0

#include "sim/program/fma_command.hpp"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/file/float_text.hpp"
#include "sim/file/input_error.hpp"
#include "sim/picture/unit_view.hpp"
#include "sim/program/commands.hpp"
#include "sim/verilated/fma_engine.hpp"
#include "systemc/fma.hpp"

namespace weft::sim {
namespace {

using namespace golden::fma;

struct named_op {
  std::string_view name, formula;
  op_e op;
};
constexpr std::array<named_op, 8> OpNames{{{"madd", "a * b + c", op_e::Madd},
                                           {"msub", "a * b - c", op_e::Msub},
                                           {"nmsub", "-(a * b) + c", op_e::Nmsub},
                                           {"nmadd", "-(a * b) - c", op_e::Nmadd},
                                           {"add", "a + b", op_e::Add},
                                           {"sub", "a - b", op_e::Sub},
                                           {"mul", "a * b", op_e::Mul},
                                           {"mulAdd", "a * b + c", op_e::Madd}}};

const named_op& op_of(const std::string& name) {
  for (const auto& known : OpNames) {
    if (known.name == name) return known;
  }
  throw input_error(
      fmt::format("--op {}: madd (or mulAdd), msub, nmsub, nmadd, add, sub or mul", name));
}

/// The results of one operation on every engine.
struct fma_report {
  struct operand {
    const char* name;
    golden::format f;
    std::string text;
    parsed_float x;
  };
  struct answer {
    std::string engine;
    result r;
    std::uint64_t cycles;
  };

  std::string formula;
  config k;
  fma_arguments arguments;
  std::vector<operand> operands;
  std::vector<answer> answers;
  std::optional<result> unfused;  ///< the result with product and sum rounded separately

  bool agree() const {
    return sim::agree(answers, [](const answer& x, const answer& y) {
      return x.r == y.r && x.cycles == y.cycles;
    });
  }
};

std::string to_text(const fma_report& report) {
  const config& k = report.k;
  auto text = fmt::format("{}: {}, round {}, tininess {} rounding\n\n", describe(k), report.formula,
                          report.arguments.round, report.arguments.tininess);
  const auto add = [&](const char* name, golden::format f, std::uint64_t bits,
                       const std::string& note) {
    auto line = fmt::format("{:<9}{:<20}{:<26}{:<26}{}", name, bits_text(f, bits),
                            value_text(f, bits), hex_text(f, bits), note);
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  };
  const auto add_result = [&](const char* name, const result& r) {
    const auto names = flag_names(r.flags);
    add(name, k.addend, r.bits,
        names.empty() ? "exact" : fmt::format("{}", fmt::join(names, ", ")));
  };
  for (const auto& o : report.operands) {
    add(o.name, o.f, o.x.bits, o.x.rounded ? "rounded from " + o.text : "");
  }
  add_result("result", report.answers.front().r);
  if (report.unfused) add_result("unfused", *report.unfused);

  text += '\n';
  for (const auto& a : report.answers) {
    text +=
        fmt::format("{:<9}{}  flags {:02x}  {} cycle{}\n", a.engine, bits_text(k.addend, a.r.bits),
                    a.r.flags, a.cycles, a.cycles == 1 ? "" : "s");
  }
  return text + verdict(parse_engines(report.arguments.engine), report.agree());
}

std::string to_json(const fma_report& report) {
  using nlohmann::ordered_json;
  const config& k   = report.k;
  const auto number = [](golden::format f, std::uint64_t bits) {
    return ordered_json{{"bits", bits_text(f, bits)}, {"value", value_text(f, bits)}};
  };
  const auto outcome = [&](const result& r) {
    auto j     = number(k.addend, r.bits);
    j["flags"] = flag_names(r.flags);
    return j;
  };
  ordered_json j{{"format", format_name(k.multiplicand)},
                 {"result_format", format_name(k.addend)},
                 {"op", report.arguments.op},
                 {"round", report.arguments.round},
                 {"tininess", report.arguments.tininess},
                 {"flush_in", k.flush_in},
                 {"flush_out", k.flush_out}};
  for (const auto& o : report.operands) {
    j[o.name]            = number(o.f, o.x.bits);
    j[o.name]["rounded"] = o.x.rounded;
  }
  j["result"] = outcome(report.answers.front().r);
  if (report.unfused) j["unfused"] = outcome(*report.unfused);
  for (const auto& a : report.answers) {
    j["engines"][a.engine]           = outcome(a.r);
    j["engines"][a.engine]["cycles"] = a.cycles;
  }
  j["agree"] = report.agree();
  return j.dump(2) + "\n";
}

/// The result of a multiplier and an adder that round separately.
result unfused(const config& k, const operands& o) {
  const auto bit       = static_cast<unsigned>(o.op);
  const auto sign      = k.addend.sign_bit();
  const result product = eval(k, {.a = o.a, .b = o.b, .op = op_e::Mul, .round = o.round});
  config adder         = k;
  adder.multiplicand   = k.addend;
  result sum           = eval(adder, {.a     = product.bits ^ ((bit & 2) != 0 ? sign : 0),
                                      .c     = o.c ^ ((bit & 1) != 0 ? sign : 0),
                                      .op    = op_e::Add,
                                      .round = o.round});
  sum.flags |= product.flags;
  return sum;
}

/// `weft fma`: one operation with operands from the command line.
struct fma_command {
  fma_arguments arguments;
  bool json              = false;
  const options* command = nullptr;
  std::vector<std::string> words;

  void add_to(options& o);

  /// Prints operands, result and flags, and the result of product and sum rounded separately.
  /// Returns 1 if engines disagree. Throws input_error.
  int run() const;
};

}  // namespace

std::string describe(const config& k) {
  const std::string f = format_name(k.multiplicand), g = format_name(k.addend);
  return describe_float(f == g ? f : f + " to " + g, k.tiny_before, k.flush_in, k.flush_out);
}

option fma_arguments::add_to(options& o) {
  float_arguments::add_to(o);
  o.text("--result", result, "Format of the addend and the result, if different");
  return o.text("--op", op, "madd, msub, nmsub, nmadd, add, sub or mul");
}

config fma_arguments::config() const {
  const golden::format f = parse_format(format, "--format");
  return {.multiplicand = f,
          .addend       = result.empty() ? f : parse_format(result, "--result"),
          .tiny_before  = tiny_before(),
          .flush_in     = flush_in,
          .flush_out    = flush_out};
}

op_e fma_arguments::operation() const { return op_of(op).op; }

fma_arguments::chosen fma_arguments::make(const std::string& engine_name) const {
  return choose<systemc::fma>(engine_name,
                              unit_choice<golden::fma::config, operands, golden::fma::result>{
                                  config(), built_fma_units(), eval_fast, describe});
}

namespace {

void fma_command::add_to(options& o) {
  command          = &o;
  arguments.engine = "all";
  arguments.add_to(o);
  add_engines(o, arguments.engine);
  o.flag("--json", json, "Print as JSON");
  // -inf is an operand, not an option.
  o.rest(words);
  o.footer(
      "weft fma [OPTIONS] A B [C]: bits (0x3f800000) or numbers (1.5, -3e-5, 0x1.8p-149, inf, "
      "nan), "
      "rounded to the\nnearest.\n");
}

int fma_command::run() const {
  const auto& named = op_of(arguments.op);
  fma_report report{.formula   = std::string(named.formula),
                    .k         = arguments.config(),
                    .arguments = arguments,
                    .operands  = {},
                    .answers   = {},
                    .unfused   = {}};
  operands o{.op = named.op, .round = arguments.rounding()};

  const bool three = multiplies(named.op) && adds(named.op);
  for (const std::string& word : words) {
    const std::size_t i = report.operands.size();
    if (i == (three ? 3 : 2)) {
      throw input_error(fmt::format("{}: {} takes {} operands", word, named.formula, i));
    }
    // The second operand of a sum is the unit's addend.
    const bool addend                   = i == 2 || (i == 1 && !multiplies(named.op));
    const golden::format f              = addend ? report.k.addend : report.k.multiplicand;
    const parsed_float x                = parse_float(word, f);
    (i == 0 ? o.a : addend ? o.c : o.b) = x.bits;
    report.operands.push_back({std::array{"a", "b", "c"}[i], f, word, x});
  }
  if (report.operands.size() != (three ? 3 : 2)) {
    throw input_error(fmt::format("{} operands: {} takes {}", report.operands.size(), named.formula,
                                  three ? 3 : 2));
  }

  const engines on = parse_engines(arguments.engine);
  check_wave(arguments.wave, on);
  std::vector<fma_arguments::chosen> made;
  for (const std::string& engine : on) made.push_back(arguments.make(engine));
  for (std::size_t i = 0; i < on.size(); ++i) {
    fma_report::answer answer{on[i], {}, 0};
    answer.cycles = made[i].run({&o, 1}, {&answer.r, 1});
    report.answers.push_back(answer);
  }
  if (three) report.unfused = unfused(report.k, o);

  fmt::print("{}", json ? to_json(report) : to_text(report));
  if (!arguments.wave.empty()) {
    const auto text = write_view(unit_view(made.back().k, arguments.wave));
    if (!json) fmt::print("{}", text);
  }
  return exit_code(report.agree(), *command, arguments.seed);
}

}  // namespace

void add_fma(options& o) { add<fma_command>(o); }

}  // namespace weft::sim
