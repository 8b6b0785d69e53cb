// SPDX-License-Identifier: Apache-2.0
//
// rtl/engine/weft_engine_core.sv against sim/golden/engine/engine_core.hpp in lockstep; what both
// leave in memory against plain arithmetic on bytes.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/harness/lockstep.hpp"
#include "sim/harness/pace.hpp"
#include "sim/verilated/engine_core_ports.hpp"
#include "tb/engine/engine_core_bench.hpp"
#include "tb/harness/test_main.hpp"
#include "weft_engine_core_configs.hpp"

namespace weft::engine_core_test {
namespace {

using namespace golden::engine_core;

template <class Bench>
class EngineCoreRtl : public testing::Test {
 protected:
  static constexpr config Config = Bench::Config;

  /// Rounds of random jobs: fewer where a step of golden and of the judge has many products.
  static constexpr unsigned rounds(unsigned n) { return Config.lanes() > 1 ? n / 4 : n; }

  sim::lockstep<Bench> both_{test_options(), model(Config)};
};

#define WEFT_BENCH(V, P) sim::engine_core_ports<V, P>
using benches = testing::Types<WEFT_ENGINE_CORE_CONFIGS(WEFT_BENCH)>;
#undef WEFT_BENCH
TYPED_TEST_SUITE(EngineCoreRtl, benches);

TYPED_TEST(EngineCoreRtl, EqualsGoldenInEveryCycleUnderEveryTiming) {
  for (const sim::timing& t : sim::timings()) {
    for (const std::uint64_t latency : {0, 3, 40}) {
      SCOPED_TRACE(testing::Message() << t << ", latency " << latency);
      random_jobs random(this->Config, static_cast<unsigned>(latency));
      std::vector<engine_job> jobs;
      for (int i = 0; i < 3; ++i) jobs.push_back(random.next());
      run_and_compare(this->both_, this->Config, random.bytes(), jobs,
                      {.latency = latency, .request = t.sink, .answer = t.source, .write = t.sink});
    }
  }
}

/// Up to three jobs at random.
std::vector<engine_job> some_jobs(random_jobs& random) {
  std::vector<engine_job> jobs;
  for (unsigned i = 1 + random.any(3); i > 0; --i) jobs.push_back(random.next());
  return jobs;
}

/// Channels that stall on their own.
sim::axi_timing stalls(random_jobs& random, double errors = 0) {
  return {.latency = random.any(60),
          .request = sim::randomly(0.6, random.any(1000)),
          .answer  = sim::randomly(0.7, random.any(1000)),
          .write   = sim::randomly(0.7, random.any(1000)),
          .error   = sim::randomly(errors, random.any(1000))};
}

TYPED_TEST(EngineCoreRtl, RunsAnyJobsOnAMemoryThatStalls) {
  for (unsigned round = 0; round < this->rounds(40); ++round) {
    random_jobs random(this->Config, 1000 * static_cast<unsigned>(test_options().seed) + round);
    const auto jobs = some_jobs(random);
    run_and_compare(this->both_, this->Config, random.bytes(), jobs, stalls(random),
                    sim::randomly(0.1 + random.any(2) * 0.9, round));
    if (this->HasFailure()) return;
  }
}

TYPED_TEST(EngineCoreRtl, LoadsOfWholeBlocksLeaveTheOtherPanelAlone) {
  const config& k       = this->Config;
  const unsigned depths = k.block_k > 100 ? 2 : 5;
  for (unsigned round = 0; round < this->rounds(32); ++round) {
    random_jobs random(k, 6000 + round);
    const auto job = random.job({k.block_m, k.block_n, depths * k.block_k});
    run_and_compare(this->both_, k, random.bytes(), {job}, {.latency = round % 4});
    if (this->HasFailure()) return;
  }
}

TYPED_TEST(EngineCoreRtl, LoadsOfWholeBlocksLeaveAPanelAloneThatWaitsForABufferOfSums) {
  const config& k  = this->Config;
  const bool large = k.block_m > 40;
  for (unsigned round = 0; round < (large ? 2 : this->rounds(16)); ++round) {
    random_jobs random(k, 9000 + round);
    engine_job job;
    do {
      job = random.job({2 * k.block_m, 3 * k.block_n, k.block_k});
    } while (!k.array.sparse && job.transpose_b != (round % 2 == 0));
    run_and_compare(this->both_, k, random.bytes(), {job},
                    {.write = sim::bursts(1, large ? 8 : 30)});
    if (this->HasFailure()) return;
  }
}

TYPED_TEST(EngineCoreRtl, BlocksOfFewStepsWaitForThoseBeforeThemWhereSumsStay) {
  const config& k = this->Config;
  for (const unsigned depth : {k.array.rows - 1, k.array.rows}) {
    random_jobs random(k, depth);
    auto job    = random.job({k.block_m, 3 * k.block_n, depth});
    job.flow    = golden::tensor::flow_e::OutputStationary;
    job.preload = false;
    run_and_compare(this->both_, k, random.bytes(), {job});
  }
}

TYPED_TEST(EngineCoreRtl, AStepOfEnoughRowsFollowsTheOneWhoseSumsItReads) {
  const config& k      = this->Config;
  const unsigned apart = k.array.rows + k.array.cols + 12;
  for (const unsigned rows : {apart - 1, apart}) {
    for (const auto flow :
         {golden::tensor::flow_e::WeightStationary, golden::tensor::flow_e::Bidirectional}) {
      if (rows > k.block_m || !k.array.streams ||
          (flow == golden::tensor::flow_e::Bidirectional && !turns(k)))
        continue;
      random_jobs random(k, rows);
      auto job = random.job({rows, 1, 3 * k.block_k});
      job.flow = flow;
      run_and_compare(this->both_, k, random.bytes(), {job});
    }
  }
}

TYPED_TEST(EngineCoreRtl, EndsAJobThatTheBusRefusesAndDropsThoseBehindIt) {
  std::array<unsigned, 4> ends{};
  const unsigned rounds = this->Config.lanes() > 1 ? 48 : 100;
  for (unsigned round = 0; round < rounds; ++round) {
    random_jobs random(this->Config, 2000 * static_cast<unsigned>(test_options().seed) + round);
    std::vector<engine_job> jobs;
    const bool short_ones = round % 4 == 3;  // the next one's loads are there when a store fails
    for (int i = 0; i < 3; ++i) {
      const auto s = random.shape();
      jobs.push_back(short_ones ? random.job({s.m, s.n, 1 + s.k % 4}) : random.next());
      jobs.back().overlap |= short_ones;
    }
    auto memory = memory_of(this->Config, random.bytes(), stalls(random, round % 2 * 0.002));
    memory.refuse_writes(sim::randomly(short_ones ? 0.2 : round % 3 * 0.02, round));
    engine_checker checker(this->Config);
    const auto outcomes = run_jobs(this->both_, memory, checker, jobs);
    ASSERT_TRUE(memory_follows(this->Config, random.bytes(), memory.bytes(), jobs, outcomes))
        << "round " << round;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      ++ends[static_cast<unsigned>(outcomes[i].how)];
      if (outcomes[i].how == end_e::Dropped) {
        ASSERT_TRUE(i > 0 && outcomes[i - 1].how != end_e::Done) << "round " << round;
      }
    }
  }
  for (const unsigned n : ends) EXPECT_GT(n, 3u) << testing::PrintToString(ends);
}

TYPED_TEST(EngineCoreRtl, AsksForNothingAfterAnError) {
  random_jobs random(this->Config, 1);
  const auto job = random.job({2 * this->Config.block_m, 5, this->Config.block_k});
  auto memory    = memory_of(this->Config, random.bytes(), {.latency = 5, .error = sim::always()});
  engine_checker checker(this->Config);
  const auto outcome = run_jobs(this->both_, memory, checker, {job})[0];
  EXPECT_EQ(outcome.how, end_e::LoadFailed);
  EXPECT_EQ(outcome.fault, job.a - job.a % this->Config.bus.bytes);
  EXPECT_LE(memory.bursts(), this->Config.bus.in_flight + 1);
  EXPECT_TRUE(
      std::equal(memory.bytes().begin(), memory.bytes().end() - 63, random.bytes().begin()));
}

TYPED_TEST(EngineCoreRtl, AbortDropsItsJobsAndTheNextOneRuns) {
  for (unsigned round = 0; round < this->rounds(40); ++round) {
    random_jobs random(this->Config, 3000 + round);
    std::vector<engine_job> jobs;
    for (int i = 0; i < 3; ++i) jobs.push_back(random.next());
    auto memory = memory_of(this->Config, random.bytes(), stalls(random));
    engine_checker checker(this->Config);
    const auto at       = 1 + round * round;
    const auto outcomes = run_jobs(this->both_, memory, checker, jobs, sim::always(), at);
    ASSERT_TRUE(memory_follows(this->Config, random.bytes(), memory.bytes(), jobs, outcomes, true))
        << "aborted in cycle " << at;
    if (round < 5) {
      EXPECT_EQ(outcomes[0].how, end_e::Dropped);
    }
    run_and_compare(this->both_, this->Config, random.bytes(), {jobs[0]});
  }
}

TYPED_TEST(EngineCoreRtl, AJobReadsWhatTheOneBeforeWrote) {
  random_jobs random(this->Config, 4);
  auto job         = random.job({this->Config.block_m + 3, this->Config.block_n + 3, 5});
  job.preload      = true;
  job.overlap      = false;
  job.epilogue     = {};
  const auto other = random.job(job.shape);
  job.d            = other.c;
  job.ldd          = std::max(other.ldc, job.shape.n * this->Config.sum_bytes());
  job.c            = job.d;
  job.ldc          = job.ldd;
  auto bytes       = random.bytes();
  bytes.resize(bytes.size() + std::size_t{job.ldd} * job.shape.m);
  run_and_compare(this->both_, this->Config, bytes, std::vector(5, job), {.latency = 20});
}

TYPED_TEST(EngineCoreRtl, ReadsARowOfBiasesOnceForEachBlock) {
  const config& k = this->Config;
  const auto side = [](unsigned block) { return std::min(block, 20u); };
  for (unsigned round = 0; round < this->rounds(16); ++round) {
    random_jobs random(k, 8000 + round);
    std::vector<engine_job> jobs;
    while (jobs.size() < 2) {
      auto job = random.job({k.block_m + 1 + random.any(side(k.block_m)),
                             k.block_n + 1 + random.any(side(k.block_n)),
                             1 + random.any(2 * side(k.block_k))});
      if (!job.preload || job.c == job.d) continue;
      job.ldc = 0;
      jobs.push_back(job);
    }
    run_and_compare(this->both_, k, random.bytes(), jobs,
                    round % 2 == 0 ? sim::axi_timing{.latency = round} : stalls(random));
    if (this->HasFailure()) return;
  }
}

TYPED_TEST(EngineCoreRtl, LoadsOfAnOverlappingJobRunUnderTheOneBefore) {
  random_jobs random(this->Config, 5);
  auto first  = random.job({this->Config.block_m, this->Config.block_n, this->Config.block_k});
  auto second = random.job(first.shape);
  std::array<std::uint64_t, 2> reads_before_the_end{};
  for (const bool overlap : {false, true}) {
    second.overlap = overlap;
    auto memory    = memory_of(this->Config, random.bytes(), {.latency = 40});
    engine_checker checker(this->Config);
    golden::engine_core::inputs in;
    for (int given = 0, ended = 0; ended < 2;) {
      in = {};
      if (given < 2) in.job = given == 0 ? first : second;
      memory.drive(in);
      const auto out = this->both_.cycle(in);
      checker.cycle(in, out);
      memory.step(in, out);
      given += in.job && out.job_ready;
      ended += out.outcome.has_value();
      if (ended == 0) reads_before_the_end[overlap] = memory.words_read();
    }
  }
  EXPECT_GT(reads_before_the_end[1], reads_before_the_end[0]);
}

TYPED_TEST(EngineCoreRtl, TakesTheCyclesOfTheLaw) {
  for (const std::uint64_t latency : {0, 1, 10, 100}) {
    random_jobs random(this->Config, 7 + static_cast<unsigned>(latency));
    for (int i = 0; i < 8; ++i) {
      const auto job = random.next();
      auto memory    = memory_of(this->Config, random.bytes(), {.latency = latency});
      std::optional<outcome> end;
      std::uint64_t count = 0;
      for (; !end; ++count) {
        inputs in;
        if (count == 0) in.job = job;
        memory.drive(in);
        const outputs out = this->both_.cycle(in);
        memory.step(in, out);
        end = out.outcome;
      }
      EXPECT_EQ(*end, cycles(this->Config, job, latency)) << job << " at latency " << latency;
      EXPECT_EQ(end->time_cycles, count);
    }
  }
}

#ifdef WEFT_FULL
TEST(EngineCore16x16, ReachesTheShareOfTheDocument) {
  using bench =
      sim::engine_core_ports<Vweft_engine_core_int8_16x16, params::engine_core_int8_16x16>;
  sim::lockstep<bench> both(test_options(), model(bench::Config));
  const auto job = dense_job(bench::Config, {512, 512, 512});
  std::vector<std::uint8_t> bytes(dense_size(job));
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = sim::byte_at(i);
  const auto end = run_and_compare(both, bench::Config, bytes, {job}, {.latency = 100}).front();
  EXPECT_EQ(end, cycles(bench::Config, job, 100));
  EXPECT_EQ(end.time_cycles, 530855u);
  EXPECT_EQ(512ull * 512 * 512 / 256 * 10000 / end.time_cycles, 9876u);
}
#endif

TYPED_TEST(EngineCoreRtl, ReportsABusThatDoesNotAnswer) {
  random_jobs random(this->Config, 6);
  inputs in{.job = random.job({3, 3, 3}), .hang_limit = 20};
  int quiet = 0;
  for (bool given = false; !this->both_.cycle(in).hung; ++quiet) {
    if (given) in.job.reset();
    given = true;
    ASSERT_LT(quiet, 100);
  }
  for (int i = 0; i < 50; ++i) {
    const outputs out = this->both_.cycle(in);
    EXPECT_TRUE(out.hung && !out.idle && !out.outcome);
  }
}

TYPED_TEST(EngineCoreRtl, ResetEndsAJobInAnyState) {
  for (unsigned round = 0; round < this->rounds(30); ++round) {
    random_jobs random(this->Config, 5000 + round);
    const auto jobs = some_jobs(random);
    {
      auto memory = memory_of(this->Config, random.bytes(), stalls(random));
      golden::engine_core::inputs in;
      for (unsigned cycle = 0; cycle < round * round; ++cycle) {
        in     = {};
        in.job = jobs.front();
        memory.drive(in);
        memory.step(in, this->both_.cycle(in));
      }
    }
    this->both_.reset();
    EXPECT_TRUE(this->both_.cycle({}).idle);
    run_and_compare(this->both_, this->Config, random.bytes(), jobs);
    if (this->HasFailure()) return;
  }
}

}  // namespace
}  // namespace weft::engine_core_test
