// SPDX-License-Identifier: Apache-2.0
//
// sim/golden/engine/engine_core.hpp without RTL: what it leaves in memory against plain arithmetic
// on bytes.

#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>
#include <vector>

#include "tb/engine/engine_core_bench.hpp"

namespace weft::engine_core_golden_test {
namespace {

using namespace golden::engine_core;

golden::tensor::arithmetic type_named(std::string_view name) {
  for (const auto& t : golden::tensor::Types) {
    if (t.name == name) return t.type;
  }
  return *golden::tensor::of_profile(name);
}

/// A small array of a type, in blocks that are no multiples of it.
config engine(std::string_view type, unsigned rows, unsigned cols, unsigned bus_bytes,
              bool epilogue = false) {
  config k;
  k.block_m         = 8;
  k.block_n         = 7;
  k.block_k         = 9;
  k.array           = {.type         = type_named(type),
                       .rows         = rows,
                       .cols         = cols,
                       .partial_rows = k.block_m,
                       .epilogue     = epilogue};
  k.bus.bytes       = bus_bytes;
  k.bus.burst_bytes = 64;
  k.conv = k.copy = true;
  return k;
}

/// One whose A may be 2:4 sparse.
config sparse_engine(std::string_view type, unsigned rows, unsigned cols, unsigned bus_bytes,
                     bool epilogue = false) {
  config k       = engine(type, rows, cols, bus_bytes, epilogue);
  k.array.sparse = true;
  k.block_k      = 16;
  return k;
}

TEST(EngineCoreGolden, LeavesThePlainProductOfAnyJobInMemory) {
  for (const config& k :
       {engine("int8", 4, 4, 8), engine("uint8-int8", 3, 5, 16, true), engine("int4", 4, 2, 32),
        engine("int16", 2, 3, 16), engine("fp16", 4, 4, 16, true), engine("bf16", 3, 4, 8),
        engine("tf32", 4, 4, 16), engine("fp32", 2, 2, 8), engine("fp64", 2, 4, 32)}) {
    SCOPED_TRACE(testing::Message() << name_of(k.array.type));
    for (unsigned seed = 1; seed <= 12; ++seed) {
      random_jobs random(k, seed);
      std::vector<engine_job> jobs;
      for (int i = 0; i < 3; ++i) jobs.push_back(random.job(random.shape()));
      engine_model model(k);
      run_and_compare(model, k, random.bytes(), jobs, {.latency = seed});
      if (testing::Test::HasFailure()) return;
    }
  }
}

TEST(EngineCoreGolden, LeavesTheProductOfASparseMatrixInMemory) {
  for (config k : {sparse_engine("int8", 4, 4, 8), sparse_engine("int16", 4, 3, 32, true),
                   sparse_engine("uint8-int8", 8, 2, 16), sparse_engine("fp16", 8, 5, 16, true),
                   sparse_engine("fp32", 4, 4, 32), sparse_engine("int4", 12, 3, 8)}) {
    SCOPED_TRACE(testing::Message() << name_of(k.array.type));
    unsigned sparse = 0, bidirectional = 0;
    for (const unsigned block_k : {8, 16, 48}) {
      k.block_k = block_k;
      k.block_m = k.array.partial_rows = block_k == 8 ? 7 : 2 * k.array.rows;
      for (unsigned seed = 1; seed <= 6; ++seed) {
        random_jobs random(k, seed);
        std::vector<engine_job> jobs;
        for (int i = 0; i < 3; ++i) {
          jobs.push_back(random.job(random.shape()));
          sparse += jobs.back().sparse_a;
          bidirectional +=
              jobs.back().sparse_a && jobs.back().flow == golden::tensor::flow_e::Bidirectional;
        }
        engine_model model(k);
        run_and_compare(model, k, random.bytes(), jobs, {.latency = seed});
        if (testing::Test::HasFailure()) return;
      }
    }
    EXPECT_GT(sparse, 20u);
    EXPECT_GT(bidirectional, 0u);
  }
}

/// One of a profile, in blocks of some steps.
config profile_engine(std::string_view name, unsigned rows, unsigned cols, unsigned bus_bytes,
                      unsigned steps, bool epilogue = false) {
  config k  = engine(name, rows, cols, bus_bytes, epilogue);
  k.block_k = steps * k.array.type.lanes();
  k.conv    = k.scales() == 0;
  return k;
}

TEST(EngineCoreGolden, LeavesTheSumsOfStepsOfSeveralProductsInMemory) {
  unsigned flows[3] = {}, partial = 0, turned = 0;
  for (const auto& [name, rows, cols] : {std::tuple("v100-hmma-fp16", 4u, 3u),
                                         {"v100-hmma-fp16-f16acc", 3u, 2u},
                                         {"a100-hmma-bf16", 2u, 4u},
                                         {"a100-hmma-tf32", 2u, 2u},
                                         {"h100-wgmma-fp16", 2u, 3u},
                                         {"h100-wgmma-e4m3", 3u, 2u},
                                         {"b200-mx-e4m3", 2u, 3u},
                                         {"b200-mx-e2m3-e5m2", 3u, 2u},
                                         {"b200-nvfp4", 2u, 2u}}) {
    SCOPED_TRACE(name);
    for (unsigned seed = 1; seed <= 4; ++seed) {
      config k =
          profile_engine(name, rows, cols, 8u << seed % 3, seed % 2 == 0 ? rows : 3, seed % 4 == 0);
      k.block_m = k.array.partial_rows = seed % 2 == 0 ? 2 * rows : 7;
      random_jobs random(k, seed);
      std::vector<engine_job> jobs;
      for (int i = 0; i < 3; ++i) {
        jobs.push_back(i == 0 && k.conv ? random.conv() : random.job(random.shape()));
        const auto& j = jobs.back();
        ++flows[static_cast<unsigned>(j.flow)];
        partial += j.shape.k % k.lanes() != 0;
        turned += j.transpose_a || j.transpose_b;
      }
      engine_model model(k);
      run_and_compare(model, k, random.bytes(), jobs, {.latency = seed});
      if (testing::Test::HasFailure()) return;
    }
  }
  for (const unsigned n : flows) EXPECT_GT(n, 10u);
  EXPECT_GT(partial, 60u);
  EXPECT_GT(turned, 30u);
}

TEST(EngineCoreGolden, LeavesThePlainConvolutionInMemory) {
  for (const config& k :
       {engine("int8", 4, 4, 8), engine("uint8-int8", 3, 5, 16, true), engine("int4", 4, 2, 32),
        engine("fp16", 4, 4, 16, true), engine("tf32", 4, 4, 16), engine("fp64", 2, 4, 32)}) {
    SCOPED_TRACE(testing::Message() << name_of(k.array.type));
    for (unsigned seed = 1; seed <= 12; ++seed) {
      random_jobs random(k, seed);
      std::vector<engine_job> jobs;
      for (int i = 0; i < 3; ++i) jobs.push_back(random.conv());
      engine_model model(k);
      run_and_compare(model, k, random.bytes(), jobs, {.latency = seed});
      if (testing::Test::HasFailure()) return;
    }
  }
}

TEST(EngineCoreGolden, CopiesPlanesOfRows) {
  for (const config& k :
       {engine("int8", 4, 4, 8), engine("uint8-int8", 3, 5, 16), engine("fp64", 2, 4, 32)}) {
    SCOPED_TRACE(testing::Message() << name_of(k.array.type));
    for (unsigned seed = 1; seed <= 24; ++seed) {
      random_jobs random(k, seed);
      std::vector<engine_job> jobs;
      for (int i = 0; i < 3; ++i) jobs.push_back(seed % 4 == 0 ? random.next() : random.copy());
      engine_model model(k);
      run_and_compare(model, k, random.bytes(), jobs, {.latency = seed % 16});
      if (testing::Test::HasFailure()) return;
    }
  }
}

TEST(EngineCoreGolden, SumsWaitForABusThatWritesSlowly) {
  const config k = engine("int8", 4, 4, 8);
  for (unsigned seed = 1; seed <= 8; ++seed) {
    random_jobs random(k, seed);
    const auto job = random.job({20, 15, 1 + seed});
    engine_model model(k);
    const auto ends = run_and_compare(model, k, random.bytes(), {job, random.job({9, 9, 3})},
                                      {.latency = 9, .write = sim::bursts(1, 19)});
    EXPECT_GT(ends[0].wait_store + ends[0].wait_load, 1000u);
  }
}

TEST(EngineCoreGolden, TakesTheCyclesOfTheLaw) {
  for (const config& k :
       {engine("int8", 4, 4, 8), engine("uint8-int8", 3, 5, 16, true), engine("int4", 4, 2, 32),
        engine("int16", 2, 3, 16), engine("fp16", 4, 4, 16, true), engine("fp64", 2, 4, 8),
        sparse_engine("int8", 8, 4, 16), sparse_engine("fp32", 4, 3, 8),
        profile_engine("v100-hmma-fp16", 4, 3, 8, 5), profile_engine("b200-mx-e4m3", 2, 3, 16, 3),
        profile_engine("b200-nvfp4", 2, 2, 8, 2)}) {
    SCOPED_TRACE(testing::Message() << name_of(k.array.type));
    for (unsigned seed = 1; seed <= 32; ++seed) {
      for (const std::uint64_t latency : {0, 1, 10, 100}) {
        random_jobs random(k, seed);
        const auto job = seed % 2 == 0 ? random.job(random.shape()) : random.next();
        engine_model model(k, false);
        auto memory = memory_of(k, random.bytes(), {.latency = latency});
        engine_checker checker(k);
        EXPECT_EQ(run_jobs(model, memory, checker, {job})[0], cycles(k, job, latency))
            << job << " at latency " << latency;
        if (testing::Test::HasFailure()) return;
      }
    }
  }
}

TEST(EngineCoreGolden, ARowOfBiasesCostsItsOwnBytesAlone) {
  config k;
  k.array           = {.type = type_named("int8"), .partial_rows = k.block_m};
  auto job          = dense_job(k, {512, 512, 64});
  const auto plain  = cycles(k, job, 100);
  job.preload       = true;
  job.c             = job.d + std::uint64_t{512} * job.ldd;
  const auto biased = cycles(k, job, 100);
  EXPECT_EQ(plain.time_cycles, 75335u);
  EXPECT_EQ(biased.time_cycles, 75393u);
  EXPECT_EQ(biased.read_bytes - plain.read_bytes, 64u * 64 * 4);  // of 64 blocks
}

TEST(EngineCoreGolden, JobsOneAfterTheOtherTakeTheCyclesOfTheSchedule) {
  unsigned early = 0;
  for (const config& k :
       {engine("int8", 4, 4, 8), engine("uint8-int8", 3, 5, 16, true), engine("int4", 4, 2, 32),
        engine("fp16", 4, 4, 16, true), profile_engine("b200-mx-e4m3", 2, 3, 16, 3)}) {
    for (unsigned seed = 1; seed <= 6; ++seed) {
      for (const std::uint64_t latency : {0, 7, 60}) {
        SCOPED_TRACE(testing::Message() << name_of(k.array.type) << ' ' << seed << ' ' << latency);
        random_jobs random(k, seed);
        std::vector<engine_job> jobs;
        for (int i = 0; i < 5; ++i) jobs.push_back(random.job(random.shape()));
        model m(k, false);
        auto memory = memory_of(k, random.bytes(), {.latency = latency});
        schedule law(k);
        std::vector<std::uint64_t> taken, released{0};
        std::size_t ended     = 0;
        std::uint64_t offered = 0, hold = 0, quiet = 0, outcome_before = 0;
        bool loads = false;
        for (std::uint64_t now = 0; ended < jobs.size(); ++now) {
          inputs in{.hold = now < hold};
          if (taken.size() < jobs.size() && now >= offered) in.job = jobs[taken.size()];
          memory.drive(in);
          const auto out = m.peek(in);
          m.step(in);
          memory.step(in, out);
          if (!out.quiet) loads = true;
          if (loads && out.quiet) quiet = now, loads = false;
          if (in.job && out.job_ready) {
            taken.push_back(now);
            offered = now + random.any(2) * random.any(300);
          }
          if (!out.outcome) continue;
          const auto t = law.run(jobs[ended], latency, taken[ended], released[ended]);
          ASSERT_EQ(*out.outcome, t.figures) << jobs[ended] << " job " << ended;
          ASSERT_EQ(now, t.end);
          early += t.end - t.figures.time_cycles < outcome_before;
          const bool alone = taken.size() == ended + 1;
          ASSERT_TRUE(!alone || quiet == t.quiet);
          outcome_before = now;
          ++ended;
          hold = now + 1 + random.any(2) * random.any(200);
          released.push_back(hold);
        }
      }
    }
  }
  EXPECT_GT(early, 50u) << "jobs that are begun before the outcome of the one before";
}

TEST(EngineCoreGolden, TheArrayTakesTheCyclesOfItsBlocks) {
  for (const auto flow :
       {golden::tensor::flow_e::OutputStationary, golden::tensor::flow_e::WeightStationary}) {
    const config k    = engine("int8", 3, 4, 16);
    const auto job    = dense_job(k, {19, 15, 20}, flow);
    std::uint64_t sum = 0;
    for (const unsigned m : {8, 8, 3}) {
      for (const unsigned n : {7, 7, 1}) {
        for (const unsigned depth : {9, 9, 2})
          sum += golden::tensor::cycles(k.array, {m, n, depth}, flow);
      }
    }
    const outcome o = cycles(k, job, 10);
    EXPECT_EQ(o.array_cycles, sum);
  }
}

TEST(EngineCoreGolden, AStepReadsTheSumsOfTheStepBeforeAfterTheyHaveLeft) {
  // Steps of one panel and more, with rows round the number from which on they follow early.
  std::uint64_t saved = 0;
  for (const auto& [rows, cols] : {std::pair(2u, 2u), {3, 5}}) {
    config k  = engine("int8", rows, cols, 16, rows == 2);
    k.block_m = k.array.partial_rows = 40;
    k.block_n                        = 2 * cols + 1;
    k.block_k                        = 4 * rows;
    const unsigned apart             = rows + cols + 12;
    for (const auto flow :
         {golden::tensor::flow_e::OutputStationary, golden::tensor::flow_e::WeightStationary,
          golden::tensor::flow_e::Bidirectional}) {
      for (const unsigned m : {rows, apart - 1, apart, 41 + apart}) {
        for (const unsigned n : {1u, cols + 1, k.block_n + 1}) {
          random_jobs random(k, m + n);
          auto job    = random.job({m, n, 12 * rows + 1});
          job.flow    = flow;
          job.overlap = false;
          engine_model model(k);
          const auto end = run_and_compare(model, k, random.bytes(), {job}, {.latency = 0})[0];
          EXPECT_EQ(end, cycles(k, job, 0)) << job;
          std::uint64_t alone = 0;
          for (job_walk w(k, job, k.block_k);; w.step()) {
            alone += golden::tensor::cycles(k.array, {w.rows(), w.cols(), w.depth()}, flow);
            if (w.last()) break;
          }
          saved += alone - end.array_cycles;
          if (n == 1 && m <= apart) {  // one block
            const bool early = m == apart && golden::tensor::sums_pass(flow);
            EXPECT_EQ(alone > end.array_cycles, early) << job;
          }
          if (testing::Test::HasFailure()) return;
        }
      }
    }
  }
  EXPECT_GT(saved, 200u);
}

/// The share of the cycles of a cube, in hundredths of a percent, in which all of a 16 x 16 array
/// works, at latency 100.
std::uint64_t share(std::string_view type, unsigned bus_bytes, unsigned side) {
  config k;
  k.array      = {.type = type_named(type), .partial_rows = k.block_m};
  k.bus.bytes  = bus_bytes;
  const auto t = cycles(k, dense_job(k, {side, side, side}), 100).time_cycles;
  return std::uint64_t{side} * side * side / 256 * 10000 / t;
}

TEST(EngineCoreGolden, ReachesTheSharesInTheDocument) {
  const auto shares = [](std::string_view type, unsigned bus_bytes) {
    std::vector<std::uint64_t> all;
    for (const unsigned side : {64, 128, 256}) all.push_back(share(type, bus_bytes, side));
    return all;
  };
  using shares_of = std::vector<std::uint64_t>;
  EXPECT_EQ(shares("int8", 8), (shares_of{2329, 6301, 8851}));
  EXPECT_EQ(shares("int8", 16), (shares_of{3264, 7502, 9380}));
  EXPECT_EQ(shares("fp16", 8), (shares_of{1889, 3860, 4644}));
  EXPECT_EQ(shares("fp16", 16), (shares_of{3052, 6986, 9094}));
  EXPECT_EQ(share("int8", 16, 512), 9876u);
  EXPECT_EQ(share("int8", 16, 1024), 9941u);
  EXPECT_EQ(share("fp16", 16, 512), 9715u);
}

}  // namespace
}  // namespace weft::engine_core_golden_test
