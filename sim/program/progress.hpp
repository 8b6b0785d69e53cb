// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace weft::sim {

/// One line of text for work of which `done` of `total` parts took `elapsed`:
///
///     rows [=======>            ]  35 %  1.2 M/s  0:07 left
///
/// At most `columns` wide; a narrow line has no bar. Rate and time are left out until they are
/// known. Where `total` is progress::Unknown, the line has what is done and the time that it took:
///
///     rows 3.4 M  1.2 M/s  0:03
std::string progress_line(const std::string& what, std::uint64_t done, std::uint64_t total,
                          std::chrono::duration<double> elapsed, unsigned columns);

/// A progress bar on a terminal, erased when the work ends. Nothing is written if the output is not
/// a terminal.
class progress {
 public:
  using clock = std::chrono::steady_clock;

  /// The total of work whose end is not known.
  static constexpr std::uint64_t Unknown = ~std::uint64_t{0};

  /// Starts a bar for `total` parts of `what`. The bar is drawn at most once per `interval`, first
  /// after one `interval`, on the terminal `fd`, by default standard error.
  progress(std::string what, std::uint64_t total,
           clock::duration interval = std::chrono::milliseconds(100), int fd = 2);
  ~progress();
  progress(const progress&)            = delete;
  progress& operator=(const progress&) = delete;

  /// Reports that `parts` more parts are done.
  void advance(std::uint64_t parts = 1);

 private:
  void draw(clock::time_point now);
  void show(const std::string& line);

  std::string what_;
  std::uint64_t done_ = 0, total_;
  clock::duration interval_;
  int fd_;
  bool terminal_;
  clock::time_point start_, next_;
  std::size_t drawn_ = 0;  // characters on the terminal's line
};

}  // namespace weft::sim
