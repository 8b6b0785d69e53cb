// SPDX-License-Identifier: Apache-2.0
//
// systemc/platforms/engine_example.cpp: its products, and the waveform of the engine's registers.

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "systemc/engine.hpp"
#include "tb/file/files.hpp"
#include "tb/program/program.hpp"

namespace weft::engine_example_test {
namespace {

/// The changes of each signal: nanoseconds and the value.
using changes = std::map<std::string, std::vector<std::pair<std::uint64_t, std::uint64_t>>>;

changes read_vcd(const std::string& text) {
  changes all;
  std::map<std::string, std::string> names;
  std::istringstream words(text);
  std::string scope;
  std::uint64_t now = 0;
  bool defined      = false;
  for (std::string w; words >> w;) {
    std::string type, width, id, name;
    if (w == "$comment") {
      while (words >> w && w != "$end") {
      }
    } else if (w == "$scope") {
      words >> type >> name;
      if (name != "SystemC") scope += name + ".";
    } else if (w == "$upscope") {
      scope.erase(scope.size() < 2 ? 0 : scope.find_last_of('.', scope.size() - 2) + 1);
    } else if (w == "$var") {
      words >> type >> width >> id >> name;
      names[id] = scope + name;
    } else if (!defined) {
      defined = w == "$enddefinitions";
    } else if (w[0] == '#') {
      now = std::stoull(w.substr(1));
    } else if (w[0] == 'b') {
      words >> id;
      all[names.at(id)].emplace_back(now, std::stoull(w.substr(1), nullptr, 2));
    } else if ((w[0] == '0' || w[0] == '1') && names.contains(w.substr(1))) {
      all[names.at(w.substr(1))].emplace_back(now, w[0] - '0');
    }
  }
  return all;
}

std::vector<std::uint64_t> values(const changes& c, const std::string& name) {
  std::vector<std::uint64_t> v;
  for (const auto& [at, value] : c.at(name)) {
    if (v.empty() || v.back() != value) v.push_back(value);
  }
  return v;
}

TEST(EngineExample, ItsProductsAndItsWaveform) {
  const scratch folder;
  const auto said = run(folder, WEFT_ENGINE_EXAMPLE " " + (folder / "wave").string());
  EXPECT_EQ(said.code, 0) << said.err;
  std::string products = "D =";
  for (unsigned i = 0; i < 128; ++i) products += " 16";
  EXPECT_NE(said.out.find(products + "\nat "), std::string::npos) << said.out;

  const auto c = read_vcd(get(folder / "wave.vcd"));
  for (const auto& r : systemc::engine_timed::TracedRegisters) {
    EXPECT_TRUE(c.contains(std::string("engine.") + r.name)) << r.name;
  }
  EXPECT_EQ(values(c, "engine.m"), (std::vector<std::uint64_t>{0, 8, 16}));
  EXPECT_EQ(values(c, "engine.n"), (std::vector<std::uint64_t>{0, 8}));
  EXPECT_EQ(values(c, "engine.jobs"), (std::vector<std::uint64_t>{0, 1, 2}));
  EXPECT_EQ(values(c, "engine.irq_enable"), std::vector<std::uint64_t>{2});  // at time 0
  EXPECT_EQ(values(c, "engine.status"), (std::vector<std::uint64_t>{0, 1, 2, 0, 1, 2, 0}));
  EXPECT_EQ(values(c, "engine.ring_head"), std::vector<std::uint64_t>{0});
  EXPECT_EQ(values(c, "irq"), (std::vector<std::uint64_t>{0, 1, 0, 1, 0}));

  // STATUS is BUSY for the job's own time and its check; the line follows DONE within two cycles.
  const auto &status = c.at("engine.status"), &irq = c.at("irq"), &time = c.at("engine.time");
  ASSERT_EQ(status.size(), 7u);
  ASSERT_EQ(time.size(), 3u);
  for (unsigned job = 0; job < 2; ++job) {
    const auto busy = status[3 * job + 2].first - status[3 * job + 1].first;
    EXPECT_GT(busy, time[job + 1].second);
    EXPECT_LT(busy, time[job + 1].second + 40);
    EXPECT_GE(irq[2 * job + 1].first, status[3 * job + 2].first);
    EXPECT_LE(irq[2 * job + 1].first, status[3 * job + 2].first + 2);
  }
}

}  // namespace
}  // namespace weft::engine_example_test
