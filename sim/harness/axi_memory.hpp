// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <utility>

#include "sim/golden/engine/axi.hpp"
#include "sim/harness/pace.hpp"

namespace weft::sim {

/// How a memory behind AXI4 answers.
struct axi_timing {
  std::uint64_t latency = 0;          ///< cycles between a request and its first beat or response
  pace request          = always();   ///< the address channel is ready
  pace answer           = always();   ///< a beat or a response is given, once its latency is over
  pace write            = always();   ///< the write data channel is ready
  pace error = [] { return false; };  ///< an answer is an error, SLVERR and DECERR in turn
};

/// A byte that depends on each bit of its address.
inline std::uint8_t byte_at(std::uint64_t address) {
  return static_cast<std::uint8_t>((address * 0x9e3779b97f4a7c15u ^ address >> 17) >> 40);
}

/// The answers of a bus, each given no earlier than its latency after its request.
template <class Answer>
class axi_answers {
 public:
  /// `now` counts cycles; the answer is given in a later one.
  void push(std::uint64_t now, std::uint64_t latency, Answer a) {
    queue_.push_back({now + 1 + latency, std::move(a)});
  }
  std::optional<Answer> take(std::uint64_t now, pace& active) {
    if (queue_.empty() || queue_.front().first > now || !active()) return {};
    const Answer a = queue_.front().second;
    queue_.pop_front();
    return a;
  }
  bool empty() const { return queue_.empty(); }
  const Answer& front() const { return queue_.front().second; }

 private:
  std::deque<std::pair<std::uint64_t, Answer>> queue_;
};

/// Errors of a bus: SLVERR and DECERR in turn, at the pace of a timing.
inline golden::axi::resp_e next_resp(axi_timing& t, bool& decodes) {
  using golden::axi::resp_e;
  if (!t.error()) return resp_e::Okay;
  decodes = !decodes;
  return decodes ? resp_e::SlvErr : resp_e::DecErr;
}

}  // namespace weft::sim
