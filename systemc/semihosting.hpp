// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <ostream>
#include <span>
#include <string>
#include <vector>

namespace weft::systemc {

/// The calls of Arm's semihosting 3.0 that are served, with their numbers.
enum class semihost_e : std::uint64_t {
  Open         = 0x01,
  Close        = 0x02,
  Writec       = 0x03,
  Write0       = 0x04,
  Write        = 0x05,
  Read         = 0x06,
  Iserror      = 0x08,
  Istty        = 0x09,
  Seek         = 0x0a,
  Flen         = 0x0c,
  Clock        = 0x10,
  Time         = 0x11,
  Errno        = 0x13,
  Exit         = 0x18,
  ExitExtended = 0x20,
};

/// The guest's side. An access of memory returns false if a byte of it cannot be reached.
struct semihosting_guest {
  std::function<bool(std::uint64_t address, void* to, std::size_t bytes)> read;
  std::function<bool(std::uint64_t address, const void* from, std::size_t bytes)> write;
  std::function<void(int code)> exit;
  std::function<std::uint64_t()> microseconds;  ///< of simulated time
};

struct semihosting_limits {
  std::size_t files      = 16;                          ///< open at a time
  std::size_t name_bytes = 1023, text_bytes = 1 << 16;  ///< of a name, of WRITE0
  std::uint64_t file_bytes = std::uint64_t{1} << 30;    ///< of a file, and of one READ or WRITE
};

/// Files of a guest of 64 bits, all in one folder.
///
/// A name is relative to the folder: no `..`, no absolute path, no symbolic link at any place, and
/// only regular files; it is refused otherwise, errno EACCES. The name `:tt` is the console: what
/// is written there goes to a stream, reading it is the end of a file. Errors are the guest's: -1,
/// and ERRNO has the host's number. An unknown call is -1 and ENOSYS. CLOCK and TIME are simulated
/// time, from 0 on. No call throws.
class semihosting {
 public:
  /// Throws std::system_error if the folder cannot be opened.
  semihosting(const std::filesystem::path& folder, semihosting_guest guest, std::ostream& console,
              const semihosting_limits& limits = {});
  ~semihosting();
  semihosting(const semihosting&)            = delete;
  semihosting& operator=(const semihosting&) = delete;

  /// Serves a call: operation (a0) and argument (a1). Returns the new a0.
  std::uint64_t call(std::uint64_t operation, std::uint64_t argument) noexcept;

 private:
  /// A place in the table of handles: handle h is place h - 1.
  struct place {
    enum class kind_e { Free, Console, File } kind = kind_e::Free;
    int descriptor                                 = -1;
  };

  std::uint64_t serve(semihost_e operation, std::uint64_t argument);
  std::uint64_t fail(int error);
  bool words(std::uint64_t address, std::span<std::uint64_t> to) const;
  place* at(std::uint64_t handle);
  std::uint64_t open(std::uint64_t block);
  int open_file(const std::string& name, int flags) const;
  std::uint64_t close(std::uint64_t block);
  std::uint64_t write(std::uint64_t block);
  std::uint64_t read(std::uint64_t block);
  std::uint64_t seek(std::uint64_t block);
  std::uint64_t length(std::uint64_t block);
  std::uint64_t write_text(std::uint64_t address);
  std::uint64_t exit(std::uint64_t block);

  semihosting_guest guest_;
  std::ostream& console_;
  semihosting_limits limits_;
  int folder_;
  int errno_ = 0;
  std::vector<place> places_;
};

}  // namespace weft::systemc
