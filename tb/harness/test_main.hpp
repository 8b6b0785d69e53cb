// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/harness/run_options.hpp"

namespace weft {

/// What the command line of a test executable asked for: `--seed=N` (or the environment's
/// WEFT_SEED) and `--wave=FILE`.
const sim::run_options& test_options();

}  // namespace weft
