// SPDX-License-Identifier: Apache-2.0
//
// systemc/tensor.hpp: jobs, D bit for bit, DMA, interrupt and errors.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "tb/tensor/tensor_tlm_suite.hpp"

namespace weft::tensor_tlm_test_jobs {
namespace {

using namespace tlm_bench;  // NOLINT: the bench is written for these tests

INSTANTIATE_TEST_SUITE_P(On, TensorJob, testing::ValuesIn(backends()),
                         [](const auto& test) { return test.param.name; });

void check_values(const gt::engine& engine, const systemc::tensor_config& config) {
  platform<> p(config, engine);
  const auto type = config.array.type;
  p.run([&] {
    weft_tensor_enable_irq(&p.cpu.core, 1);
    unsigned seed = 0;
    for (const shape& s : {shape{1, 1, 1},
                           {4, 4, 4},
                           {5, 3, 2},
                           {1, 9, 20},
                           {13, 1, 7},
                           {16, 16, 64},
                           {17, 31, 33},
                           {3, 200, 5}}) {
      for (const bool preload : {false, true}) {
        for (const unsigned pad : {0u, 3u}) {
          for (const auto flow :
               {WEFT_TENSOR_OUTPUT_STATIONARY, WEFT_TENSOR_WEIGHT_STATIONARY,
                WEFT_TENSOR_BIDIRECTIONAL, WEFT_TENSOR_INPUT_STATIONARY, WEFT_TENSOR_FASTEST}) {
            // Addresses that are aligned to an element only.
            ++seed;
            const auto runs =
                flow == WEFT_TENSOR_FASTEST ? gt::best_flow(config.array, s) : gt::flow_e(flow);
            auto problem = random_problem(type, s, preload, seed);
            problem.flow = runs;
            placed job(p.memory, type, std::move(problem), platform<>::Base + 4 * seed, pad);
            job.job.flow = flow;
            run_and_acknowledge(p, job);
            EXPECT_TRUE(job.right(p.memory))
                << s.m << "x" << s.n << "x" << s.k << " pad " << pad << " flow " << flow;
            EXPECT_EQ(weft_tensor_cycles(&p.cpu.core), gt::cycles(config.array, s, runs));
          }
        }
      }
    }
    EXPECT_EQ(p.cpu.read(regs::Jobs), seed);
  });
}

TEST_P(TensorJob, Fp16ValuesAreGoldens) {
  const auto config = config_of(Fp16);
  check_values(engine(config), config);
}

TEST_P(TensorJob, Int8ValuesAreGoldens) {
  const auto config = config_of(Int8);
  check_values(engine(config), config);
}

/// A platform whose core computes a row of D at a time, on golden; `rows` counts them.
platform<> platform_in_slices(systemc::tensor_config config, unsigned& rows) {
  config.slice_macs = 1;
  return {config,
          [&rows, golden = gt::golden_engine(config.array)](const problem& x) {
            rows += x.shape.m;
            return golden(x);
          },
          ns(30), sc_core::sc_gen_unique_name("platform"), true};
}

TEST(TensorSlices, ChangeNeitherValuesNorTime) {
  auto config               = config_of(Fp16);
  config.array.partial_rows = 2 * config.array.rows;
  config.array.streams      = true;
  unsigned rows             = 0;
  auto sliced               = platform_in_slices(config, rows);
  platform<> whole(config);
  std::vector<sc_time> took[2];
  std::vector<std::vector<unsigned char>> results[2];
  const auto program = [&](platform<>& p, unsigned which) {
    return [&, which] {
      weft_tensor_enable_irq(&p.cpu.core, 1);
      unsigned seed = 0;
      for (const shape& s : {shape{1, 1, 1}, {17, 5, 9}, {40, 3, 13}}) {
        for (const auto flow : {WEFT_TENSOR_OUTPUT_STATIONARY, WEFT_TENSOR_WEIGHT_STATIONARY,
                                WEFT_TENSOR_BIDIRECTIONAL, WEFT_TENSOR_INPUT_STATIONARY}) {
          ++seed;
          auto problem = random_problem(Fp16, s, seed % 2 != 0, seed);
          problem.flow = gt::flow_e(flow);
          // Finite numbers of every size: the order of a sum shows.
          std::mt19937 random(seed);
          for (auto* x : {&problem.a, &problem.b}) {
            for (auto& bits : *x) bits = random() % 0x7c00;
          }
          placed job(p.memory, Fp16, std::move(problem), platform<>::Base);
          job.job.flow     = flow;
          const auto begun = sc_core::sc_time_stamp();
          run_and_acknowledge(p, job);
          took[which].push_back(sc_core::sc_time_stamp() - begun);
          results[which].push_back(p.memory.template peek<unsigned char>(
              job.job.d, std::size_t{job.job.m} * job.job.ldd));
          EXPECT_EQ(weft_tensor_cycles(&p.cpu.core), gt::cycles(config.array, s, gt::flow_e(flow)));
        }
      }
    };
  };
  sliced.cpu.program = program(sliced, 0);
  whole.cpu.program  = program(whole, 1);
  sc_core::sc_start();
  ASSERT_EQ(took[0].size(), 12u);
  EXPECT_EQ(took[0], took[1]);
  EXPECT_EQ(results[0], results[1]);
  EXPECT_EQ(rows, 4u * (1 + 17 + 40));
}

TEST(TensorSlices, AResetOrAStopEndsTheWork) {
  unsigned rows     = 0;
  const auto config = config_of(Fp16);
  auto p            = platform_in_slices(config, rows);
  const shape s{100, 20, 30};
  placed job(p.memory, Fp16, random_problem(Fp16, s, false, 1), platform<>::Base);
  p.run([&] {
    weft_tensor_start(&p.cpu.core, &job.job);
    p.cpu.sync();
    // Half of the cycles are left.
    const auto took = duration(job, config, ns(30));
    while (rows < s.m / 2) wait(took / 200);
    EXPECT_LE(rows, s.m / 2 + 2);
    weft_tensor_reset(&p.cpu.core);
    p.cpu.sync();
    wait(took);
    EXPECT_LE(rows, s.m / 2 + 2);
    // The next job is stopped in the same way; the simulation does not go on.
    rows = 0;
    weft_tensor_start(&p.cpu.core, &job.job);
    p.cpu.sync();
    while (rows < s.m / 2) wait(took / 200);
    sc_core::sc_stop();
  });
  EXPECT_LE(rows, s.m / 2 + 2);
}

TEST_P(TensorJob, StrideZeroRepeatsARow) {
  const auto config = config_of(Fp16);
  platform<> p(config, engine(config));
  p.memory.allow_dmi(false);
  p.run([&] {
    // With stride 0 every row is row 0: the same as a problem whose rows are equal.
    auto problem = random_problem(Fp16, {6, 5, 4}, true, 3);
    for (unsigned i = 1; i < 6; ++i) {
      std::copy_n(problem.c.begin(), 5, problem.c.begin() + i * 5);
      std::copy_n(problem.a.begin(), 4, problem.a.begin() + i * 4);
    }
    placed job(p.memory, Fp16, problem, platform<>::Base);
    job.job.ldc = 0;
    job.job.lda = 0;
    weft_tensor_enable_irq(&p.cpu.core, 1);
    run_and_acknowledge(p, job);
    EXPECT_TRUE(job.right(p.memory));
    // One row of A and one of C are read, and all four of B.
    std::set<std::uint64_t> read;
    for (const auto& burst : p.bus.bursts) {
      if (burst.command == tlm::TLM_WRITE_COMMAND) continue;
      EXPECT_TRUE(read.insert(burst.address).second) << burst.address << " is read twice";
    }
    EXPECT_GE(read.size(), 3u);
  });
}

TEST_P(TensorJob, BurstsKeepTheRulesAtEveryLength) {
  // The rules are checked by watched_bus. A row of 4100 bytes crosses 4 KiB whatever the place.
  std::vector<std::unique_ptr<platform<>>> all;
  for (const unsigned bytes : {8u, 64u, 4096u}) {
    auto config        = config_of(Int8);
    config.burst_bytes = bytes;
    all.push_back(std::make_unique<platform<>>(config, engine(config)));
    auto& p = *all.back();
    p.memory.allow_dmi(false);
    p.cpu.program = [&p, bytes] {
      const placed job(p.memory, Int8, random_problem(Int8, {2, 3, 4100}, true, 6),
                       platform<>::Base + 4 * 1023, 1);
      weft_tensor_enable_irq(&p.cpu.core, 1);
      run_and_acknowledge(p, job);
      EXPECT_TRUE(job.right(p.memory));
      EXPECT_EQ(p.bus.bursts.size(), job.bursts(bytes));
      EXPECT_EQ(p.bus.payloads.size(), 1u) << "the payload is used again";
    };
  }
  sc_core::sc_start();
}

TEST_P(TensorJob, DirectPointersAreUsedUntilTheyAreTakenBack) {
  const auto config = config_of(Fp16);
  platform<> p(config, engine(config));
  p.run([&] {
    weft_tensor_enable_irq(&p.cpu.core, 1);
    const auto bursts_of_a_job = [&](unsigned seed) {
      const placed job(p.memory, Fp16, random_problem(Fp16, {20, 20, 20}, true, seed),
                       platform<>::Base);
      p.bus.bursts.clear();
      run_and_acknowledge(p, job);
      EXPECT_TRUE(job.right(p.memory)) << seed;
      return p.bus.bursts.size();
    };
    EXPECT_EQ(bursts_of_a_job(1), 1u) << "the first burst brings the hint";
    EXPECT_EQ(bursts_of_a_job(2), 0u);
    EXPECT_EQ(p.bus.pointers, 1u);
    p.memory.allow_dmi(false);
    const auto asked = p.bus.asked;
    EXPECT_GT(bursts_of_a_job(3), 8u);
    EXPECT_EQ(p.bus.asked, asked) << "no hint, no question";
    p.memory.allow_dmi(true);
    EXPECT_EQ(bursts_of_a_job(4), 1u);
    EXPECT_EQ(p.bus.pointers, 2u);
    p.memory.allow_dmi(false);
    p.bus.hints_without_dmi = true;  // a hint is no promise
    EXPECT_GT(bursts_of_a_job(5), 8u);
    EXPECT_EQ(p.bus.pointers, 2u);
  });
}

TEST_P(TensorJob, BurstsThatADirectPointerDoesNotCoverAreSent) {
  const auto config = config_of(Fp16);
  platform<> p(config, engine(config));
  p.run([&] {
    weft_tensor_enable_irq(&p.cpu.core, 1);
    // Every burst has 256 bytes; a direct pointer covers four of them, or a half.
    const placed job(p.memory, Fp16, random_problem(Fp16, {32, 32, 32}, true, 1), platform<>::Base);
    const auto all = job.bursts(config.burst_bytes);
    struct run_t {
      unsigned window;
      bool again;  // with the pointers of the run before
      std::uint64_t sent;
    };
    for (const auto& run : {run_t{1024, false, all / 4}, run_t{1024, true, 0},
                            run_t{128, false, all}, run_t{128, true, all}}) {
      if (!run.again) p.memory.allow_dmi(false);
      p.memory.allow_dmi(true);
      p.bus.window = run.window;
      p.bus.bursts.clear();
      job.wipe(p.memory);
      weft_tensor_start(&p.cpu.core, &job.job);
      const auto start = p.cpu.now();
      p.cpu.wait_for_irq();
      p.cpu.local = SC_ZERO_TIME;
      EXPECT_EQ(sc_core::sc_time_stamp() - start, duration(job, config, ns(30)));
      EXPECT_EQ(p.bus.bursts.size(), run.sent) << run.window << run.again;
      EXPECT_TRUE(job.right(p.memory));
      weft_tensor_acknowledge(&p.cpu.core);
      p.cpu.sync();
    }
  });
}

TEST_P(TensorJob, StoresWithoutThePointersTakenBackDuringAJob) {
  const auto config = config_of(Fp16);
  platform<> p(config, engine(config));
  p.run([&] {
    weft_tensor_enable_irq(&p.cpu.core, 1);
    placed job(p.memory, Fp16, random_problem(Fp16, {20, 20, 20}, true, 1), platform<>::Base);
    weft_tensor_start(&p.cpu.core, &job.job);
    p.cpu.sync();
    wait(duration(job, config, ns(30)) / 2);
    EXPECT_EQ(p.bus.bursts.size(), 1u);
    p.memory.allow_dmi(false);
    p.cpu.wait_for_irq();
    EXPECT_EQ(p.bus.writes(), job.store_bursts(config.burst_bytes));
    EXPECT_TRUE(job.right(p.memory));
  });
}

TEST_P(TensorJob, InterruptIsALevelOfStatusAndMask) {
  const auto config = config_of(Fp16);
  platform<> p(config, engine(config));
  p.run([&] {
    const auto settled_irq = [&] {
      p.cpu.sync();
      wait(SC_ZERO_TIME);
      wait(SC_ZERO_TIME);
      return p.irq.read();
    };
    EXPECT_FALSE(settled_irq());
    const placed job(p.memory, Fp16, random_problem(Fp16, {3, 3, 3}, false, 1), platform<>::Base);
    weft_tensor_start(&p.cpu.core, &job.job);
    p.cpu.sync();
    wait(ns(100000));
    EXPECT_EQ(weft_tensor_poll(&p.cpu.core), WEFT_TENSOR_DONE);
    EXPECT_EQ(p.cpu.read(regs::IrqRaw), regs::IrqRawDone);
    EXPECT_EQ(p.cpu.read(regs::IrqStatus), 0u);
    EXPECT_FALSE(settled_irq()) << "not enabled";
    p.cpu.write(regs::IrqEnable, regs::IrqEnableError);
    EXPECT_FALSE(settled_irq()) << "the other one enabled";
    p.cpu.write(regs::IrqEnable, regs::IrqEnableDone);
    EXPECT_EQ(p.cpu.read(regs::IrqStatus), regs::IrqStatusDone);
    EXPECT_TRUE(settled_irq());
    p.cpu.write(regs::Status, regs::StatusError | regs::StatusBusy);
    EXPECT_TRUE(settled_irq()) << "cleared by the wrong bits";
    p.cpu.write(regs::Status, regs::StatusDone);
    EXPECT_FALSE(settled_irq());
    EXPECT_EQ(p.cpu.read(regs::IrqRaw), 0u);
    p.cpu.write(regs::Ctrl, 0u);
    EXPECT_EQ(p.cpu.read(regs::Status), 0u) << "a zero command is none";
    // An error raises it too, and a good start lowers it.
    p.cpu.write(regs::IrqEnable, regs::IrqEnableError);
    auto bad = job.job;
    bad.k    = 0;
    weft_tensor_start(&p.cpu.core, &bad);
    EXPECT_TRUE(settled_irq());
    weft_tensor_start(&p.cpu.core, &job.job);
    EXPECT_FALSE(settled_irq());
  });
}

TEST_P(TensorJob, StartWhileBusyIsAnErrorAndTheJobGoesOn) {
  const auto config  = config_of(Fp16);
  const auto latency = ns(30);
  platform<> p(config, engine(config), latency);
  p.run([&] {
    const placed job(p.memory, Fp16, random_problem(Fp16, {8, 8, 8}, true, 1), platform<>::Base);
    const placed next(p.memory, Fp16, random_problem(Fp16, {9, 9, 9}, true, 2), job.end());
    p.cpu.write(regs::IrqEnable, regs::IrqEnableDone);
    weft_tensor_start(&p.cpu.core, &job.job);
    const auto start = p.cpu.now();
    weft_tensor_start(&p.cpu.core, &next.job);  // its registers do not disturb the running job
    EXPECT_EQ(p.cpu.read(regs::Status), regs::StatusBusy | regs::StatusError);
    EXPECT_EQ(weft_tensor_error(&p.cpu.core, nullptr), WEFT_TENSOR_ERROR_BUSY);
    EXPECT_EQ(weft_tensor_poll(&p.cpu.core), WEFT_TENSOR_RUNNING) << "it still writes D";
    p.cpu.wait_for_irq();
    EXPECT_EQ(weft_tensor_poll(&p.cpu.core), WEFT_TENSOR_FAILED) << "the refused job";
    EXPECT_EQ(sc_core::sc_time_stamp() - start, duration(job, config, latency));
    EXPECT_EQ(p.cpu.read(regs::Status), regs::StatusDone | regs::StatusError);
    EXPECT_TRUE(job.right(p.memory));
    EXPECT_TRUE(next.untouched(p.memory));
    weft_tensor_acknowledge(&p.cpu.core);
    p.cpu.sync();
    run_and_acknowledge(p, next);
    EXPECT_TRUE(next.right(p.memory));
    EXPECT_EQ(p.cpu.read(regs::Jobs), 2u);
  });
}

TEST_P(TensorJob, BusErrorsAtTheFirstAndLastByteAreReported) {
  const auto config = config_of(Fp16);
  platform<> p(config, engine(config));
  constexpr auto First = platform<>::Base, Last = First + platform<>::Size;  // one past the end
  p.run([&] {
    placed good(p.memory, Fp16, random_problem(Fp16, {9, 10, 11}, true, 1), First);
    weft_tensor_enable_irq(&p.cpu.core, 1);
    struct operand {
      std::uint64_t weft_tensor_job::*address;
      std::uint32_t weft_tensor_job::*stride;
      unsigned rows, element, row_bytes;
    };
    const auto& g            = good.job;
    const operand operands[] = {{&weft_tensor_job::a, &weft_tensor_job::lda, g.m, 2, g.k * 2},
                                {&weft_tensor_job::b, &weft_tensor_job::ldb, g.k, 2, g.n * 2},
                                {&weft_tensor_job::c, &weft_tensor_job::ldc, g.m, 4, g.n * 4},
                                {&weft_tensor_job::d, &weft_tensor_job::ldd, g.m, 4, g.n * 4}};
    unsigned jobs            = 0;
    for (const bool dmi : {false, true}) {
      p.memory.allow_dmi(dmi);
      for (const auto& o : operands) {
        const bool store = o.address == &weft_tensor_job::d;
        const auto span  = std::uint64_t{o.rows - 1} * g.*o.stride + o.row_bytes;
        // From one element before the memory, and to one element behind it; then just inside.
        for (const auto& [at, fault] : {std::pair{First - o.element, First - o.element},
                                        {Last - span + o.element, Last},
                                        {Last - span, std::uint64_t{0}}}) {
          auto job       = g;
          job.*o.address = at;
          good.wipe(p.memory);
          const auto writes = p.bus.writes();
          weft_tensor_start(&p.cpu.core, &job);
          p.cpu.wait_for_irq();
          p.cpu.local = SC_ZERO_TIME;
          if (fault == 0) {
            EXPECT_EQ(weft_tensor_poll(&p.cpu.core), WEFT_TENSOR_DONE);
            ++jobs;
          } else {
            EXPECT_EQ(p.cpu.read(regs::Status), regs::StatusError);
            std::uint64_t reported = 0;
            EXPECT_EQ(weft_tensor_error(&p.cpu.core, &reported),
                      store ? WEFT_TENSOR_ERROR_STORE : WEFT_TENSOR_ERROR_LOAD);
            EXPECT_EQ(reported, fault);
            if (!store) {
              EXPECT_TRUE(good.untouched(p.memory));
              EXPECT_EQ(p.bus.writes(), writes);
            }
          }
          EXPECT_EQ(p.cpu.read(regs::Jobs), jobs);
          weft_tensor_acknowledge(&p.cpu.core);
          p.cpu.sync();
          EXPECT_FALSE(p.irq.read());
        }
      }
    }
    // The core still works.
    placed after(p.memory, Fp16, random_problem(Fp16, {9, 10, 11}, true, 2), First);
    run_and_acknowledge(p, after);
    EXPECT_TRUE(after.right(p.memory));
  });
}

TEST_P(TensorJob, AnErrorIsSeenWhenTheBurstHasEnded) {
  const auto config = config_of(Fp16);
  platform<> p(config, engine(config), ns(30));
  p.memory.allow_dmi(false);
  p.run([&] {
    weft_tensor_enable_irq(&p.cpu.core, 1);
    for (const auto& quantum : {SC_ZERO_TIME, ns(1'000'000)}) {
      tlm_utils::tlm_quantumkeeper::set_global_quantum(quantum);
      placed job(p.memory, Fp16, random_problem(Fp16, {16, 16, 16}, false, 1), platform<>::Base);
      job.job.b = platform<>::Base + platform<>::Size;  // A takes two bursts, B's first one fails
      weft_tensor_start(&p.cpu.core, &job.job);
      const auto start = p.cpu.now();
      p.cpu.wait_for_irq();
      p.cpu.local = SC_ZERO_TIME;
      EXPECT_EQ(sc_core::sc_time_stamp() - start, ns(3 * 30));
      EXPECT_EQ(weft_tensor_poll(&p.cpu.core), WEFT_TENSOR_FAILED);
      weft_tensor_acknowledge(&p.cpu.core);
      p.cpu.sync();
    }
    tlm_utils::tlm_quantumkeeper::set_global_quantum(SC_ZERO_TIME);
  });
}

TEST_P(TensorJob, TwoCoresWorkSideBySide) {
  auto first = config_of(Fp16), second = config_of(Int8);
  second.clock_period = ns(3);
  const auto latency  = ns(30);
  systemc::memory memory("memory", 1 << 20, latency);
  systemc::tensor one("one", first, engine(first)), two("two", second, engine(second));
  cpu<> cpu_one("cpu_one"), cpu_two("cpu_two");
  sc_core::sc_signal<bool> irq_one("irq_one"), irq_two("irq_two");
  cpu_one.csr.bind(one.csr);
  cpu_two.csr.bind(two.csr);
  one.dma.bind(memory.socket);
  two.dma.bind(memory.socket);
  one.irq(irq_one);
  two.irq(irq_two);
  cpu_one.irq(irq_one);
  cpu_two.irq(irq_two);

  const placed job_one(memory, Fp16, random_problem(Fp16, {20, 30, 40}, true, 1), 0);
  const placed job_two(memory, Int8, random_problem(Int8, {33, 9, 50}, false, 2), job_one.end());
  int ended          = 0;
  const auto program = [&](cpu<>& c, const placed& job, const systemc::tensor_config& config) {
    return [&] {
      for (int i = 0; i < 3; ++i) {
        job.wipe(memory);
        weft_tensor_enable_irq(&c.core, 1);
        weft_tensor_start(&c.core, &job.job);
        const auto start = c.now();
        c.wait_for_irq();
        c.local = SC_ZERO_TIME;
        EXPECT_EQ(c.now() - start, duration(job, config, latency));
        EXPECT_TRUE(job.right(memory));
        weft_tensor_acknowledge(&c.core);
        c.sync();
      }
      ++ended;
    };
  };
  cpu_one.program = program(cpu_one, job_one, first);
  cpu_two.program = program(cpu_two, job_two, second);
  sc_core::sc_start();
  EXPECT_EQ(ended, 2);
}

TEST_P(TensorJob, RunsOverSocketsOf64Bits) {
  const auto config = config_of(Fp16);
  platform<64> p(config, engine(config));
  p.run([&] {
    const placed job(p.memory, Fp16, random_problem(Fp16, {12, 13, 14}, true, 1),
                     platform<64>::Base);
    p.cpu.write(regs::M, job.job.m | std::uint64_t{job.job.n} << 32);
    p.cpu.write(regs::K, job.job.k);
    p.cpu.write(regs::ALo, job.job.a);
    p.cpu.write(regs::BLo, job.job.b);
    p.cpu.write(regs::CLo, job.job.c);
    p.cpu.write(regs::DLo, job.job.d);
    p.cpu.write(regs::Lda, job.job.lda | std::uint64_t{job.job.ldb} << 32);
    p.cpu.write(regs::Ldc, job.job.ldc | std::uint64_t{job.job.ldd} << 32);
    p.cpu.write(regs::IrqEnable, regs::IrqEnableDone);
    p.cpu.write(regs::Ctrl, regs::CtrlStart | regs::CtrlPreload);
    p.cpu.wait_for_irq();
    EXPECT_TRUE(job.right(p.memory));
    EXPECT_EQ(p.cpu.read<std::uint64_t>(regs::CyclesLo),
              gt::cycles(config.array, job.problem().shape));
  });
}

/// Golden and the backend under test side by side: the same D at the same time.
TEST_P(TensorJob, EqualsGoldenInValuesAndTime) {
  struct side {
    std::unique_ptr<platform<>> p;
    std::vector<sc_time> ends;
    std::vector<std::vector<unsigned char>> results;
  };
  std::vector<side> sides;
  for (const auto type : {Fp16, Int8}) {
    const auto config = config_of(type);
    for (const auto& make : {backend{"Golden", gt::golden_engine}, GetParam()}) {
      sides.push_back({std::make_unique<platform<>>(config, make.make(config.array)), {}, {}});
    }
  }
  for (std::size_t i = 0; i < sides.size(); ++i) {
    auto& p       = *sides[i].p;
    p.cpu.program = [&, i] {
      const auto type = i < 2 ? Fp16 : Int8;
      weft_tensor_enable_irq(&p.cpu.core, 1);
      for (unsigned seed = 1; seed < 12; ++seed) {
        const shape s{1 + seed * 7 % 23, 1 + seed * 5 % 19, 1 + seed * 11 % 37};
        const placed job(p.memory, type, random_problem(type, s, seed % 2, seed), platform<>::Base);
        run_and_acknowledge(p, job);
        sides[i].ends.push_back(sc_core::sc_time_stamp());
        sides[i].results.push_back(
            p.memory.template peek<unsigned char>(job.job.d, std::size_t{job.job.m} * job.job.ldd));
      }
    };
  }
  sc_core::sc_start();
  for (std::size_t i = 0; i < sides.size(); i += 2) {
    ASSERT_EQ(sides[i].ends.size(), 11u);
    EXPECT_EQ(sides[i].ends, sides[i + 1].ends);
    EXPECT_EQ(sides[i].results, sides[i + 1].results);
  }
}

TEST_P(TensorJob, ABackendThatAnswersNonsenseIsReported) {
  const auto config = config_of(Fp16);
  const auto sound  = engine(config);
  bool nonsense     = true;
  platform<> p(config, [&](const problem& q) {
    auto answer = sound(q);
    if (nonsense) answer.d.pop_back();
    return answer;
  });
  p.run([&] {
    const placed job(p.memory, Fp16, random_problem(Fp16, {3, 4, 5}, false, 1), platform<>::Base);
    expected_report scope(expected_report::GoOn);
    weft_tensor_start(&p.cpu.core, &job.job);
    p.cpu.sync();
    wait(ns(100000));
    EXPECT_EQ(scope.type, "/weft/tensor");
    EXPECT_EQ(scope.message, "platform_0.tensor: the backend returned 11 results for 3 x 4");
    EXPECT_EQ(weft_tensor_poll(&p.cpu.core), WEFT_TENSOR_IDLE);
    EXPECT_TRUE(job.untouched(p.memory));
    nonsense = false;
    weft_tensor_enable_irq(&p.cpu.core, 1);
    run_and_acknowledge(p, job);
    EXPECT_TRUE(job.right(p.memory));
  });
}

}  // namespace
}  // namespace weft::tensor_tlm_test_jobs
