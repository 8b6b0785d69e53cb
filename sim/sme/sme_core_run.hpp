// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sim/golden/sme.hpp"
#include "sim/golden/sme_core/sme_core.hpp"
#include "sim/golden/sme_core/sme_core_host.hpp"
#include "sim/harness/pace.hpp"
#include "sim/harness/watchdog.hpp"

namespace weft::sim {

/// The memory behind the core's ports, a cycle at a time. A load sees the lines that stores have
/// written up to the cycle in which it asks.
class core_memory {
 public:
  using core_model = golden::sme_core::core_model;
  using line_write = golden::sme_core::line_write;

  /// Loads are answered after `latency` cycles, in order or as soon as they can be.
  core_memory(golden::sme::paged_memory& pages, std::function<int()> latency, bool in_order = true)
      : pages_(pages), latency_(std::move(latency)), in_order_(in_order) {}

  /// The answer of this cycle, if there is one.
  std::optional<core_model::answer> answer(std::uint64_t now) {
    const auto due = [&](const asked& a) { return a.due <= now; };
    const auto it  = std::ranges::find_if(asked_, due);
    if (it == asked_.end() || (in_order_ && it != asked_.begin())) return {};
    const auto given = it->what;
    asked_.erase(it);
    return given;
  }
  /// Takes the requests of this cycle.
  void take(const core_model::outputs& out, bool load_ready, std::uint64_t now) {
    if (out.store) {
      ++stored_lines;
      for (std::size_t i = 0; i < line_write::Bytes; ++i) {
        if ((out.store->written >> i & 1) == 0) continue;
        pages_.write(out.store->line * line_write::Bytes + i, {&out.store->data[i], 1});
      }
    }
    if (!out.load || !load_ready) return;
    core_model::answer a{.tag = out.load->tag};
    for (std::uint64_t l = 0; l < (out.load->two ? 2u : 1u); ++l) {
      ++loaded_lines;
      pages_.read((out.load->line + l) * line_write::Bytes,
                  std::span(a.data).subspan(l * line_write::Bytes, line_write::Bytes));
    }
    asked_.push_back({now + static_cast<std::uint64_t>(latency_()), a});
  }

  std::uint64_t loaded_lines = 0, stored_lines = 0;

 private:
  struct asked {
    std::uint64_t due;
    core_model::answer what;
  };
  golden::sme::paged_memory& pages_;
  std::function<int()> latency_;
  bool in_order_;
  std::vector<asked> asked_;
};

/// The memory's ready for loads and for stores.
struct core_paces {
  pace load = always(), store = always();
};

/// Runs the host's program through `cycle`, a function from inputs to outputs that takes the clock
/// edge. Vectors have `svl` bits in streaming mode and `nsvl` outside, powers of two. Returns the
/// number of cycles, to the last commit or the host's last instruction.
template <class Cycle>
std::uint64_t run_core(golden::sme_core::core_host& host, core_memory& memory, core_paces paces,
                       int svl, int nsvl, Cycle cycle) {
  using golden::sme_core::core_model;
  watchdog dog;
  std::uint64_t last = 0;
  for (std::uint64_t now = 0;; ++now) {
    core_model::inputs in{.in          = host.offers(now),
                          .smcr_len    = svl / 128 - 1,
                          .zcr_len     = nsvl / 128 - 1,
                          .load_ready  = paces.load(),
                          .store_ready = paces.store(),
                          .answer      = memory.answer(now)};
    const bool ended              = host.ended();
    const core_model::outputs out = cycle(in);
    if (ended && out.idle && !out.store) break;
    if (out.result) host.gave(*out.result, now);
    std::size_t taken = 0;
    while (taken < out.ready.size() && out.ready[taken]) ++taken;
    host.took(taken, now);
    memory.take(out, in.load_ready, now);
    if (out.commits != 0) last = now + 1;
    dog.cycle(out.commits != 0 || taken != 0 || in.answer,
              [&] { return std::to_string(host.words()) + " words handed over"; });
  }
  return std::max(last, host.cycles());
}

}  // namespace weft::sim
