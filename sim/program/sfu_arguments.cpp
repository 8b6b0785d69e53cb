// SPDX-License-Identifier: Apache-2.0

#include "sim/program/sfu_arguments.hpp"

#include "sim/sfu/sfu_names.hpp"
#include "sim/verilated/sfu_engine.hpp"
#include "systemc/sfu.hpp"

namespace weft::sim {

using namespace golden::sfu;

std::string describe(const config& k) {
  return std::string(k.build == build_e::Cubic ? "cubic" : "quadratic") + (k.ftz ? ", ftz" : "");
}

void sfu_arguments::add_to(options& o) {
  o.text("--op", op, "rcp, rsqrt, sqrt, ex2, lg2, sin, cos or tanh").required();
  o.text("--build", build, "The tables: cubic or quadratic");
}

op_e sfu_arguments::operation() const { return parse_sfu_op(op); }

config sfu_arguments::config() const { return {.build = parse_sfu_build(build), .ftz = ftz}; }

sfu_arguments::chosen sfu_arguments::make() const {
  return choose<systemc::sfu>(engine, unit_choice<golden::sfu::config, operands, result>{
                                          config(), built_sfu_units(), eval, describe});
}

}  // namespace weft::sim
