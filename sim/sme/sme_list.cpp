// SPDX-License-Identifier: Apache-2.0
#include "sim/sme/sme_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "sim/golden/sme.hpp"
#include "sim/golden/sme_core/sme_uops.hpp"

namespace weft::sim {
namespace {

using golden::sme::legal_e;

std::string_view where(legal_e legal) {
  switch (legal) {
    case legal_e::NonStreaming:
      return "outside streaming mode";
    case legal_e::Streaming:
      return "streaming mode";
    case legal_e::Za:
      return "ZA";
    case legal_e::StreamingZa:
      return "streaming mode and ZA";
    default:
      return "";
  }
}

std::string_view core(golden::sme_core::core_run_e run) {
  switch (run) {
    case golden::sme_core::core_run_e::Host:
      return "host";
    case golden::sme_core::core_run_e::Pipelined:
      return "pipelined";
    case golden::sme_core::core_run_e::Turns:
      return "in turns";
    default:
      return "alone";
  }
}

struct entry {
  std::string_view group, name, core;
  legal_e legal;
  int encodings = 0;
};

}  // namespace

std::string list_instructions() {
  std::vector<entry> entries;
  for (const auto& row : golden::sme::instructions()) {
    const auto on_core = core(golden::sme_core::core_run(row));
    auto found         = std::find_if(entries.begin(), entries.end(), [&](const entry& e) {
      return e.group == row.group && e.name == row.name && e.legal == row.legal &&
             e.core == on_core;
    });
    if (found == entries.end()) {
      found = entries.insert(found, {row.group, row.name, on_core, row.legal});
    }
    ++found->encodings;
  }
  std::string text;
  std::string_view group;
  for (const auto& e : entries) {
    if (e.group != group) {
      text += fmt::format("{}| {} | encodings | needs | on the core |\n|---|---|---|---|\n",
                          group.empty() ? "" : "\n", e.group);
    }
    group = e.group;
    std::string names;
    for (const char c : e.name) names += c == ' ' ? std::string("`, `") : std::string(1, c);
    text += fmt::format("| `{}` | {} | {} | {} |\n", names, e.encodings, where(e.legal), e.core);
  }
  return text;
}

}  // namespace weft::sim
