// SPDX-License-Identifier: Apache-2.0
//
// The functions that Verilated models call to end a simulation. Assertions throw instead of
// aborting, so that a test reports them and the next test runs.

#include <verilated.h>

#include <atomic>
#include <filesystem>
#include <stdexcept>
#include <string>

#include "sim/harness/run_options.hpp"

namespace weft::sim {

std::string numbered_wave(const std::string& wave) {
  static std::atomic<int> count = 0;
  const int number              = ++count;
  if (number == 1) return wave;
  const std::filesystem::path path(wave);
  return path.parent_path() /
         (path.stem().string() + "-" + std::to_string(number) + path.extension().string());
}

}  // namespace weft::sim

namespace {

[[noreturn]] void stop(const char* what, const char* file, int line, const char* scope) {
  throw std::runtime_error(std::string(what) + " in the RTL at " + file + ":" +
                           std::to_string(line) + " in " + (scope != nullptr ? scope : "?"));
}

}  // namespace

void vl_stop(const char* file, int line, const char* scope) {
  stop("assertion", file, line, scope);
}
void vl_fatal(const char* file, int line, const char* scope, const char* message) {
  stop(message != nullptr ? message : "fatal error", file, line, scope);
}
