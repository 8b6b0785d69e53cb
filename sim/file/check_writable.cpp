// SPDX-License-Identifier: Apache-2.0

#include "sim/file/check_writable.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "sim/file/input_error.hpp"
#include "sim/file/output_file.hpp"

namespace weft::sim {

void check_writable(const std::string& file) {
  namespace fs          = std::filesystem;
  const fs::path folder = fs::path(file).parent_path();
  std::error_code error;
  if (!folder.empty() && !fs::is_directory(folder, error)) {
    throw input_error(folder.string() + ": no such folder");
  }
  const fs::file_status status = fs::status(file, error);
  if (!fs::status_known(status))
    throw input_error(file + ": cannot be written: " + error.message());
  if (fs::is_directory(status)) throw input_error(file + ": is a folder");
  if (fs::exists(status) && ::faccessat(AT_FDCWD, file.c_str(), W_OK, AT_EACCESS) != 0) {
    throw input_error(file + ": cannot be written: " + std::strerror(errno));
  }
  // The trial file is never committed. A device or a pipe is not opened, as that could block.
  if (!fs::exists(status) || fs::is_regular_file(status)) output_file trial(file);
}

}  // namespace weft::sim
