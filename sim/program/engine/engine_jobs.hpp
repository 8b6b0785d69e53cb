// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/program/engine/engine_arguments.hpp"
#include "sim/program/engine/layers.hpp"
#include "sim/program/options.hpp"

namespace weft::sim {

/// `weft engine ring`: the layers of a network as jobs of the ring, each as often as it occurs.
/// Figures are those of the law; with a trace, golden's model runs the jobs on operands of zeros.
class engine_ring {
 public:
  void add_to(options& o);

  /// Prints a table, or JSON, and writes the trace. Throws input_error.
  int run() const;

 private:
  /// A way of giving the jobs to the engine.
  struct row {
    std::string name;
    std::uint64_t cycles;
  };

  std::vector<golden::engine::job> jobs(const golden::engine::config& k, bool overlap) const;
  void trace(const golden::engine::config& k) const;

  engine_arguments engine_of_;
  unsigned bus_     = 128;
  std::string list_ = "resnet50", trace_;
  bool overlap_ = false, json_ = false;
};

}  // namespace weft::sim
