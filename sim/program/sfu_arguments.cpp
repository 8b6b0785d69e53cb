// SPDX-License-Identifier: Apache-2.0

#include "sim/program/sfu_arguments.hpp"

#include <CLI/CLI.hpp>

#include "sim/sfu/sfu_names.hpp"
#include "sim/verilated/sfu_engine.hpp"
#include "systemc/sfu.hpp"

namespace weft::sim {

using namespace golden::sfu;

namespace {

std::string describe(const config& k) {
  return std::string(k.build == build_e::Cubic ? "cubic" : "quadratic") + (k.ftz ? ", ftz" : "");
}

}  // namespace

void sfu_arguments::add_to(CLI::App& app) {
  app.add_option("--op", op, "rcp, rsqrt, sqrt, ex2, lg2, sin, cos or tanh")->required();
  app.add_option("--build", build, "The tables: cubic or quadratic")->capture_default_str();
}

op_e sfu_arguments::operation() const { return parse_sfu_op(op); }

config sfu_arguments::config() const { return {.build = parse_sfu_build(build), .ftz = ftz}; }

sfu_arguments::chosen sfu_arguments::make() const {
  unit_choice<golden::sfu::config, operands, result> from{config(), built_sfu_units(), eval,
                                                          describe};
  from.places = 7;
  return choose<systemc::sfu>(engine, from);
}

std::string sfu_arguments::text() const {
  return fmt::format("--op {} --build {}{}{}", op, build, ftz ? " --ftz" : "",
                     stages >= 0 ? fmt::format(" --stages {}", stages) : "");
}

}  // namespace weft::sim
