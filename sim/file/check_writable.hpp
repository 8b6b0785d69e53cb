// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "sim/file/input_error.hpp"

namespace weft::sim {

/// An input_error, before anything has run, if a file cannot stand there.
inline void check_writable(const std::string& file) {
  namespace fs          = std::filesystem;
  const fs::path folder = fs::path(file).parent_path();
  if (!folder.empty() && !fs::is_directory(folder)) {
    throw input_error(folder.string() + ": no such folder");
  }
  if (fs::is_directory(file)) throw input_error(file + ": is a folder");
}

}  // namespace weft::sim
