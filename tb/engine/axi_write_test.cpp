// SPDX-License-Identifier: Apache-2.0
//
// rtl/engine/weft_axi_write.sv against sim/golden/engine/axi_write.hpp in lockstep, and against cycles().

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <vector>

#include "sim/harness/lockstep.hpp"
#include "sim/harness/pace.hpp"
#include "sim/verilated/axi_write_ports.hpp"
#include "tb/engine/axi_commands.hpp"
#include "tb/engine/axi_write_bench.hpp"
#include "tb/harness/test_main.hpp"
#include "weft_axi_write_configs.hpp"

namespace weft::axi_write_test {
namespace {

using namespace golden::axi_write;
using golden::axi::command;
using golden::axi::config;

template <class Bench>
class AxiWriteRtl : public testing::Test {
 protected:
  static constexpr config Config = Bench::Config;

  sim::lockstep<Bench> both_{test_options(), model(Config)};
  sim::axi_write_checker checker_{Config};

  std::uint64_t run(write_memory& memory, const command& c, sim::pace source = sim::always()) {
    return run_write(both_, Config, memory, checker_, c, source);
  }
};

#define WEFT_BENCH(V, P) sim::axi_write_ports<V, P>
using benches = testing::Types<WEFT_AXI_WRITE_CONFIGS(WEFT_BENCH)>;
#undef WEFT_BENCH
TYPED_TEST_SUITE(AxiWriteRtl, benches);

TYPED_TEST(AxiWriteRtl, EqualsGoldenInEveryCycleUnderEveryTiming) {
  for (const sim::timing& t : sim::timings()) {
    for (const std::uint64_t latency : {0, 3, 40}) {
      SCOPED_TRACE(testing::Message() << t << ", latency " << latency);
      write_memory memory(
          this->Config,
          {.latency = latency, .request = t.sink, .answer = t.source, .write = t.sink});
      for (const command& c : edge_commands(this->Config)) this->run(memory, c, t.source);
    }
  }
}

TYPED_TEST(AxiWriteRtl, WritesAnyRowsToAMemoryThatStallsAndFails) {
  std::mt19937 rng(static_cast<unsigned>(test_options().seed));
  const auto any = [&](std::uint32_t n) { return static_cast<std::uint32_t>(rng() % n); };
  for (unsigned i = 0; i < 400; ++i) {
    write_memory memory(this->Config, {.latency = any(60),
                                       .request = sim::randomly(0.6, any(1000)),
                                       .answer  = sim::randomly(0.7, any(1000)),
                                       .write   = sim::randomly(0.7, any(1000)),
                                       .error   = sim::randomly(i % 3 == 0 ? 0.2 : 0, any(1000))});
    for (int j = 0; j < 2; ++j) {  // the second command finds what the first leaves
      const command c{any(8192), any(any(2) ? 40 : 900), any(5), std::uint64_t{any(5000)} - 2500};
      this->run(memory, c, sim::randomly(0.8, any(1000)));
    }
  }
}

TYPED_TEST(AxiWriteRtl, WritesEveryAlignmentAndLength) {
  write_memory memory(this->Config, {});
  const unsigned w = this->Config.bytes;
  for (std::uint64_t offset = 0; offset < w; ++offset) {
    for (const std::uint32_t bytes : {1u, 2u, 3u, w - 1, w, w + 1, 2 * w - 1, 2 * w, 2 * w + 1}) {
      this->run(memory, {4096 - w + offset, bytes, 2, 3 * w + 1});
    }
  }
}

TYPED_TEST(AxiWriteRtl, TakesTheCyclesOfTheLaw) {
  for (const std::uint64_t latency : {0, 1, 10, 100}) {
    write_memory memory(this->Config, {.latency = latency});
    auto commands = edge_commands(this->Config);
    commands.push_back({0x1008, 2000, 10, 2048});
    for (const command& c : commands) {
      EXPECT_EQ(this->run(memory, c), cycles(this->Config, c, latency))
          << c << " at latency " << latency;
    }
  }
}

TYPED_TEST(AxiWriteRtl, RequestsNothingAfterAnError) {
  write_memory memory(this->Config, {.latency = 5, .error = sim::always()});
  this->run(memory, {0, 256, 100, 256});
  EXPECT_LE(memory.requests(), this->Config.in_flight + 1);
  this->run(memory, {0, 1, 1, 0});
}

TYPED_TEST(AxiWriteRtl, ReportsABusThatDoesNotAnswer) {
  inputs in{.cmd = command{0, 1, 1, 0}, .hang_limit = 20, .in = golden::axi::word{}};
  this->both_.cycle(in);
  in.cmd.reset();
  while (!this->both_.cycle(in).w) {
  }
  int quiet = 0;
  while (!this->both_.cycle(in).hung) ++quiet;
  EXPECT_EQ(quiet, 20);
  for (int i = 0; i < 50; ++i) EXPECT_TRUE(this->both_.cycle(in).hung);
  in.b = golden::axi::resp_e::Okay;
  this->both_.cycle(in);
  in.b.reset();
  const outputs out = this->both_.cycle(in);
  EXPECT_FALSE(out.hung);
  EXPECT_TRUE(out.done);
}

TYPED_TEST(AxiWriteRtl, ResetEndsACommand) {
  inputs in{.cmd = command{0, 4000, 1, 0}, .in = golden::axi::word{}};
  for (int i = 0; i < 30; ++i) this->both_.cycle(in);
  this->both_.reset();
  EXPECT_TRUE(this->both_.cycle({}).cmd_ready);
}

}  // namespace
}  // namespace weft::axi_write_test
