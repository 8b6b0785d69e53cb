// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "sim/golden/tensor.hpp"
#include "sim/harness/run_options.hpp"
#include "sim/verilated/tensor_memory.hpp"

namespace weft::sim {

/// The arrays that were Verilated into this program.
const std::vector<golden::tensor::config>& rtl_configs();

/// Says how far a run is: results written, of how many.
using progress_callback = std::function<void(std::size_t done, std::size_t total)>;

struct rtl_options {
  run_options run;
  memory_timing timing;
  progress_callback progress;  ///< called now and then; may be empty
};

struct rtl_outcome : golden::tensor::outcome {
  double seconds;  ///< of the host, from reset to the end
};

/// Runs a problem on the Verilated weft_tensor of this configuration, from reset.
///
/// Throws std::invalid_argument if the array was not built in, and what the harness throws.
rtl_outcome run_rtl(const golden::tensor::config& c, const golden::tensor::problem& p,
                    const rtl_options& options = {});

/// run_rtl() as an engine.
golden::tensor::engine rtl_engine(const golden::tensor::config& c, const run_options& run = {});

}  // namespace weft::sim
