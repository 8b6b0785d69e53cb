// SPDX-License-Identifier: Apache-2.0
//
// systemc/tensor.hpp: time, to the picosecond.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

#include "tb/tensor/tensor_tlm_suite.hpp"

namespace weft::tensor_tlm_test_time {
namespace {

using namespace tlm_bench;  // NOLINT: the bench is written for these tests

/// The time from the end of the access that starts a job to the rise of irq, with and without
/// direct pointers, with targets that annotate and with targets that wait: always the same.
TEST_P(TensorJob, TimeIsLoadPlusCyclesPlusStore) {
  const auto config  = config_of(Fp16);
  const auto latency = ns(31);
  platform<> p(config, engine(config), latency);
  p.run([&] {
    weft_tensor_enable_irq(&p.cpu.core, 1);
    enum mode_e { Annotates, Direct, Waits };
    unsigned seed = 0;
    for (const auto mode : {Annotates, Direct, Waits}) {
      p.memory.allow_dmi(mode == Direct);
      p.bus.blocks = mode == Waits;
      for (const shape& s : {shape{1, 1, 1}, {16, 16, 16}, {33, 20, 50}}) {
        for (const bool preload : {false, true}) {
          for (const unsigned pad : {0u, 5u}) {
            ++seed;
            const placed job(p.memory, Fp16, random_problem(Fp16, s, preload, seed),
                             platform<>::Base + 4 * seed, pad);
            p.cpu.sync();
            weft_tensor_start(&p.cpu.core, &job.job);
            const auto start = p.cpu.now();
            p.cpu.wait_for_irq();
            p.cpu.local = SC_ZERO_TIME;
            EXPECT_EQ(p.cpu.now() - start, duration(job, config, latency)) << mode;
            EXPECT_EQ(p.cpu.read<std::uint64_t>(regs::DmaCyclesLo),
                      (job.bursts(config.burst_bytes) * 31 + 1) / 2)
                << "the clock period is 2 ns";
            EXPECT_TRUE(job.right(p.memory));
            weft_tensor_acknowledge(&p.cpu.core);
            p.cpu.sync();
          }
        }
      }
    }
  });
}

TEST_P(TensorJob, StartsAtTheLocalTimeOfTheWrite) {
  const auto config  = config_of(Int8);
  const auto latency = ns(30);
  platform<> p(config, engine(config), latency);
  p.run([&] {
    const placed job(p.memory, Int8, random_problem(Int8, {9, 9, 9}, true, 4), platform<>::Base);
    weft_tensor_enable_irq(&p.cpu.core, 1);
    p.cpu.sync();
    p.cpu.local += ns(12345);  // ahead of everybody
    weft_tensor_start(&p.cpu.core, &job.job);
    const auto start = p.cpu.now();
    EXPECT_LT(sc_core::sc_time_stamp(), ns(1000));
    EXPECT_EQ(weft_tensor_poll(&p.cpu.core), WEFT_TENSOR_RUNNING);
    wait(start - sc_core::sc_time_stamp() - ns(1));
    EXPECT_TRUE(p.bus.bursts.empty()) << "DMA before the start";
    p.cpu.wait_for_irq();
    EXPECT_EQ(sc_core::sc_time_stamp() - start, duration(job, config, latency));
    EXPECT_TRUE(job.right(p.memory));
  });
}

TEST_P(TensorJob, GlobalQuantumChangesNoTimeAndBoundsLocalTime) {
  const auto config  = config_of(Fp16);
  const auto latency = ns(30);
  platform<> p(config, engine(config), latency);
  p.memory.allow_dmi(false);
  p.run([&] {
    weft_tensor_enable_irq(&p.cpu.core, 1);
    for (const auto& quantum : {SC_ZERO_TIME, ns(200), ns(1'000'000)}) {
      tlm_utils::tlm_quantumkeeper::set_global_quantum(quantum);
      const placed job(p.memory, Fp16, random_problem(Fp16, {40, 40, 40}, false, 5),
                       platform<>::Base);
      p.bus.bursts.clear();
      p.cpu.sync();
      weft_tensor_start(&p.cpu.core, &job.job);
      const auto start = p.cpu.now();
      p.cpu.wait_for_irq();
      p.cpu.local = SC_ZERO_TIME;
      EXPECT_EQ(sc_core::sc_time_stamp() - start, duration(job, config, latency));
      EXPECT_TRUE(job.right(p.memory));
      weft_tensor_acknowledge(&p.cpu.core);

      sc_time most;
      for (const auto& burst : p.bus.bursts) most = std::max(most, burst.ahead);
      EXPECT_LE(most, quantum);
      if (quantum > SC_ZERO_TIME) {
        EXPECT_GT(most, SC_ZERO_TIME) << "never decoupled";
      }
      EXPECT_EQ(p.bus.bursts.size(), job.bursts(config.burst_bytes));
    }
    tlm_utils::tlm_quantumkeeper::set_global_quantum(SC_ZERO_TIME);
  });
}

TEST_P(TensorJob, ClockPeriodMayChangeBetweenJobs) {
  auto config        = config_of(Fp16);
  const auto latency = ns(30);
  platform<> p(config, engine(config), latency);
  p.run([&] {
    const placed job(p.memory, Fp16, random_problem(Fp16, {8, 8, 8}, false, 1), platform<>::Base);
    weft_tensor_enable_irq(&p.cpu.core, 1);
    for (const auto& period : {ns(5), ns(0.7), SC_ZERO_TIME}) {
      p.tensor.set_clock_period(period);
      config.clock_period = period;
      weft_tensor_start(&p.cpu.core, &job.job);
      const auto start = p.cpu.now();
      p.cpu.sync();
      p.tensor.set_clock_period(ns(100));  // the running job keeps its own
      p.cpu.wait_for_irq();
      EXPECT_EQ(sc_core::sc_time_stamp() - start, duration(job, config, latency));
      weft_tensor_acknowledge(&p.cpu.core);
      p.cpu.sync();
    }
  });
}

}  // namespace
}  // namespace weft::tensor_tlm_test_time
