// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/wait.h>

#include <cstdio>
#include <filesystem>
#include <stdexcept>
#include <string>

#include "tb/file/files.hpp"

namespace weft {

/// The output of a program.
struct answer {
  int code;
  std::string out, err;
};

/// Runs a command; its standard error comes through a file.
inline answer run(const scratch& folder, const std::string& command) {
  const auto errors = folder / "stderr.txt";
  std::FILE* pipe   = ::popen((command + " 2>" + errors.string()).c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("popen");
  std::string out;
  char buffer[4096];
  for (std::size_t n; (n = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;) out.append(buffer, n);
  const int status = ::pclose(pipe);
  answer a{WIFEXITED(status) ? WEXITSTATUS(status) : -1, out, get(errors)};
  std::filesystem::remove(errors);
  return a;
}

}  // namespace weft
