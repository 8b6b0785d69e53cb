// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <random>

#include "sim/golden/sme.hpp"

namespace weft {

/// Calls f on words of every line of golden's table, and on each with one bit turned.
template <class F>
void for_words_near_instructions(std::mt19937& rng, int tries, F f) {
  for (const auto& line : golden::sme::instructions()) {
    for (int i = 0; i < tries; ++i) {
      const auto word = line.value | (static_cast<std::uint32_t>(rng()) & ~line.mask);
      f(word);
      f(word ^ 1u << rng() % 32);
    }
  }
}

}  // namespace weft
