// SPDX-License-Identifier: Apache-2.0

#include "sim/picture/engine_trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace weft::sim {

using golden::engine_core::job_walk;
using golden::engine_core::operand_e;

engine_trace::engine_trace(const golden::engine_core::config& k, trace_events& to,
                           double microseconds)
    : config_(k),
      to_(to),
      microseconds_(microseconds),
      load_(to.add_track("weft_engine", "load")),
      array_(to.add_track("weft_engine", "array")),
      store_(to.add_track("weft_engine", "store")) {}

/// Goes on to the next block, or to the next job.
void engine_trace::next(walks& all) {
  if (all.front().last()) {
    all.pop_front();
  } else {
    all.front().step();
  }
}

void engine_trace::cycle(const golden::engine_core::events& e, std::uint64_t now) {
  if (e.job) {
    const job_walk walk(config_, *e.job, config_.block_k);
    for (walks* all : {&loading_, &storing_}) all->push_back(walk);
    if (!e.job->copies()) multiplying_.push_back(walk);
  }
  load(e, now);
  if (e.multiplied && !multiplying_.empty()) {
    multiply(multiplying_.front(), std::max(step_from_.front(), array_free_), now);
    array_free_ = now + 1;
    step_from_.pop_front();
    next(multiplying_);
  }
  if (e.started) step_from_.push_back(now);
  if (e.leaves) {
    store_from_  = now;
    store_bytes_ = std::uint64_t{e.leaves->rows} * e.leaves->bytes;
  }
  if (e.stored && !storing_.empty()) {
    while (!storing_.front().deepest()) storing_.front().step();
    store(storing_.front(), store_bytes_, store_from_, now);
    next(storing_);
  }
  if (e.ended && e.ended->how != golden::engine::end_e::Done) {  // no other job runs
    for (walks* all : {&loading_, &multiplying_, &storing_}) all->clear();
    loads_.clear();
    step_from_.clear();
  }
}

void engine_trace::load(const golden::engine_core::events& e, std::uint64_t now) {
  if (e.loaded && !loads_.empty()) {
    const auto& [at, block, w] = loads_.front();
    load(block.operand, w, std::uint64_t{block.bytes} * block.lines, std::max(at, load_free_), now);
    load_free_ = now + 1;
    loads_.pop_front();
  }
  if (!e.asked || loading_.empty()) return;
  loads_.push_back({now, *e.asked, loading_.front()});
  if (e.asked->ends) next(loading_);
}

void engine_trace::job(const golden::engine_core::job& j, std::uint64_t start,
                       std::uint64_t latency) {
  const auto bytes = [](const golden::axi::command& c) { return std::uint64_t{c.bytes} * c.rows; };
  cycles(config_, j, latency, [&](const golden::engine_core::timed_step& t) {
    const golden::engine_core::block_in_memory at{config_, j, t.walk};
    const auto loads = [&](operand_e operand, const golden::axi::command& c,
                           const golden::engine_core::cycle_span& when) {
      load(operand, t.walk, bytes(c), start + std::max(when.from, load_free_), start + when.to);
      load_free_ = when.to + 1;
    };
    if (t.walk.row() == 0 && t.walk.panel() == 0 && t.walk.k() == 0) load_free_ = array_free_ = 0;
    if (t.a) loads(operand_e::A, at.a(), *t.a);
    if (t.beside_a) loads(operand_e::BesideA, at.beside_a(), *t.beside_a);
    if (t.b) loads(operand_e::B, at.b(), *t.b);
    if (t.beside_b) loads(operand_e::BesideB, at.beside_b(), *t.beside_b);
    if (t.c) loads(operand_e::C, j.copies() ? at.from() : at.c(), *t.c);
    if (!j.copies()) {
      multiply(t.walk, start + std::max(t.array.from, array_free_), start + t.array.to);
      array_free_ = t.array.to + 1;
    }
    const auto d = j.copies() ? at.to() : at.d();
    if (t.store) store(t.walk, bytes(d), start + t.store->from, start + t.store->to);
  });
}

void engine_trace::load(operand_e operand, const job_walk& w, std::uint64_t bytes,
                        std::uint64_t from, std::uint64_t to) {
  using enum operand_e;
  const bool of_a = operand == A || operand == BesideA, of_b = operand == B || operand == BesideB;
  const char* name = operand == A         ? "A"
                     : operand == B       ? "B"
                     : operand == C       ? "C"
                     : operand == BesideB ? "SB"
                     : config_.scales()   ? "SA"
                                          : "I";
  span(load_, fmt::format("{} {},{}", name, of_b ? depth(w) : row(w), of_a ? depth(w) : w.panel()),
       from, to, {{"bytes", bytes}});
}

void engine_trace::multiply(const job_walk& w, std::uint64_t from, std::uint64_t to) {
  span(array_, fmt::format("D {},{} k {}", row(w), w.panel(), depth(w)), from, to,
       {{"m", std::uint64_t{w.rows()}},
        {"n", std::uint64_t{w.cols()}},
        {"k", std::uint64_t{w.depth()}}});
}

void engine_trace::store(const job_walk& w, std::uint64_t bytes, std::uint64_t from,
                         std::uint64_t to) {
  span(store_, fmt::format("D {},{}", row(w), w.panel()), from, to, {{"bytes", bytes}});
}

void engine_trace::span(trace_events::track on, std::string name, std::uint64_t from,
                        std::uint64_t to, trace_events::arguments args) {
  to_.span(on, std::move(name), static_cast<double>(from) * microseconds_,
           static_cast<double>(to + 1) * microseconds_, std::move(args));
}

}  // namespace weft::sim
