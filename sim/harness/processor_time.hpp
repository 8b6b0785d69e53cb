// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <ctime>
#include <limits>

namespace weft::sim {

/// Seconds that this process has computed, on all its threads. Other processes do not count.
inline double processor_time() {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// The shortest of several calls, `runs` at least and as many as take `enough` seconds together. A
/// call says how many seconds it took.
template <class Call>
double best_of(Call call, double enough, int runs) {
  double best = std::numeric_limits<double>::infinity(), total = 0;
  for (int i = 0; i < runs || total < enough; ++i) {
    const double seconds = std::max(call(), 1e-9);
    best                 = std::min(best, seconds);
    total += seconds;
  }
  return best;
}

/// The same of a call that does not say it.
template <class Call>
double best_time_of(Call call, double enough, int runs) {
  return best_of(
      [&] {
        const double start = processor_time();
        call();
        return processor_time() - start;
      },
      enough, runs);
}

}  // namespace weft::sim
