// SPDX-License-Identifier: Apache-2.0

#include "sim/program/sfu_arguments.hpp"

#include "sim/sfu/sfu_names.hpp"
#include "sim/verilated/sfu_engine.hpp"
#include "systemc/sfu.hpp"

namespace weft::sim {

using namespace golden::sfu;

std::string describe(const config& k) {
  return sfu_build_name(k.build) + (k.relative ? ", relative" : "") + (k.ftz ? ", ftz" : "");
}

void sfu_arguments::add_to(options& o) {
  o.text("--op", op, "rcp, rsqrt, sqrt, ex2, lg2, sin, cos or tanh").required();
  o.text("--build", build, "The tables: cubic, quadratic or fine");
}

void sfu_arguments::add_unit_to(options& o) {
  o.flag("--relative", relative, "A relative bound of sin below 1 and of lg2 from 1/2 to 3/2");
  o.flag("--ftz", ftz, "Subnormal operands and results are zeros of their sign");
}

op_e sfu_arguments::operation() const { return parse_sfu_op(op); }

config sfu_arguments::config() const {
  return {.build = parse_sfu_build(build), .relative = relative, .ftz = ftz};
}

sfu_arguments::chosen sfu_arguments::make() const {
  return choose<systemc::sfu>(engine, unit_choice<golden::sfu::config, operands, result>{
                                          config(), built_sfu_units(), eval, describe});
}

}  // namespace weft::sim
