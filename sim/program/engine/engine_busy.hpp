// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/program/engine/engine_arguments.hpp"
#include "sim/program/engine/layers.hpp"
#include "sim/program/options.hpp"

namespace weft::sim {

/// The cycles of a product, or of several one after the other, and those that its parts need.
///
/// By the law golden::engine_core::cycles(), on a memory of the given latency. None takes less than
/// the largest of `array`, in which the array works, and of `read_bus` and `write_bus`, in which
/// that direction moves a word. `latency` is the difference to a memory without latency.
struct busy_figures {
  std::uint64_t macs = 0, cycles = 0, read_bytes = 0, write_bytes = 0;
  std::uint64_t array = 0, read_bus = 0, write_bus = 0, latency = 0;

  void add(const busy_figures& x, std::uint64_t times);
  /// The largest of the four: array, read bus, write bus or latency.
  const char* limit() const;
};
busy_figures busy_of(const golden::engine_core::config& k, const golden::engine::job& job,
                     std::uint64_t latency);

/// Bytes a cycle that a direction of the bus moves in whole bursts, with as many of them owed as it
/// may owe: a place is free again latency + burst + 2 cycles after a request.
double given_rate(const golden::axi::config& bus, std::uint64_t latency);

/// `weft engine busy`: how busy the array is in cubes, or in the layers of a network, on buses of
/// some widths. Nothing runs: figures are those of the law.
class engine_busy {
 public:
  void add_to(options& o);

  /// Prints a table, or JSON, and draws the picture. Throws input_error.
  int run() const;

 private:
  /// One line of the table.
  struct row {
    layer product;
    unsigned bus;  // bits
    busy_figures figures;
    bool total = false;
  };

  std::vector<layer> products() const;
  std::vector<row> rows() const;
  std::string to_text(const std::vector<row>& rows) const;
  std::string to_json(const std::vector<row>& rows) const;
  std::string draw(const std::vector<row>& rows) const;
  golden::engine::config config(unsigned bus) const;
  double share(const busy_figures& f) const;

  engine_arguments engine_of_;
  std::vector<unsigned> buses_{64, 128, 256};
  std::string output_ = "sums", list_, svg_;
  bool json_          = false;
};

}  // namespace weft::sim
