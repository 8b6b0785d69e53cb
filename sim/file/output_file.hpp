// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>

#include "sim/file/unfinished_file.hpp"

namespace weft::sim {

/// A file that appears complete or not at all.
///
/// Data goes to a temporary file in the same folder, which commit() renames. Without commit(), no
/// file is left, even when a signal ends the process. A path that is not a regular file, such as
/// /dev/stdout, is written directly. Errors are input_errors.
class output_file {
 public:
  explicit output_file(const std::filesystem::path& path);
  ~output_file();
  output_file(const output_file&)            = delete;
  output_file& operator=(const output_file&) = delete;

  void write(std::string_view text);
  void write(std::span<const unsigned char> bytes);

  /// The C stream, for libraries that write to one; commit() sees their errors.
  std::FILE* stream() { return stream_; }

  void commit();

 private:
  [[noreturn]] void fail(int error) const;
  void discard();

  std::filesystem::path path_;       // as the user gave it
  std::filesystem::path target_;     // the file that commit() replaces: path_ with links resolved
  std::filesystem::path temporary_;  // empty when written directly
  std::optional<unfinished_file> unfinished_;
  std::FILE* stream_ = nullptr;
};

/// Writes a whole file. The data are computed before the file is opened.
void write_file(const std::filesystem::path& path, std::string_view text);

}  // namespace weft::sim
