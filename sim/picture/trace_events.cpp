// SPDX-License-Identifier: Apache-2.0

#include "sim/picture/trace_events.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace weft::sim {
namespace {

using nlohmann::ordered_json;

/// A number without a fraction where it has none.
ordered_json number(double x) {
  const double rounded = std::round(x * 1e6) / 1e6;  // to picoseconds
  return rounded == std::floor(rounded) ? ordered_json(static_cast<std::int64_t>(rounded))
                                        : ordered_json(rounded);
}

/// Bytes of a guest need not be UTF-8.
std::string dump(const ordered_json& j) {
  return j.dump(-1, ' ', true, ordered_json::error_handler_t::replace);
}

}  // namespace

trace_events::track trace_events::add_track(const std::string& group, const std::string& name) {
  const auto at = std::ranges::find(groups_, group);
  tracks_.emplace_back(at - groups_.begin() + 1, name);
  if (at == groups_.end()) groups_.push_back(group);
  return static_cast<track>(tracks_.size() - 1);
}

void trace_events::span(track on, std::string name, double from, double to, arguments args) {
  add({on, std::move(name), from, to - from, std::move(args)});
}

void trace_events::instant(track on, std::string name, double at, arguments args) {
  add({on, std::move(name), at, -1, std::move(args)});
}

void trace_events::add(event e) {
  if (events_.size() < most_) {
    events_.push_back(std::move(e));
  } else {
    ++left_out_;
  }
}

std::string trace_events::to_text(const std::string& file) const {
  return fmt::format("{}: {} events{}\n", file, events_.size(),
                     left_out_ == 0 ? "" : fmt::format(", {} left out", left_out_));
}

std::string trace_events::json() const {
  std::string text    = "{\"displayTimeUnit\": \"ns\", \"traceEvents\": [";
  const char* between = "\n";
  const auto add      = [&](const ordered_json& j) {
    text += between + dump(j);
    between = ",\n";
  };
  const auto meta = [&](const char* what, std::size_t pid, std::size_t tid, const auto& name) {
    add({{"ph", "M"}, {"name", what}, {"pid", pid}, {"tid", tid}, {"args", {{"name", name}}}});
  };
  for (std::size_t i = 0; i < groups_.size(); ++i) meta("process_name", i + 1, 0, groups_[i]);
  for (std::size_t i = 0; i < tracks_.size(); ++i) {
    meta("thread_name", tracks_[i].first, i + 1, tracks_[i].second);
  }
  for (const event& e : events_) {
    ordered_json j{
        {"ph", e.duration < 0 ? "i" : "X"}, {"name", e.name},  {"cat", tracks_[e.on].second},
        {"pid", tracks_[e.on].first},       {"tid", e.on + 1}, {"ts", number(e.from)}};
    if (e.duration < 0) {
      j["s"] = "t";
    } else {
      j["dur"] = number(e.duration);
    }
    for (const auto& [name, value] : e.args) {
      std::visit([&, key = name](const auto& v) { j["args"][key] = v; }, value);
    }
    add(j);
  }
  return text + "\n]}\n";
}

}  // namespace weft::sim
