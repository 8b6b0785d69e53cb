// SPDX-License-Identifier: Apache-2.0
//
// systemc/tensor.hpp: reset.

#include <gtest/gtest.h>

#include "tb/tensor/tensor_tlm_suite.hpp"

namespace weft::tensor_tlm_test_reset {
namespace {

using namespace tlm_bench;  // NOLINT: the bench is written for these tests

/// Resets a job at many moments, in three ways; nothing of it may be seen afterwards.
TEST_P(TensorJob, ResetDropsAJobAtAnyMoment) {
  const auto config  = config_of(Fp16);
  const auto latency = ns(30);
  platform<> p(config, engine(config), latency);
  p.memory.allow_dmi(false);
  p.run([&] {
    const auto initial = p.cpu.page();
    const placed job(p.memory, Fp16, random_problem(Fp16, {9, 10, 11}, true, 1), platform<>::Base);
    const auto whole      = duration(job, config, latency);
    const auto storing    = static_cast<double>(job.store_bursts(config.burst_bytes)) * latency;
    constexpr int Moments = 60;
    int before_store = 0, in_store = 0;
    for (int i = 0; i < Moments; ++i) {
      // Evenly from the start to the end, and a picosecond after anything else that happens.
      const auto moment = sc_time::from_value(whole.value() / 1000 * i / Moments * 1000 + 1);
      job.wipe(p.memory);
      weft_tensor_enable_irq(&p.cpu.core, 1);
      weft_tensor_start(&p.cpu.core, &job.job);
      p.cpu.sync();
      wait(moment);
      ASSERT_EQ(weft_tensor_poll(&p.cpu.core), WEFT_TENSOR_RUNNING) << moment;
      p.cpu.local = SC_ZERO_TIME;
      switch (i % 3) {
        case 0:
          weft_tensor_reset(&p.cpu.core);
          break;
        case 1:
          p.tensor.reset();
          break;
        case 2:
          p.rst_n = false;
          wait(SC_ZERO_TIME);
          wait(SC_ZERO_TIME);
          break;
      }
      p.cpu.local       = SC_ZERO_TIME;
      const auto bursts = p.bus.bursts.size();
      EXPECT_EQ(p.cpu.page(), initial);
      const bool stored = moment >= whole - storing;
      (stored ? in_store : before_store)++;
      if (!stored) {
        EXPECT_TRUE(job.untouched(p.memory)) << moment;
      }

      wait(2 * whole);
      EXPECT_EQ(p.bus.bursts.size(), bursts) << "DMA after the reset at " << moment;
      EXPECT_EQ(p.cpu.page(), initial);
      EXPECT_FALSE(p.irq.read());
      p.rst_n = true;
      wait(SC_ZERO_TIME);
      wait(SC_ZERO_TIME);
    }
    EXPECT_GT(before_store, 10);
    EXPECT_GT(in_store, 1);

    job.wipe(p.memory);
    weft_tensor_enable_irq(&p.cpu.core, 1);
    run_and_acknowledge(p, job);
    EXPECT_TRUE(job.right(p.memory));
  });
}

TEST_P(TensorJob, ANewJobRunsRightAfterAReset) {
  const auto config  = config_of(Fp16);
  const auto latency = ns(30);
  platform<> p(config, engine(config), latency);
  p.memory.allow_dmi(false);
  p.run([&] {
    const placed old(p.memory, Fp16, random_problem(Fp16, {9, 10, 11}, true, 1), platform<>::Base);
    const placed job(p.memory, Fp16, random_problem(Fp16, {5, 4, 3}, true, 2), old.end());
    // The second time the bus is in the middle of a burst, which ends before the new job begins.
    for (const bool blocks : {false, true}) {
      p.bus.blocks = blocks;
      old.wipe(p.memory);
      job.wipe(p.memory);
      weft_tensor_start(&p.cpu.core, &old.job);
      p.cpu.sync();
      wait(ns(101));
      p.bus.bursts.clear();
      weft_tensor_reset(&p.cpu.core);
      weft_tensor_enable_irq(&p.cpu.core, 1);
      weft_tensor_start(&p.cpu.core, &job.job);
      const auto start = p.cpu.now();
      p.cpu.wait_for_irq();
      p.cpu.local = SC_ZERO_TIME;
      EXPECT_EQ(sc_core::sc_time_stamp() - start, duration(job, config, latency)) << blocks;
      EXPECT_TRUE(job.right(p.memory));
      EXPECT_TRUE(old.untouched(p.memory));
      EXPECT_EQ(p.bus.bursts.size(), job.bursts(config.burst_bytes));
      EXPECT_EQ(p.cpu.read(regs::Jobs), 1u);
      p.cpu.sync();
    }
  });
}

TEST_P(TensorJob, ANewJobDoesNotWaitForTheDroppedOne) {
  const auto config  = config_of(Fp16);
  const auto latency = ns(30);
  platform<> p(config, engine(config), latency);
  p.run([&] {
    const placed old(p.memory, Fp16, random_problem(Fp16, {64, 64, 64}, true, 1), platform<>::Base);
    const placed job(p.memory, Fp16, random_problem(Fp16, {5, 4, 3}, true, 2), old.end());
    weft_tensor_start(&p.cpu.core, &old.job);
    p.cpu.sync();
    wait(duration(old, config, latency) / 2);  // the array computes
    weft_tensor_reset(&p.cpu.core);
    weft_tensor_enable_irq(&p.cpu.core, 1);
    weft_tensor_start(&p.cpu.core, &job.job);
    const auto start = p.cpu.now();
    EXPECT_LT(duration(job, config, latency), duration(old, config, latency) / 4);
    p.cpu.wait_for_irq();
    p.cpu.local = SC_ZERO_TIME;
    EXPECT_EQ(sc_core::sc_time_stamp() - start, duration(job, config, latency));
    EXPECT_TRUE(job.right(p.memory));
    EXPECT_TRUE(old.untouched(p.memory));
  });
}

TEST_P(TensorJob, ResetBeforeTheFirstBurstDropsTheJob) {
  const auto config = config_of(Fp16);
  platform<> p(config, engine(config));
  p.run([&] {
    const placed job(p.memory, Fp16, random_problem(Fp16, {5, 4, 3}, true, 1), platform<>::Base);
    weft_tensor_enable_irq(&p.cpu.core, 1);
    weft_tensor_start(&p.cpu.core, &job.job);
    weft_tensor_reset(&p.cpu.core);  // at the same simulation time, later local time
    p.cpu.sync();
    wait(ns(100000));
    EXPECT_TRUE(p.bus.bursts.empty());
    EXPECT_EQ(weft_tensor_poll(&p.cpu.core), WEFT_TENSOR_IDLE);
  });
}

/// A target that waits has a burst in hand: it ends, and what it answers does not matter.
TEST_P(TensorJob, ResetWhileTheTargetWaitsLetsNoOtherBurstFollow) {
  const auto config = config_of(Fp16);
  platform<> p(config, engine(config));
  p.memory.allow_dmi(false);
  p.bus.blocks = true;
  p.run([&] {
    tlm_utils::tlm_quantumkeeper::set_global_quantum(ns(1'000'000));
    placed job(p.memory, Fp16, random_problem(Fp16, {5, 4, 3}, true, 1), platform<>::Base);
    for (const bool fails : {false, true}) {
      if (fails) job.job.a = 0;
      p.bus.bursts.clear();
      weft_tensor_enable_irq(&p.cpu.core, 1);
      weft_tensor_start(&p.cpu.core, &job.job);
      p.cpu.sync();
      wait(ns(7));
      ASSERT_EQ(p.bus.bursts.size(), 1u);
      weft_tensor_reset(&p.cpu.core);
      p.cpu.sync();
      const auto page = p.cpu.page();
      wait(ns(100000));
      EXPECT_EQ(p.bus.bursts.size(), 1u);
      EXPECT_EQ(p.cpu.page(), page);
      EXPECT_FALSE(p.irq.read());
    }
    tlm_utils::tlm_quantumkeeper::set_global_quantum(SC_ZERO_TIME);
  });
}

TEST_P(TensorJob, HeldInResetNothingCanBeWritten) {
  const auto config = config_of(Fp16);
  platform<> p(config, engine(config));
  p.rst_n.write(false);
  p.run([&] {
    wait(ns(10));
    const auto initial = p.cpu.page();
    const placed job(p.memory, Fp16, random_problem(Fp16, {3, 3, 3}, false, 1), platform<>::Base);
    weft_tensor_enable_irq(&p.cpu.core, 1);
    weft_tensor_start(&p.cpu.core, &job.job);
    p.cpu.sync();
    EXPECT_EQ(p.cpu.page(), initial);
    wait(ns(100000));
    EXPECT_TRUE(p.bus.bursts.empty());
    p.rst_n = true;
    wait(ns(10));
    weft_tensor_enable_irq(&p.cpu.core, 1);
    run_and_acknowledge(p, job);
    EXPECT_TRUE(job.right(p.memory));
  });
}

}  // namespace
}  // namespace weft::tensor_tlm_test_reset
