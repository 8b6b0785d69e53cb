// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <istream>
#include <string>

#include "sim/golden/sme.hpp"

namespace weft::sim {

/// Registers and memory as text, one line each: name and value in hexadecimal, the most significant
/// digit first; bytes of memory in the order of their addresses. Two states differ where their
/// texts differ, line by line. The text includes ZA if PSTATE.ZA is 1, memory that is not zero, and
/// the start of every page.
///
///     svl 512              bits, decimal; svl, nsvl and svcr precede the registers that they size
///     nsvl 128
///     svcr 3               bit 0 PSTATE.SM, bit 1 PSTATE.ZA
///     pc 0000000000010000
///     x0 0000000000000005
///     sp 00000000000f0000
///     nzcv 6
///     fpcr 00000000
///     fpsr 00000000
///     z5 ...               as long as a vector is now
///     p2 ...
///     ffr ...
///     za 17 ...            a row
///     mem 0000000000020010 00112233445566778899aabbccddeeff
std::string to_text(const golden::sme::state& s, const golden::sme::paged_memory* memory = nullptr);

/// The lines in which two such texts differ, one below the other; only the first ones if there are
/// many.
std::string different_lines(const std::string& name, const std::string& text,
                            const std::string& other_name, const std::string& other);

/// Reads such a text over a state and a memory. Registers and bytes that the text does not name
/// stay; blank lines and lines that begin with `#` are skipped. Values may have fewer digits,
/// memory any even number of digits. Throws input_error with the line.
void read_state(std::istream& text, const std::string& name, golden::sme::state& s,
                golden::sme::paged_memory& memory);

}  // namespace weft::sim
