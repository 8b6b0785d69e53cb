// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <ostream>
#include <utility>
#include <vector>

#include "sim/golden/amx_front.hpp"
#include "sim/golden/sme_core/amx_host.hpp"
#include "sim/golden/sme_core/sme_core.hpp"
#include "sim/golden/sme_core/sme_uops.hpp"

namespace weft::golden::sme_core {

/// Golden model of rtl/amx/weft_amx_core.sv: amx::front before the SME core. Words are executed in
/// the order and in the cycle in which the core takes them, on a memory of the model's own.
class amx_core_model {
 public:
  struct inputs {
    std::vector<amx::instruction> in;  ///< offered, the oldest first
    bool load_ready = true, store_ready = true;
    std::optional<core_model::answer> answer;

    friend std::ostream& operator<<(std::ostream& os, const inputs& i) {
      os << "ready=" << i.load_ready << i.store_ready;
      for (const auto& one : i.in) os << " in=" << one;
      if (i.answer) os << " answer=" << i.answer->tag;
      return os;
    }
  };

  struct outputs {
    std::array<bool, amx::front::Width> in_ready{};
    std::vector<amx::front::model::has_e> has;  ///< of the instructions that are taken
    int ends = 0;                               ///< instructions whose last word commits
    std::optional<core_model::load> load;
    std::optional<line_write> store;
    std::optional<std::uint8_t> flags;  ///< of FPSR that a word raises
    bool on = false, idle = true;

    bool operator==(const outputs&) const = default;

    friend std::ostream& operator<<(std::ostream& os, const outputs& o) {
      os << "ready=" << o.in_ready[0] << o.in_ready[1] << " has=";
      for (const auto h : o.has) os << "wnr"[static_cast<int>(h)];
      os << " ends=" << o.ends;
      if (o.load) os << " load=(" << *o.load << ')';
      if (o.store) os << " store=(" << *o.store << ')';
      if (o.flags) os << " flags=" << unsigned{*o.flags};
      return os << " on=" << o.on << " idle=" << o.idle;
    }
  };

  /// Vectors have `svl` bits, 512 for AMX.
  amx_core_model(const core_config& k, int svl, sme::paged_memory m)
      : k_(k),
        core_(k.issue),
        state_{.svl = svl, .nsvl = svl},
        on_{.svl = svl, .nsvl = svl, .sm = true, .za = true},
        memory_(std::move(m)) {}

  outputs peek(const inputs& in) const {
    const auto f = front_.peek({.in = in.in});
    const auto c = core_.peek(offered(in, f));
    outputs o{.in_ready = f.in_ready,
              .has      = f.has,
              .load     = c.load,
              .store    = c.store,
              .flags    = {},
              .on       = f.on,
              .idle     = c.idle && !f.out[0]};
    for (std::size_t i = 0; i < static_cast<std::size_t>(c.commits); ++i) o.ends += last_[i];
    if (c.result) o.flags = c.result->fpsr;
    return o;
  }

  void step(const inputs& in) {
    const auto f = front_.peek({.in = in.in});
    auto to      = offered(in, f);
    const auto c = core_.peek(to);
    amx::front::model::inputs taken{.in = in.in, .out_ready = {}};
    for (std::size_t i = 0; i < to.in.size() && c.ready[i]; ++i) {
      to.in[i]           = executed(k_, state_, memory_, f.out[i]->word);
      taken.out_ready[i] = true;
      last_.push_back(f.out[i]->last);
    }
    core_.step(to);
    front_.step(taken);
    last_.erase(last_.begin(), last_.begin() + c.commits);
  }

  /// Memory behind the words that the core has taken.
  sme::paged_memory& memory() { return memory_; }

 private:
  /// The words that the front end offers to the core.
  core_model::inputs offered(const inputs& in, const amx::front::model::outputs& f) const {
    core_model::inputs to{.in          = {},
                          .smcr_len    = on_.svl / 128 - 1,
                          .zcr_len     = on_.svl / 128 - 1,
                          .load_ready  = in.load_ready,
                          .store_ready = in.store_ready,
                          .answer      = in.answer};
    for (const auto& w : f.out) {
      if (w) to.in.push_back({.u = uop_of(k_, on_, w->word), .word = w->word.bits});
    }
    return to;
  }

  core_config k_;
  amx::front::model front_;
  core_model core_;
  sme::state state_;       ///< behind the words that the core has taken
  mutable sme::state on_;  ///< for the uops of words: lengths and mode
  sme::paged_memory memory_;
  std::deque<bool> last_;  ///< of the words that the core has: its instruction's last one
};

}  // namespace weft::golden::sme_core
