// SPDX-License-Identifier: Apache-2.0

#include "sim/file/profile_argument.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "sim/file/input_error.hpp"
#include "sim/file/input_file.hpp"
#include "sim/golden/dpa_fields.hpp"

namespace weft::sim {
namespace {

using namespace golden::dpa;
using nlohmann::ordered_json;

/// A JSON value as the text that set_field() takes.
std::string text_of(const ordered_json& value) {
  if (value.is_null()) return "none";
  return value.is_string() ? value.get<std::string>() : value.dump();
}

ordered_json value_of(const profile& p, std::string_view name) {
  const std::string text = field(p, name);
  if (text == "none") return nullptr;
  if (name == "nan") return text;
  const bool plain = text == "true" || text == "false" ||
                     text.find_first_not_of("-0123456789") == std::string::npos;
  return plain ? ordered_json::parse(text) : ordered_json(text);
}

void refuse(const std::string& file, const std::string& what) {
  throw input_error(fmt::format("{}: {}", file, what));
}

profile from_json(const std::string& file, const ordered_json& object) {
  if (!object.is_object()) refuse(file, object.dump() + ": not a profile, which is an object");
  const auto known = field_names();
  for (const auto& [key, value] : object.items()) {
    if (key == "name" || key == "unit" || key == "source") {
      if (!value.is_string()) refuse(file, fmt::format("{} {}: a string", key, value.dump()));
    } else if (std::find(known.begin(), known.end(), key) == known.end()) {
      refuse(file, fmt::format("{} {}: no such field; the fields are {}", key, value.dump(),
                               fmt::join(known, ", ")));
    }
  }
  for (const char* needed : {"name", "a", "algo"}) {
    if (!object.contains(needed)) refuse(file, fmt::format("{}: missing", needed));
  }
  profile p;
  for (const std::string_view name : known) {
    // B has A's format unless it is given.
    const auto at = object.find(std::string(name == "b" && !object.contains("b") ? "a" : name));
    if (at == object.end()) continue;
    const bool typed      = name != "nan" || at->is_string();
    const std::string why = typed ? set_field(p, name, text_of(*at)) : "a string";
    if (!why.empty()) refuse(file, fmt::format("{} {}: {}", name, at->dump(), why));
  }
  return renamed(p, object["name"].get<std::string>());
}

ordered_json read(const std::string& path) {
  const std::string text = read_file(path);
  try {
    return ordered_json::parse(text);
  } catch (const ordered_json::parse_error& e) {
    // The message after the exception's number: "parse error at line 3, column 5: ...".
    const std::string_view what = e.what();
    const auto at               = what.find("] ");
    refuse(path, std::string(what.substr(at == what.npos ? 0 : at + 2)));
  }
  return {};
}

/// Reads FILE.json, or FILE.json:NAME.
profile from_file(const std::string& path, const std::string& name) {
  const ordered_json json = read(path);
  if (!json.is_array()) {
    const profile p = from_json(path, json);
    if (!name.empty() && name != p.name) refuse(path, fmt::format("{}: not there", name));
    return p;
  }
  std::vector<profile> all;
  std::vector<std::string_view> names;
  for (const ordered_json& object : json) {
    all.push_back(from_json(path, object));
    names.push_back(all.back().name);
    if (names.back() == name) return all.back();
  }
  if (all.size() == 1 && name.empty()) return all.front();
  refuse(path, name.empty() ? fmt::format("{} profiles; {}:NAME is one of {}", all.size(), path,
                                          fmt::join(names, ", "))
                            : fmt::format("{}: no such name; the names are {}", name,
                                          fmt::join(names, ", ")));
  return {};
}

profile from_table(const std::string& name) {
  if (const auto* const p = find(name)) return *p;
  // Similar names: the profiles of the same unit, if the word names one.
  std::vector<std::string_view> like;
  const std::string unit = name.substr(0, name.find('-'));
  for (const auto& p : profiles()) {
    if (p.name.substr(0, p.name.find('-')) == unit) like.push_back(p.name);
  }
  throw input_error(
      like.empty()
          ? fmt::format("{}: no such profile; weft profiles lists them", name)
          : fmt::format("{}: no such profile; similar ones are {}", name, fmt::join(like, ", ")));
}

/// Applies FIELD=VALUE.
void change(profile& p, const std::string& word) {
  const auto equals = word.find('=');
  if (equals == std::string::npos) {
    throw input_error(fmt::format("--with {}: a field, = and a value", word));
  }
  const auto why = set_field(p, word.substr(0, equals), word.substr(equals + 1));
  if (!why.empty()) throw input_error(fmt::format("--with {}: {}", word, why));
}

}  // namespace

golden::dpa::profile parse_profile(const std::string& word, const std::vector<std::string>& with) {
  constexpr std::string_view Json = ".json";
  const auto json                 = word.find(Json);
  const bool is_file              = json != std::string::npos;
  const auto plus                 = word.find('+', is_file ? json : 0);
  const std::string name          = word.substr(0, plus);

  profile p;
  if (is_file) {
    const auto end   = json + Json.size();
    const bool named = name.size() > end && name[end] == ':';
    p = from_file(named ? name.substr(0, end) : name, named ? name.substr(end + 1) : "");
  } else {
    p = from_table(name);
  }
  for (auto at = plus; at != std::string::npos;) {
    const auto next = word.find('+', at + 1);
    change(p, word.substr(at + 1, next == std::string::npos ? next : next - at - 1));
    at = next;
  }
  for (const std::string& one : with) change(p, one);
  if (const auto why = check(p); !why.empty()) refuse(name, why);
  return plus == std::string::npos
             ? p
             : renamed(p, word.substr(is_file ? word.find_last_of('/', json) + 1 : 0));
}

std::string profiles_json(std::span<const golden::dpa::profile> profiles) {
  auto array = ordered_json::array();
  for (const profile& p : profiles) {
    ordered_json j{{"name", std::string(p.name)}};
    if (p.from != nullptr) {
      j["unit"]   = std::string(p.from->unit);
      j["source"] = std::string(p.from->source);
    }
    for (const std::string_view name : field_names()) j[std::string(name)] = value_of(p, name);
    array.push_back(j);
  }
  return array.dump(2) + "\n";
}

}  // namespace weft::sim
