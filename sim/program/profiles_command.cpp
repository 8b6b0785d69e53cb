// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "sim/file/dot_element.hpp"
#include "sim/file/input_error.hpp"
#include "sim/file/profile_argument.hpp"
#include "sim/golden/dpa.hpp"
#include "sim/program/commands.hpp"
#include "sim/program/options.hpp"

namespace weft::sim {

using namespace golden::dpa;

namespace {

std::string to_text(const std::vector<profile>& list) {
  auto text = fmt::format("{:<28} {:<9} {:<9} {:<5} {:<10} {:>3} {:>6} {:>3} {:<6} {}\n", "profile",
                          "A", "B", "C, D", "algorithm", "L", "depth", "F", "round", "evidence");
  for (const profile& p : list) {
    text += fmt::format("{:<28} {:<9} {:<9} {:<5} {:<10} {:>3} {:>6} {:>3} {:<6} {}\n", p.name,
                        format_text(p.a), format_text(p.b), format_text(p.c), algo_name(p.algo),
                        p.lanes, p.depth, p.grid != 0 ? fmt::format("{}", p.grid) : "-",
                        round_name(p.round), evidence_mark(p.evidence));
  }
  text += "\n";
  for (const evidence_e e : {evidence_e::Silicon, evidence_e::TwoModels, evidence_e::OneModel,
                             evidence_e::Documented, evidence_e::Guess}) {
    text += fmt::format("{}  {}\n", evidence_mark(e), evidence_words(e));
  }
  return text;
}

/// `weft profiles`: lists the matrix units that this program models, and the evidence for each.
struct profiles_command {
  std::string start;
  bool json = false;

  void add_to(options& o);

  /// Throws input_error.
  int run() const;
};

void profiles_command::add_to(options& o) {
  o.text("START", start, "Only profiles whose names begin with this");
  o.flag("--json", json, "Print as JSON, every field, which --profile reads back");
}

int profiles_command::run() const {
  std::vector<profile> list;
  for (const profile& p : profiles()) {
    if (p.name.starts_with(start)) list.push_back(p);
  }
  if (list.empty()) throw input_error(fmt::format("{}: no profile's name begins with it", start));
  if (!json) {
    fmt::print("{}", to_text(list));
    return 0;
  }
  fmt::print("{}", profiles_json(list));
  return 0;
}

}  // namespace

void add_profiles(options& o) { add<profiles_command>(o); }

}  // namespace weft::sim
