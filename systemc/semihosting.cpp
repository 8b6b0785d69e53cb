// SPDX-License-Identifier: Apache-2.0

#include "systemc/semihosting.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>
#include <system_error>
#include <utility>

namespace weft::systemc {
namespace {

using u64                  = std::uint64_t;
constexpr u64 Failed       = ~u64{0};
constexpr u64 NormalExit   = 0x20026;  // ADP_Stopped_ApplicationExit
constexpr std::size_t Part = 1 << 14;  // bytes that are copied at once

/// The flags of open() for modes 0 to 11: those of fopen() from "r" to "a+b".
constexpr std::array Flags{O_RDONLY,
                           O_RDWR,
                           O_WRONLY | O_CREAT | O_TRUNC,
                           O_RDWR | O_CREAT | O_TRUNC,
                           O_WRONLY | O_CREAT | O_APPEND,
                           O_RDWR | O_CREAT | O_APPEND};

}  // namespace

semihosting::semihosting(const std::filesystem::path& folder, semihosting_guest guest,
                         std::ostream& console, const semihosting_limits& limits)
    : guest_(std::move(guest)),
      console_(console),
      limits_(limits),
      folder_(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)),
      places_(limits.files) {
  if (folder_ < 0) throw std::system_error(errno, std::generic_category(), folder.string());
}

semihosting::~semihosting() {
  for (const place& p : places_) {
    if (p.descriptor >= 0) ::close(p.descriptor);
  }
  ::close(folder_);
}

u64 semihosting::call(u64 operation, u64 argument) noexcept {
  try {
    return serve(static_cast<semihost_e>(operation), argument);
  } catch (...) {
    return fail(EIO);
  }
}

u64 semihosting::fail(int error) {
  errno_ = error;
  return Failed;
}

u64 semihosting::serve(semihost_e operation, u64 argument) {
  std::array<u64, 1> word{};
  switch (operation) {
    case semihost_e::Open:
      return open(argument);
    case semihost_e::Close:
      return close(argument);
    case semihost_e::Writec: {
      char c;
      if (!guest_.read(argument, &c, 1)) return fail(EFAULT);
      console_.put(c);
      return 0;
    }
    case semihost_e::Write0:
      return write_text(argument);
    case semihost_e::Write:
      return write(argument);
    case semihost_e::Read:
      return read(argument);
    case semihost_e::Iserror:
      if (!words(argument, word)) return fail(EFAULT);
      return word[0] >> 63;
    case semihost_e::Istty: {
      if (!words(argument, word)) return fail(EFAULT);
      const place* p = at(word[0]);
      return p == nullptr ? fail(EBADF) : p->kind == place::kind_e::Console ? 1 : 0;
    }
    case semihost_e::Seek:
      return seek(argument);
    case semihost_e::Flen:
      return length(argument);
    case semihost_e::Clock:
      return guest_.microseconds() / 10000;
    case semihost_e::Time:
      return guest_.microseconds() / 1000000;
    case semihost_e::Errno:
      return static_cast<u64>(errno_);
    case semihost_e::Exit:
    case semihost_e::ExitExtended:
      return exit(argument);
  }
  return fail(ENOSYS);
}

bool semihosting::words(u64 address, std::span<u64> to) const {
  return guest_.read(address, to.data(), to.size_bytes());
}

semihosting::place* semihosting::at(u64 handle) {
  if (handle == 0 || handle > places_.size()) return nullptr;
  place& p = places_[handle - 1];
  return p.kind == place::kind_e::Free ? nullptr : &p;
}

// Block: address of the name, mode, length of the name without its NUL.
u64 semihosting::open(u64 block) {
  std::array<u64, 3> arguments{};
  if (!words(block, arguments)) return fail(EFAULT);
  const auto [address, mode, bytes] = arguments;
  if (mode >= 2 * Flags.size()) return fail(EINVAL);
  if (bytes > limits_.name_bytes) return fail(ENAMETOOLONG);
  std::string name(bytes, '\0');
  if (!guest_.read(address, name.data(), bytes)) return fail(EFAULT);
  const auto free = std::ranges::find(places_, place::kind_e::Free, &place::kind);
  if (free == places_.end()) return fail(EMFILE);
  if (name == ":tt") {
    *free = {place::kind_e::Console, -1};
  } else {
    const int descriptor = open_file(name, Flags[mode / 2]);
    if (descriptor < 0) return fail(-descriptor);
    *free = {place::kind_e::File, descriptor};
  }
  return static_cast<u64>(free - places_.begin()) + 1;
}

