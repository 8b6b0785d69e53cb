// SPDX-License-Identifier: Apache-2.0

#include "sim/file/sm_arch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>
#include <utility>

#include "sim/file/input_error.hpp"
#include "sim/file/input_file.hpp"
#include "sim/golden/dpa.hpp"
#include "sm_presets.hpp"

namespace weft::sim {
namespace {

using nlohmann::ordered_json;
using namespace golden::sm;

/// Reads the members of an object, each once; a member that is left over is an error.
class reader {
 public:
  reader(const ordered_json& j, std::string where) : j_(j), where_(std::move(where)) {
    if (!j.is_object()) throw input_error(where_ + ": is no object");
  }

  void number(const char* key, unsigned& x, unsigned least, unsigned most) {
    const auto& v = at(key);
    if (!v.is_number_unsigned() || v.get<std::uint64_t>() < least ||
        v.get<std::uint64_t>() > most) {
      throw input_error(fmt::format("{}.{}: {}: {} to {}", where_, key, v.dump(), least, most));
    }
    x = v.get<unsigned>();
  }
  void flag(const char* key, bool& x) {
    if (!at(key).is_boolean()) wrong(key, "true or false");
    x = j_[key].get<bool>();
  }
  void text(const char* key, std::string& x) {
    if (!at(key).is_string()) wrong(key, "a text");
    x = j_[key].get<std::string>();
  }
  const ordered_json& at(const char* key) {
    if (!j_.contains(key)) throw input_error(fmt::format("{}.{}: is missing", where_, key));
    seen_.insert(key);
    return j_[key];
  }
  bool has(const char* key) const { return j_.contains(key); }
  std::string place(const char* key) const { return where_ + "." + key; }
  [[noreturn]] void wrong(const char* key, const char* wanted) const {
    throw input_error(fmt::format("{}.{}: {}: {}", where_, key, j_[key].dump(), wanted));
  }
  void end() const {
    for (const auto& [key, value] : j_.items()) {
      if (!seen_.contains(key)) throw input_error(fmt::format("{}.{}: no such key", where_, key));
    }
  }

