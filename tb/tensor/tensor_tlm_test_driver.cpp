// SPDX-License-Identifier: Apache-2.0
//
// systemc/tensor.hpp: jobs that are refused, and the error that the driver gives.

#include <gtest/gtest.h>

#include <cstdint>

#include "tb/tensor/tensor_tlm_suite.hpp"

namespace weft::tensor_tlm_test_driver {
namespace {

using namespace tlm_bench;  // NOLINT: the bench is written for these tests

/// Starts a job that must be refused, and returns the error. Clearing the bit of STATUS clears the
/// error.
enum weft_tensor_error refusal(cpu<>& c, const weft_tensor_job& job) {
  weft_tensor_start(&c.core, &job);
  EXPECT_EQ(weft_tensor_poll(&c.core), WEFT_TENSOR_FAILED);
  EXPECT_EQ(c.read(regs::Status), regs::StatusError);
  std::uint64_t fault = 1;
  const auto code     = weft_tensor_error(&c.core, &fault);
  EXPECT_EQ(fault, 0u);
  c.write(regs::Status, regs::StatusDone);
  EXPECT_EQ(weft_tensor_error(&c.core, nullptr), code) << "cleared with DONE";
  weft_tensor_acknowledge(&c.core);
  EXPECT_EQ(weft_tensor_poll(&c.core), WEFT_TENSOR_IDLE);
  EXPECT_EQ(weft_tensor_error(&c.core, nullptr), WEFT_TENSOR_ERROR_NONE);
  return code;
}

TEST_F(TensorTlm, IllegalJobsAreRefusedWithTheirCode) {
  p.run([&] {
    placed good(p.memory, Fp16, random_problem(Fp16, {5, 6, 7}, true, 1), platform<>::Base);
    const auto code_of = [&](auto change) {
      auto job = good.job;
      change(job);
      return refusal(p.cpu, job);
    };
    using job = weft_tensor_job;
    for (const auto dim : {&job::m, &job::n, &job::k}) {
      for (const auto value : {0u, 65536u, ~0u}) {
        EXPECT_EQ(code_of([&](job& j) { j.*dim = value; }), WEFT_TENSOR_ERROR_DIMENSION) << value;
      }
    }
    for (const auto address : {&job::a, &job::b, &job::c, &job::d}) {
      EXPECT_EQ(code_of([&](job& j) { j.*address += 1; }), WEFT_TENSOR_ERROR_ALIGNMENT);
      EXPECT_EQ(code_of([&](job& j) { j.*address = ~7ull; }), WEFT_TENSOR_ERROR_ADDRESS);
    }
    for (const auto stride : {&job::lda, &job::ldb, &job::ldc, &job::ldd}) {
      EXPECT_EQ(code_of([&](job& j) { j.*stride += 1; }), WEFT_TENSOR_ERROR_ALIGNMENT);
    }
    EXPECT_EQ(code_of([&](job& j) { j.ldd -= 4; }), WEFT_TENSOR_ERROR_STRIDE);
    EXPECT_TRUE(p.bus.bursts.empty());
    EXPECT_EQ(p.cpu.read(regs::Jobs), 0u);
    // Without preload C does not matter.
    auto no_c    = good.job;
    no_c.preload = 0;
    no_c.c       = ~0ull;
    no_c.ldc     = 1;
    weft_tensor_start(&p.cpu.core, &no_c);
    EXPECT_EQ(weft_tensor_poll(&p.cpu.core), WEFT_TENSOR_RUNNING);
  });
  EXPECT_FALSE(p.bus.bursts.empty());
}

TEST_F(TensorTlm, WhatIsNotBuiltInIsRefused) {
  p.run([&] {
    EXPECT_EQ(p.cpu.read(regs::Features), regs::FeaturesStreams);
    placed good(p.memory, Fp16, random_problem(Fp16, {5, 6, 8}, true, 1), platform<>::Base);
    const auto code_of = [&](auto change) {
      auto job = good.job;
      change(job);
      return refusal(p.cpu, job);
    };
    using job = weft_tensor_job;
    EXPECT_EQ(code_of([](job& j) { j.transpose_a = 1; }), WEFT_TENSOR_ERROR_FEATURE);
    EXPECT_EQ(code_of([](job& j) { j.transpose_b = 1; }), WEFT_TENSOR_ERROR_FEATURE);
    EXPECT_EQ(code_of([](job& j) { j.sparse_a = 1; }), WEFT_TENSOR_ERROR_FEATURE);
    EXPECT_EQ(code_of([](job& j) { j.relu = 1; }), WEFT_TENSOR_ERROR_FEATURE);
    EXPECT_EQ(code_of([](job& j) { j.output = WEFT_TENSOR_INT8; }), WEFT_TENSOR_ERROR_FEATURE);
    EXPECT_EQ(code_of([](job& j) { j.flow = WEFT_TENSOR_CORE_CHOOSES; }), WEFT_TENSOR_ERROR_FLOW);
    EXPECT_TRUE(p.bus.bursts.empty());
  });
}

TEST(TensorTlmAlone, SparseAndFinishedJobsAreChecked) {
  auto config           = config_of(Int8);
  config.array.sparse   = true;
  config.array.epilogue = true;
  platform<> p(config);
  p.run([&] {
    EXPECT_EQ(p.cpu.read(regs::Features),
              regs::FeaturesStreams | regs::FeaturesSparse | regs::FeaturesEpilogue);
    placed good(p.memory, Int8, random_problem(Int8, {5, 6, 8}, false, 1), platform<>::Base);
    const auto code_of = [&](auto change) {
      auto job     = good.job;
      job.sparse_a = 1;
      job.a_extra  = job.b;
      change(job);
      return refusal(p.cpu, job);
    };
    using job = weft_tensor_job;
    EXPECT_EQ(code_of([](job& j) { j.k = 6; }), WEFT_TENSOR_ERROR_DIMENSION);
    EXPECT_EQ(code_of([](job& j) { j.flow = WEFT_TENSOR_INPUT_STATIONARY; }),
              WEFT_TENSOR_ERROR_FEATURE);
    EXPECT_EQ(code_of([](job& j) { j.a_extra = ~3ull; }), WEFT_TENSOR_ERROR_ADDRESS);
    EXPECT_EQ(code_of([](job& j) { j.output = weft_tensor_output(3); }), WEFT_TENSOR_ERROR_FEATURE);
    // INT8 results: rows of 6 bytes.
    EXPECT_EQ(code_of([](job& j) { j.output = WEFT_TENSOR_INT8, j.ldd = 5; }),
              WEFT_TENSOR_ERROR_STRIDE);
    auto right   = good.job;
    right.output = WEFT_TENSOR_INT8;
    right.ldd    = 6;
    weft_tensor_start(&p.cpu.core, &right);
    EXPECT_EQ(weft_tensor_poll(&p.cpu.core), WEFT_TENSOR_RUNNING);
  });
}

TEST(TensorTlmAlone, LimitOfDimensionsIsTheInstances) {
  auto config    = config_of(Int8);
  config.max_dim = 8;
  platform<> p(config);
  p.run([&] {
    weft_tensor_info info;
    ASSERT_EQ(weft_tensor_probe(&p.cpu.core, &info), 0);
    EXPECT_EQ(info.max_dim, 8u);
    EXPECT_EQ(info.types, regs::CapabilityInt8);
    placed fits(p.memory, Int8, random_problem(Int8, {8, 8, 8}, false, 1), platform<>::Base);
    for (const unsigned m : {9u, 8u}) {
      auto job = fits.job;
      job.m    = m;
      weft_tensor_start(&p.cpu.core, &job);
      EXPECT_EQ(weft_tensor_poll(&p.cpu.core), m == 9 ? WEFT_TENSOR_FAILED : WEFT_TENSOR_RUNNING);
    }
  });
}

TEST_F(TensorTlm, AJobThatTheHostHasNoRoomForIsRefused) {
  p.run([&] {
    placed good(p.memory, Fp16, random_problem(Fp16, {5, 6, 7}, true, 1), platform<>::Base);
    const auto code_of = [&](auto change) {
      auto job = good.job;
      job.ldd  = 4 * 65535;
      change(job);
      return refusal(p.cpu, job);
    };
    using job = weft_tensor_job;
    // All rows of A and of B are one row, which lies in memory.
    const auto repeats = [](job& j, unsigned m, unsigned n, unsigned k) {
      j.m = m, j.n = n, j.k = k;
      j.lda = j.ldb = j.ldc = 0;
    };
    EXPECT_EQ(code_of([&](job& j) { repeats(j, 65535, 65535, 65535); }), WEFT_TENSOR_ERROR_SIZE);
    EXPECT_EQ(code_of([&](job& j) { repeats(j, 1, 65535, 65535); }), WEFT_TENSOR_ERROR_SIZE);
    EXPECT_EQ(code_of([&](job& j) { repeats(j, 4097, 4097, 4097); }), WEFT_TENSOR_ERROR_SIZE);
    EXPECT_TRUE(p.bus.bursts.empty());
  });
}

struct limits {
  std::uint64_t elements, macs;
};
struct TensorLimits : testing::TestWithParam<limits> {};

TEST_P(TensorLimits, AreTheInstances) {
  auto config         = config_of(Int8);
  config.max_elements = GetParam().elements;
  config.max_macs     = GetParam().macs;
  platform<> p(config);
  p.run([&] {
    placed fits(p.memory, Int8, random_problem(Int8, {8, 8, 8}, false, 1), platform<>::Base);
    auto larger = fits.job;
    ++larger.k;
    EXPECT_EQ(refusal(p.cpu, larger), WEFT_TENSOR_ERROR_SIZE);
    weft_tensor_start(&p.cpu.core, &fits.job);
    EXPECT_EQ(weft_tensor_poll(&p.cpu.core), WEFT_TENSOR_RUNNING);
  });
}
// Three matrices of 8 x 8; 8^3 multiply-adds.
INSTANTIATE_TEST_SUITE_P(Of, TensorLimits,
                         testing::Values(limits{3 * 64, 10'000}, limits{10'000, 512}));

}  // namespace
}  // namespace weft::tensor_tlm_test_driver
