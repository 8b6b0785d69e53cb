// SPDX-License-Identifier: Apache-2.0

#include "sim/cycles_command.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <charconv>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "sim/golden/tensor.hpp"
#include "sim/input_error.hpp"

namespace weft::sim {
namespace {

namespace tensor = golden::tensor;

/// "16x16", "8x9x10": N numbers from 1 to `most` with an x between them, or nothing.
template <std::size_t N>
std::optional<std::array<unsigned, N>> product(std::string_view text, unsigned most) {
  std::array<unsigned, N> out{};
  const char *at = text.data(), *const end = at + text.size();
  for (std::size_t i = 0; i < N; ++i) {
    if (i > 0 && (at == end || *at++ != 'x')) return {};
    const auto [after, error] = std::from_chars(at, end, out[i]);
    if (error != std::errc{} || out[i] < 1 || out[i] > most) return {};
    at = after;
  }
  if (at != end) return {};
  return out;
}

}  // namespace

void cycles_command::add_to(CLI::App& app) {
  app.add_option("--array", array, "Rows x columns of the array")->capture_default_str();
  app.add_option("--shapes", shapes, "MxNxK, several with commas between them")
      ->required()
      ->delimiter(',');
  app.add_flag("--json", json, "Print as JSON");
}

int cycles_command::run() const {
  constexpr unsigned MaxArray = 64;
  const auto pes              = product<2>(array, MaxArray);
  if (!pes) throw input_error(fmt::format("--array {}: ROWSxCOLS, 1 to {} each", array, MaxArray));
  tensor::config config;
  config.rows = (*pes)[0];
  config.cols = (*pes)[1];

  auto text = fmt::format("{:>6}{:>6}{:>6}{:>16}{:>16}{:>13}\n", "m", "n", "k", "cycles", "limit",
                          "utilisation");
  auto objects = nlohmann::ordered_json::array();
  for (const std::string& shape : shapes) {
    const auto dims = product<3>(shape, tensor::MaxDim);
    if (!dims) {
      throw input_error(fmt::format("--shapes {}: MxNxK, 1 to {} each", shape, tensor::MaxDim));
    }
    const auto [m, n, k] = *dims;
    const tensor::shape s{m, n, k};
    const auto cycles = tensor::cycles(config, s), limit = tensor::limit(config, s);
    const double busy = tensor::utilisation(config, s, cycles);
    if (json) {
      objects.push_back({{"m", m},
                         {"n", n},
                         {"k", k},
                         {"cycles", cycles},
                         {"limit", limit},
                         {"utilisation", busy}});
    } else {
      text += fmt::format("{:>6}{:>6}{:>6}{:>16}{:>16}{:>11.2f} %\n", m, n, k, cycles, limit,
                          100 * busy);
    }
  }
  if (json) {
    text =
        nlohmann::ordered_json{{"array", {config.rows, config.cols}}, {"shapes", objects}}.dump(2);
    text += '\n';
  }
  fmt::print("{}", text);
  return 0;
}

}  // namespace weft::sim
