// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/harness/run_options.hpp"

namespace weft {

/// The options of a test executable: `--seed=N` (or WEFT_SEED in the environment) and, in a test
/// that may record RTL, `--wave=FILE`.
const sim::run_options& test_options();

/// Reads the options, prints the seed, and runs all tests; after a failure, prints the command that
/// repeats it. After a test that recorded a waveform, calls `recorded` with the name of --wave.
/// Returns the exit code.
int run_tests(int argc, char** argv, bool records,
              void (*recorded)(const std::string& wave) = nullptr);

}  // namespace weft
