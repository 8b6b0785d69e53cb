// SPDX-License-Identifier: Apache-2.0

#include "sim/program/progress.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace weft::sim {
namespace {

constexpr unsigned WidestBar  = 40;
constexpr unsigned NarrowBar  = 5;  // the least width of a bar
constexpr unsigned UsualWidth = 80;
constexpr double SecondsKnown = 0.5;  // before this time, the rate is too uncertain
constexpr double MostSeconds  = 100 * 3600.0;

/// Three significant digits and a prefix: "950 ", "1.2 M".
std::string short_number(double x) {
  const char* prefix = " kMGT";
  while (x >= 999.5 && prefix[1]) {
    x /= 1000;
    ++prefix;
  }
  char text[32];
  std::snprintf(text, sizeof text, x < 9.95 && *prefix != ' ' ? "%.1f" : "%.0f", x);
  return std::string(text) + " " + (*prefix == ' ' ? "" : std::string(1, *prefix));
}

/// "0:07", "12:34", "1:02:03".
std::string clock_text(double seconds) {
  const auto s = static_cast<unsigned long>(std::ceil(std::min(seconds, MostSeconds)));
  char text[32];
  if (s < 3600) {
    std::snprintf(text, sizeof text, "%lu:%02lu", s / 60, s % 60);
  } else {
    std::snprintf(text, sizeof text, "%lu:%02lu:%02lu", s / 3600, s / 60 % 60, s % 60);
  }
  return text;
}

}  // namespace

std::string progress_line(const std::string& what, std::uint64_t done, std::uint64_t total,
                          std::chrono::duration<double> elapsed, unsigned columns) {
  if (total == progress::Unknown) {
    auto line = what + ' ' + short_number(static_cast<double>(done));
    if (line.back() == ' ') line.pop_back();
    if (done > 0 && elapsed.count() >= SecondsKnown) {
      line += "  " + short_number(static_cast<double>(done) / elapsed.count()) + "/s  " +
              clock_text(elapsed.count());
    }
    return line.substr(0, columns);
  }
  const double share =
      total == 0 ? 1 : std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
  char percent[16];
  std::snprintf(percent, sizeof percent, "%3.0f %%", std::floor(share * 100));

  std::string after = percent;
  if (done > 0 && elapsed.count() >= SecondsKnown) {
    const double rate = static_cast<double>(done) / elapsed.count();
    after += "  " + short_number(rate) + "/s";
    if (share < 1) after += "  " + clock_text((1 - share) / share * elapsed.count()) + " left";
  }

  const std::size_t fixed = what.size() + after.size() + 4;  // " [" and "] "
  std::string line        = what + " ";
  if (columns >= fixed + NarrowBar) {
    const std::size_t width = std::min<std::size_t>(WidestBar, columns - fixed);
    const auto full         = static_cast<std::size_t>(share * static_cast<double>(width));
    std::string bar(full, '=');
    if (full < width) bar += '>';
    bar.resize(width, ' ');
    line += "[" + bar + "] ";
  }
  return (line + after).substr(0, columns);
}

progress::progress(std::string what, std::uint64_t total, clock::duration interval, int fd)
    : what_(std::move(what)),
      total_(total),
      interval_(interval),
      fd_(fd),
      terminal_(::isatty(fd) == 1),
      start_(terminal_ ? clock::now() : clock::time_point()),
      next_(start_ + interval) {}

progress::~progress() {
  if (drawn_ > 0) show("");
}

void progress::advance(std::uint64_t parts) {
  done_ += parts;
  if (!terminal_) return;
  if (const auto now = clock::now(); now >= next_) draw(now);
}

void progress::draw(clock::time_point now) {
  next_ = now + interval_;
  winsize size{};
  const bool known       = ::ioctl(fd_, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  const unsigned columns = known ? size.ws_col : UsualWidth;
  show(progress_line(what_, done_, total_, now - start_, columns - 1));  // else it wraps
}

void progress::show(const std::string& line) {
  // Blanks overwrite the previous text. There are no escape sequences, so this works on any
  // terminal.
  std::string text = "\r" + line;
  if (drawn_ > line.size()) text += std::string(drawn_ - line.size(), ' ');
  if (line.empty()) text += '\r';
  drawn_ = line.size();
  // A closed terminal must not stop the work.
  [[maybe_unused]] const auto written = ::write(fd_, text.data(), text.size());
}

}  // namespace weft::sim
