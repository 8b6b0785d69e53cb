// SPDX-License-Identifier: Apache-2.0
//
// sim/file/input_file.hpp: regular files within a limit.

#include "sim/file/input_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <string>

#include "tb/file/files.hpp"

namespace weft::input_file_test {
namespace {

using sim::read_file;

TEST(InputFile, HasEveryByte) {
  const scratch folder;
  const std::string bytes("\0\xff\n\r\x1a text", 10);
  put(folder / "a", bytes);
  EXPECT_EQ(read_file(folder / "a"), bytes);
  put(folder / "empty", "");
  EXPECT_EQ(read_file(folder / "empty"), "");
  std::filesystem::create_symlink("a", folder / "link");
  EXPECT_EQ(read_file(folder / "link"), bytes);
}

TEST(InputFile, AFileOfTheSystemThatHasNoSizeIsRead) {
  EXPECT_EQ(std::filesystem::file_size("/proc/self/status"), 0u);
  EXPECT_EQ(read_file("/proc/self/status").substr(0, 5), "Name:");
}

TEST(InputFile, RefusesWhatIsNoRegularFileAtOnce) {
  const scratch folder;
  const auto error = [](const std::string& path) { return error_of([&] { read_file(path); }); };
  const auto path  = folder.path().string();
  EXPECT_EQ(error(path), path + ": is a directory");
  EXPECT_EQ(error(path + "/none"), path + "/none: no such file");
  EXPECT_EQ(error(""), ": no such file");
  EXPECT_EQ(error("/dev/zero"), "/dev/zero: is not a regular file");
  // Nobody writes to this pipe.
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(error(path + "/pipe"), path + "/pipe: is not a regular file");
  EXPECT_EQ(error("/proc/self/mem"), "/proc/self/mem: cannot be read: Input/output error");
}

TEST(InputFile, HasALimit) {
  const scratch folder;
  const auto path = (folder / "a").string();
  put(path, "12345");
  EXPECT_EQ(read_file(path, 5), "12345");
  EXPECT_EQ(error_of([&] { read_file(path, 4); }), path + ": has 5 bytes, at most 4 are read");
  EXPECT_EQ(error_of([&] { read_file("/proc/self/status", 10); }),
            "/proc/self/status: has more than the 10 bytes that are read");
  // 1 TiB that takes no place on the disk.
  std::filesystem::resize_file(path, std::uintmax_t{1} << 40);
  EXPECT_EQ(error_of([&] { read_file(path); }),
            path + ": has 1099511627776 bytes, at most 268435456 are read");
}

}  // namespace
}  // namespace weft::input_file_test
