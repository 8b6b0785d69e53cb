// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/golden/sfu.hpp"

namespace weft::sim {

/// A function's error in golden, drawn as SVG: for each column of pixels the largest and the
/// smallest error of all operands there, with its sign. The operands are all significands of the
/// interval that the function's table covers; for 2^x, sine and cosine the multiples of 2^-23.
struct sfu_plot {
  std::string svg;
  int segments;              ///< segments of the table, one line each
  double smallest, largest;  ///< error
  std::string unit;          ///< unit of the error
};
sfu_plot plot_sfu(golden::sfu::build_e build, golden::sfu::op_e op);

}  // namespace weft::sim
