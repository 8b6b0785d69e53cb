// SPDX-License-Identifier: Apache-2.0
//
// sim/picture/montage.hpp and sim/picture/label.hpp, and the demo's picture through the golden
// model.

#include "sim/picture/montage.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "sim/picture/im2col.hpp"
#include "sim/picture/label.hpp"

namespace weft::montage_test {
namespace {

namespace tensor = golden::tensor;
using sim::png::image;

constexpr double Nan = std::numeric_limits<double>::quiet_NaN();
constexpr double Inf = std::numeric_limits<double>::infinity();

/// A rectangle of a picture, row by row.
std::vector<int> cut(const image& p, unsigned x, unsigned y, unsigned width, unsigned height) {
  std::vector<int> out;
  for (unsigned j = y; j < y + height; ++j) {
    for (unsigned i = x; i < x + width; ++i) out.push_back(p.samples.at(j * p.width + i));
  }
  return out;
}

std::string drawn(const image& p) {
  std::string out;
  for (std::size_t i = 0; i < p.samples.size(); ++i) {
    out += p.samples[i] ? '#' : '.';
    if (i % p.width == p.width - 1) out += '\n';
  }
  return out;
}

TEST(Label, IsReadable) {
  image p{13, 7, 1, std::vector<std::uint8_t>(13 * 7)};
  sim::draw_label(p, 1, 0, "Y+", 255);
  EXPECT_EQ(drawn(p),
            ".#...#.......\n"
            ".#...#...#...\n"
            "..#.#....#...\n"
            "...#...#####.\n"
            "...#.....#...\n"
            "...#.....#...\n"
            "...#.........\n");
  EXPECT_EQ(sim::label_width("Y+"), 11u);
}

TEST(Label, SmallLettersAreCapitalsAndUnknownOnesABox) {
  image small{11, 7, 1, std::vector<std::uint8_t>(77)}, large = small;
  sim::draw_label(small, 0, 0, "a\x01", 255);
  sim::draw_label(large, 0, 0, "A~", 255);
  EXPECT_EQ(drawn(small), drawn(large));
  EXPECT_EQ(drawn(small).substr(0, 11), ".###..#####");
}

TEST(Label, EveryGlyphDiffers) {
  std::vector<std::string> all;
  for (const char c : std::string(" ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:-+=/\\()%_")) {
    image p{5, 7, 1, std::vector<std::uint8_t>(35)};
    sim::draw_label(p, 0, 0, std::string(1, c), 255);
    all.push_back(drawn(p));
  }
  std::sort(all.begin(), all.end());
  EXPECT_EQ(std::unique(all.begin(), all.end()), all.end());
}

TEST(Label, StaysInsideThePicture) {
  image p{4, 3, 1, std::vector<std::uint8_t>(12)};
  sim::draw_label(p, 2, 1, "HELLO", 255);
  EXPECT_EQ(drawn(p), "....\n..#.\n..#.\n");
}

TEST(Montage, TilesStandInASquare) {
  const image p{8, 4, 1, std::vector<std::uint8_t>(32, 77)};
  const sim::filter_bank bank{1, 1, {{"a", {1}}, {"b", {1}}}};
  const image m = sim::montage(p, bank, std::vector<double>(64, 0.5));
  EXPECT_EQ(m.width, 2 * 8 + 2u);
  EXPECT_EQ(m.height, 2 * (4 + 11) + 2u);
  EXPECT_EQ(cut(m, 0, 0, 8, 4), std::vector<int>(32, 77));      // the picture as it is
  EXPECT_EQ(cut(m, 8, 0, 2, 32), std::vector<int>(64, 32));     // separators
  EXPECT_EQ(cut(m, 10, 17, 8, 15), std::vector<int>(120, 32));  // no fourth tile
}

TEST(Montage, ABalancedFiltersZeroIsMidGrey) {
  const image p{4, 1, 1, {0, 0, 0, 0}};
  const sim::filter_bank bank{1, 3, {{"slope", {-1, 0, 1}}, {"mean", {1, 1, 1}}}};
  // Pixels x filters: slope -2, 0, 1, 4; mean 1, 2, 3, 5.
  const image m = sim::montage(p, bank, {-2, 1, 0, 2, 1, 3, 4, 5});
  EXPECT_EQ(cut(m, 6, 0, 4, 1), (std::vector<int>{64, 128, 159, 255}));  // 255 * (r + 4) / 8
  EXPECT_EQ(cut(m, 0, 14, 4, 1), (std::vector<int>{0, 64, 128, 255}));   // 255 * (r - 1) / 4
  const image dark = sim::montage(p, {1, 3, {{"slope", {-1, 0, 1}}}}, {-4, -1, 0, 2});
  EXPECT_EQ(cut(dark, 6, 0, 4, 1), (std::vector<int>{0, 96, 128, 191}));
}

TEST(Montage, DrawsWhatIsNotFinite) {
  const image p{4, 1, 1, {0, 0, 0, 0}};
  const sim::filter_bank bank{1, 1, {{"f", {1}}}};
  const image m = sim::montage(p, bank, {Nan, 1, Inf, 0});
  EXPECT_EQ(cut(m, 6, 0, 4, 1), (std::vector<int>{0, 255, 255, 0}));
  const image none = sim::montage(p, bank, {Nan, Nan, Inf, -Inf});
  EXPECT_EQ(cut(none, 6, 0, 4, 1), (std::vector<int>{0, 0, 128, 128}));
}

TEST(Montage, TheOutermostHundredthIsCutOff) {
  const image p{200, 1, 1, std::vector<std::uint8_t>(200)};
  const sim::filter_bank bank{1, 1, {{"f", {1}}}};
  std::vector<double> responses(200);
  for (int i = 0; i < 200; ++i) responses[static_cast<std::size_t>(i)] = i;
  responses[199] = 1e9;
  const image m  = sim::montage(p, bank, responses);
  EXPECT_EQ(cut(m, 202, 0, 5, 1), (std::vector<int>{0, 0, 0, 1, 3}));  // 255 * (i - 2) / 195
  EXPECT_EQ(cut(m, 398, 0, 4, 1), (std::vector<int>{254, 255, 255, 255}));
}

TEST(Montage, ANameIsCentredAndCutToItsTile) {
  const image p{13, 1, 1, std::vector<std::uint8_t>(13)};
  const sim::filter_bank bank{1, 1, {{"I", {1}}, {"HIDDEN", {1}}}};
  const image m  = sim::montage(p, bank, std::vector<double>(26, 0.0));
  const auto lit = [&](unsigned x, unsigned y) { return m.samples[y * m.width + x] == 224; };
  EXPECT_TRUE(lit(15 + 6, 3));    // the stem of I in the middle of the second tile
  EXPECT_TRUE(lit(1, 14 + 3));    // H, one pixel from the left of the third tile
  EXPECT_FALSE(lit(12, 14 + 3));  // two letters fit, the rest is cut
}

TEST(Demo, FeatureMapsAreWhatTheFiltersSay) {
  const image picture = sim::png::read_grey(WEFT_SOURCE_DIR "/docs/demo/picture.png");
  const auto bank     = sim::read_filter_bank(WEFT_SOURCE_DIR "/docs/demo/filters.json");
  ASSERT_EQ(picture.width, 160u);
  ASSERT_EQ(picture.height, 120u);
  const std::size_t n = bank.filters.size();

  std::vector<std::vector<double>> by_type;
  for (const auto type : {tensor::Fp16, tensor::Int8}) {
    const auto d = tensor::gemm({type}, sim::im2col(type, picture, bank));
    by_type.push_back(sim::responses(type, bank, d));
    const image m = sim::montage(picture, bank, by_type.back());
    EXPECT_EQ(m.width, 4 * 160 + 3 * 2u);
    EXPECT_EQ(m.height, 4 * (120 + 11) + 3 * 2u);
  }
  const auto energy = [&](const std::string& name, unsigned x, unsigned y, unsigned w, unsigned h) {
    double sum = 0;
    for (std::size_t f = 0; f < n; ++f) {
      if (bank.filters[f].name != name) continue;
      for (unsigned j = y; j < y + h; ++j) {
        for (unsigned i = x; i < x + w; ++i) sum += std::fabs(by_type[0][(j * 160 + i) * n + f]);
      }
    }
    EXPECT_GT(sum, 0) << name;
    return sum;
  };
  // Warp threads are upright lines, the beam's edges level ones.
  EXPECT_GT(energy("line 90 deg", 40, 21, 50, 5), 3 * energy("line 0 deg", 40, 21, 50, 5));
  EXPECT_GT(energy("sobel y", 35, 10, 60, 12), 3 * energy("sobel x", 35, 10, 60, 7));
  // Both types show the same, to the grain of INT8 taps.
  for (std::size_t i = 0; i < by_type[0].size(); ++i) {
    double magnitude = 0;
    for (const double t : bank.filters[i % n].taps) magnitude = std::max(magnitude, std::fabs(t));
    ASSERT_NEAR(by_type[0][i], by_type[1][i], 25 * (magnitude / 127 / 2 + magnitude * 0x1p-10))
        << i;
  }
}

}  // namespace
}  // namespace weft::montage_test