/// A descriptor of a regular file below the folder, or a negative error number. Every part of the
/// name is opened by itself, so that none is a symbolic link.
int semihosting::open_file(const std::string& name, int flags) const {
  int folder       = folder_;
  const auto leave = [&](int result) {
    if (folder != folder_) ::close(folder);
    return result;
  };
  std::string_view rest = name;
  for (;;) {
    const auto slash = rest.find('/');
    const std::string part(rest.substr(0, slash));
    if (part.empty() || part == "." || part == ".." || part.find('\0') != std::string::npos) {
      return leave(-EACCES);
    }
    const bool last  = slash == std::string_view::npos;
    const int opened = ::openat(
        folder, part.c_str(),
        (last ? flags | O_NONBLOCK | O_NOCTTY : O_PATH | O_DIRECTORY) | O_NOFOLLOW | O_CLOEXEC,
        0666);
    if (opened < 0) return leave(errno == ELOOP || errno == ENOTDIR ? -EACCES : -errno);
    leave(0);
    if (last) {
      struct stat status {};
      if (::fstat(opened, &status) == 0 && S_ISREG(status.st_mode)) return opened;
      ::close(opened);
      return -EACCES;
    }
    folder = opened;
    rest.remove_prefix(slash + 1);
  }
}

u64 semihosting::close(u64 block) {
  std::array<u64, 1> handle{};
  if (!words(block, handle)) return fail(EFAULT);
  place* p = at(handle[0]);
  if (p == nullptr) return fail(EBADF);
  if (p->descriptor >= 0) ::close(p->descriptor);
  *p = {};
  return 0;
}

// Block: handle, address, bytes. Returns the bytes that have not been written.
u64 semihosting::write(u64 block) {
  std::array<u64, 3> arguments{};
  if (!words(block, arguments)) return fail(EFAULT);
  auto [handle, address, left] = arguments;
  const place* p               = at(handle);
  if (p == nullptr) return fail(EBADF), left;
  u64 room = limits_.file_bytes;
  if (p->kind == place::kind_e::File) {
    const bool appends = (::fcntl(p->descriptor, F_GETFL) & O_APPEND) != 0;
    const off_t start  = ::lseek(p->descriptor, 0, appends ? SEEK_END : SEEK_CUR);
    if (start < 0) return fail(errno), left;
    room -= std::min(room, static_cast<u64>(start));
  }
  std::array<char, Part> part;
  while (left != 0) {
    const u64 bytes = std::min({left, room, u64{Part}});
    if (bytes == 0) return fail(EFBIG), left;
    if (!guest_.read(address, part.data(), bytes)) return fail(EFAULT), left;
    u64 done = bytes;
    if (p->kind == place::kind_e::Console) {
      console_.write(part.data(), static_cast<std::streamsize>(bytes));
    } else {
      const ssize_t n = ::write(p->descriptor, part.data(), bytes);
      if (n <= 0) return fail(n < 0 ? errno : ENOSPC), left;
      done = static_cast<u64>(n);
    }
    left -= done;
    room -= done;
    address += done;
  }
  return 0;
}

// Block: handle, address, bytes. Returns the bytes that have not been read; all at the end.
u64 semihosting::read(u64 block) {
  std::array<u64, 3> arguments{};
  if (!words(block, arguments)) return fail(EFAULT);
  auto [handle, address, left] = arguments;
  const place* p               = at(handle);
  if (p == nullptr) return fail(EBADF), left;
  if (p->kind == place::kind_e::Console) return left;
  std::array<char, Part> part;
  u64 room = limits_.file_bytes;
  while (left != 0 && room != 0) {
    const ssize_t n = ::read(p->descriptor, part.data(), std::min({left, room, u64{Part}}));
    if (n < 0) return fail(errno), left;
    if (n == 0) break;
    if (!guest_.write(address, part.data(), static_cast<std::size_t>(n))) {
      return fail(EFAULT), left;
    }
    left -= static_cast<u64>(n);
    room -= static_cast<u64>(n);
    address += static_cast<u64>(n);
  }
  return left;
}

// Block: handle, offset from the beginning.
u64 semihosting::seek(u64 block) {
  std::array<u64, 2> arguments{};
  if (!words(block, arguments)) return fail(EFAULT);
  const place* p = at(arguments[0]);
  if (p == nullptr) return fail(EBADF);
  if (p->kind != place::kind_e::File) return fail(ESPIPE);
  if (arguments[1] > limits_.file_bytes) return fail(EINVAL);
  const off_t end = ::lseek(p->descriptor, static_cast<off_t>(arguments[1]), SEEK_SET);
  return end < 0 ? fail(errno) : 0;
}

u64 semihosting::length(u64 block) {
  std::array<u64, 1> handle{};
  if (!words(block, handle)) return fail(EFAULT);
  const place* p = at(handle[0]);
  if (p == nullptr) return fail(EBADF);
  if (p->kind != place::kind_e::File) return fail(ESPIPE);
  struct stat status {};
  if (::fstat(p->descriptor, &status) != 0) return fail(errno);
  return static_cast<u64>(status.st_size);
}

u64 semihosting::write_text(u64 address) {
  for (std::size_t i = 0; i < limits_.text_bytes; ++i) {
    char c;
    if (!guest_.read(address + i, &c, 1)) return fail(EFAULT);
    if (c == '\0') return 0;
    console_.put(c);
  }
  return fail(EFBIG);
}

// Block: reason, code. A reason that is no normal exit is code 1.
u64 semihosting::exit(u64 block) {
  std::array<u64, 2> arguments{};
  const bool normal = words(block, arguments) && arguments[0] == NormalExit;
  guest_.exit(normal ? static_cast<int>(arguments[1] & 0xff) : 1);
  return 0;
}

}  // namespace weft::systemc
