// SPDX-License-Identifier: Apache-2.0

#include "sim/sfu/sfu_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

#include "sim/file/input_error.hpp"

namespace weft::sim {

using golden::sfu::build_e, golden::sfu::op_e;

namespace {

/// The names of the operations, in op_e's order.
constexpr std::array<std::string_view, golden::sfu::Functions> OpNames{
    "rcp", "rsqrt", "sqrt", "ex2", "lg2", "sin", "tanh", "cos"};

/// The names of the builds, in build_e's order.
constexpr std::array<std::string_view, 3> BuildNames{"quadratic", "cubic", "fine"};

}  // namespace

std::string sfu_build_name(build_e build) {
  return std::string(BuildNames[static_cast<std::size_t>(build)]);
}

op_e parse_sfu_op(const std::string& name) {
  const auto* at = std::find(OpNames.begin(), OpNames.end(), name);
  if (at == OpNames.end()) {
    throw input_error(fmt::format("--op {}: rcp, rsqrt, sqrt, ex2, lg2, sin, cos or tanh", name));
  }
  return op_e{static_cast<std::uint8_t>(at - OpNames.begin())};
}

build_e parse_sfu_build(const std::string& name) {
  const auto* at = std::find(BuildNames.begin(), BuildNames.end(), name);
  if (at == BuildNames.end()) {
    throw input_error(fmt::format("--build {}: cubic, quadratic or fine", name));
  }
  return build_e{static_cast<std::uint8_t>(at - BuildNames.begin())};
}

std::optional<std::uint32_t> parse_code(const std::string& text) {
  std::uint32_t bits    = 0;
  const auto [end, bad] = std::from_chars(text.data(), text.data() + text.size(), bits, 16);
  if (text.size() != 8 || bad != std::errc() || end != text.data() + 8) return {};
  return bits;
}

}  // namespace weft::sim
