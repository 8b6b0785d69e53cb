// SPDX-License-Identifier: Apache-2.0

#include "sim/file/input_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "sim/file/input_error.hpp"

namespace weft::sim {

input_file::input_file(const std::filesystem::path& path, std::uint64_t most)
    : name_(path.string()) {
  // Without O_NONBLOCK a pipe would wait for its writer here.
  const int fd = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (fd < 0) fail(errno == ENOENT ? "no such file" : std::strerror(errno));
  struct stat status {};
  const bool known = ::fstat(fd, &status) == 0;
  stream_          = known && S_ISREG(status.st_mode) ? ::fdopen(fd, "rb") : nullptr;
  if (stream_ == nullptr) {
    const int why = errno;
    ::close(fd);
    if (known && S_ISDIR(status.st_mode)) fail("is a directory");
    if (known && !S_ISREG(status.st_mode)) fail("is not a regular file");
    fail(std::strerror(why));
  }
  size_ = static_cast<std::uint64_t>(status.st_size);
  if (size_ > most) {
    std::fclose(stream_);
    fail("has " + std::to_string(size_) + " bytes, at most " + std::to_string(most) + " are read");
  }
}

input_file::~input_file() { std::fclose(stream_); }

std::size_t input_file::read(std::span<char> to) {
  errno                 = 0;
  const std::size_t got = std::fread(to.data(), 1, to.size(), stream_);
  if (std::ferror(stream_) != 0) {
    fail(std::string("cannot be read: ") + std::strerror(errno != 0 ? errno : EIO));
  }
  return got;
}

void input_file::fail(const std::string& what) const { throw input_error(name_ + ": " + what); }

std::string read_file(const std::filesystem::path& path, std::uint64_t most) {
  input_file file(path, most);
  // Some system files have size 0 but contain bytes, and a file may grow during the read.
  std::string bytes(static_cast<std::size_t>(file.size()) + 1, '\0');
  std::size_t read = 0;
  for (std::size_t got; (got = file.read(std::span(bytes).subspan(read))) > 0;) {
    read += got;
    if (read > most)
      file.fail("has more than the " + std::to_string(most) + " bytes that are read");
    if (read == bytes.size()) bytes.resize(std::min<std::uint64_t>(2 * read + 4096, most + 1));
  }
  bytes.resize(read);
  return bytes;
}

}  // namespace weft::sim
