// SPDX-License-Identifier: Apache-2.0

#include "sim/dot_arguments.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <string_view>

#include "sim/dpa_engine.hpp"
#include "sim/input_error.hpp"
#include "systemc/dpa.hpp"

namespace weft::sim {

using golden::dpa::config, golden::dpa::operands, golden::dpa::result, golden::dpa::profiles;

namespace {

/// Where published models differ, and what another block length would be.
void set_field(golden::dpa::profile& p, const std::string& word) {
  const auto equals        = word.find('=');
  const std::string name   = word.substr(0, equals);
  const char* const end    = word.data() + word.size();
  int value                = 0;
  const char* const digits = equals == word.npos ? end : word.data() + equals + 1;
  const auto [last, error] = std::from_chars(digits, end, value);
  if (error != std::errc{} || last != end) {
    throw input_error(fmt::format("--with {}: a field, = and a number", word));
  }
  const auto flag = [&] {
    if (value != 0 && value != 1) throw input_error(fmt::format("--with {}: 0 or 1", word));
    return value == 1;
  };
  const auto within = [&](int least, int most) {
    if (value < least || value > most) {
      throw input_error(fmt::format("--with {}: {} to {}", word, least, most));
    }
    return value;
  };
  constexpr int FurthestExp = 1000;
  if (name == "zero_votes") return static_cast<void>(p.zero_votes = flag());
  if (name == "zero_exp") return static_cast<void>(p.zero_exp = within(-FurthestExp, FurthestExp));
  if (name == "emax_floor") {
    return static_cast<void>(p.emax_floor = within(golden::dpa::NoFloor, FurthestExp));
  }
  if (name == "c_exp_from_format") return static_cast<void>(p.c_exp_from_format = flag());
  if (name == "overflow_last") return static_cast<void>(p.overflow_last = flag());
  if (name == "neg_zero_sum") return static_cast<void>(p.neg_zero_sum = flag());
  if (name == "neg_zero_keep") return static_cast<void>(p.neg_zero_keep = flag());
  throw input_error(
      fmt::format("--with {}: zero_votes, zero_exp, emax_floor, c_exp_from_format, overflow_last, "
                  "neg_zero_sum or neg_zero_keep",
                  word));
}

}  // namespace

golden::dpa::profile parse_profile(const std::string& name) {
  if (const auto* const p = golden::dpa::find(name)) return *p;
  // Those of the same unit, if it is one.
  std::vector<std::string_view> like;
  const std::string unit = name.substr(0, name.find('-'));
  for (const auto& p : profiles()) {
    if (p.name.substr(0, p.name.find('-')) == unit) like.push_back(p.name);
  }
  throw input_error(like.empty()
                        ? fmt::format("{}: no profile; weft profiles lists them", name)
                        : fmt::format("{}: no profile; there are {}", name, fmt::join(like, ", ")));
}

void dot_arguments::add_to(CLI::App& app) {
  app.add_option("--profile", name, "What matrix unit; weft profiles lists them")->required();
  app.add_option("--with", with,
                 "FIELD=N, a disputed one: zero_votes, zero_exp, emax_floor, c_exp_from_format, "
                 "overflow_last, neg_zero_sum or neg_zero_keep")
      ->allow_extra_args(false);
  add_rtl_to(app);
}

golden::dpa::profile dot_arguments::profile() const {
  auto p = parse_profile(name);
  for (const std::string& word : with) set_field(p, word);
  return p;
}

dot_engine dot_arguments::make(const std::string& engine_name) const {
  unit_choice<config, operands, result> from{
      {profile()}, built_dpa_units(), golden::dpa::eval, [](const config& k) {
        return std::string(k.p.name);
      }};
  from.places = 6;
  return [unit = choose<systemc::dpa>(engine_name, from)](const dot_operands& o) {
    return golden::dpa::dot_by(unit.k.p, o.a, o.b, o.c, o.scales(), [&](const operands& block) {
      result d;
      unit.run({&block, 1}, {&d, 1});
      return d.bits;
    });
  };
}

std::string dot_arguments::text() const {
  std::string out = "--profile " + name;
  for (const std::string& word : with) out += " --with " + word;
  if (stages >= 0) out += fmt::format(" --stages {}", stages);
  return out;
}

}  // namespace weft::sim
