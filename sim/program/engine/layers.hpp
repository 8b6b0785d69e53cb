// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/golden/tensor.hpp"

namespace weft::sim {

/// A product that a network needs some times.
struct layer {
  std::string name;
  golden::tensor::shape shape;
  std::uint64_t times = 1;
};

/// The convolutions of ResNet-50 on a picture of 224 x 224 as products: m is the number of output
/// pixels, n that of output channels, k the channels of the input times the places of the filter.
/// Layers of one shape are one, with their number. From K. He, X. Zhang, S. Ren, J. Sun, "Deep
/// Residual Learning for Image Recognition", 2015, table 1 and figure 5: the first convolution of
/// conv3_1, conv4_1 and conv5_1 has stride 2, and the first unit of a stage projects its input.
std::vector<layer> resnet50();

/// Reads the layers of a file, lines of `name m n k` or `name m n k times`; # begins a comment. The
/// name "resnet50" is the list above. Throws input_error, which names the line.
std::vector<layer> read_layers(const std::string& name);

}  // namespace weft::sim
