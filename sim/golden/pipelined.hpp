// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "sim/golden/stream.hpp"

namespace weft::golden {

/// Cycle model of a pure function behind `latency` stages of weft_pipe_reg; `latency` may be zero.
///
/// A stage moves when it is empty or the next one moves, so bubbles close while the output is
/// stalled. Without a stage the unit is a wire from stream to stream.
template <class In, class Out>
class pipelined {
 public:
  using inputs   = stream_in<In>;
  using outputs  = stream_out<Out>;
  using function = std::function<Out(const In&)>;

  pipelined(function eval, int latency)
      : eval_(std::move(eval)), stages_(static_cast<std::size_t>(latency)) {}

  outputs peek(const inputs& in) const {
    if (stages_.empty()) {
      return {in.out_ready, in.in ? std::optional(eval_(*in.in)) : std::nullopt};
    }
    bool ready = in.out_ready;
    for (const auto& stage : stages_) ready = ready || !stage;
    return {ready, stages_.back()};
  }

  void step(const inputs& in) {
    bool moves = in.out_ready;
    for (std::size_t i = stages_.size(); i > 0; --i) {
      auto& stage = stages_[i - 1];
      moves       = moves || !stage;
      if (!moves) continue;
      if (i > 1) {
        stage = stages_[i - 2];
      } else {
        stage = in.in ? std::optional(eval_(*in.in)) : std::nullopt;
      }
    }
  }

 private:
  function eval_;
  std::vector<std::optional<Out>> stages_;
};

}  // namespace weft::golden
