// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <istream>
#include <string>

#include "sim/golden/sme.hpp"

namespace weft::sim {

/// Registers and memory as text, one line each: name and value in hexadecimal, the most significant
/// digit first; bytes of memory in the order of their addresses. Two states differ where their
/// texts do, line by line. ZA is there if PSTATE.ZA is 1; of memory, what is not zero and the start
/// of every page.
///
///     svl 512              bits, decimal; svl, nsvl and svcr come before what they size
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

/// The lines in which two such texts differ, a line of each under the other; the first ones if they
/// are many.
std::string different_lines(const std::string& name, const std::string& text,
                            const std::string& other_name, const std::string& other);

/// Reads such a text over a state and a memory; what it does not name stays, lines of `#` and blank
/// ones are nothing. Values may have fewer digits, memory any even number of them. Throws
/// input_error with the line.
void read_state(std::istream& text, const std::string& name, golden::sme::state& s,
                golden::sme::paged_memory& memory);

}  // namespace weft::sim
