// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "sim/golden/texture/texture.hpp"
#include "sim/golden/texture/texture_address.hpp"
#include "sim/harness/operands.hpp"

namespace weft {

/// Samples of both formats: texels of few values, near each other, at the edges; weights that make
/// ties.
inline std::vector<golden::texture::operands> texture_cases(std::uint64_t seed, std::size_t count) {
  using namespace golden::texture;
  std::mt19937_64 rng(seed);
  sim::edge_floats edge(golden::Binary32, seed + 1);
  std::vector<operands> items(count);
  for (operands& o : items) {
    o.texel                          = texel_e(rng() % 2);
    const auto kind                  = rng() % 6;
    const auto base                  = static_cast<std::uint32_t>(rng() % 0x40) << 23 | 0x3000'0000;
    const auto near                  = static_cast<std::uint32_t>(rng() % 30);
    constexpr std::uint32_t Powers[] = {0x3f80'0000, 0xbf80'0000, 0x4000'0000, 0x3f00'0001};
    for (auto& row : o.at) {
      for (std::uint32_t& t : row) {
        const auto any = static_cast<std::uint32_t>(rng());
        if (o.texel == texel_e::Unorm8) {
          t = kind == 0 ? 0xffff'ffff * (any & 1) : kind == 1 ? any & 0x0101'0101 : any;
        } else if (kind == 0) {
          t = static_cast<std::uint32_t>(edge());
        } else if (kind == 1) {
          t = Powers[any % 4];
        } else {
          t = base + (any & 0x807f'ffff) + (static_cast<std::uint32_t>(rng() % (near + 1)) << 23);
        }
      }
    }
    const auto weight = [&] {
      constexpr std::uint8_t Weights[] = {0, 1, 127, 128, 129, 255, 64, 16};
      return rng() % 2 == 0 ? Weights[rng() % 8] : static_cast<std::uint8_t>(rng());
    };
    o.x = weight();
    o.y = weight();
  }
  return items;
}

/// Samples in and around the picture, at its edges, at centres and edges of texels and beside ties
/// of weights; of pictures of one texel to the largest.
inline std::vector<golden::texture_address::operands> texture_address_cases(std::uint64_t seed,
                                                                            std::size_t count) {
  using namespace golden::texture_address;
  std::mt19937_64 rng(seed);
  sim::edge_floats edge(golden::Binary32, seed + 1);
  std::vector<operands> items(count);
  const auto side = [&] {
    constexpr std::uint16_t Sides[] = {1, 2, 3, 255, 256, MaxSide - 1, MaxSide};
    return rng() % 3 == 0 ? Sides[rng() % 7] : static_cast<std::uint16_t>(1 + rng() % MaxSide);
  };
  const auto coordinate = [&](unsigned size) {
    const double turns = static_cast<double>(rng() % 9) - 4;
    double x           = 0;
    switch (rng() % 5) {
      case 0:
        return static_cast<std::uint32_t>(edge());
      case 1:
        x = turns;
        break;
      case 2:  // centres and edges, on a grid of half weights
        x = turns + static_cast<double>(rng() % (size * 512)) / 512 / size;
        break;
      case 3:
        x = turns + static_cast<double>(rng() % 3) / 2 / size;
        break;
      default:
        x = std::ldexp(static_cast<double>(rng() % 0x10'0000'0000), -36) * 3 - 1;
    }
    return std::bit_cast<std::uint32_t>(static_cast<float>(x)) +
           static_cast<std::uint32_t>(rng() % 3) - 1;
  };
  for (operands& o : items) {
    o.width  = side();
    o.height = side();
    o.u      = coordinate(o.width);
    o.v      = coordinate(o.height);
    o.mode_u = mode_e(rng() % 4);
    o.mode_v = mode_e(rng() % 4);
  }
  return items;
}

}  // namespace weft
