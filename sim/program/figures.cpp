// SPDX-License-Identifier: Apache-2.0

#include "sim/program/figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "sim/file/input_error.hpp"
#include "sim/file/input_file.hpp"
#include "sim/program/one_line.hpp"

namespace weft::sim {
namespace {

using nlohmann::ordered_json;

std::string to_json(const figures& f) {
  ordered_json j{{"of", f.of}, {"rows", ordered_json::array()}};
  for (const auto& [name, numbers] : f.rows) {
    auto& row = j["rows"].emplace_back(ordered_json{{"name", name}});
    for (const auto& [what, number] : numbers) row[what] = number;
  }
  return j.dump(2) + "\n";
}

figures read_figures(const std::string& file) {
  const auto text = read_file(file, std::uint64_t{1} << 20);
  try {
    const auto j = ordered_json::parse(text);
    figures f{j.at("of").get<std::string>(), {}};
    for (const auto& row : j.at("rows")) {
      auto& r = f.rows.emplace_back();
      for (const auto& [key, value] : row.items()) {
        if (key == "name") {
          r.name = value.get<std::string>();
        } else {
          r.numbers.emplace_back(key, value.get<double>());
        }
      }
    }
    return f;
  } catch (const ordered_json::exception&) {
    throw input_error(file + ": no figures of --json");
  }
}

/// The ratios of the numbers in both sets, new over earlier.
std::string ratios(const figures& now, const figures& before) {
  std::string text = "\n| figure | before | now | now / before |\n|---|---|---|---|\n";
  for (const auto& [name, numbers] : now.rows) {
    const auto row = std::find_if(before.rows.begin(), before.rows.end(),
                                  [&](const figures::row& r) { return r.name == name; });
    if (row == before.rows.end()) continue;
    for (const auto& [what, number] : numbers) {
      const auto was = std::find_if(row->numbers.begin(), row->numbers.end(),
                                    [&](const auto& n) { return n.first == what; });
      if (was == row->numbers.end()) continue;
      text += fmt::format("| {}, {} | {:.4g} | {:.4g} | {:.2f} |\n", name, what, was->second,
                          number, number / was->second);
    }
  }
  return text;
}

}  // namespace

void figures_arguments::add_to(options& o) {
  o.flag("--json", json, "Print the figures as JSON");
  o.text("--compare", compare, "An earlier file of --json: also print the ratios to its figures")
      .excludes("--json");
}

figures figures_arguments::earlier(const std::string& of) const {
  if (compare.empty()) return {};
  auto before = read_figures(compare);
  if (before.of != of) {
    throw input_error(fmt::format("{}: figures of {}, not of {}", compare, shown(before.of), of));
  }
  return before;
}

void figures_arguments::print(const figures& now, const figures& before) const {
  if (json) fmt::print("{}", to_json(now));
  if (!compare.empty()) fmt::print("{}", ratios(now, before));
}

}  // namespace weft::sim
