// SPDX-License-Identifier: Apache-2.0

#include "sim/program/dot_arguments.hpp"

#include "sim/file/profile_argument.hpp"
#include "sim/golden/dpa_fields.hpp"
#include "sim/verilated/dpa_engine.hpp"
#include "systemc/dpa.hpp"

namespace weft::sim {

using golden::dpa::config, golden::dpa::operands, golden::dpa::result;

void dot_arguments::add_to(options& o) {
  o.text("--profile", name,
         "Matrix unit; weft profiles lists them. Or a user-defined one: FILE.json")
      .required();
  o.list("--with", with, "FIELD=VALUE, a field to change; weft profiles --json lists all fields")
      .repeated();
  constexpr unsigned Places = 6;
  add_rtl_to(o, Places);
}

golden::dpa::profile dot_arguments::profile() const { return parse_profile(name, with); }

dot_engine dot_arguments::make(const std::string& engine_name) const {
  const auto p = profile();
  unit_choice<config, operands, result> from{
      {p}, built_dpa_units(), golden::dpa::eval, [](const config& k) {
        return std::string(k.p.name);
      }};
  from.fits = [](const config& k, const config& c) { return same_block(k.p, c.p); };
  return [p, unit = choose<systemc::dpa>(engine_name, from)](const dot_operands& o) {
    return golden::dpa::dot_by(p, o.a, o.b, o.c, o.scales(), [&](const operands& block) {
      result d;
      unit.run({&block, 1}, {&d, 1});
      return d.bits;
    });
  };
}

}  // namespace weft::sim
