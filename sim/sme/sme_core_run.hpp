// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
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
/// written up to the cycle in which it asks, and those of the host's own stores that are before it
/// in the program.
class core_memory {
 public:
  using core_model = golden::sme_core::core_model;
  using line_write = golden::sme_core::line_write;
  using own_store  = golden::sme_core::word_source::own_store;

  /// Loads are answered after `latency` cycles, in order or as soon as they can be.
  core_memory(golden::sme::memory& pages, std::function<int()> latency, bool in_order = true)
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
  /// Notes stores of the host itself, in program order.
  void store(std::vector<own_store> own) {
    for (auto& s : own) own_.push_back(std::move(s));
  }
  /// Notes the words that the core takes in this cycle.
  void enter(std::span<const golden::sme_core::core_word> words) {
    for (const auto& w : words) {
      for (const auto& l : w.lines) {
        if (!w.u.apart || l.written != 0) stores_.push_back(entered_);
      }
      ++entered_;
    }
  }
  /// Writes the host's stores that are before the n-th word.
  void settle(std::uint64_t n = ~std::uint64_t{0}) {
    for (; !own_.empty() && own_.front().before <= n; own_.pop_front()) {
      const auto& s = own_.front();
      pages_.write(s.address, s.bytes);
      for (std::size_t i = 0; i < s.bytes.size(); ++i) before_[s.address + i] = s.before;
    }
  }

  /// Takes the requests of this cycle. The load is the `word`-th.
  void take(const core_model::outputs& out, bool load_ready, std::uint64_t now,
            std::uint64_t word) {
    if (out.store) {
      ++stored_lines;
      const auto n = stores_.front();
      stores_.pop_front();
      settle(n);
      for (std::size_t i = 0; i < line_write::Bytes; ++i) {
        const auto at = out.store->line * line_write::Bytes + i;
        if ((out.store->written >> i & 1) == 0) continue;
        // A store of the host that is behind this one has been written for a load's sake.
        if (const auto own = before_.find(at); own != before_.end() && own->second > n) continue;
        pages_.write(at, {&out.store->data[i], 1});
      }
    }
    if (!out.load || !load_ready) return;
    settle(word);
    core_model::answer a{.tag = out.load->tag};
    for (std::uint64_t l = 0; l < (out.load->two ? 2u : 1u); ++l) {
      ++loaded_lines;
      const auto data = std::span(a.data).subspan(l * line_write::Bytes, line_write::Bytes);
      a.missing[l]    = !pages_.read((out.load->line + l) * line_write::Bytes, data);
      if (a.missing[l]) std::ranges::fill(data, Junk);
    }
    asked_.push_back({now + static_cast<std::uint64_t>(latency_()), a});
  }

  std::uint64_t loaded_lines = 0, stored_lines = 0;

 private:
  /// The bytes of lines that are missing.
  static constexpr std::uint8_t Junk = 0xa5;

  struct asked {
    std::uint64_t due;
    core_model::answer what;
  };
  golden::sme::memory& pages_;
  std::function<int()> latency_;
  bool in_order_;
  std::vector<asked> asked_;
  std::deque<own_store> own_;                      ///< not yet written
  std::map<std::uint64_t, std::uint64_t> before_;  ///< by byte: the place of the host's last store
  std::deque<std::uint64_t> stores_;               ///< the word of each line to come
  std::uint64_t entered_ = 0;
};

/// The memory's ready for loads and for stores.
struct core_paces {
  pace load = always(), store = always();
};

/// Runs the host's program through `cycle`, a function from inputs to outputs that takes the clock
/// edge. Vectors have `svl` bits in streaming mode and `nsvl` outside, powers of two. Returns the
/// number of cycles, to the last commit or the host's last instruction.
template <class Cycle>
std::uint64_t run_core(golden::sme_core::word_source& host, core_memory& memory, core_paces paces,
                       int svl, int nsvl, Cycle cycle) {
  using golden::sme_core::core_model;
  watchdog dog;
  std::uint64_t last = 0, executed = 0;
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
    memory.store(host.own_stores());
    memory.enter(std::span(in.in).first(taken));
    memory.take(out, in.load_ready, now, out.load ? host.word_of(out.load->tag) : 0);
    if (out.commits != 0) last = now + 1;
    const bool host_goes_on = std::exchange(executed, host.instructions()) != host.instructions();
    dog.cycle(out.commits != 0 || taken != 0 || in.answer || host_goes_on,
              [&] { return std::to_string(host.words()) + " words handed over"; });
  }
  memory.store(host.own_stores());
  memory.settle();
  return std::max(last, host.cycles());
}

}  // namespace weft::sim
