// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/file/npy.hpp"
#include "sim/golden/tensor.hpp"
#include "sim/program/options.hpp"

namespace weft::sim {

/// The files of a product D = A * B + C, and what is done with its sums: the options that every
/// command on matrices has.
struct product_arguments {
  std::string a, b, c, bias, d, output = "sums", scale_a, scale_b;
  bool narrow = false, transpose_a = false, transpose_b = false, relu = false;
  float scale = 1;

  /// Adds A, B, --c, --bias, --output, --narrow, --transpose-a and --transpose-b.
  void add_operands_to(options& o);
  /// Adds --relu, --out and --scale.
  void add_epilogue_to(options& o);

  /// Adds --scale-a and --scale-b.
  void add_scales_to(options& o);

  /// Reads the block scales of a product whose shape is known. Throws input_error, also where the
  /// type has none.
  void read_scales(golden::tensor::problem& p, const golden::tensor::arithmetic& type) const;

  /// Reads the operands as they lie in their files: A with --transpose-a is K x M, B with
  /// --transpose-b N x K. A row of biases is layout.c_is_row. The flow is left to the caller.
  /// Throws input_error for files that do not fit each other.
  golden::tensor::problem read(const golden::tensor::arithmetic& type) const;

  /// Writes D, if a file was asked for.
  void write(const golden::tensor::arithmetic& type, const golden::tensor::shape& s,
             const std::vector<golden::tensor::result_t>& results) const;

  /// Whether the array needs an epilogue.
  bool wants_epilogue() const { return relu || output != "sums"; }
  golden::tensor::epilogue_of epilogue() const;

 private:
  void read_addend(golden::tensor::problem& p, const golden::tensor::arithmetic& type) const;
};

/// The words of --out, and what they name.
extern const std::vector<std::string> OutputNames;
golden::epilogue::output_e parse_output(const std::string& name);

}  // namespace weft::sim
