// SPDX-License-Identifier: Apache-2.0
//
// sim/file/unfinished_file.hpp: a process that a signal ends leaves no half-written file. Processes
// that end run as children.

#include "sim/file/unfinished_file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sim/file/check_writable.hpp"
#include "sim/file/input_error.hpp"
#include "sim/file/output_file.hpp"
#include "tb/file/files.hpp"

namespace weft::unfinished_file_test {
namespace {

using sim::output_file, sim::unfinished_file;

/// The exit status of a child that calls `action`; its standard error goes to a file.
int status_of(const std::filesystem::path& errors, const std::function<void()>& action) {
  const pid_t child = ::fork();
  if (child == 0) {
    const rlimit no_core{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    ::dup2(::open(errors.c_str(), O_WRONLY | O_CREAT, 0600), 2);
    action();
    ::_exit(77);
  }
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  return status;
}

class UnfinishedFile : public testing::Test {
 protected:
  scratch folder_, errors_;

  int run(const std::function<void()>& action) { return status_of(errors_ / "text", action); }
};

TEST_F(UnfinishedFile, IsRemovedByASignalThatEndsTheProcess) {
  for (const int signal : {SIGHUP, SIGINT, SIGTERM}) {
    const int status = run([&] {
      output_file a(folder_ / "a"), b(folder_ / "b");
      a.write("half");
      put(folder_ / "wave", "half");
      const unfinished_file wave(folder_ / "wave");
      ::raise(signal);
    });
    ASSERT_TRUE(WIFSIGNALED(status)) << signal;
    EXPECT_EQ(WTERMSIG(status), signal);
    EXPECT_TRUE(folder_.names().empty()) << signal;
  }
}

TEST_F(UnfinishedFile, WhatIsFinishedStays) {
  run([&] {
    output_file a(folder_ / "a");
    a.write("whole");
    a.commit();
    put(folder_ / "wave", "whole");
    { const unfinished_file wave(folder_ / "wave"); }
    output_file next(folder_ / "next");  // takes a place that is free again
    ::raise(SIGTERM);
  });
  EXPECT_EQ(get(folder_ / "a"), "whole");
  EXPECT_EQ(get(folder_ / "wave"), "whole");
  EXPECT_EQ(folder_.names().size(), 2u);
}

TEST_F(UnfinishedFile, AnIgnoredSignalStaysIgnoredAndAHandlerStays) {
  const int status = run([&] {
    std::signal(SIGHUP, SIG_IGN);
    std::signal(SIGINT, [](int) {});
    output_file a(folder_ / "a");
    ::raise(SIGHUP);
    ::raise(SIGINT);
    a.commit();
    ::_exit(5);
  });
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 5);
  EXPECT_EQ(folder_.names(), std::vector<std::string>{"a"});
}

/// Touches a page of a mapped file that the disk has no place for, as a file system says it: the
/// file ends before it.
void touch_beyond(const std::filesystem::path& path) {
  const int fd     = ::open(path.c_str(), O_RDWR | O_CREAT, 0600);
  void* const page = ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  *static_cast<volatile char*>(page) = 1;
}

TEST_F(UnfinishedFile, AMappedFileOnAFullDiskIsALineAndExitCode2) {
  const auto wave  = (folder_ / "wave").string();
  const int status = run([&] {
    const unfinished_file other(folder_ / "wave.hier"), mapped(wave, true);
    put(folder_ / "wave.hier", "half");
    touch_beyond(wave);
  });
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 2);
  EXPECT_EQ(get(errors_ / "text"), "weft: " + wave + ": cannot be written: no space left\n");
  EXPECT_TRUE(folder_.names().empty());
}

TEST_F(UnfinishedFile, ABusErrorWithoutAMappedFileIsOne) {
  const int status = run([&] {
    const unfinished_file plain(folder_ / "plain");
    touch_beyond(errors_ / "mapped");
  });
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(WTERMSIG(status), SIGBUS);
}

TEST_F(UnfinishedFile, AWriteBeyondTheLimitOfFilesIsAnError) {
  const int status = run([&] {
    const rlimit small{4096, 4096};
    ::setrlimit(RLIMIT_FSIZE, &small);
    try {
      output_file a(folder_ / "a");
      a.write(std::string(100'000, 'x'));
      a.commit();
    } catch (const sim::input_error& e) {
      ::_exit(std::string(e.what()).ends_with("File too large") ? 2 : 3);
    }
  });
  ASSERT_TRUE(WIFEXITED(status)) << WTERMSIG(status);
  EXPECT_EQ(WEXITSTATUS(status), 2);
  EXPECT_TRUE(folder_.names().empty());
}

TEST_F(UnfinishedFile, ChildrenRemoveNothing) {
  output_file a(folder_ / "a");
  run([&] { ::raise(SIGTERM); });
  a.write("text");
  a.commit();
  EXPECT_EQ(get(folder_ / "a"), "text");
}

TEST_F(UnfinishedFile, AHundredHaveAPlace) {
  run([&] {
    std::vector<std::optional<output_file>> files(100);
    for (int i = 0; i < 100; ++i) files[i].emplace(folder_ / std::to_string(i));
    ::raise(SIGTERM);
  });
  EXPECT_TRUE(folder_.names().empty());
}

TEST(CheckWritable, RefusesBeforeTheWork) {
  const scratch folder;
  const auto path  = folder.path().string();
  const auto error = [](const std::string& file) {
    return error_of([&] { sim::check_writable(file); });
  };
  EXPECT_EQ(error(path + "/none/a"), path + "/none: no such folder");
  EXPECT_EQ(error(path), path + ": is a folder");
  // A folder where not even its owner makes a file.
  EXPECT_EQ(error("/proc/a").find("/proc/a: cannot be written: "), 0u);

  put(folder / "old", "text");
  sim::check_writable(path + "/old");
  sim::check_writable(path + "/new");
  sim::check_writable("/dev/full");  // what it takes shows when it is written
  EXPECT_EQ(get(folder / "old"), "text");
  EXPECT_EQ(folder.names(), std::vector<std::string>{"old"});

  if (::geteuid() == 0) return;  // root may write everything
  ::chmod(path.c_str(), 0500);
  EXPECT_EQ(error(path + "/new"), path + "/new: cannot be written: Permission denied");
  ::chmod(path.c_str(), 0700);
  ::chmod((path + "/old").c_str(), 0400);
  EXPECT_EQ(error(path + "/old"), path + "/old: cannot be written: Permission denied");
}

}  // namespace
}  // namespace weft::unfinished_file_test
