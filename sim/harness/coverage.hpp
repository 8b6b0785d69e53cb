// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <verilated.h>
#ifdef WEFT_COVERAGE
#include <unistd.h>
#include <verilated_cov.h>

#include <cstdlib>
#include <string>
#endif

namespace weft::sim {

/// Writes the coverage of this context's models to a new file in $WEFT_COVERAGE_DIR. Does nothing
/// without that variable, or in a build without WEFT_COVERAGE.
inline void write_coverage([[maybe_unused]] VerilatedContext& context) {
#ifdef WEFT_COVERAGE
  static int count = 0;
  if (const char* folder = std::getenv("WEFT_COVERAGE_DIR")) {
    const auto file = std::string(folder) + "/" + std::to_string(getpid()) + "-" +
                      std::to_string(count++) + ".dat";
    context.coveragep()->write(file.c_str());
  }
#endif
}

}  // namespace weft::sim
