// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/golden/tensor_rows.hpp"
#include "sim/program/gemm_run.hpp"

namespace weft::sim {

/// A convolution whose A comes from buffers across rows, beside the same product with A in memory.
struct direct_conv {
  golden::tensor_rows::config unit;
  golden::tensor_rows::geometry of;
  std::vector<golden::tensor::operand_t> picture;  ///< elements of A, row by row
  golden::tensor::problem product;                 ///< with A, as im2col() gives it
};

/// The outcome of a direct convolution.
struct direct_report {
  gemm_report run;
  bool same_a;               ///< every row of A that an engine took is im2col's
  std::size_t passes;        ///< of the picture, or of a part of it
  std::uint64_t bytes;       ///< of the picture that are read
  std::uint64_t bytes_of_a;  ///< that the array reads if A lies in memory
  std::uint64_t cycles_of_a;
};

/// The buffers that the program has RTL of. Throws input_error if this picture, window or array is
/// beyond them; `engines` name what is to run.
golden::tensor_rows::config buffers_for(const gemm_options&, const golden::tensor_rows::geometry&);

/// Runs the engines one after the other, in the weight-stationary flow. Call it once per process,
/// because SystemC elaborates only once.
direct_report run_direct(const direct_conv&, const gemm_options&);

/// Lines behind a report's table, and its fields.
std::string to_text(const direct_report&, const direct_conv&);

}  // namespace weft::sim
