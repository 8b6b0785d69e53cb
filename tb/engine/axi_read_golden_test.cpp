// SPDX-License-Identifier: Apache-2.0
//
// The bursts and beats of sim/golden/engine/axi.hpp and axi_read.hpp against single bytes;
// sim/harness/axi_checker.hpp against traces that break one rule each.

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <random>
#include <set>
#include <vector>

#include "tb/engine/axi_read_bench.hpp"

namespace weft::axi_read_golden_test {
namespace {

using namespace golden::axi;
namespace read = golden::axi_read;

/// Every byte that a command reads, row by row.
std::vector<std::vector<std::uint64_t>> addresses(const config& k, const command& c) {
  std::vector<std::vector<std::uint64_t>> rows(c.bytes == 0 ? 0 : c.rows);
  std::uint64_t first = c.addr;
  for (auto& row : rows) {
    for (std::uint32_t i = 0; i < c.bytes; ++i) row.push_back(k.address(first + i));
    first += c.stride;
  }
  return rows;
}

/// Commands at random, most of them near the ends of words, bursts, pages and of the memory.
template <class Check>
void for_random_commands(Check check) {
  std::mt19937 rng(1);
  const auto any = [&](std::uint32_t n) { return static_cast<std::uint32_t>(rng() % n); };
  for (int i = 0; i < 2000; ++i) {
    config k;
    k.bytes       = 8u << any(3);
    k.burst_bytes = k.bytes << any(4);
    k.addr_bits   = any(2) ? 64 : 40;
    const command c{std::uint64_t{any(64)} * 4096 - any(600), any(any(2) ? 20 : 700), any(5),
                    std::uint64_t{any(9000)} - 4500};
    check(k, c);
  }
}

TEST(AxiReadGolden, BurstsHaveTheWordsOfEveryByteInTheirOrder) {
  for_random_commands([](const config& k, const command& c) {
    std::vector<std::uint64_t> wanted, got;  // words
    std::set<std::uint64_t> starts;          // places in `wanted` at which a burst has to start
    for (const auto& row : addresses(k, c)) {
      starts.insert(wanted.size());
      for (const std::uint64_t address : row) {
        const std::uint64_t word = address - address % k.bytes;
        if (starts.contains(wanted.size()) || wanted.back() != word) {
          if (address % k.burst_bytes == 0) starts.insert(wanted.size());
          if (address == row.front() || wanted.back() != word) wanted.push_back(word);
        }
      }
    }
    std::set<std::uint64_t> places;
    for (const burst& b : bursts(k, c)) {
      places.insert(got.size());
      ASSERT_LE(b.beats * k.bytes, k.burst_bytes);
      ASSERT_EQ(b.addr / 4096, (b.addr + b.beats * k.bytes - 1) / 4096) << "4 KiB";
      for (unsigned i = 0; i < b.beats; ++i) got.push_back(b.addr + i * k.bytes);
    }
    ASSERT_EQ(got, wanted) << c;
    ASSERT_EQ(places, starts) << c;
  });
}

TEST(AxiReadGolden, BeatsAreTheBytesOfEachRow) {
  for_random_commands([](const config& k, const command& c) {
    const auto rows = addresses(k, c);
    std::size_t row = 0, at = 0;
    const auto beats = read::beats(k, c, sim::byte_at);
    for (const beat& b : beats) {
      ASSERT_LT(row, rows.size());
      for (unsigned i = 0; i < MaxBytes; ++i) {
        ASSERT_EQ(b.data[i], i < b.bytes ? sim::byte_at(rows[row][at + i]) : 0) << c;
      }
      at += b.bytes;
      ASSERT_EQ(b.row_last, at == rows[row].size());
      ASSERT_TRUE(b.row_last || b.bytes == k.bytes);
      if (b.row_last) at = 0, ++row;
      ASSERT_EQ(b.last, row == rows.size());
    }
    ASSERT_EQ(row, rows.size()) << c;
  });
}

/// The share of the cycles, in tenths of a percent, in which the bus has a word, for 64 KiB in rows
/// at latency 0, 10 and 100.
std::vector<unsigned> shares(const config& k, std::uint32_t bytes, std::uint64_t offset) {
  const command c{offset, bytes, 65536 / bytes, std::uint64_t{bytes} + (offset != 0 ? k.bytes : 0)};
  std::uint64_t words = 0;
  for (const burst& b : bursts(k, c)) words += b.beats;
  std::vector<unsigned> all;
  for (const std::uint64_t latency : {0, 10, 100}) {
    all.push_back(static_cast<unsigned>(words * 1000 / read::cycles(k, c, latency)));
  }
  return all;
}

TEST(AxiReadGolden, ReachesTheSharesOfTheBusInTheDocument) {
  using shares_of = std::vector<unsigned>;
  const config k;  // the sizes that the RTL has without parameters
  EXPECT_EQ(shares(k, 4096, 0), (shares_of{998, 996, 974}));
  EXPECT_EQ(shares(k, 4096, 5), (shares_of{998, 996, 974}));
  EXPECT_EQ(shares(k, 256, 0), (shares_of{998, 996, 974}));
  EXPECT_EQ(shares(k, 64, 0), (shares_of{998, 996, 598}));
  EXPECT_EQ(shares(k, 64, 5), (shares_of{998, 996, 592}));
  EXPECT_EQ(shares(k, 16, 0), (shares_of{998, 996, 155}));
}

TEST(AxiReadGolden, TakesTheCyclesInTheDocumentForOneWord) {
  for (const std::uint64_t latency : {0, 10, 100}) {
    EXPECT_EQ(read::cycles(config{}, {0, 1, 1, 0}, latency), latency + 7);
  }
}

/// A trace of the read ports: four cycles that keep every rule, until something changes them.
struct trace {
  config k{.bytes = 16, .in_flight = 2, .beats = 20};
  std::vector<read::inputs> in{4};
  std::vector<read::outputs> out{4};

