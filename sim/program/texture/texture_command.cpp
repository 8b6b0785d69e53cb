// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/file/input_error.hpp"
#include "sim/file/png.hpp"
#include "sim/program/commands.hpp"
#include "sim/program/engines.hpp"
#include "sim/program/options.hpp"
#include "sim/program/unit_arguments.hpp"
#include "sim/verilated/texture/texture_engine.hpp"
#include "sim/verilated/texture_address/texture_address_engine.hpp"
#include "systemc/texture/texture.hpp"

namespace weft::sim {
namespace {

namespace filter  = golden::texture;
namespace address = golden::texture_address;

const std::vector<std::string> ModeNames{"wrap", "clamp", "mirror", "border"};

/// `weft texture`: a picture sampled at other places, bilinearly.
struct texture_command {
  const options* command = nullptr;
  std::string input, output, texel = "unorm8", mode = "clamp";
  unsigned width = 0, height = 0, border = 0;
  double left = 0, top = 0, right = 1, bottom = 1;
  unit_arguments arguments;

  void add_to(options& o);

  /// Returns 1 if engines disagree. Throws input_error.
  int run() const;

 private:
  struct answer {
    std::string engine;
    std::vector<address::result> places;
    std::vector<filter::result> means;
    std::uint64_t address_cycles = 0, filter_cycles = 0;
  };

