// SPDX-License-Identifier: Apache-2.0

#include "sim/picture/montage.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "sim/picture/label.hpp"

namespace weft::sim {
namespace {

constexpr unsigned Gap            = 2;  // gap between tiles
constexpr unsigned Margin         = 2;  // above and below a label
constexpr unsigned LabelHeight    = GlyphHeight + 2 * Margin;
constexpr std::uint8_t Background = 32;
constexpr std::uint8_t Ink        = 224;

/// The range of the finite values, without the outermost hundredth on either side.
std::pair<double, double> range(std::vector<double> values) {
  std::erase_if(values, [](double v) { return !std::isfinite(v); });
  if (values.empty()) return {0, 0};
  std::sort(values.begin(), values.end());
  const std::size_t cut = values.size() / 100;
  return {values[cut], values[values.size() - 1 - cut]};
}

/// The responses of one filter as a grey picture.
png::image feature_map(const png::image& picture, const filter_bank& bank, std::size_t which,
                       const std::vector<double>& responses) {
  std::vector<double> map;
  for (std::size_t i = which; i < responses.size(); i += bank.filters.size()) {
    map.push_back(responses[i]);
  }
  auto [low, high] = range(map);
  if (bank.filters[which].balanced()) {
    high = std::max(-low, high);
    low  = -high;
  }

  png::image out{picture.width, picture.height, 1, {}};
  for (const double r : map) {
    // A NaN is drawn black, a map of one value mid-grey.
    const double place = high > low ? (std::clamp(r, low, high) - low) / (high - low) : 0.5;
    out.samples.push_back(static_cast<std::uint8_t>(std::isnan(r) ? 0 : std::lround(place * 255)));
  }
  return out;
}

}  // namespace

png::image montage(const png::image& picture, const filter_bank& bank,
                   const std::vector<double>& responses) {
  if (responses.size() != picture.samples.size() * bank.filters.size()) {
    throw std::logic_error("montage: there is not one response for each pixel and filter");
  }
  const std::size_t tiles = bank.filters.size() + 1;
  const auto across       = static_cast<unsigned>(std::ceil(std::sqrt(static_cast<double>(tiles))));
  const auto down         = static_cast<unsigned>((tiles + across - 1) / across);
  const unsigned pitch_x  = picture.width + Gap;
  const unsigned pitch_y  = picture.height + LabelHeight + Gap;

  png::image out{across * pitch_x - Gap, down * pitch_y - Gap, 1, {}};
  out.samples.assign(std::size_t{out.width} * out.height, Background);
  for (std::size_t i = 0; i < tiles; ++i) {
    const auto left      = static_cast<unsigned>(i % across) * pitch_x;
    const auto top       = static_cast<unsigned>(i / across) * pitch_y;
    const png::image map = i == 0 ? picture : feature_map(picture, bank, i - 1, responses);
    for (unsigned y = 0; y < map.height; ++y) {
      std::copy_n(&map.samples[std::size_t{y} * map.width], map.width,
                  &out.samples[std::size_t{top + y} * out.width + left]);
    }
    std::string_view name = i == 0 ? std::string_view("picture") : bank.filters[i - 1].name;
    name                  = name.substr(0, (picture.width + 1) / (GlyphWidth + 1));
    draw_label(out, left + (picture.width - label_width(name)) / 2, top + picture.height + Margin,
               name, Ink);
  }
  return out;
}

}  // namespace weft::sim
