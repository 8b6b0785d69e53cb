// SPDX-License-Identifier: Apache-2.0
//
// sim/file/output_file.hpp: a file appears whole or not at all.

#include "sim/file/output_file.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <string>

#include "tb/file/files.hpp"

namespace weft::output_file_test {
namespace {

using sim::output_file;

TEST(OutputFile, AppearsAtCommitOnly) {
  const scratch dir;
  output_file out(dir / "a");
  out.write("one ");
  out.write("two");
  EXPECT_FALSE(std::filesystem::exists(dir / "a"));
  out.commit();
  EXPECT_EQ(get(dir / "a"), "one two");
  EXPECT_EQ(dir.names(), std::vector<std::string>{"a"});
}

TEST(OutputFile, WithoutCommitTheOldFileStays) {
  const scratch dir;
  put(dir / "a", "old");
  { output_file(dir / "a").write("new"); }
  EXPECT_EQ(get(dir / "a"), "old");
  EXPECT_EQ(dir.names(), std::vector<std::string>{"a"});
}

TEST(OutputFile, ReplacesWhatALinkPointsToAndKeepsTheLink) {
  const scratch dir;
  put(dir / "a", "old");
  std::filesystem::create_symlink("a", dir / "link");
  output_file out(dir / "link");
  out.write("new");
  out.commit();
  EXPECT_EQ(get(dir / "a"), "new");
  EXPECT_TRUE(std::filesystem::is_symlink(dir / "link"));
}

TEST(OutputFile, WritesAPipeDirectly) {
  const scratch dir;
  ASSERT_EQ(::mkfifo((dir / "pipe").c_str(), 0600), 0);
  std::FILE* reader = nullptr;
  {
    std::FILE* const both = std::fopen((dir / "pipe").c_str(), "r+");  // so that neither end waits
    reader                = both;
    output_file out(dir / "pipe");
    out.write("text");
    out.commit();
  }
  char text[5] = {};
  EXPECT_EQ(std::fread(text, 1, 4, reader), 4u);
  EXPECT_STREQ(text, "text");
  std::fclose(reader);
  EXPECT_EQ(dir.names(), std::vector<std::string>{"pipe"});
}

TEST(OutputFile, ErrorsNameTheFileAndTheReason) {
  const scratch dir;
  EXPECT_EQ(error_of([&] { output_file out(dir / "none/a"); }),
            (dir / "none/a").string() + ": cannot be written: No such file or directory");
  EXPECT_EQ(error_of([&] { output_file out(dir.path()); }),
            dir.path().string() + ": cannot be written: Is a directory");
  EXPECT_EQ(error_of([&] { output_file out(""); }), "output file: the name is empty");
  EXPECT_TRUE(dir.names().empty());
}

TEST(OutputFile, ADeviceThatIsFullIsReported) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  output_file out("/dev/full");
  out.write("text");
  EXPECT_EQ(error_of([&] { out.commit(); }),
            "/dev/full: cannot be written: No space left on device");
}

TEST(OutputFile, AWriteThatFailsLeavesNothing) {
  const scratch dir;
  rlimit before;
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  auto* const handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{4096, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const std::string message = error_of([&] {
    output_file out(dir / "a");
    out.write(std::string(100'000, 'x'));
    out.commit();
  });
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(message, (dir / "a").string() + ": cannot be written: File too large");
  EXPECT_TRUE(dir.names().empty());
}

}  // namespace
}  // namespace weft::output_file_test
