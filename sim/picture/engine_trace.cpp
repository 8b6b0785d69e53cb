// SPDX-License-Identifier: Apache-2.0

#include "sim/picture/engine_trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace weft::sim {

using golden::engine_core::operand_e;
using golden::tensor::block_walk;

engine_trace::engine_trace(const golden::engine_core::config& k, const golden::tensor::shape& s)
    : config_(k),
      shape_(s),
      loading_(walk(k.block_k)),
      multiplying_(loading_),
      storing_(walk(golden::tensor::MaxDim)) {}

block_walk engine_trace::walk(unsigned depth) const {
  return {shape_, config_.block_m, config_.block_n, depth};
}

void engine_trace::cycle(const golden::engine_core::events& e) {
  if (now_) ++*now_;
  if (e.job && !now_) now_ = 0;
  if (!now_) return;
  load(e);
  if (e.started) step_from_ = *now_;
  if (e.multiplied) {
    const auto& w = multiplying_;
    add({Array,
         'D',
         row(w),
         w.panel(),
         depth(w),
         step_from_,
         *now_,
         0,
         {w.rows(), w.cols(), w.depth()}});
    multiplying_.step();
  }
  if (e.leaves) {
    store_from_  = *now_;
    store_bytes_ = std::uint64_t{e.leaves->rows} * e.leaves->cols *
                   golden::engine_core::stored_bytes(config_, e.leaves->out);
  }
  if (e.stored) {
    const auto& w = storing_;
    add({Store, 'D', row(w), w.panel(), 0, store_from_, *now_, store_bytes_, {}});
    storing_.step();
  }
}

void engine_trace::load(const golden::engine_core::events& e) {
  if (e.loaded) {
    const auto& [at, block, w] = loads_.front();
    const bool of_a = block.operand == operand_e::A, of_b = block.operand == operand_e::B;
    add({Load,
         of_a   ? 'A'
         : of_b ? 'B'
                : 'C',
         of_b ? depth(w) : row(w),
         of_a ? depth(w) : w.panel(),
         0,
         std::max(at, load_free_),
         *now_,
         std::uint64_t{block.bytes} * block.lines,
         {}});
    load_free_ = *now_ + 1;
    loads_.pop_front();
  }
  if (!e.asked) return;
  loads_.push_back({*now_, *e.asked, loading_});
  if (e.asked->ends) loading_.step();
}

void engine_trace::add(const span& s) {
  if (spans_.size() < Most) {
    spans_.push_back(s);
  } else {
    ++left_out_;
  }
}

std::string engine_trace::json() const {
  using nlohmann::ordered_json;
  constexpr const char* Tracks[] = {"load", "array", "store"};
  std::string text               = "{\"displayTimeUnit\": \"ns\", \"traceEvents\": [\n";
  const auto meta                = [](const char* what, int tid, const char* name) {
    return ordered_json{
        {"ph", "M"}, {"name", what}, {"pid", 1}, {"tid", tid}, {"args", {{"name", name}}}};
  };
  text += meta("process_name", 0, "weft_engine").dump();
  for (int i = 0; i < 3; ++i) text += ",\n" + meta("thread_name", i + 1, Tracks[i]).dump();
  for (const auto& s : spans_) {
    ordered_json event{{"ph", "X"},
                       {"name", fmt::format("{} {},{}", s.operand, s.row, s.col)},
                       {"cat", Tracks[s.track]},
                       {"pid", 1},
                       {"tid", s.track + 1},
                       {"ts", s.from},
                       {"dur", s.to - s.from + 1}};
    if (s.track == Array) {
      event["name"] = fmt::format("{} {},{} k {}", s.operand, s.row, s.col, s.depth);
      event["args"] = {{"m", s.shape.m}, {"n", s.shape.n}, {"k", s.shape.k}};
    } else {
      event["args"] = {{"bytes", s.bytes}};
    }
    text += ",\n" + event.dump();
  }
  return text + "\n]}\n";
}

}  // namespace weft::sim
