// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace weft::sim {

/// A roofline: multiply-adds a cycle over multiply-adds a byte, both axes logarithmic. A product
/// can lie below its roof only, which is the peak of the array and, left of the ridge, the bytes a
/// cycle of the bus.
struct roofline {
  struct point {
    std::string name;
    double macs_per_byte, macs_per_cycle;
  };
  struct roof {
    std::string name;
    double bytes_per_cycle;
    std::vector<point> points;
  };
  std::string title, legend;
  double peak = 1;  ///< multiply-adds a cycle
  std::vector<roof> roofs{};
};

/// The picture as SVG. Every point has its name and figures as a tooltip, and its name beside it
/// where there is room.
std::string draw(const roofline& r);

}  // namespace weft::sim
