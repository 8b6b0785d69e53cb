// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "sim/file/input_error.hpp"

namespace weft::sim {

/// Parses "16x16" or "8x9x10": N numbers from 1 to `most` with an x between them. Empty if the text
/// is not that.
template <std::size_t N>
std::optional<std::array<unsigned, N>> parse_dims(std::string_view text, unsigned most) {
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

/// Rows and columns of an array, the argument of --array. Throws input_error.
inline std::pair<unsigned, unsigned> parse_array(const std::string &text) {
  const auto dims = parse_dims<2>(text, 64);
  if (!dims) throw input_error("--array " + text + ": ROWSxCOLS, 1 to 64 each");
  return {(*dims)[0], (*dims)[1]};
}

}  // namespace weft::sim
