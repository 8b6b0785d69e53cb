// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>

#include "sim/golden/stream.hpp"

namespace weft::golden {

/// Cycle model of a unit with one operation at a time: the first cycle that offers a result is
/// Duration(config, operands) cycles behind the one that takes the operands, and operands are taken
/// in the cycle in which the result before is taken.
template <class Config, class In, auto Eval, auto Duration>
class sequential {
 public:
  using inputs  = stream_in<In>;
  using outputs = stream_out<std::invoke_result_t<decltype(Eval), const Config&, const In&>>;

  explicit sequential(const Config& k) : k_(k) {}

  outputs peek(const inputs& in) const {
    const bool done = item_ && left_ == 0;
    return {!item_ || (done && in.out_ready),
            done ? std::optional(Eval(k_, *item_)) : std::nullopt};
  }

  void step(const inputs& in) {
    const bool takes = in.in && peek(in).in_ready;
    if (item_ && left_ > 0) {
      --left_;
    } else if (in.out_ready) {
      item_.reset();
    }
    if (takes) {
      item_ = in.in;
      left_ = Duration(k_, *item_) - 1;
    }
  }

 private:
  Config k_;
  std::optional<In> item_;
  std::uint64_t left_ = 0;
};

/// Clock cycles of such a unit for operands when neither side stalls: from the cycle that takes the
/// first operands to the cycle that takes the last result, both counted.
template <auto Duration, class Config, class In>
constexpr std::uint64_t sequential_cycles(const Config& k, std::span<const In> all) {
  std::uint64_t sum = all.empty() ? 0 : 1;
  for (const In& o : all) sum += Duration(k, o);
  return sum;
}

}  // namespace weft::golden
