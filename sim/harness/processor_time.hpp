// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <ctime>
#include <limits>

namespace weft::sim {

/// Processor seconds of this process, over all its threads.
inline double processor_time() {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// The shortest time of repeated calls: at least `runs` calls, and more until they take `enough`
/// seconds together. A call returns its seconds.
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

/// The shortest processor time of repeated calls that do not return their seconds.
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