  trace() {
    out[0].ar = out[1].ar = burst{0xf00, 2, 4};
    in[0].ar_ready        = false;
    out[0].out = out[1].out = beat{{}, 3, true, true};
    in[0].out_ready         = false;
    in[2].r                 = read::r_beat{};
    in[3].r                 = read::r_beat{{}, resp_e::Okay, true};
    out[3].done             = done{};
  }

  /// The rule that the trace breaks; 0: none.
  unsigned broken() const {
    sim::axi_read_checker checker(k);
    try {
      for (std::size_t i = 0; i < in.size(); ++i) checker.cycle(in[i], out[i]);
    } catch (const sim::axi_violation& v) {
      return v.rule;
    }
    return 0;
  }
};

TEST(AxiReadChecker, KnowsATraceThatKeepsEveryRule) { EXPECT_EQ(trace().broken(), 0u); }

TEST(AxiReadChecker, NamesTheRuleThatATraceBreaks) {
  const std::vector<std::pair<unsigned, std::function<void(trace&)>>> mutants = {
      {1, [](trace& t) { t.out[1].ar->addr = 0xf10; }},
      {1, [](trace& t) { t.out[1].ar.reset(); }},
      {2, [](trace& t) { t.out[0].ar->kind = 0; }},
      {2, [](trace& t) { t.out[0].ar->size = 3; }},
      {3, [](trace& t) { t.out[0].ar->addr = 0xf04; }},
      {4, [](trace& t) { t.out[0].ar->beats = 17; }},
      {4, [](trace& t) { t.out[0].ar->beats = 0; }},
      {5,
       [](trace& t) {
         t.out[0].ar = burst{0xff0, 2, 4};
       }},
      {6,
       [](trace& t) {
         t.out[0].ar = t.out[1].ar = t.out[2].ar = t.out[3].ar = burst{0xf00, 1, 4};
         t.in[2].r.reset();
         t.in[3].r.reset();
       }},
      {7,
       [](trace& t) {
         t.out[0].ar = t.out[1].ar = burst{0xf00, 16, 4};
         t.out[2].ar               = burst{0xe00, 5, 4};
         t.in[2].r.reset();
       }},
      {8, [](trace& t) { t.out[2].r_ready = false; }},
      {9, [](trace& t) { t.in[0].r = read::r_beat{}; }},
      {10, [](trace& t) { t.in[2].r->last = true; }},
      {10, [](trace& t) { t.in[3].r->last = false; }},
      {11, [](trace& t) { t.out[1].out->bytes = 4; }},
      {11, [](trace& t) { t.out[1].out.reset(); }},
      {12, [](trace& t) { t.in[3].r.reset(); }},
  };
  std::set<unsigned> rules;
  for (const auto& [rule, change] : mutants) {
    trace t;
    change(t);
    EXPECT_EQ(t.broken(), rule);
    rules.insert(rule);
  }
  EXPECT_EQ(rules.size(), 12u) << "each rule";
}

}  // namespace
}  // namespace weft::axi_read_golden_test
