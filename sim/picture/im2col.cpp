// SPDX-License-Identifier: Apache-2.0

#include "sim/picture/im2col.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "sim/file/half.hpp"
#include "sim/file/input_error.hpp"

namespace weft::sim {
namespace {

namespace tensor = golden::tensor;

constexpr int GreyOffset = 128;  // maps 0..255 to INT8
constexpr double White   = 255;

tensor::operand_t pixel(tensor::arithmetic type, std::uint8_t grey) {
  if (type == tensor::Fp16) return half_from_double(grey / White);
  return static_cast<std::uint8_t>(grey - GreyOffset);
}

int int8_tap(const filter& f, std::size_t i) {
  return static_cast<int>(std::lround(f.taps[i] * int8_scale(f)));
}

}  // namespace

double int8_scale(const filter& f) {
  double largest = 0;
  for (const double t : f.taps) largest = std::max(largest, std::fabs(t));
  return largest > 0 ? 127 / largest : 1;
}

std::vector<tensor::operand_t> elements(tensor::arithmetic type, const png::image& grey) {
  std::vector<tensor::operand_t> all;
  for (const std::uint8_t sample : grey.samples) all.push_back(pixel(type, sample));
  return all;
}

tensor::problem im2col(tensor::arithmetic type, const png::image& grey, const filter_bank& bank) {
  if (grey.channels != 1) throw std::logic_error("im2col: the picture is not grey");
  const std::size_t pixels = grey.samples.size();
  const std::size_t taps   = std::size_t{bank.rows} * bank.cols;
  if (pixels > tensor::MaxDim) {
    throw input_error("a picture of " + std::to_string(grey.width) + " x " +
                      std::to_string(grey.height) + " pixels makes a matrix of " +
                      std::to_string(pixels) + " rows, at most " + std::to_string(tensor::MaxDim));
  }

  tensor::problem p;
  p.shape       = {static_cast<unsigned>(pixels), static_cast<unsigned>(bank.filters.size()),
                   static_cast<unsigned>(taps)};
  const auto at = [&](unsigned y, unsigned x, unsigned row, unsigned col) {
    const int sy      = static_cast<int>(y + row) - static_cast<int>(bank.rows / 2);
    const int sx      = static_cast<int>(x + col) - static_cast<int>(bank.cols / 2);
    const auto inside = [](int i, unsigned size) {
      return static_cast<std::size_t>(std::clamp(i, 0, static_cast<int>(size) - 1));
    };
    return grey.samples[inside(sy, grey.height) * grey.width + inside(sx, grey.width)];
  };
  p.a.reserve(pixels * taps);
  for (unsigned y = 0; y < grey.height; ++y) {
    for (unsigned x = 0; x < grey.width; ++x) {
      for (unsigned row = 0; row < bank.rows; ++row) {
        for (unsigned col = 0; col < bank.cols; ++col)
          p.a.push_back(pixel(type, at(y, x, row, col)));
      }
    }
  }
  p.b.reserve(taps * bank.filters.size());
  for (std::size_t i = 0; i < taps; ++i) {
    for (const filter& f : bank.filters) {
      p.b.push_back(type == tensor::Fp16 ? half_from_double(f.taps[i])
                                         : static_cast<std::uint8_t>(int8_tap(f, i)));
    }
  }
  return p;
}

std::vector<double> responses(tensor::arithmetic type, const filter_bank& bank,
                              const std::vector<tensor::result_t>& d) {
  std::vector<double> out(d.size());
  const std::size_t n = bank.filters.size();
  for (std::size_t f = 0; f < n; ++f) {
    int sum = 0;
    for (std::size_t i = 0; i < bank.filters[f].taps.size(); ++i)
      sum += int8_tap(bank.filters[f], i);
    for (std::size_t i = f; i < d.size(); i += n) {
      out[i] = type == tensor::Fp16 ? std::bit_cast<float>(static_cast<std::uint32_t>(d[i]))
                                    : (static_cast<std::int32_t>(d[i]) + GreyOffset * sum) /
                                          (White * int8_scale(bank.filters[f]));
    }
  }
  return out;
}

}  // namespace weft::sim
