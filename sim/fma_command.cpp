// SPDX-License-Identifier: Apache-2.0

#include "sim/fma_command.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "sim/check_writable.hpp"
#include "sim/float_text.hpp"
#include "sim/input_error.hpp"
#include "sim/tlm_unit.hpp"
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

/// As Berkeley TestFloat spells them, in round_e's order.
constexpr std::array<std::string_view, golden::Rounds> RoundNames{
    "near_even", "minMag", "min", "max", "near_maxMag", "odd"};

using tlm_fma = tlm_unit<systemc::fma, operands, result>;

std::string describe(const config& k) {
  return format_name(k.multiplicand) +
         (k.addend == k.multiplicand ? "" : " to " + format_name(k.addend)) +
         (k.tiny_before ? ", tininess before" : "") + (k.flush_in ? ", flush-in" : "") +
         (k.flush_out ? ", flush-out" : "");
}

std::string with_stages(int stages) { return fmt::format(" with {} stages", stages); }

/// One operation on every engine.
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

    bool agrees(const answer& other) const { return r == other.r && cycles == other.cycles; }
  };

  std::string formula;
  config k;
  fma_arguments arguments;
  std::vector<operand> operands;
  std::vector<answer> answers;
  std::optional<result> unfused;  ///< of a product and a sum

  bool agree() const {
    return std::all_of(answers.begin(), answers.end(),
                       [&](const answer& a) { return a.agrees(answers.front()); });
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
  if (report.answers.size() > 1) text += report.agree() ? "all equal\n" : "DIFFERENT\n";
  return text;
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

/// What a multiplier and an adder give that round on their own.
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

}  // namespace

void fma_arguments::add_to(CLI::App& app) {
  app.add_option("--format", format,
                 "Of the operands: fp64, fp32, tf32, fp16, bf16, e5m2, e4m3 or e<E>m<F>")
      ->capture_default_str();
  app.add_option("--result", result, "Format of the addend and the result, if another");
  app.add_option("--op", op, "madd, msub, nmsub, nmadd, add, sub or mul")->capture_default_str();
  app.add_option("--round", round, "near_even, minMag, min, max, near_maxMag or odd")
      ->capture_default_str();
  app.add_option("--tininess", tininess, "Underflow is judged after rounding or before")
      ->capture_default_str();
  app.add_flag("--flush-in", flush_in, "Subnormal operands count as zeros");
  app.add_flag("--flush-out", flush_out, "Tiny results become zeros");
  app.add_option("--stages", stages, "Pipeline registers; else as many as the built RTL has");
  app.add_option("--seed", seed, "Of the RTL's initial state")->capture_default_str();
  app.add_option("--wave", wave, "FST file for the RTL's waveform");
}

config fma_arguments::config() const {
  if (tininess != "after" && tininess != "before") {
    throw input_error(fmt::format("--tininess {}: after or before", tininess));
  }
  const golden::format f = parse_format(format);
  return {.multiplicand = f,
          .addend       = result.empty() ? f : parse_format(result),
          .tiny_before  = tininess == "before",
          .flush_in     = flush_in,
          .flush_out    = flush_out};
}

op_e fma_arguments::operation() const { return op_of(op).op; }

golden::round_e fma_arguments::rounding() const {
  for (std::size_t i = 0; i < RoundNames.size(); ++i) {
    if (RoundNames[i] == round) return golden::round_e{static_cast<std::uint8_t>(i)};
  }
  throw input_error(
      fmt::format("--round {}: near_even, minMag, min, max, near_maxMag or odd", round));
}

