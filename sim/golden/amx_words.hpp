// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "sim/golden/amx.hpp"

/// AMX's instructions as words of SME in streaming mode at SVL 512.
///
///     X    Z0 to Z7        the temporaries are Z16 to Z29 and P0 to P5
///     Y    Z8 to Z15       Z30 is zero, P6 is false, P7 is true from `set` on,
///                      and so is P8 as a counter
///     Z    ZA
namespace weft::golden::amx {

inline constexpr unsigned FirstX = 0, FirstY = 8;

/// A word of SME with the scalars that go with it: no other word gives them.
struct sme_word {
  std::uint32_t bits = 0;
  std::uint64_t a = 0, b = 0;  ///< X0, X1
  std::uint8_t slice = 0;      ///< W8 and W12; of two vectors loaded sme_core::PairNumber
  std::uint32_t fpcr = 0;

  bool operator==(const sme_word&) const = default;
};

/// The words of an instruction that golden::amx::execute() does not refuse, in order. None where it
/// changes nothing.
std::vector<sme_word> words(op_e op, std::uint64_t operand);

/// Executes a word as golden::sme does. Throws sme::isa::stopped.
void execute(sme::state& core, sme::memory& m, const sme_word& w);

/// The registers of SME that hold a state, and the state that they hold. Of AArch64's registers a
/// state keeps its own.
sme::state sme_state_of(const state& s);
void take(state& s, const sme::state& core);

}  // namespace weft::golden::amx
