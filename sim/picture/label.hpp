// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "sim/file/png.hpp"

namespace weft::sim {

/// Characters of 5 x 7 pixels, one pixel apart.
inline constexpr unsigned GlyphWidth  = 5;
inline constexpr unsigned GlyphHeight = 7;

constexpr unsigned label_width(std::string_view text) {
  return text.empty() ? 0 : static_cast<unsigned>(text.size()) * (GlyphWidth + 1) - 1;
}

/// Draws text into a grey picture, its top left at (x, y). Small letters become capitals, other
/// unknown characters a box; pixels beyond the picture are left out.
void draw_label(png::image&, unsigned x, unsigned y, std::string_view text, std::uint8_t ink);

}  // namespace weft::sim
