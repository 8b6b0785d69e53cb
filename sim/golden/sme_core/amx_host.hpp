// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "sim/golden/amx.hpp"
#include "sim/golden/amx_words.hpp"
#include "sim/golden/sme_core/sme_core_host.hpp"
#include "sim/golden/sme_core/sme_uops.hpp"

/// AMX's instructions on the SME core.
namespace weft::golden::sme_core {

/// The uops of AMX's instructions, which are those of their words.
class amx_translator {
 public:
  explicit amx_translator(const core_config& k) : k_(k) {}

  /// The instruction must be one that golden::amx::execute() does not refuse. It has no uop where
  /// it changes nothing.
  translated operator()(amx::op_e op, std::uint64_t operand);

 private:
  core_config k_;
  sme::state on_{.svl = 8 * amx::RowBytes, .sm = true, .za = true};
};

/// The uop of a word, in the core's state before it; its X0, X1, X8 and X12 become the scalars.
uop uop_of(const core_config& k, sme::state& core, const amx::sme_word& w);
/// A word of AMX's as the core takes it: executes it on the core's registers, behind the words
/// before it.
core_word executed(const core_config& k, sme::state& core, sme::memory& m, const amx::sme_word& w);

/// The host of a core that executes AMX's instructions: the words of each one in its place in the
/// program, and all other instructions on golden::sme, with registers of its own.
class amx_host : public word_source {
 public:
  /// The core's registers are `core`, amx::sme_state_of() of `s`. The states and the memory stay
  /// the caller's.
  amx_host(const core_config& k, amx::state& s, sme::state& core, sme::memory& m, bounds to,
           int tag = 0)
      : word_source(k, to, tag), s_(s), core_(core), memory_(m) {}

  std::uint64_t commands() const { return commands_; }

 private:
  bool execute_next(std::uint64_t now) override;
  bool execute_amx(std::uint32_t word);

  amx::state& s_;
  sme::state& core_;
  sme::memory& memory_;
  std::uint64_t commands_ = 0;
};

}  // namespace weft::golden::sme_core