fma_arguments::chosen fma_arguments::make(const std::string& engine_name) const {
  golden::fma::config k = config();
  if (stages < -1 || stages > 5) throw input_error(fmt::format("--stages {}: 0 to 5", stages));
  std::string there;
  bool built = false;
  for (const auto& candidate : built_fma_configs()) {
    auto without_pipe = candidate;
    without_pipe.pipe = 0;
    there += (there.empty() ? "" : "; ") + describe(candidate) + with_stages(candidate.latency());
    if (built || without_pipe != k || (stages >= 0 && candidate.latency() != stages)) continue;
    built  = true;
    k.pipe = candidate.pipe;
  }
  if (!built && stages > 0) k.pipe = (1u << stages) - 1;

  if (engine_name == "golden") return {k, golden_fma(k)};
  if (engine_name == "tlm") {
    return {k, [unit = std::make_shared<tlm_fma>("fma", k)](auto operands, auto results) {
              return unit->run(operands, results);
            }};
  }
  if (engine_name != "rtl") {
    throw input_error(fmt::format("--engine {}: golden, tlm or rtl", engine_name));
  }
  if (!built) {
    throw input_error(fmt::format(
        "the RTL of {}{} is not in this build, which has {}; --engine golden or tlm takes any",
        describe(k), stages >= 0 ? with_stages(stages) : "", there));
  }
  return {k, rtl_fma(k, {.seed = seed, .wave = wave})};
}

void fma_arguments::check_wave(const std::string& engine_name) const {
  if (wave.empty()) return;
  if (engine_name != "rtl") {
    throw input_error(fmt::format("--wave {}: only the engine rtl has a waveform", wave));
  }
  check_writable(wave);
}

std::string fma_arguments::text() const {
  return fmt::format("--format {}{} --op {} --round {} --tininess {}{}{}{}", format,
                     result.empty() ? "" : " --result " + result, op, round, tininess,
                     flush_in ? " --flush-in" : "", flush_out ? " --flush-out" : "",
                     stages >= 0 ? fmt::format(" --stages {}", stages) : "");
}

void fma_command::add_to(CLI::App& app) {
  arguments.engine = "all";
  arguments.add_to(app);
  app.add_option("--engine", arguments.engine, "golden, tlm, rtl or all")->capture_default_str();
  app.add_flag("--json", json, "Print as JSON");
  // -inf is an operand and no option, so operands are what is left over.
  app.allow_extras();
  app.footer(
      "weft fma [OPTIONS] A B [C]: bits (0x3f800000) or numbers (1.5, -3e-5, 0x1.8p-149, inf, "
      "nan), "
      "rounded to the\nnearest.\n");
  command = &app;
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
  for (const std::string& word : command->remaining()) {
    if (word == "--") continue;
    if (word.starts_with("--")) throw input_error(word + ": no such option");
    const std::size_t i = report.operands.size();
    if (i == (three ? 3 : 2)) {
      throw input_error(fmt::format("{}: {} takes {} operands", word, named.formula, i));
    }
    // A sum's second operand is the unit's addend.
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

  std::vector<std::string> engines{arguments.engine};
  if (arguments.engine == "all") engines = {"golden", "tlm", "rtl"};
  arguments.check_wave(engines.back());
  std::vector<fma_arguments::chosen> made;
  for (const std::string& engine : engines) made.push_back(arguments.make(engine));
  for (std::size_t i = 0; i < engines.size(); ++i) {
    fma_report::answer answer{engines[i], {}, 0};
    answer.cycles = made[i].run({&o, 1}, {&answer.r, 1});
    report.answers.push_back(answer);
  }
  if (three) report.unfused = unfused(report.k, o);

  fmt::print("{}", json ? to_json(report) : to_text(report));
  if (!json && !arguments.wave.empty()) fmt::print("waveform: {}\n", arguments.wave);
  if (report.agree()) return 0;
  auto again = fmt::format("weft fma {} --engine rtl --seed {} --wave weft.fst", arguments.text(),
                           arguments.seed);
  for (const auto& operand : report.operands) again += " " + bits_text(operand.f, operand.x.bits);
  spdlog::error("engines disagree; seed {}; again with a waveform: {}", arguments.seed, again);
  return 1;
}

}  // namespace weft::sim
