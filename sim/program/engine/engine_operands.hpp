// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sim/golden/engine/engine_job.hpp"
#include "sim/golden/tensor.hpp"
#include "sim/program/engine/engine_arguments.hpp"
#include "sim/program/options.hpp"

namespace weft::sim {

/// The options of `weft engine conv`: picture, weights, window.
struct engine_window {
  std::string a, b, d, picture, window = "3x3", out;
  std::optional<unsigned> filters;
  unsigned stride = 1, dilation = 1, pad = 0;
  int pad_value = 0;

  void add_to(options& o);
  /// Throws input_error, as read() does.
  golden::engine::conv_shape shape() const;
  /// The picture as p.a, H rows of W pixels, and the weights as p.b; its shape is that of the
  /// product. Without files, their elements are random, those of floating-point types in [-2, 2).
  golden::tensor::problem read(const golden::tensor::arithmetic& type,
                               const golden::tensor::epilogue_of& epilogue,
                               std::uint64_t seed) const;
};

/// The options of `weft engine copy`.
struct engine_planes {
  std::string shape = "1x64x256";
  std::optional<unsigned> from_row, to_row;
  std::optional<std::uint64_t> from_plane, to_plane;

  void add_to(options& o);
  /// Source and destination from `base` on. Throws input_error.
  dense_job lay_out(std::uint64_t base) const;
};

}  // namespace weft::sim
