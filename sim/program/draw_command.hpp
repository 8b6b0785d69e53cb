// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "sim/golden/tensor.hpp"

namespace CLI {
class App;
}

namespace weft::sim {

/// Pictures of the array at work, from waveforms of the RTL.
class draw_command {
 public:
  void add_to(CLI::App& app);

  /// Writes an SVG file and prints what is in it. Throws input_error.
  int run() const;

 private:
  int draw_dataflow() const;
  int draw_busy() const;
  golden::tensor::config config() const;
  golden::tensor::shape shape(unsigned most) const;

  CLI::App* command_ = nullptr;
  std::string array_ = "3x3", shape_, flow_ = "os", file_;
  std::optional<std::size_t> cycle_;
};

}  // namespace weft::sim
