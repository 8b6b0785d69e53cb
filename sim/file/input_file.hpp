// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <span>
#include <string>

namespace weft::sim {

/// The largest size in bytes of a file that is read as a whole.
inline constexpr std::uint64_t MostFileBytes = std::uint64_t{1} << 28;

/// A regular file, read from its start on. Errors are input_errors that name the file.
///
/// Refuses a folder, a device or a pipe without blocking, and a file of more than `most` bytes.
class input_file {
 public:
  explicit input_file(const std::filesystem::path& path, std::uint64_t most = MostFileBytes);
  ~input_file();
  input_file(const input_file&)            = delete;
  input_file& operator=(const input_file&) = delete;

  const std::string& name() const { return name_; }

  /// The size of the file in bytes when it was opened.
  std::uint64_t size() const { return size_; }

  /// Reads the next bytes; fewer than requested only at the end of the file.
  std::size_t read(std::span<char> to);

  /// The C stream, for libraries that read from one.
  std::FILE* stream() { return stream_; }

  [[noreturn]] void fail(const std::string& what) const;

 private:
  std::string name_;
  std::uint64_t size_ = 0;
  std::FILE* stream_  = nullptr;
};

/// All bytes of a regular file of at most `most` bytes. Throws input_error.
std::string read_file(const std::filesystem::path& path, std::uint64_t most = MostFileBytes);

}  // namespace weft::sim