 private:
  const ordered_json& j_;
  std::string where_;
  std::set<std::string> seen_;
};

port read_port(const std::string& name, const ordered_json& j, const std::string& where,
               unsigned schedulers) {
  port p;
  p.name = name;
  reader r(j, where);
  r.number("lanes", p.lanes, 1, Lanes);
  if (r.has("fp16_lanes")) r.number("fp16_lanes", p.fp16_lanes, 1, Lanes);
  const auto& units = r.at("units");
  if (!units.is_array()) r.wrong("units", "a list of units");
  for (const auto& u : units) {
    int unit = 0;
    while (unit < Units - 1 &&
           name_of(static_cast<unit_e>(unit)) != (u.is_string() ? u.get<std::string>() : "")) {
      ++unit;
    }
    if (unit == Units - 1)
      throw input_error(fmt::format("{}.units: {}: no such unit", where, u.dump()));
    p.units.push_back(static_cast<unit_e>(unit));
  }
  const auto& owners = r.at("schedulers");
  if (!owners.is_array() || owners.empty()) r.wrong("schedulers", "a list of schedulers");
  for (const auto& s : owners) {
    if (!s.is_number_unsigned() || s.get<std::uint64_t>() >= schedulers) {
      throw input_error(fmt::format("{}.schedulers: {}: below {}", where, s.dump(), schedulers));
    }
    p.schedulers.push_back(s.get<unsigned>());
  }
  r.end();
  return p;
}

arch read_arch(const std::string& name, const ordered_json& j) {
  arch k;
  k.name = name;
  reader r(j, name);
  r.text("chip", k.chip);
  r.number("mhz", k.mhz, 1, 10'000);
  r.number("sms", k.sms, 1, 1024);
  r.number("blocks", k.blocks, 1, 8);
  r.number("schedulers", k.schedulers, 1, 8);
  r.number("dispatch", k.dispatch, 1, 2);
  r.number("issue_interval", k.issue_interval, 1, 8);
  r.flag("fp64_alone", k.fp64_alone);
  r.number("banks", k.banks, 1, 32);
  r.number("window", k.window, 1, 16);
  r.number("collectors", k.collectors, 1, 64);
  r.flag("in_order", k.in_order);
  r.flag("swizzled", k.swizzled);
  r.flag("reuse", k.reuse);
  const auto& block = r.at("block");
  if (!block.is_object()) r.wrong("block", "an object of ports");
  for (const auto& [key, value] : block.items()) {
    k.ports.push_back(read_port(key, value, r.place("block") + "." + key, k.schedulers));
  }
  if (k.ports.size() > 16) throw input_error(r.place("block") + ": more than 16 ports");
  reader depth(r.at("depth"), r.place("depth"));
  for (int u = 0; u < Units; ++u) {
    const std::string unit(name_of(static_cast<unit_e>(u)));
    if (depth.has(unit.c_str())) {
      depth.number(unit.c_str(), k.depth[static_cast<std::size_t>(u)], 1, 200);
    }
  }
  depth.end();
  for (const port& p : k.ports) {
    for (const unit_e u : p.units) {
      // Loads take their time from the memories.
      if (u != unit_e::Lsu && k.depth[static_cast<std::size_t>(u)] == 0) {
        throw input_error(fmt::format("{}.{}: is missing", r.place("depth"), name_of(u)));
      }
    }
  }
  reader tensor(r.at("tensor"), r.place("tensor"));
  tensor.number("macs", k.tensor_macs, 0, 4096);
  if (k.tensor_macs != 0) tensor.number("macs", k.tensor_macs, 16, 4096);
  tensor.number("read_depth", k.tensor_read_depth, 0, 200);
  constexpr const char* Sums[] = {"fp32", "fp16", "bf16"};
  for (std::size_t n = 0; n < 3; ++n) {
    tensor.text(Sums[n], k.tensor_names[n]);
    const auto& profile = k.tensor_names[n];
    if (!profile.empty() && golden::dpa::find(profile) == nullptr) {
      throw input_error(fmt::format("{}: {}: no such profile", tensor.place(Sums[n]), profile));
    }
  }
  tensor.end();
  if (k.tensor_macs == 0) {
    for (const port& p : k.ports) {
      if (std::find(p.units.begin(), p.units.end(), unit_e::Tensor) != p.units.end()) {
        throw input_error(tensor.place("macs") + ": 0, but there is a tensor port");
      }
    }
    k.tensor_macs = 1;
  } else if (k.tensor_read_depth < k.depth[static_cast<std::size_t>(unit_e::Tensor)]) {
    throw input_error(tensor.place("read_depth") + ": less than depth.tensor");
  }
  reader memory(r.at("memory"), r.place("memory"));
  memory.number("queue", k.queue, 1, 64);
  memory.number("request_interval", k.request_interval, 1, 64);
  memory.number("pass_cycles", k.pass_cycles, 1, 64);
  memory.number("shared_depth", k.shared_depth, 1, 200);
  memory.number("fetch", k.fetch, 0, 64);
  memory.end();
  reader resident(r.at("resident"), r.place("resident"));
  resident.number("warps", k.warps, 1, 128);
  resident.number("registers", k.registers, 256, 1 << 20);
  resident.number("shared", k.shared, 0, 1 << 20);
  resident.number("blocks", k.ctas, 1, 64);
  resident.end();
  r.end();
  return k;
}

/// Applies "a.b.c=value" to a member that is there.
void set(ordered_json& j, const std::string& setting) {
  const auto equals = setting.find('=');
  if (equals == setting.npos) throw input_error(fmt::format("--set {}: KEY=VALUE", setting));
  ordered_json* at = &j;
  for (std::string_view path(setting.data(), equals); !path.empty();) {
    const auto dot = path.find('.');
    const std::string key(path.substr(0, dot));
    if (!at->is_object() || !at->contains(key)) {
      throw input_error(fmt::format("--set {}: no key {}", setting, key));
    }
    at = &(*at)[key];
    path.remove_prefix(dot == path.npos ? path.size() : dot + 1);
  }
  auto value = ordered_json::parse(setting.substr(equals + 1), nullptr, false);
  if (value.is_discarded()) value = setting.substr(equals + 1);
  if (at->is_object()) throw input_error(fmt::format("--set {}: is a group of keys", setting));
  *at = std::move(value);
}

}  // namespace

std::vector<std::string> sm_presets() {
  std::vector<std::string> names;
  for (const auto& [name, text] : SmPresets) names.emplace_back(name);
  return names;
}

arch read_sm_arch(const std::string& name, const std::vector<std::string>& settings) {
  const auto* preset = std::find_if(std::begin(SmPresets), std::end(SmPresets),
                                    [&](const auto& p) { return p.name == name; });
  const bool known   = preset != std::end(SmPresets);
  const bool file    = name.find_first_of("./") != name.npos;
  if (!known && !file) {
    throw input_error(
        fmt::format("--arch {}: a file, or one of {}", name, fmt::join(sm_presets(), ", ")));
  }
  const std::string text = known ? std::string(preset->text) : read_file(name, 1 << 20);
  ordered_json j;
  try {
    j = ordered_json::parse(text);
  } catch (const ordered_json::exception& e) {
    throw input_error(fmt::format("{}: no JSON", name));
  }
  if (!j.is_object()) throw input_error(fmt::format("{}: is no object", name));
  for (const auto& s : settings) set(j, s);
  return read_arch(name, j);
}

}  // namespace weft::sim
