// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <vector>

#include "sim/golden/sm/sm_memory.hpp"

namespace weft {

/// Sectors at a memory.
struct memory_traffic {
  std::uint64_t asked = 0, written = 0, refused = 0;  ///< sectors; cycles in which one waits
  std::uint64_t overtaken = 0;                        ///< answers that come before an older one's
};

/// A memory that is ready in some cycles and answers in any order, each in a random cycle after its
/// request.
class random_memory {
 public:
  random_memory(std::uint64_t seed, memory_traffic& s) : rng_(seed), s_(&s) {
    constexpr unsigned Rates[] = {1, 2, 4};
    busy_                      = Rates[seed % 3];
    slow_                      = Rates[seed / 3 % 3];
  }
  golden::sm::memory_inputs cycle() {
    golden::sm::memory_inputs in{.memory_ready = rng_() % busy_ == 0, .response = {}};
    if (!asked_.empty() && rng_() % slow_ == 0) {
      const std::size_t n = slow_ == 1 ? 0 : rng_() % asked_.size();
      s_->overtaken += n != 0;
      in.response = asked_[n];
      asked_.erase(asked_.begin() + static_cast<std::ptrdiff_t>(n));
    }
    return in;
  }
  void take(const std::optional<golden::sm::sector>& request, bool ready) {
    if (!request) return;
    s_->refused += !ready;
    if (!ready) return;
    ++(request->write ? s_->written : s_->asked);
    auto& words = words_[request->address];
    if (request->write) {
      for (unsigned n = 0; n < 8; ++n) {
        if ((request->mask >> n & 1) != 0) words[n] = request->data[n];
      }
    } else {
      asked_.push_back(*request);
      asked_.back().data = words;
    }
  }

 private:
  std::mt19937_64 rng_;
  memory_traffic* s_;
  unsigned busy_, slow_;
  std::map<std::uint32_t, std::array<std::uint32_t, 8>> words_;
  std::vector<golden::sm::sector> asked_;
};

}  // namespace weft
