// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "sim/golden/tensor.hpp"

namespace weft::golden::tensor {

/// The sums of gemm() by the host's floating-point unit, or nothing where `unit` has no code for
/// the type: every unit has it for FP16, E4M3, E5M2 and integers of up to eight bits, one with a
/// fused multiply-add for BF16, TF32, FP32 and FP64 too. C is whole, A is not sparse.
///
/// The caller's rounding, flushing of subnormals and flags of the host are left as they were.
std::optional<std::vector<result_t>> host_sums(const config& c, const problem& p, vector_e unit);

}  // namespace weft::golden::tensor
