// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace weft::sim {

/// Spans and instants on tracks, as JSON in the Trace Event Format for Perfetto and
/// chrome://tracing. Times are microseconds.
class trace_events {
 public:
  using track     = unsigned;
  using arguments = std::vector<std::pair<const char*, std::variant<std::uint64_t, std::string>>>;

  /// Keeps `most` events, the first ones.
  explicit trace_events(std::size_t most = 100'000) : most_(most) {}

  /// A track that is shown under these names.
  track add_track(const std::string& group, const std::string& name);

  void span(track on, std::string name, double from, double to, arguments args = {});
  void instant(track on, std::string name, double at, arguments args = {});

  /// A line that says how many events are in the file.
  std::string to_text(const std::string& file) const;

  /// All of it, one event a line.
  std::string json() const;

 private:
  struct event {
    track on;
    std::string name;
    double from, duration;  // negative: an instant
    arguments args;
  };

  void add(event e);

  std::size_t most_;
  std::vector<std::string> groups_;
  std::vector<std::pair<std::size_t, std::string>> tracks_;  // the group's place, the name
  std::vector<event> events_;
  std::uint64_t left_out_ = 0;
};

}  // namespace weft::sim
