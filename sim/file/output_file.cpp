// SPDX-License-Identifier: Apache-2.0

#include "sim/file/output_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "sim/file/input_error.hpp"

namespace weft::sim {

namespace fs = std::filesystem;

output_file::output_file(const fs::path& path) : path_(path), target_(path) {
  if (path.empty()) throw input_error("output file: the name is empty");
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::is_directory(status)) fail(EISDIR);

  if (fs::exists(status) && !fs::is_regular_file(status)) {
    stream_ = std::fopen(path.c_str(), "wb");
    if (!stream_) fail(errno);
    return;
  }

  if (fs::is_symlink(fs::symlink_status(path, error))) {
    target_ = fs::weakly_canonical(path, error);
    if (error) fail(error.value());
  }
  temporary_ = target_;
  temporary_.replace_filename("." + target_.filename().string() + "." + std::to_string(::getpid()) +
                              ".part");
  unfinished_.emplace(temporary_);
  const int fd = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) {
    const int why = errno;
    temporary_.clear();
    fail(why);
  }
  stream_ = ::fdopen(fd, "wb");
  if (!stream_) {
    const int why = errno;
    ::close(fd);
    discard();
    fail(why);
  }
}

output_file::~output_file() { discard(); }

void output_file::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stream_) != text.size()) fail(errno);
}

void output_file::write(std::span<const unsigned char> bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), stream_) != bytes.size()) fail(errno);
}

void output_file::commit() {
  errno               = 0;
  const bool bad      = std::ferror(stream_) != 0;
  const bool unclosed = std::fclose(stream_) != 0;
  const int why       = errno;
  stream_             = nullptr;
  if (bad || unclosed) fail(why ? why : EIO);
  if (temporary_.empty()) return;
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail(errno);
  temporary_.clear();
  unfinished_.reset();
}

void output_file::fail(int error) const {
  throw input_error(path_.string() + ": cannot be written: " + std::strerror(error));
}

void output_file::discard() {
  if (stream_) std::fclose(stream_);
  stream_ = nullptr;
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
  temporary_.clear();
  unfinished_.reset();
}

void write_file(const fs::path& path, std::string_view text) {
  output_file file(path);
  file.write(text);
  file.commit();
}

}  // namespace weft::sim
