// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace weft::sim {

/// A file that this process is writing and that is useless before it is complete.
///
/// While such an object lives, a signal that ends the process removes the file first: SIGHUP,
/// SIGINT, SIGTERM and, if a library maps the file and the disk is full, SIGBUS, which prints one
/// line and ends with exit code 2. SIGXFSZ is ignored, so that a write beyond the file size limit
/// fails as on a full disk. Handlers set before the first object stay.
class unfinished_file {
 public:
  /// Registers the name; the file need not exist yet.
  explicit unfinished_file(const std::filesystem::path& path, bool mapped = false);
  /// Unregisters the name; the file stays.
  ~unfinished_file();
  unfinished_file(const unfinished_file&)            = delete;
  unfinished_file& operator=(const unfinished_file&) = delete;

 private:
  struct place;
  static void end(int signal);
  static void full(int signal);
  static void remove_all();
  static void watch();

  place* place_;
};

}  // namespace weft::sim
