// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

/// Pictures of digits, 16 x 16: those of systemc/sw/pictures.c without their noise.
namespace weft::sim::digits {

inline constexpr std::size_t Side = 16, Pixels = Side * Side;

struct set {
  std::vector<float> pixels;  ///< 0 to 1, picture by picture
  std::vector<unsigned> answers;

  std::pair<std::vector<float>, std::vector<unsigned>> batch(std::size_t first,
                                                             std::size_t count) const {
    const auto at = [](const auto& v, std::size_t i) { return v.begin() + static_cast<long>(i); };
    return {{at(pixels, first * Pixels), at(pixels, (first + count) * Pixels)},
            {at(answers, first), at(answers, first + count)}};
  }
};

/// Digits of 5 x 7 dots, scaled, turned, sheared and shifted.
inline set draw(std::uint64_t seed, std::size_t count) {
  constexpr std::uint8_t Glyphs[10][7]{{14, 17, 19, 21, 25, 17, 14}, {4, 12, 4, 4, 4, 4, 14},
                                       {14, 17, 1, 2, 4, 8, 31},     {31, 2, 4, 2, 1, 17, 14},
                                       {2, 6, 10, 18, 31, 2, 2},     {31, 16, 30, 1, 1, 17, 14},
                                       {6, 8, 16, 30, 17, 17, 14},   {31, 1, 2, 4, 8, 8, 8},
                                       {14, 17, 17, 14, 17, 17, 14}, {14, 17, 17, 15, 1, 2, 12}};
  const auto between = [&seed](int low, int high) {
    seed = seed * 6364136223846793005 + 1442695040888963407;
    return low + static_cast<int>((seed >> 33) % static_cast<std::uint64_t>(high - low + 1));
  };
  set all;
  for (std::size_t i = 0; i < count; ++i) {
    const int digit = between(0, 9), across = between(116, 197), down = between(128, 197);
    const int turn = between(-64, 64), shear = between(-64, 64), left = between(1536, 2304);
    const int top = between(1613, 2227), light = between(154, 256);
    const auto dot = [&](int row, int col) {
      return row < 4 || row > 10 || col < 4 || col > 8 ? 0
                                                       : Glyphs[digit][row - 4] >> (8 - col) & 1;
    };
    for (int y = 0; y < static_cast<int>(Side); ++y) {
      for (int x = 0; x < static_cast<int>(Side); ++x) {
        const int u = x * 256 - left, v = y * 256 - top;
        const int a   = (((u + (turn * v >> 8)) * across) >> 8) + (shear * v >> 8) + 512;
        const int b   = (((v - (turn * u >> 8)) * down) >> 8) + 768;
        const int col = std::clamp((a >> 8) + 4, 0, 14), row = std::clamp((b >> 8) + 4, 0, 14);
        const int right = a & 255, low = b & 255;
        const int upper = dot(row, col) * (256 - right) + dot(row, col + 1) * right;
        const int lower = dot(row + 1, col) * (256 - right) + dot(row + 1, col + 1) * right;
        const int ink   = (upper * (256 - low) + lower * low) >> 8;
        all.pixels.push_back(static_cast<float>(ink * light) / 65536);
      }
    }
    all.answers.push_back(static_cast<unsigned>(digit));
  }
  return all;
}

}  // namespace weft::sim::digits
