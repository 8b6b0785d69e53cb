// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "sim/golden/sme.hpp"

namespace weft::sim {

/// A program in memory.
struct sme_program {
  struct symbol {
    std::uint64_t address, bytes;
  };

  std::optional<std::uint64_t> entry;     ///< none: an object without `_start`
  std::map<std::string, symbol> symbols;  ///< global symbols
};

/// Loads an AArch64 executable or object in ELF, or else a file of bare words.
///
/// An executable is loaded at its own addresses. The allocated sections of an object are placed
/// from `address` on one after another, relocations are applied, and the entry is `_start`.
/// Routines of sim/sme/sme_support.s that it calls and does not define lie behind them. Bare words
/// are placed at `address`; the first word is an instruction. Throws input_error, also for a
/// program of more than 2^28 bytes in memory.
sme_program load_program(const std::string& path, std::uint64_t address,
                         golden::sme::paged_memory& memory);

}  // namespace weft::sim
