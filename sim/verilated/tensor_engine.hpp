// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "sim/golden/tensor.hpp"
#include "sim/harness/run_options.hpp"
#include "sim/verilated/tensor_memory.hpp"

namespace weft::sim {

/// The arrays that have a library; the second list leaves out those that are not built.
const std::vector<golden::tensor::config>& rtl_configs();
std::vector<golden::tensor::config> built_rtl_configs();

/// Says how far a run is: results written, of how many.
using progress_callback = std::function<void(std::size_t done, std::size_t total)>;

struct rtl_options {
  run_options run;
  memory_timing timing;
  progress_callback progress;  ///< called now and then; may be empty
};

struct rtl_outcome : golden::tensor::outcome {
  double seconds;  ///< of the processor, from reset to the end
};

/// A Verilated array: its configuration, and a problem run on it.
struct built_tensor {
  golden::tensor::config config;
  rtl_outcome (*run)(const golden::tensor::problem&, const rtl_options&);
};

/// Runs a problem on the Verilated weft_tensor of this configuration, from reset.
///
/// Throws std::invalid_argument if no library has the array, input_error if it is not built, and
/// what the harness throws.
rtl_outcome run_rtl(const golden::tensor::config& c, const golden::tensor::problem& p,
                    const rtl_options& options = {});

/// run_rtl() as an engine.
golden::tensor::engine rtl_engine(const golden::tensor::config& c, const run_options& run = {});

}  // namespace weft::sim
