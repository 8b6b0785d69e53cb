// SPDX-License-Identifier: Apache-2.0

#include "sim/golden/engine_core.hpp"

#include <deque>
#include <utility>

namespace weft::golden::engine_core {

outcome cycles(const config& k, const job& j, std::uint64_t latency) {
  model engine(k, false);
  std::deque<std::pair<std::uint64_t, bool>> beats;  // when they are given, whether a burst ends
  std::deque<std::uint64_t> responses;
  for (std::uint64_t now = 0;; ++now) {
    inputs in;
    if (now == 0) in.job = j;
    if (!beats.empty() && beats.front().first <= now) {
      in.r = axi_read::r_beat{{}, axi::resp_e::Okay, beats.front().second};
      beats.pop_front();
    }
    if (!responses.empty() && responses.front() <= now) {
      in.b = axi::resp_e::Okay;
      responses.pop_front();
    }
    const outputs out = engine.peek(in);
    if (out.outcome) return *out.outcome;
    if (out.ar) {
      for (unsigned i = 0; i < out.ar->beats; ++i) {
        beats.push_back({now + 1 + latency, i + 1 == out.ar->beats});
      }
    }
    if (out.w && out.w->last) responses.push_back(now + 1 + latency);
    engine.step(in);
  }
}

}  // namespace weft::golden::engine_core
