// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/harness/run_options.hpp"

namespace weft {

/// The options of a test executable: `--seed=N` (or WEFT_SEED in the environment) and
/// `--wave=FILE`.
const sim::run_options& test_options();

}  // namespace weft
