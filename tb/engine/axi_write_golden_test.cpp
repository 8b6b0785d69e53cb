// SPDX-License-Identifier: Apache-2.0
//
// The model of sim/golden/engine/axi_write.hpp against a map of single bytes; sim/harness/axi_checker.hpp
// against traces that break one rule each.

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "sim/harness/pace.hpp"
#include "tb/engine/axi_write_bench.hpp"

namespace weft::axi_write_golden_test {
namespace {

using namespace golden::axi;
namespace write = golden::axi_write;

/// The model alone, behind the call that lockstep has.
struct golden_unit {
  write::model model;

  write::outputs cycle(const write::inputs& in) {
    const write::outputs out = model.peek(in);
    model.step(in);
    return out;
  }
};

TEST(AxiWriteGolden, WritesEachByteOfEachRowAndNoOther) {
  std::mt19937 rng(1);
  const auto any = [&](std::uint32_t n) { return static_cast<std::uint32_t>(rng() % n); };
  for (int i = 0; i < 600; ++i) {
    config k;
    k.bytes       = 8u << any(3);
    k.burst_bytes = k.bytes << any(4);
    k.beats       = k.burst_bytes / k.bytes + any(20);
    k.in_flight   = 1 + any(5);
    k.addr_bits   = any(2) ? 64 : 40;
    const command c{std::uint64_t{any(64)} * 4096 - any(600), any(any(2) ? 20 : 700), any(5),
                    std::uint64_t{any(9000)} - 4500};
    golden_unit unit{write::model(k)};
    write_memory memory(k, {.latency = any(30)});
    sim::axi_write_checker checker(k);
    sim::pace source = sim::randomly(0.9, any(1000));
    run_write(unit, k, memory, checker, c, source);
  }
}

/// The share of the cycles, in tenths of a percent, in which the bus has a word, for 64 KiB in rows
/// at latency 0, 10 and 100.
std::vector<unsigned> shares(const config& k, std::uint32_t bytes, std::uint64_t offset) {
  const command c{offset, bytes, 65536 / bytes, std::uint64_t{bytes} + (offset != 0 ? k.bytes : 0)};
  std::uint64_t words = 0;
  for (const burst& b : bursts(k, c)) words += b.beats;
  std::vector<unsigned> all;
  for (const std::uint64_t latency : {0, 10, 100}) {
    all.push_back(static_cast<unsigned>(words * 1000 / write::cycles(k, c, latency)));
  }
  return all;
}

TEST(AxiWriteGolden, ReachesTheSharesOfTheBusInTheDocument) {
  using shares_of = std::vector<unsigned>;
  const config k{.beats = 32};  // the sizes that the RTL has without parameters
  EXPECT_EQ(shares(k, 4096, 0), (shares_of{995, 992, 971}));
  EXPECT_EQ(shares(k, 4096, 5), (shares_of{995, 992, 971}));
  EXPECT_EQ(shares(k, 256, 0), (shares_of{995, 992, 971}));
  EXPECT_EQ(shares(k, 64, 0), (shares_of{998, 995, 597}));
  EXPECT_EQ(shares(k, 64, 5), (shares_of{998, 996, 592}));
  EXPECT_EQ(shares(k, 16, 0), (shares_of{998, 996, 155}));
}

TEST(AxiWriteGolden, TakesTheCyclesInTheDocumentForOneWord) {
  for (const std::uint64_t latency : {0, 10, 100}) {
    EXPECT_EQ(write::cycles(config{}, {0, 1, 1, 0}, latency), latency + 6);
  }
}

/// A trace of the write ports: five cycles that keep every rule, until something changes them.
struct trace {
  config k{.bytes = 16, .in_flight = 2};
  std::vector<write::inputs> in{5};
  std::vector<write::outputs> out{5};

  trace() {
    out[0].aw = out[1].aw = burst{0xf00, 2, 4};
    in[0].aw_ready        = false;
    in[0].w_ready         = false;
    out[0].w = out[1].w = write::w_word{{}, 0xfff0, false};
    out[2].w            = write::w_word{{}, 0xf, true};
    in[4].b             = resp_e::Okay;
    out[4].done         = done{};
  }

  /// The rule that the trace breaks; 0: none.
  unsigned broken() const {
    sim::axi_write_checker checker(k);
    try {
      for (std::size_t i = 0; i < in.size(); ++i) checker.cycle(in[i], out[i]);
    } catch (const sim::axi_violation& v) {
      return v.rule;
    }
    return 0;
  }
};

TEST(AxiWriteChecker, KnowsATraceThatKeepsEveryRule) { EXPECT_EQ(trace().broken(), 0u); }

TEST(AxiWriteChecker, NamesTheRuleThatATraceBreaks) {
  const std::vector<std::pair<unsigned, std::function<void(trace&)>>> mutants = {
      {1, [](trace& t) { t.out[1].aw->beats = 3; }},
      {2, [](trace& t) { t.out[0].aw->kind = 2; }},
      {3, [](trace& t) { t.out[0].aw->addr = 0xf08; }},
      {4, [](trace& t) { t.out[0].aw->beats = 17; }},
      {5, [](trace& t) { t.out[0].aw->addr = 0xff0; }},
      {6,
       [](trace& t) {
         t.out[2].aw = t.out[3].aw = burst{0xf00, 1, 4};
       }},
      {8, [](trace& t) { t.out[4].b_ready = false; }},
      {9, [](trace& t) { t.in[2].b = resp_e::Okay; }},
      {9, [](trace& t) { t.in[0].b = resp_e::Okay; }},
      {10, [](trace& t) { t.out[0].w->last = t.out[1].w->last = true; }},
      {10, [](trace& t) { t.out[2].w->last = false; }},
      {11, [](trace& t) { t.out[1].w->data[5] = 1; }},
      {11, [](trace& t) { t.out[1].w.reset(); }},
      {12, [](trace& t) { t.in[4].b.reset(); }},
      {12, [](trace& t) { t.out[3].done = done{}; }},
      {13, [](trace& t) { std::swap(t.out[2].w, t.out[3].w); }},
      {14, [](trace& t) { t.out[3].w = t.out[2].w; }},
      {15, [](trace& t) { t.out[2].w->strb = 0; }},
  };
  std::set<unsigned> rules;
  for (const auto& [rule, change] : mutants) {
    trace t;
    change(t);
    EXPECT_EQ(t.broken(), rule);
    rules.insert(rule);
  }
  EXPECT_EQ(rules.size(), 14u) << "each rule but that of places for beats";
}

}  // namespace
}  // namespace weft::axi_write_golden_test
