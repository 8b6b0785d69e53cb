// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "sim/golden/tensor.hpp"
#include "sim/harness/run_options.hpp"
#include "sim/verilated/tensor_memory.hpp"

namespace weft::sim {

/// The arrays with a library; the second list contains only those that are built.
const std::vector<golden::tensor::config>& rtl_configs();
std::vector<golden::tensor::config> built_rtl_configs();

/// Reports the progress of a run: results written, and their total.
using progress_callback = std::function<void(std::size_t done, std::size_t total)>;

struct rtl_options {
  run_options run;
  memory_timing timing;
  progress_callback progress;  ///< called during the run; may be empty
};

struct rtl_outcome : golden::tensor::outcome {
  double seconds;  ///< processor seconds, from reset to the end
};

/// A Verilated array: its configuration, and a problem run on it.
struct built_tensor {
  golden::tensor::config config;
  rtl_outcome (*run)(const golden::tensor::problem&, const rtl_options&);
};

/// Runs a problem on the Verilated weft_tensor of this configuration, from reset.
///
/// Throws std::invalid_argument if no library has the array, input_error if it is not built, and
/// stuck or the error of an assertion that fails.
rtl_outcome run_rtl(const golden::tensor::config& c, const golden::tensor::problem& p,
                    const rtl_options& options = {});

/// run_rtl() as an engine.
golden::tensor::engine rtl_engine(const golden::tensor::config& c, const run_options& run = {});

}  // namespace weft::sim
