// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/golden/sm/sm_isa.hpp"

namespace weft::sim {

/// A program of the streaming multiprocessor as text; docs/unit/sm.md has the language.
///
/// Throws input_error, one line with file, line and fault: also for an instruction, a modifier or
/// an operand that the language lacks, by its name.
golden::sm::program read_sm_program(const std::string& file);

/// The same of text; `name` stands for the file.
golden::sm::program assemble_sm(const std::string& name, const std::string& text);

/// An instruction as the assembler reads it. Targets are the labels L0, L1, ... of to_sm_text().
std::string to_sm_text(const golden::sm::program& p, std::size_t at);

/// A whole program, with labels and control prefixes.
std::string to_sm_text(const golden::sm::program& p);

}  // namespace weft::sim
