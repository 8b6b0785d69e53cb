// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "sim/golden/amx.hpp"

/// AMX's instructions as programs of SME in streaming mode at SVL 512: X is Z0 to Z7, Y is Z8 to
/// Z15, Z is ZA; Z16 to Z31, predicates and general registers are scratch.
namespace weft::golden::amx {

/// A program: whole lines of memory from `at` on, with its constants and, from `begin` to `end`,
/// its instructions.
struct sme_program {
  std::vector<std::uint8_t> bytes;
  std::uint64_t at, begin, end;
};

/// The program of one instruction. Empty where SME has no such arithmetic: binary16 operands of
/// binary32 products, and narrowing.
std::optional<sme_program> as_sme(op_e op, std::uint64_t operand);

/// Executes a program from PC to `end`, as golden::sme::run does; returns its cycles.
using sme_runner = std::function<std::uint64_t(sme::state& s, sme::memory& m, std::uint64_t end)>;

/// A unit that executes AMX's instructions as programs of SME.
unit sme_unit(sme_runner run);

}  // namespace weft::golden::amx
