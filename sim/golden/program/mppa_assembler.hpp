// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "sim/golden/mppa_core/mppa_core.hpp"

/// The assembler of the core round the tensor coprocessor: Kalray's syntax of the operations that
/// the core has. docs/unit/mppa_core.md lists them.
namespace weft::golden::mppa_core {

/// The fault of a line: its number from 1 on, the operation, and what is wrong with it.
struct assembly_error : std::runtime_error {
  assembly_error(std::size_t at, const std::string& what) : std::runtime_error(what), line(at) {}
  std::size_t line;
};

struct program {
  std::vector<bundle> bundles;
  std::vector<std::size_t> lines;  ///< of each bundle, its first
  std::vector<std::string> texts;  ///< of each bundle, operations separated by "; "
};

/// Assembles a text of at most 65535 bundles. An operation ends at the end of its line or at `;`, a
/// bundle at `;;`. Throws assembly_error, also for a bundle that asks more of a resource than there
/// is, for a label that is missing, and for a program that runs off its end.
program assemble(std::string_view text);

/// The names of a lane's operations by their codes, 0 to 63; a code without one is its number, none
/// is "-".
std::vector<std::string> mnemonics(lane_e lane);

}  // namespace weft::golden::mppa_core
