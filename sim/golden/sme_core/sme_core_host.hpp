// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/golden/sme.hpp"
#include "sim/golden/sme_core/sme_core.hpp"
#include "sim/golden/sme_core/sme_uops.hpp"

namespace weft::golden::sme_core {

/// The side of a host that hands words over: executes a program in program order, and offers its
/// words at the times of core_clock.
class word_source {
 public:
  /// The end of a program: the address behind its last instruction, or a number of instructions.
  struct bounds {
    std::uint64_t end, limit = ~std::uint64_t{0};
  };

  virtual ~word_source() = default;

  /// The words that the host offers in a cycle; cycles come one after the other.
  std::vector<core_word> offers(std::uint64_t now);
  /// How many of them the core took in that cycle.
  void took(std::size_t words, std::uint64_t now);
  /// A result of the core in a cycle.
  virtual void gave(const core_model::result&, std::uint64_t) {}

  /// The word that has a tag, in program order: the latest that the core took with it, or else the
  /// latest.
  std::uint64_t word_of(int tag) const {
    const auto newest = dispatch_.size() - 1;
    const auto window = static_cast<std::uint64_t>(k_.issue.window);
    const auto age    = (newest + tag_ - static_cast<std::uint64_t>(tag)) % window;
    return age > newest ? newest : newest - age;
  }

  /// A store of the host itself, of general registers: its place is before the `before`-th word.
  struct own_store {
    std::uint64_t before  = 0;
    std::uint64_t address = 0;
    std::vector<std::uint8_t> bytes{};
  };
  /// The host's own stores since the last call, in order.
  std::vector<own_store> own_stores() { return std::exchange(own_stores_, {}); }

  /// All words are handed over.
  bool ended() const {
    return stop_.stop != sme::stop_e::None && waiting_.empty() && rest_.empty();
  }
  /// Why it ended: End at `end`, Limit behind as many instructions as allowed; Undefined also for a
  /// word of entangled vectors.
  const sme::outcome& last() const { return stop_; }
  std::uint64_t instructions() const { return instructions_; }
  std::uint64_t words() const { return handed_; }
  /// The cycle behind the last instruction.
  std::uint64_t cycles() const {
    return (slot_ + static_cast<std::uint64_t>(k_.host) - 1) / static_cast<std::uint64_t>(k_.host);
  }

 protected:
  /// The core is idle, its next tag is `tag`.
  word_source(const core_config& k, bounds to, int tag)
      : k_(k), to_(to), tag_(static_cast<unsigned>(tag)) {}

  /// Executes the next instruction if its time is before `now` and it waits for nothing.
  virtual bool execute_next(std::uint64_t now) = 0;
  /// Whether PC is behind the program, which then ends.
  bool at_end(std::uint64_t pc);
  bool has_room();
  void hand_over(core_word c);
  bool hand_over_rest(std::uint64_t now);
  std::uint64_t time() const { return slot_ / static_cast<std::uint64_t>(k_.host); }

  core_config k_;
  bounds to_;
  std::uint64_t tag_;  ///< of the first word
  sme::outcome stop_{};
  std::deque<core_word> rest_;           ///< further uops of an instruction, not handed over
  std::vector<std::uint64_t> dispatch_;  ///< of the words taken
  std::uint64_t slot_ = 0, handed_ = 0, instructions_ = 0;
  std::vector<own_store> own_stores_;

 private:
  struct offered {
    core_word word;
    std::uint64_t host;
  };
  std::deque<offered> waiting_;  ///< handed over, not taken
};

/// The host of the core: executes a program on golden::sme, and waits for the core where the
/// program needs a result.
class core_host : public word_source {
 public:
  /// The state and the memory stay the caller's.
  core_host(const core_config& k, sme::state& s, sme::memory& m, bounds to, int tag = 0)
      : word_source(k, to, tag), s_(s), memory_(m) {}

  void gave(const core_model::result& r, std::uint64_t now) override;

 private:
  struct fetched {
    std::uint32_t word           = 0;
    const sme::instruction* line = nullptr;
    translated t;
  };

  bool fetch();
  bool execute_next(std::uint64_t now) override;
  core_word describe(const fetched& f);
  void set_flags_of_parts(core_word& c, const std::array<sme::vector_t, 32>& z,
                          const std::vector<std::uint32_t>& alike);

  sme::state& s_;
  sme::memory& memory_;
  std::optional<fetched> next_;
  std::uint64_t flags_ = 0;
  std::optional<std::uint64_t> wait_x_, wait_flags_;  ///< the word whose result is awaited
};

}  // namespace weft::golden::sme_core
