// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

/// Pictures in PNG files, 8 bits per sample.
namespace weft::sim::png {

inline constexpr unsigned MaxSide = 16384;

struct image {
  unsigned width = 0, height = 0;
  unsigned channels = 1;              ///< 1: grey, 3: red, green, blue
  std::vector<std::uint8_t> samples;  ///< row by row from the top left, channels together
};

/// Reads any PNG as grey: colours become their luminance, 16 bits become 8, and transparent pixels
/// are placed on white.
///
/// Throws input_error, also for a side above MaxSide. The size is checked before memory is
/// allocated.
image read_grey(const std::filesystem::path&);

/// Reads any PNG likewise, but a picture in colour as red, green and blue.
image read(const std::filesystem::path&);

/// Writes a picture. The file appears complete or not at all; throws input_error if it cannot be
/// written.
void write(const std::filesystem::path&, const image&);

}  // namespace weft::sim::png
