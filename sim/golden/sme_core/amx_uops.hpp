// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "sim/golden/amx.hpp"
#include "sim/golden/sme_core/sme_uops.hpp"

namespace weft::golden::sme_core {

/// The vector registers that hold X and Y: X is Z0 to Z7, Y is Z8 to Z15.
inline constexpr unsigned AmxX = 0, AmxY = 8, AmxRegisters = 8;

/// An instruction of AMX as a uop of the SME core, or two where it writes five registers: Z is ZA,
/// X and Y are vector registers, which the core renames. A product is one of the matrix mode. One
/// of the vector mode takes a cycle of the same pipe and a row of Z; `set` and `clr` are SMSTART
/// and SMSTOP. The instruction must be one that golden::amx::execute() does not refuse.
translated translate(const core_config& k, amx::op_e op, std::uint64_t operand);

}  // namespace weft::golden::sme_core
