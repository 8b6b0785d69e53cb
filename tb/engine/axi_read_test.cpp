// SPDX-License-Identifier: Apache-2.0
//
// rtl/engine/weft_axi_read.sv against sim/golden/engine/axi_read.hpp in lockstep, and against cycles().

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "sim/harness/lockstep.hpp"
#include "sim/harness/pace.hpp"
#include "sim/verilated/axi_read_ports.hpp"
#include "tb/engine/axi_commands.hpp"
#include "tb/engine/axi_read_bench.hpp"
#include "tb/harness/test_main.hpp"
#include "weft_axi_read_configs.hpp"

namespace weft::axi_read_test {
namespace {

using namespace golden::axi_read;
using golden::axi::command;
using golden::axi::config;

template <class Bench>
class AxiReadRtl : public testing::Test {
 protected:
  static constexpr config Config = Bench::Config;

  sim::lockstep<Bench> both_{test_options(), model(Config)};
  sim::axi_read_checker checker_{Config};

  std::uint64_t run(read_memory& memory, const command& c, sim::pace sink = sim::always()) {
    return run_read(both_, Config, memory, checker_, c, sink);
  }
};

#define WEFT_BENCH(V, P) sim::axi_read_ports<V, P>
using benches = testing::Types<WEFT_AXI_READ_CONFIGS(WEFT_BENCH)>;
#undef WEFT_BENCH
TYPED_TEST_SUITE(AxiReadRtl, benches);

TYPED_TEST(AxiReadRtl, EqualsGoldenInEveryCycleUnderEveryTiming) {
  for (const sim::timing& t : sim::timings()) {
    for (const std::uint64_t latency : {0, 3, 40}) {
      SCOPED_TRACE(testing::Message() << t << ", latency " << latency);
      read_memory memory(this->Config, {.latency = latency, .request = t.sink, .answer = t.source});
      for (const command& c : edge_commands(this->Config)) this->run(memory, c, t.sink);
    }
  }
}

TYPED_TEST(AxiReadRtl, ReadsAnyRowsFromAMemoryThatStallsAndFails) {
  const auto seed = static_cast<unsigned>(test_options().seed);
  std::mt19937 rng(seed);
  const auto any = [&](std::uint32_t n) { return static_cast<std::uint32_t>(rng() % n); };
  for (unsigned i = 0; i < 600; ++i) {
    read_memory memory(this->Config, {.latency = any(60),
                                      .request = sim::randomly(0.6, rng()),
                                      .answer  = sim::randomly(0.7, rng()),
                                      .error   = sim::randomly(i % 3 == 0 ? 0.02 : 0, rng())});
    for (int j = 0; j < 2; ++j) {  // the second command finds what the first leaves
      const command c{any(8192), any(any(2) ? 40 : 900), any(5), std::uint64_t{any(5000)} - 2500};
      this->run(memory, c, sim::randomly(0.7, rng()));
    }
  }
}

TYPED_TEST(AxiReadRtl, ReadsEveryAlignmentAndLength) {
  read_memory memory(this->Config, {});
  const unsigned w = this->Config.bytes;
  for (std::uint64_t offset = 0; offset < w; ++offset) {
    for (std::uint32_t bytes = 1; bytes <= 2 * w + 1; bytes += 1 + (bytes == w + 1) * (w - 2)) {
      this->run(memory, {4096 - w + offset, bytes, 2, w + 1});
    }
  }
}

TYPED_TEST(AxiReadRtl, TakesTheCyclesOfTheLaw) {
  for (const std::uint64_t latency : {0, 1, 10, 100}) {
    read_memory memory(this->Config, {.latency = latency});
    auto commands = edge_commands(this->Config);
    commands.push_back({0x1008, 2000, 10, 2048});
    for (const command& c : commands) {
      EXPECT_EQ(this->run(memory, c), cycles(this->Config, c, latency))
          << c << " at latency " << latency;
    }
  }
}

/// Gives each command as soon as it is taken and checks the beats of all. Returns the cycles from
/// the first one's to the last done.
template <class Unit>
std::uint64_t run_chain(Unit& unit, const config& k, read_memory& memory,
                        sim::axi_read_checker& checker, const std::vector<command>& commands,
                        sim::pace sink = sim::always()) {
  std::vector<golden::axi::beat> expected;
  for (const command& c : commands) {
    for (const auto& b : beats(k, c, sim::byte_at)) expected.push_back(b);
  }
  sim::watchdog dog;
  std::size_t asked = 0, given = 0;
  for (std::uint64_t cycles = 1;; ++cycles) {
    inputs in;
    if (asked < commands.size()) in.cmd = commands[asked];
    in.out_ready = sink();
    memory.drive(in);
    const outputs out = unit.cycle(in);
    checker.cycle(in, out);
    memory.step(in, out);
    const bool gives = out.out && in.out_ready;
    asked += in.cmd && out.cmd_ready;
    if (gives) {
      EXPECT_LT(given, expected.size());
      if (given < expected.size()) {
        EXPECT_EQ(*out.out, expected[given]) << "beat " << given;
      }
      ++given;
    }
    if (out.done) {
      const auto error = memory.first_error();
      EXPECT_EQ(*out.done, error);
      if (is_error(error.resp)) return cycles;
      if (asked == commands.size() && !(in.cmd && out.cmd_ready)) {
        EXPECT_EQ(given, expected.size());
        return cycles;
      }
    }
    dog.cycle(gives || in.r, [&] { return std::to_string(given) + " beats given"; });
  }
}

TYPED_TEST(AxiReadRtl, ReadsCommandsThatFollowEachOther) {
  for (const sim::timing& t : sim::timings()) {
    for (const std::uint64_t latency : {0, 40}) {
      for (const double errors : {0.0, 0.01}) {
        SCOPED_TRACE(testing::Message() << t << ", latency " << latency);
        read_memory memory(this->Config, {.latency = latency,
                                          .request = t.sink,
                                          .answer  = t.source,
                                          .error   = sim::randomly(errors, 3)});
        for (int i = 0; i < 4; ++i) {
          run_chain(this->both_, this->Config, memory, this->checker_, edge_commands(this->Config),
                    t.sink);
        }
      }
    }
  }
}

TYPED_TEST(AxiReadRtl, AsksForNothingOfACommandThatIsTakenBesideAnError) {
  const std::vector<command> words(8, {0, this->Config.bytes, 1, 0});
  for (const std::uint64_t latency : {0, 1, 2, 3}) {
    for (int at = 0; at < 6; ++at) {
      read_memory memory(
          this->Config, {.latency = latency, .error = [n = 0, at]() mutable { return n++ == at; }});
      run_chain(this->both_, this->Config, memory, this->checker_, words);
      this->run(memory, words[0]);
    }
  }
}

TYPED_TEST(AxiReadRtl, LeavesNoGapBetweenCommands) {
  const std::vector<command> four(4, {0, 4 * this->Config.burst_bytes, 1, 0});
  const command all{0, 16 * this->Config.burst_bytes, 1, 0};
  for (const std::uint64_t latency : {0, 3}) {
    read_memory memory(this->Config, {.latency = latency});
    const auto apart = run_chain(this->both_, this->Config, memory, this->checker_, four);
    EXPECT_LE(apart, cycles(this->Config, all, latency) + 3) << "a cycle for each further command";
  }
}

TYPED_TEST(AxiReadRtl, AbortEndsItsCommands) {
  for (unsigned at = 1; at < 60; ++at) {
    SCOPED_TRACE(at);
    read_memory memory(this->Config, {.latency = 7});
    const command long_one{5, 3 * this->Config.burst_bytes, 4, 1000};
    bool ended = false;
    for (unsigned cycle = 0; cycle < 200 && !ended; ++cycle) {
      inputs in;
      in.abort = cycle >= at;
      if (!in.abort) in.cmd = long_one;
      memory.drive(in);
      const outputs out = this->both_.cycle(in);
      this->checker_.cycle(in, out);
      memory.step(in, out);
      ended = in.abort && (out.done || !out.busy);
    }
    EXPECT_TRUE(ended);
    run_chain(this->both_, this->Config, memory, this->checker_, {{3, 100, 2, 64}});
  }
}

TYPED_TEST(AxiReadRtl, RequestsNothingAfterAnError) {
  read_memory memory(this->Config, {.latency = 5, .error = sim::always()});
  this->run(memory, {0, 256, 1000, 256});
  EXPECT_LE(memory.requests(), this->Config.in_flight + 1);
  this->run(memory, {0, 1, 1, 0});
}

TYPED_TEST(AxiReadRtl, ReportsABusThatDoesNotAnswer) {
  inputs in{.cmd = command{0, 64, 1, 0}, .hang_limit = 20};
  this->both_.cycle(in);
  in.cmd.reset();
  int quiet = 0;
  while (!this->both_.cycle(in).hung) ++quiet;
  EXPECT_EQ(quiet, 22);  // the request is taken in the second, then 20 without an answer
  for (int i = 0; i < 50; ++i) EXPECT_TRUE(this->both_.cycle(in).hung);
  in.r = r_beat{};
  this->both_.cycle(in);
  in.r.reset();
  EXPECT_FALSE(this->both_.cycle(in).hung);
}

TYPED_TEST(AxiReadRtl, ResetEndsACommand) {
  inputs in{.cmd = command{0, 4000, 1, 0}};
  for (int i = 0; i < 10; ++i) this->both_.cycle(in);
  this->both_.reset();
  EXPECT_TRUE(this->both_.cycle({}).cmd_ready);
}

}  // namespace
}  // namespace weft::axi_read_test
