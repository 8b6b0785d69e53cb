// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/golden/sm/sm_model.hpp"
#include "sim/program/options.hpp"

namespace weft::sim {

/// The multiprocessor of a command: --arch and --set.
struct sm_arch_arguments {
  std::string arch = "volta";
  std::vector<std::string> settings;

  void add_to(options& o);
  golden::sm::arch read() const;
};

/// Adds --policy.
void add_sm_policy(options& o, std::string& policy);
golden::sm::policy_e sm_policy(const std::string& policy);

/// The arguments of a kernel and the memory that they lie in.
///
/// An argument is a number (an integer, or binary32 where it has a point), FILE.npy, a buffer;
/// FILE.npy=OUT.npy, one that is written to OUT.npy afterwards; or out:TYPE:ROWSxCOLS:OUT.npy, a
/// buffer of zeros that is written. Pointers have 64 bits and lie at multiples of 8.
class sm_buffers {
 public:
  explicit sm_buffers(const std::vector<std::string>& arguments);

  const std::vector<std::uint32_t>& words() const { return words_; }
  const std::vector<std::uint8_t>& bytes() const { return bytes_; }

  /// Writes the output files from the memory after a run; a line for each.
  std::string write(const std::vector<std::uint8_t>& after) const;

 private:
  struct output {
    std::string file, dtype;
    unsigned rows, cols;
    std::size_t at;
  };
  void add(const std::vector<std::uint8_t>& bytes);

  std::vector<std::uint32_t> words_;
  std::vector<std::uint8_t> bytes_;
  std::vector<output> outputs_;
};

/// `weft sm tables`.
void add_sm_tables(options& o);

}  // namespace weft::sim
