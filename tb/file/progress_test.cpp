// SPDX-License-Identifier: Apache-2.0
//
// sim/program/progress.hpp on a pseudo-terminal and in a pipe.

#include "sim/program/progress.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <stdexcept>
#include <string>

namespace weft::progress_test {
namespace {

using namespace std::chrono_literals;
using sim::progress;
using sim::progress_line;

TEST(ProgressLine, HasBarShareRateAndTime) {
  EXPECT_EQ(progress_line("rows", 25, 100, 5s, 46),
            "rows [====>           ]  25 %  5 /s  0:15 left");
  EXPECT_EQ(progress_line("rows", 0, 100, 5s, 30), "rows [>                ]   0 %");
  EXPECT_EQ(progress_line("rows", 100, 100, 4s, 34), "rows [==============] 100 %  25 /s");
  EXPECT_EQ(progress_line("rows", 1, 2, 100ms, 25), "rows [======>     ]  50 %");  // no rate yet
}

TEST(ProgressLine, LargeNumbersAreShort) {
  EXPECT_EQ(progress_line("c", 1'234'567, 2'469'134, 1s, 30), "c  50 %  1.2 M/s  0:01 left");
  EXPECT_EQ(progress_line("c", 999'600, 1'999'200, 1s, 30), "c  50 %  1.0 M/s  0:01 left");
  EXPECT_EQ(progress_line("c", 45'600, 91'200, 2s, 30), "c  50 %  23 k/s  0:02 left");
  EXPECT_EQ(progress_line("c", 1, 3601, 1s, 30), "c   0 %  1 /s  1:00:00 left");
}

TEST(ProgressLine, NeverExceedsTheWidth) {
  for (unsigned columns = 0; columns < 120; ++columns) {
    EXPECT_LE(progress_line("a long name", 3, 7, 10s, columns).size(), columns);
  }
  EXPECT_EQ(progress_line("rows", 1, 2, 0s, 14), "rows  50 %");  // no room for a bar
  EXPECT_LT(progress_line("rows", 1, 2, 0s, 200).size(), 60u);
}

TEST(ProgressLine, WorkWithoutAKnownEndHasCountRateAndTime) {
  const auto line = [](std::uint64_t done, std::chrono::duration<double> elapsed,
                       unsigned columns) {
    return progress_line("rows", done, progress::Unknown, elapsed, columns);
  };
  EXPECT_EQ(line(3'400'000, 20s, 40), "rows 3.4 M  170 k/s  0:20");
  EXPECT_EQ(line(950, 100ms, 40), "rows 950");  // no rate yet
  EXPECT_EQ(line(0, 5s, 40), "rows 0");
  EXPECT_EQ(line(3'400'000, 20s, 12), "rows 3.4 M  ");
}

TEST(ProgressLine, MoreThanAllIsAll) {
  EXPECT_EQ(progress_line("rows", 7, 5, 0s, 12), "rows 100 %");
  EXPECT_EQ(progress_line("rows", 0, 0, 0s, 12), "rows 100 %");
}

/// A terminal of 40 columns that records its output.
class terminal {
 public:
  terminal() {
    winsize size{24, 40, 0, 0};
    if (::openpty(&master_, &slave_, nullptr, nullptr, &size) != 0)
      throw std::runtime_error("no pty");
    ::fcntl(master_, F_SETFL, O_NONBLOCK);
  }
  ~terminal() {
    ::close(master_);
    ::close(slave_);
  }
  int fd() const { return slave_; }
  std::string text() {
    std::array<char, 4096> part;
    for (ssize_t n; (n = ::read(master_, part.data(), part.size())) > 0;) {
      all_.append(part.data(), static_cast<std::size_t>(n));
    }
    return all_;
  }

 private:
  int master_ = -1, slave_ = -1;
  std::string all_;
};

/// The last line of the terminal after `text` is written.
std::string screen(const std::string& text) {
  std::string line;
  std::size_t at = 0;
  for (const char c : text) {
    if (c == '\r') {
      at = 0;
      continue;
    }
    if (at == line.size()) line += ' ';
    line[at++] = c;
  }
  return line;
}

TEST(Progress, DrawsOnATerminalAndErasesItself) {
  terminal t;
  {
    progress bar("rows", 4, 0ms, t.fd());
    bar.advance();
    EXPECT_EQ(screen(t.text()), "rows [======>                   ]  25 %");
    bar.advance(2);
    EXPECT_EQ(screen(t.text()), "rows [===================>      ]  75 %");
  }
  EXPECT_EQ(screen(t.text()), std::string(39, ' '));
  EXPECT_TRUE(t.text().ends_with('\r'));
  EXPECT_EQ(t.text().find('\n'), std::string::npos);
}

TEST(Progress, IsErasedWhenTheWorkThrows) {
  terminal t;
  try {
    progress bar("rows", 2, 0ms, t.fd());
    bar.advance();
    throw std::runtime_error("");
  } catch (const std::runtime_error&) {
  }
  EXPECT_EQ(screen(t.text()).find_first_not_of(' '), std::string::npos);
  EXPECT_FALSE(t.text().empty());
}

TEST(Progress, DrawsNoMoreThanOnceAnInterval) {
  terminal t;
  {
    progress bar("rows", 100'000, 20ms, t.fd());
    const auto end = progress::clock::now() + 110ms;
    while (progress::clock::now() < end) {
      bar.advance();
      t.text();  // a full terminal would stop the bar
    }
    const std::string text = t.text();
    const auto lines       = std::count(text.begin(), text.end(), '\r');
    EXPECT_GE(lines, 1);
    EXPECT_LE(lines, 5);
  }
}

TEST(Progress, ShortWorkDrawsNothing) {
  terminal t;
  {
    progress bar("rows", 10, 1h, t.fd());
    for (int i = 0; i < 10; ++i) bar.advance();
  }
  EXPECT_EQ(t.text(), "");
}

TEST(Progress, WritesNothingToAPipe) {
  std::array<int, 2> ends;
  ASSERT_EQ(::pipe(ends.data()), 0);
  {
    progress bar("rows", 3, 0ms, ends[1]);
    for (int i = 0; i < 3; ++i) bar.advance();
  }
  ::close(ends[1]);
  char byte;
  EXPECT_EQ(::read(ends[0], &byte, 1), 0);  // the end, and nothing before it
  ::close(ends[0]);
}

}  // namespace
}  // namespace weft::progress_test
