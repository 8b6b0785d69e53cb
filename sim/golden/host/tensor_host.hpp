// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "sim/golden/tensor.hpp"

namespace weft::golden::tensor {

/// The sums of gemm(), computed on the host's floating-point unit; empty if `unit` has no code for
/// the type. Every unit supports FP16, E4M3, E5M2 and integers of up to eight bits; a unit with a
/// fused multiply-add also supports BF16, TF32, FP32 and FP64. C must be a full matrix, A dense.
///
/// The caller's rounding, flushing of subnormals and flags of the host are preserved.
std::optional<std::vector<result_t>> host_sums(const config& c, const problem& p, vector_e unit);

}  // namespace weft::golden::tensor
