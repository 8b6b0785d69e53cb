// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cfenv>
#include <cstddef>
#include <cstdint>

#include "sim/golden/float.hpp"

namespace weft {

/// The directions of rounding that the host's floating-point unit has: the first of round_e.
inline constexpr int HostRounds = 4;

/// Calls `run` under a direction of rounding and returns the flags that it raises. Variables that
/// `run` reads and writes must be volatile, so that the compiler computes nothing before or after.
template <class Run>
std::uint8_t host_flags(golden::round_e round, Run run) {
  constexpr std::array<int, HostRounds> Modes{FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
  std::fesetround(Modes[static_cast<std::size_t>(round)]);
  std::feclearexcept(FE_ALL_EXCEPT);
  run();
  const int raised = std::fetestexcept(FE_ALL_EXCEPT);
  std::fesetround(FE_TONEAREST);
  int flags = 0;
  if ((raised & FE_INEXACT) != 0) flags |= golden::Inexact;
  if ((raised & FE_UNDERFLOW) != 0) flags |= golden::Underflow;
  if ((raised & FE_OVERFLOW) != 0) flags |= golden::Overflow;
  if ((raised & FE_DIVBYZERO) != 0) flags |= golden::DivideByZero;
  if ((raised & FE_INVALID) != 0) flags |= golden::Invalid;
  return static_cast<std::uint8_t>(flags);
}

/// The host's result of an operation on a and b; a NaN becomes quiet_nan().
template <class Real, class Word, class Operation>
golden::float_result on_host(golden::format f, golden::round_e round, std::uint64_t a_bits,
                             std::uint64_t b_bits, Operation operation) {
  volatile Real a  = std::bit_cast<Real>(static_cast<Word>(a_bits));
  volatile Real b  = std::bit_cast<Real>(static_cast<Word>(b_bits));
  volatile Real r  = 0;
  const auto flags = host_flags(round, [&] { r = operation(a, b); });
  const Real x     = r;
  return {x != x ? golden::quiet_nan(f) : std::bit_cast<Word>(x), flags};
}

}  // namespace weft
