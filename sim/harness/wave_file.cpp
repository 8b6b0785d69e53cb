// SPDX-License-Identifier: Apache-2.0

#include "sim/harness/wave_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>

#include "sim/file/input_error.hpp"

namespace weft::sim {
namespace {

/// Whether a file in FST has all of its blocks. Each block has a type and eight bytes of length,
/// which counts itself but not the type. Geometry and hierarchy come last; an unfinished block has
/// type 255. Source: fstapi.h of GTKWave, FST_BL_*.
bool whole(const std::string& path) {
  constexpr int Header = 0, Geometry = 3, Skip = 255;
  constexpr int Hierarchies[] = {4, 6, 7};
  std::ifstream in(path, std::ios::binary);
  in.seekg(0, std::ios::end);
  const std::streamoff size = in.tellg();
  bool geometry = false, hierarchy = false;
  for (std::streamoff at = 0; at != size;) {
    unsigned char head[9];
    in.seekg(at);
    if (!in.read(reinterpret_cast<char*>(head), sizeof head)) return false;
    std::uint64_t length = 0;
    for (int i = 1; i < 9; ++i) length = length << 8 | head[i];
    if (head[0] == Skip || (at == 0) != (head[0] == Header) || length < 8 ||
        length > static_cast<std::uint64_t>(size - at - 1)) {
      return false;
    }
    geometry = geometry || head[0] == Geometry;
    for (const int type : Hierarchies) hierarchy = hierarchy || head[0] == type;
    at += 1 + static_cast<std::streamoff>(length);
  }
  return geometry && hierarchy;
}

}  // namespace

void wave_file::open() {
  // Verilator does not report the writer's null pointer.
  const int fd = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) throw input_error(path_ + ": cannot be written: " + std::strerror(errno));
  ::close(fd);
  fst_.open(path_.c_str());
  if (!fst_.isOpen()) throw input_error(path_ + ": cannot be written");
}

wave_file::~wave_file() {
  if (!fst_.isOpen()) return;
  fst_.close();
  if (whole(path_)) return;
  ::unlink(path_.c_str());
  ::unlink((path_ + ".hier").c_str());
  std::fprintf(stderr, "weft: %s: cannot be written: no space left\n", path_.c_str());
  ::_exit(2);
}

}  // namespace weft::sim
