// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace weft::sim {

/// Prints how many operations a second each engine does, as Markdown tables: fused multiply-adds
/// and elementary functions of random operands, one thread. Returns 1 if an RTL differs from
/// golden.
int speed_command();

}  // namespace weft::sim
