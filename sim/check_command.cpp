// SPDX-License-Identifier: Apache-2.0

#include "sim/check_command.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <utility>
#include <vector>

#include "sim/input_error.hpp"
#include "sim/testfloat_check.hpp"

namespace weft::sim {
namespace {

/// "f32_mulAdd" as --format and --op.
void split_function(fma_arguments& a, bool format_given) {
  const auto underscore = a.op.find('_');
  if (underscore == std::string::npos) return;
  const std::string prefix = a.op.substr(0, underscore);
  for (const auto& [name, format] : {std::pair{"f16", "fp16"}, std::pair{"f32", "fp32"},
                                     std::pair{"f64", "fp64"}, std::pair{"bf16", "bf16"}}) {
    if (prefix != name) continue;
    if (format_given && a.format != format) {
      throw input_error(fmt::format("--op {}: --format is {}", a.op, a.format));
    }
    a.format = format;
    a.op.erase(0, underscore + 1);
    return;
  }
  throw input_error(
      fmt::format("--op {}: f16_, f32_, f64_ or bf16_ and mulAdd, add, sub or mul", a.op));
}

testfloat_target fma_target(const fma_arguments& a) {
  namespace fma              = golden::fma;
  const fma::op_e op         = a.operation();
  const golden::round_e mode = a.rounding();
  const auto unit            = a.make(a.engine);
  const golden::format f = unit.k.multiplicand, g = unit.k.addend;

  testfloat_target target;
  target.bits = {f.width()};
  if (fma::multiplies(op)) target.bits.push_back(f.width());
  if (fma::adds(op)) target.bits.push_back(g.width());
  target.bits.push_back(g.width());
  target.is_nan = [g](std::uint64_t bits) {
    return golden::unpack(g, bits).is(golden::unpacked::kind_e::Nan);
  };
  target.eval = [=, operands = std::vector<fma::operands>()](auto vectors, auto results) mutable {
    operands.clear();
    for (const testfloat_vector& v : vectors) {
      const auto& [x, y, z] = v.operands;
      // A sum's second operand is the unit's addend.
      operands.push_back({.a     = x,
                          .b     = fma::multiplies(op) ? y : 0,
                          .c     = fma::multiplies(op) ? z : y,
                          .op    = op,
                          .round = mode});
    }
    unit.run(operands, results);
  };
  return target;
}

}  // namespace

void check_command::add_to(CLI::App& app) {
  command_          = &app;
  const auto common = [&](CLI::App& target) {
    target.add_flag("--exact-nan", exact_nan_, "NaN results have to be the same bits");
    target.add_option("FILE", file_, "Lines of testfloat_gen; - is standard input")->required();
  };
  auto& fma = *app.add_subcommand("fma", "mulAdd, add, sub and mul");
  fma_.op   = "mulAdd";
  fma_.add_to(fma);
  fma.get_option("--op")->description(
      "mulAdd, add, sub, mul, f32_mulAdd, ...; also msub, nmsub, nmadd");
  fma.add_option("--engine", fma_.engine, "golden, tlm or rtl")->capture_default_str();
  common(fma);
}

int check_command::run() {
  if (command_->get_subcommands().empty()) throw input_error("check: of which unit; there is fma");
  const CLI::App& fma = *command_->get_subcommand("fma");
  split_function(fma_, fma.count("--format") > 0);
  fma_.check_wave(fma_.engine);
  return check(fma_target(fma_), fmt::format("fma {}", fma_.text()), fma_.seed);
}

int check_command::check(const testfloat_target& target, const std::string& arguments,
                         std::uint64_t seed) const {
  const auto report = check_testfloat(file_, target, exact_nan_);
  fmt::print("{}", report.differences);
  if (report.failed > 0) {
    fmt::print(
        "seed {}; again with a waveform: weft check {} --engine rtl --seed {} --wave weft.fst{} "
        "{}\n",
        seed, arguments, seed, exact_nan_ ? " --exact-nan" : "", file_);
  }
  fmt::print("{} passed, {} failed\n", report.passed, report.failed);
  return report.failed > 0 ? 1 : 0;
}

}  // namespace weft::sim