  std::vector<address::operands> samples(const png::image& in) const;
  std::vector<filter::operands> fetch(const png::image& in,
                                      const std::vector<address::result>& at) const;
  png::image picture(const png::image& in, const std::vector<filter::result>& means) const;
  std::string errors(const png::image& in, const png::image& out) const;
};

void texture_command::add_to(options& o) {
  command          = &o;
  arguments.engine = "all";
  o.text("IMAGE", input, "PNG file").required();
  o.text("-o,--output", output, "PNG file of the samples").output();
  o.number("--width", width, {0, png::MaxSide}, "Samples across; 0: as many as texels");
  o.number("--height", height, {0, png::MaxSide}, "Samples down; 0: as many as texels");
  o.choice("--texel", texel, {"unorm8", "fp32"});
  o.choice("--mode", mode, ModeNames, "Beyond the edges: wrap, clamp, mirror or border");
  o.number("--border", border, {0, 255}, "The grey of texels beyond the edges");
  constexpr between<double> Coordinates{-1e6, 1e6};
  o.number("--left", left, Coordinates, "Of the samples' rectangle; the picture is 0 to 1");
  o.number("--top", top, Coordinates, "The same");
  o.number("--right", right, Coordinates, "The same");
  o.number("--bottom", bottom, Coordinates, "The same");
  add_engines(o, arguments.engine);
  arguments.add_rtl_to(o, 0);
}

std::vector<address::operands> texture_command::samples(const png::image& in) const {
  const auto mode_of = static_cast<address::mode_e>(
      std::find(ModeNames.begin(), ModeNames.end(), mode) - ModeNames.begin());
  const auto bits = [](double x) { return std::bit_cast<std::uint32_t>(static_cast<float>(x)); };
  std::vector<address::operands> all;
  for (unsigned j = 0; j < height; ++j) {
    for (unsigned i = 0; i < width; ++i) {
      all.push_back({.u      = bits(left + (right - left) * (i + 0.5) / width),
                     .v      = bits(top + (bottom - top) * (j + 0.5) / height),
                     .width  = static_cast<std::uint16_t>(in.width),
                     .height = static_cast<std::uint16_t>(in.height),
                     .mode_u = mode_of,
                     .mode_v = mode_of});
    }
  }
  return all;
}

/// The texels of each sample: one item of four channels, or as many of FP32 as there are channels.
std::vector<filter::operands> texture_command::fetch(const png::image& in,
                                                     const std::vector<address::result>& at) const {
  const bool floats     = texel == "fp32";
  const unsigned passes = floats ? in.channels : 1;
  std::vector<filter::operands> items;
  for (const address::result& p : at) {
    for (unsigned pass = 0; pass < passes; ++pass) {
      filter::operands o{.texel = floats ? filter::texel_e::Fp32 : filter::texel_e::Unorm8,
                         .x     = p.x.weight,
                         .y     = p.y.weight};
      for (int j = 0; j < 2; ++j) {
        for (int i = 0; i < 2; ++i) {
          const bool outside = (i == 0 ? p.x.first_outside : p.x.second_outside) ||
                               (j == 0 ? p.y.first_outside : p.y.second_outside);
          const std::size_t x = i == 0 ? p.x.first : p.x.second;
          const std::size_t y = j == 0 ? p.y.first : p.y.second;
          const auto channel  = [&](unsigned c) -> std::uint32_t {
            return outside ? border : in.samples[(y * in.width + x) * in.channels + c];
          };
          if (floats) {
            o.at[j][i] = std::bit_cast<std::uint32_t>(static_cast<float>(channel(pass)) / 255);
          } else {
            for (unsigned c = 0; c < in.channels; ++c) o.at[j][i] |= channel(c) << (8 * c);
          }
        }
      }
      items.push_back(o);
    }
  }
  return items;
}

png::image texture_command::picture(const png::image& in,
                                    const std::vector<filter::result>& means) const {
  png::image out{width, height, in.channels, {}};
  for (std::size_t i = 0; i < std::size_t{width} * height; ++i) {
    for (unsigned c = 0; c < in.channels; ++c) {
      const std::uint32_t bits = means[texel == "fp32" ? i * in.channels + c : i].bits;
      out.samples.push_back(
          texel == "fp32" ? static_cast<std::uint8_t>(std::lround(std::bit_cast<float>(bits) * 255))
                          : static_cast<std::uint8_t>(bits >> (8 * c)));
    }
  }
  return out;
}

/// The samples' errors against interpolation in double precision of a picture without end.
std::string texture_command::errors(const png::image& in, const png::image& out) const {
  const auto at = [&](double place, unsigned size, bool& outside) {
    const double turn = std::floor(place / size), within = place - turn * size;
    outside      = outside || (mode == "border" && turn != 0);
    const auto i = static_cast<unsigned>(within);
    if (mode == "mirror" && std::fmod(turn, 2) != 0) return size - 1 - i;
    return mode == "clamp" && turn < 0 ? 0 : mode == "clamp" && turn > 0 ? size - 1 : i;
  };
  double worst = 0, sum = 0;
  for (unsigned j = 0; j < height; ++j) {
    const double y = (top + (bottom - top) * (j + 0.5) / height) * in.height - 0.5;
    for (unsigned i = 0; i < width; ++i) {
      const double x = (left + (right - left) * (i + 0.5) / width) * in.width - 0.5;
      for (unsigned c = 0; c < in.channels; ++c) {
        double mean = 0;
        for (const int b : {0, 1}) {
          for (const int a : {0, 1}) {
            const double wx = x - std::floor(x), wy = y - std::floor(y);
            bool outside        = false;
            const std::size_t p = at(std::floor(x) + a, in.width, outside);
            const std::size_t q = at(std::floor(y) + b, in.height, outside);
            mean += (a ? wx : 1 - wx) * (b ? wy : 1 - wy) *
                    (outside ? border : in.samples[(q * in.width + p) * in.channels + c]);
          }
        }
        const double error =
            std::fabs(out.samples[(std::size_t{j} * width + i) * in.channels + c] - mean);
        worst = std::max(worst, error);
        sum += error;
      }
    }
  }
  return fmt::format("against double precision: {:.2f} of 255 at most, {:.3f} on average\n", worst,
                     sum / static_cast<double>(out.samples.size()));
}

int texture_command::run() const {
  png::image in = png::read(input);
  if (in.width > address::MaxSide || in.height > address::MaxSide) {
    throw input_error(fmt::format("{}: a side above {} texels", input, address::MaxSide));
  }
  if (width == 0 || height == 0) {
    texture_command whole = *this;
    whole.width           = width == 0 ? in.width : width;
    whole.height          = height == 0 ? in.height : height;
    return whole.run();
  }
  constexpr std::size_t Most = 1 << 24;
  if (std::size_t{width} * height > Most) {
    throw input_error(
        fmt::format("--width {} --height {}: more than {} samples", width, height, Most));
  }
  const engines on = parse_engines(arguments.engine);
  check_wave(arguments.wave, on);
  const auto none  = [](const auto&) { return std::string("the unit"); };
  const auto fits  = [](const auto&, const auto&) { return true; };
  const auto items = samples(in);
  std::vector<answer> answers;
  for (const std::string& engine : on) {
    answer a;
    a.engine = engine;
    a.places.resize(items.size());
    {  // The waveform is the filter's; a TLM unit's name is free again behind this.
      auto quiet = arguments;
      quiet.wave = "";
      auto unit  = quiet.choose<systemc::texture_address>(
          engine, unit_choice<address::config, address::operands, address::result>{
                       {}, built_texture_address_units(), address::eval, none, fits});
      a.address_cycles = unit.run(items, a.places);
    }
    const auto texels = fetch(in, a.places);
    a.means.resize(texels.size());
    auto unit = arguments.choose<systemc::texture>(
        engine, unit_choice<filter::config, filter::operands, filter::result>{
                    {}, built_texture_units(), filter::eval, none, fits});
    a.filter_cycles = unit.run(texels, a.means);
    answers.push_back(a);
  }
  const bool equal = agree(answers, [](const answer& x, const answer& y) {
    return x.places == y.places && x.means == y.means && x.address_cycles == y.address_cycles &&
           x.filter_cycles == y.filter_cycles;
  });

  const png::image out = picture(in, answers.front().means);
  std::string text     = fmt::format(
          "{} x {} texels of {}, {} channel{}, {} x {} samples, {}\n\n{:<9}{:>10}{:>16}{:>16}\n",
          in.width, in.height, texel, in.channels, in.channels == 1 ? "" : "s", width, height, mode,
          "engine", "samples", "address cycles", "filter cycles");
  for (const answer& a : answers) {
    text += fmt::format("{:<9}{:>10}{:>16}{:>16}\n", a.engine, a.means.size(), a.address_cycles,
                        a.filter_cycles);
  }
  text += "\n" + errors(in, out) + verdict(on, equal);
  if (!output.empty()) png::write(output, out);
  fmt::print("{}", text);
  return exit_code(equal, *command, arguments.seed);
}

}  // namespace

void add_texture(options& o) { add<texture_command>(o); }

}  // namespace weft::sim
