// SPDX-License-Identifier: Apache-2.0
//
// sim/picture/im2col.hpp against a direct sum over the picture in double precision.

#include "sim/picture/im2col.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>
#include <vector>

#include "tb/file/files.hpp"

namespace weft::im2col_test {
namespace {

namespace tensor = golden::tensor;
using tensor::arithmetic, tensor::Fp16, tensor::Int8;

sim::png::image random_picture(unsigned width, unsigned height, unsigned seed) {
  std::mt19937 rng(seed);
  sim::png::image p{width, height, 1, {}};
  for (unsigned i = 0; i < width * height; ++i)
    p.samples.push_back(static_cast<std::uint8_t>(rng()));
  return p;
}

sim::filter_bank random_bank(unsigned rows, unsigned cols, unsigned filters, unsigned seed) {
  std::mt19937 rng(seed);
  std::uniform_real_distribution<double> tap(-2, 2);
  sim::filter_bank bank{rows, cols, {}};
  for (unsigned f = 0; f < filters; ++f) {
    bank.filters.push_back({"f" + std::to_string(f), {}});
    for (unsigned i = 0; i < rows * cols; ++i) bank.filters.back().taps.push_back(tap(rng));
  }
  return bank;
}

/// One response, straight from the definition: no matrix.
double direct(const sim::png::image& p, const sim::filter_bank& bank, unsigned f, int x, int y) {
  const int h = static_cast<int>(bank.rows), w = static_cast<int>(bank.cols);
  double sum = 0;
  for (int dy = -(h / 2); dy <= h / 2; ++dy) {
    for (int dx = -(w / 2); dx <= w / 2; ++dx) {
      int sx = x + dx, sy = y + dy;
      if (sx < 0) sx = 0;
      if (sy < 0) sy = 0;
      if (sx > static_cast<int>(p.width) - 1) sx = static_cast<int>(p.width) - 1;
      if (sy > static_cast<int>(p.height) - 1) sy = static_cast<int>(p.height) - 1;
      const double grey =
          p.samples[static_cast<unsigned>(sy) * p.width + static_cast<unsigned>(sx)];
      sum +=
          bank.filters[f].taps[static_cast<unsigned>((dy + h / 2) * w + dx + w / 2)] * grey / 255;
    }
  }
  return sum;
}

/// The largest difference between im2col and the direct sum.
double worst(arithmetic type, const sim::png::image& p, const sim::filter_bank& bank) {
  const tensor::problem product = sim::im2col(type, p, bank);
  EXPECT_EQ(product.shape,
            (tensor::shape{p.width * p.height, static_cast<unsigned>(bank.filters.size()),
                           bank.rows * bank.cols}));
  const auto r      = sim::responses(type, bank, tensor::gemm_bitwise({type}, product));
  double difference = 0;
  std::size_t i     = 0;
  for (unsigned y = 0; y < p.height; ++y) {
    for (unsigned x = 0; x < p.width; ++x) {
      for (unsigned f = 0; f < bank.filters.size(); ++f) {
        const double exact = direct(p, bank, f, static_cast<int>(x), static_cast<int>(y));
        difference         = std::max(difference, std::fabs(r.at(i++) - exact));
      }
    }
  }
  EXPECT_EQ(i, r.size());
  return difference;
}

// Each of the taps and the pixels is rounded to 11 bits, taps up to 2: 15 * 2 * 2 * 2^-12, and the
// roundings of FP32 below that.
constexpr double Fp16Bound = 15 * 2 * 2 * 0x1p-12 * 1.001;
// Taps are rounded to 2 / 127 / 2 at most; pixels are exact.
constexpr double Int8Bound = 15 * 2 / 127.0 / 2 * 1.001;

TEST(Im2col, Fp16AgreesWithTheDirectSum) {
  const double w = worst(Fp16, random_picture(13, 9, 1), random_bank(3, 5, 4, 2));
  EXPECT_LT(w, Fp16Bound);
  EXPECT_GT(w, 0);
}

TEST(Im2col, Int8AgreesWithTheDirectSum) {
  const double w = worst(Int8, random_picture(13, 9, 3), random_bank(5, 3, 4, 4));
  EXPECT_LT(w, Int8Bound);
  EXPECT_GT(w, 0);
}

TEST(Im2col, PicturesSmallerThanTheFilterWork) {
  EXPECT_LT(worst(Fp16, random_picture(1, 1, 5), random_bank(3, 5, 2, 6)), Fp16Bound);
  EXPECT_LT(worst(Int8, random_picture(2, 1, 7), random_bank(5, 3, 2, 8)), Int8Bound);
}

TEST(Im2col, MatricesAreWhatTheHeaderSays) {
  const sim::png::image p{2, 1, 1, {0, 255}};
  const sim::filter_bank bank{1, 3, {{"f", {1, 2, -4}}, {"g", {0, 1, 0}}}};
  const auto fp16 = sim::im2col(Fp16, p, bank);
  EXPECT_EQ(fp16.a, (std::vector<tensor::operand_t>{0, 0, 0x3c00, 0, 0x3c00, 0x3c00}));
  EXPECT_EQ(fp16.b, (std::vector<tensor::operand_t>{0x3c00, 0, 0x4000, 0x3c00, 0xc400, 0}));
  EXPECT_TRUE(fp16.c.empty());
  const auto int8 = sim::im2col(Int8, p, bank);
  EXPECT_EQ(int8.a, (std::vector<tensor::operand_t>{0x80, 0x80, 127, 0x80, 127, 127}));
  EXPECT_EQ(int8.b, (std::vector<tensor::operand_t>{32, 0, 64, 127, 0x81, 0}));  // 31.75, 63.5
}

TEST(Im2col, AFilterOfZerosGivesZeros) {
  const sim::filter_bank bank{1, 1, {{"zero", {0}}}};
  for (const auto type : {Fp16, Int8}) {
    const auto p = sim::im2col(type, random_picture(3, 2, 9), bank);
    EXPECT_EQ(sim::responses(type, bank, tensor::gemm({type}, p)), std::vector<double>(6, 0.0));
  }
}

TEST(Im2col, APictureOfTooManyPixelsIsNamed) {
  const sim::png::image p{256, 256, 1, std::vector<std::uint8_t>(65536)};
  EXPECT_EQ(error_of([&] {
              sim::im2col(Fp16, p, {1, 1, {{"f", {1}}}});
            }),
            "a picture of 256 x 256 pixels makes a matrix of 65536 rows, at most 65535");
}

}  // namespace
}  // namespace weft::im2col_test
