// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>

#include "sim/golden/sme.hpp"
#include "sim/golden/sme_timing.hpp"

namespace weft {

/// The result of golden::sme::run, and its cycles with `rows_per_cycle` rows per cycle in outer
/// products.
struct timed_result {
  golden::sme::run_result run;
  std::uint64_t cycles;
};
inline timed_result timed_run(golden::sme::state& s, golden::sme::memory& memory,
                              std::uint64_t limit, std::uint64_t end, int rows_per_cycle = 1) {
  golden::sme::timing time({.mopa = {.rows_per_cycle = rows_per_cycle}}, s.svl);
  std::uint64_t n = 0;
  for (; s.pc != end && n < limit; ++n) {
    std::uint8_t bytes[4] = {};
    std::uint32_t word    = 0;
    memory.read(s.pc, bytes);
    std::memcpy(&word, bytes, 4);
    const auto* line  = golden::sme::decode(word);
    const auto cycles = time.cycles();
    if (line != nullptr) time.execute(s, *line, word);
    const auto o = golden::sme::step(s, memory);
    if (o.stop != golden::sme::stop_e::None) return {{o, n}, cycles};
  }
  const bool ended = s.pc == end;
  return {{{ended ? golden::sme::stop_e::End : golden::sme::stop_e::Limit, s.pc, 0, ""}, n},
          time.cycles()};
}

}  // namespace weft
