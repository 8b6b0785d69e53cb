// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/file/npy.hpp"
#include "sim/golden/tensor_types.hpp"

/// The representation of an array's types in .npy files. Types without a NumPy name are stored as
/// unsigned integers with the same bits, INT4 as INT8, TF32 as FP32.
namespace weft::sim {

/// The arithmetic that --type, or --profile and --with, name. Throws input_error.
golden::tensor::arithmetic parse_type(const std::string& type, const std::string& profile,
                                      const std::vector<std::string>& with = {});

enum class operand_e { A, B };

/// The elements of A or B. With `narrow`, <f4 and <f8 are rounded to the type's format. Throws
/// input_error.
std::vector<golden::tensor::operand_t> operands(const npy::array2d&,
                                                const golden::tensor::arithmetic&, operand_e,
                                                bool narrow);

npy::dtype_e operand_dtype(const golden::tensor::arithmetic&, operand_e);
npy::dtype_e result_dtype(const golden::tensor::arithmetic&);  ///< the NumPy type of C and D

}  // namespace weft::sim
