// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "sim/golden/stream.hpp"
#include "sim/harness/pace.hpp"

/// Golden's cycle models alone, without RTL.
namespace weft {

/// A cycle model as a machine that takes one cycle at a time.
template <class Model>
struct model_alone {
  Model model;

  typename Model::outputs cycle(const typename Model::inputs& in) {
    const auto out = model.peek(in);
    model.step(in);
    return out;
  }
};

/// The times of a unit with one input and one output stream, as a queue: an item that enters in
/// cycle t may leave from cycle t + latency(item) on, one a cycle, in order. It shares nothing with
/// the cycle models, which move items through registers or count down.
template <class In, class Out, class State = std::monostate>
struct stream_queue {
  using result = golden::stream_out<Out>;

  std::function<Out(State&, const In&)> eval;
  std::function<std::uint64_t(const In&)> latency;
  std::size_t depth = 0;     ///< places for items; 0: a wire
  bool overlaps     = true;  ///< a full unit takes an item in the cycle in which one leaves
  State state{};

  result peek(const golden::stream_in<In>& in) const {
    if (depth == 0) {
      State scratch = state;
      return {in.out_ready, in.in ? std::optional(eval(scratch, *in.in)) : std::nullopt};
    }
    const bool valid = !items.empty() && items.front().first <= now;
    return {items.size() < depth || (overlaps && valid && in.out_ready),
            valid ? std::optional(items.front().second) : std::nullopt};
  }

  void step(const golden::stream_in<In>& in) {
    const auto out = peek(in);
    if (depth != 0 && out.out && in.out_ready) items.pop_front();
    if (in.in && out.in_ready) {
      auto result = eval(state, *in.in);
      if (depth != 0) items.emplace_back(now + latency(*in.in), std::move(result));
    }
    ++now;
  }

  /// The first cycle in which an item may leave, and what leaves.
  std::deque<std::pair<std::uint64_t, Out>> items{};
  std::uint64_t now = 0;
};

/// The model's outputs are those of the queue in every cycle under every timing, and n items at
/// full rate take `cycles(n)`.
template <class Model, class Queue, class In>
void is_the_queue(const Model& initial, const Queue& queue, const std::vector<In>& items,
                  const std::function<std::uint64_t(std::size_t)>& cycles) {
  for (const sim::timing& t : sim::timings()) {
    SCOPED_TRACE(t.name);
    model_alone<Model> unit{initial};
    Queue expected    = queue;
    std::size_t taken = 0, given = 0;
    bool offered = false;
    for (std::uint64_t first = 0, cycle = 0; given < items.size(); ++cycle) {
      golden::stream_in<In> in;
      offered = offered || (taken < items.size() && t.source());
      if (offered) in.in = items[taken];
      in.out_ready = t.sink();
      typename Model::inputs all;
      all.in        = in.in;
      all.out_ready = in.out_ready;

      const typename Queue::result out = unit.cycle(all);
      ASSERT_EQ(out, expected.peek(in)) << "cycle " << cycle << ": " << in;
      expected.step(in);
      if (offered && out.in_ready && taken++ == 0) first = cycle;
      offered = offered && !out.in_ready;
      given += out.out && in.out_ready;
      if (given == items.size() && std::string_view(t.name) == "FullRate") {
        EXPECT_EQ(cycle - first + 1, cycles(items.size()));
      }
    }
  }
}

/// The same for a pure function behind registers: make_model(k), eval(k, item), cycles(k, n).
template <class Config, class In>
void keeps_the_time_of_its_registers(const Config& k, const std::vector<In>& items) {
  using out_t = decltype(eval(k, items[0]));
  const stream_queue<In, out_t> queue{
      .eval    = [k](std::monostate&, const In& item) { return eval(k, item); },
      .latency = [k](const In&) { return static_cast<std::uint64_t>(k.latency()); },
      .depth   = static_cast<std::size_t>(k.latency())};
  is_the_queue(make_model(k), queue, items, [k](std::size_t n) { return cycles(k, n); });
}

}  // namespace weft
