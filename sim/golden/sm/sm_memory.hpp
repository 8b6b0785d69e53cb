// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

/// Memory as a streaming multiprocessor sees it: transfers of its port, and one of fixed latency.
/// Everything here is inline, so that a library of Verilated RTL may hold it.
namespace weft::golden::sm {

/// An error of a launch: a bad address, an unbalanced stack, a unit that is not there, a deadlock.
struct fault : std::runtime_error {
  using runtime_error::runtime_error;
};

/// A transfer of 32 bytes.
struct sector {
  std::uint32_t address = 0;  ///< a multiple of 32
  bool write            = false;
  std::uint8_t mask     = 0;  ///< words written
  std::uint64_t tag     = 0;  ///< of a load; its answer has it
  std::array<std::uint32_t, 8> data{};

  bool operator==(const sector&) const = default;
};

/// The part of memory in a cycle: whether it takes a request, and an answer.
struct memory_inputs {
  bool memory_ready = true;
  std::optional<sector> response;  ///< the data of a load
};

/// A number as messages have it.
inline std::string hex(std::uint64_t x) {
  std::string digits;
  do {
    digits.insert(digits.begin(), "0123456789abcdef"[x & 15]);
    x >>= 4;
  } while (x != 0);
  return "0x" + digits;
}

/// A memory of `bytes` that begins at address `base`: every answer `latency` cycles after its
/// request, at most `rate` bytes a cycle.
class memory {
 public:
  static constexpr std::uint32_t Base = 0x10000;

  memory(std::vector<std::uint8_t> bytes, unsigned latency, unsigned rate)
      : bytes_(std::move(bytes)), latency_(latency), rate_(rate) {}

  /// The inputs of the cycle, from the requests of those before.
  memory_inputs cycle();
  void take(const std::optional<sector>& request);

  const std::vector<std::uint8_t>& bytes() const { return bytes_; }

 private:
  std::vector<std::uint8_t> bytes_;
  unsigned latency_, rate_;
  std::uint64_t now_ = 0;
  unsigned credit_   = 32;
  std::deque<std::pair<std::uint64_t, sector>> answers_;
};

inline memory_inputs memory::cycle() {
  memory_inputs in;
  credit_         = std::min(credit_ + rate_, std::max(32u, rate_));
  in.memory_ready = credit_ >= 32;
  if (!answers_.empty() && answers_.front().first <= now_) {
    in.response = answers_.front().second;
    answers_.pop_front();
  }
  ++now_;
  return in;
}

inline void memory::take(const std::optional<sector>& request) {
  if (!request || credit_ < 32) return;
  credit_ -= 32;
  sector s = *request;
  if (s.address < Base || s.address - Base + 32 > bytes_.size()) {
    throw fault("address " + hex(s.address) + " is outside of the memory from " + hex(Base) +
                " to " + hex(Base + bytes_.size()));
  }
  for (unsigned i = 0; i < 8; ++i) {
    std::uint8_t* at = bytes_.data() + (s.address - Base) + 4 * i;
    if (s.write) {
      if ((s.mask >> i & 1) == 0) continue;
      for (unsigned byte = 0; byte < 4; ++byte) {
        at[byte] = static_cast<std::uint8_t>(s.data[i] >> (8 * byte));
      }
    } else {
      s.data[i] = 0;
      for (unsigned byte = 0; byte < 4; ++byte) {
        s.data[i] |= std::uint32_t{at[byte]} << (8 * byte);
      }
    }
  }
  if (!s.write) answers_.emplace_back(now_ - 1 + latency_, s);
}

}  // namespace weft::golden::sm
