// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace weft::sim {

/// A simulation made no progress for too long. The text gives the state in which it stopped.
struct stuck : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Ends a simulation without a handshake for `patience` cycles.
class watchdog {
 public:
  explicit watchdog(std::uint64_t patience = 10'000) : patience_(patience) {}

  /// One cycle has passed; `moved` if any handshake took place in it. `where` gives the state's
  /// text.
  template <class Where>
  void cycle(bool moved, Where where) {
    ++cycle_;
    idle_ = moved ? 0 : idle_ + 1;
    if (idle_ >= patience_) {
      throw stuck("nothing moved for " + std::to_string(idle_) + " cycles up to cycle " +
                  std::to_string(cycle_) + ": " + where());
    }
  }

 private:
  std::uint64_t patience_, cycle_ = 0, idle_ = 0;
};

}  // namespace weft::sim
