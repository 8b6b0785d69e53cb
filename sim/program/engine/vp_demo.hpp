// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace weft::sim {

/// `weft vp demo`: the digits of systemc/sw/digits.c on the loosely-timed engine, on golden and on
/// the RTL, each in a process of its own. Prints the program's text and a line an engine; draws the
/// first pictures with their answers in `png`, if it has a name. Returns 0, or 1 if the texts
/// differ. Throws input_error if the program or the RTL is not built.
int vp_demo(const std::string& png);

}  // namespace weft::sim
