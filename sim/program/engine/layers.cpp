// SPDX-License-Identifier: Apache-2.0

#include "sim/program/engine/layers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstddef>
#include <sstream>
#include <string_view>

#include "sim/file/input_error.hpp"
#include "sim/file/input_file.hpp"

namespace weft::sim {
namespace {

constexpr std::uint64_t MostBytes = 1 << 20, MostTimes = 1'000'000;
constexpr std::size_t MostLayers = 1000, LongestName = 24;

/// A number from 1 to `most`; 0 if the word is none.
std::uint64_t number(std::string_view word, std::uint64_t most) {
  std::uint64_t x         = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), x);
  const bool whole        = error == std::errc{} && end == word.data() + word.size();
  return whole && x <= most ? x : 0;
}

}  // namespace

std::vector<layer> resnet50() {
  std::vector<layer> all{{"conv1", {112 * 112, 64, 7 * 7 * 3}}};
  constexpr unsigned Units[] = {3, 4, 6, 3};
  unsigned channels          = 64;  // of the stage's input
  for (unsigned stage = 0; stage < 4; ++stage) {
    const unsigned side = 56 >> stage, pixels = side * side, inner = 64 << stage, outer = 4 * inner,
                   units = Units[stage];
    const auto add       = [&](const char* what, unsigned n, unsigned k, unsigned times) {
      all.push_back({fmt::format("conv{}_{}", stage + 2, what), {pixels, n, k}, times});
    };
    add("project", outer, channels, 1);
    add("first", inner, channels, 1);
    add("reduce", inner, outer, units - 1);
    add("3x3", inner, 9 * inner, units);
    add("expand", outer, inner, units);
    channels = outer;
  }
  return all;
}

std::vector<layer> read_layers(const std::string& name) {
  if (name == "resnet50") return resnet50();
  std::istringstream text(read_file(name, MostBytes));
  std::vector<layer> all;
  std::size_t line = 0;
  const auto wrong = [&](const std::string& what) {
    return input_error(fmt::format("{}:{}: {}", name, line, what));
  };
  for (std::string words; std::getline(text, words);) {
    ++line;
    std::istringstream stream(words.substr(0, words.find('#')));
    std::vector<std::string> word;
    for (std::string w; stream >> w;) word.push_back(w);
    if (word.empty()) continue;
    if (word.size() != 4 && word.size() != 5) {
      throw wrong(
          fmt::format("{} words, but a layer is: name m n k, or name m n k times", word.size()));
    }
    const bool printable = std::ranges::all_of(
        word[0], [](char c) { return std::isgraph(static_cast<unsigned char>(c)) != 0; });
    if (!printable || word[0].size() > LongestName) {
      throw wrong(fmt::format("{}: a name has 1 to {} printable characters", word[0], LongestName));
    }
    layer l{word[0], {}, 1};
    unsigned* const dims[] = {&l.shape.m, &l.shape.n, &l.shape.k};
    for (std::size_t i = 0; i < 3; ++i) {
      *dims[i] = static_cast<unsigned>(number(word[i + 1], golden::tensor::MaxDim));
      if (*dims[i] == 0) {
        throw wrong(fmt::format("{}: m, n and k are 1 to {}", word[i + 1], golden::tensor::MaxDim));
      }
    }
    if (word.size() == 5) l.times = number(word[4], MostTimes);
    if (l.times == 0) throw wrong(fmt::format("{}: times is 1 to {}", word[4], MostTimes));
    if (all.size() == MostLayers) throw wrong(fmt::format("more than {} layers", MostLayers));
    all.push_back(l);
  }
  if (all.empty()) throw input_error(fmt::format("{}: has no layer", name));
  return all;
}

}  // namespace weft::sim
