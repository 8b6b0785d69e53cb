// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace weft::sim {

/// Prints how many fused multiply-adds a second each engine does, as a Markdown table: random
/// operands, one thread. Returns 1 if an RTL differs from golden.
int speed_command();

}  // namespace weft::sim
