// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>

#include "sim/golden/tensor_model.hpp"
#include "sim/lockstep.hpp"
#include "sim/tensor_memory.hpp"
#include "sim/tensor_rtl.hpp"
#include "tb/tensor_problems.hpp"
#include "tb/test_main.hpp"
#include "weft_tensor_configs.hpp"

namespace weft {

/// One RTL array beside its golden model; runs problems on both.
template <class Bench>
class both {
 public:
  explicit both(std::uint64_t seed = test_options().seed)
      : lockstep_(sim::run_options{seed, test_options().wave},
                  golden::tensor::model(Bench::Config)) {}

  /// Runs p, checks D, and returns the cycles.
  std::uint64_t run(const golden::tensor::problem& p, sim::memory_timing timing = {}) {
    sim::tensor_memory memory(Bench::Config, p, std::move(timing));
    const auto result = sim::run_gemm(lockstep_, memory, [](const auto&) {});
    EXPECT_EQ(result.d, golden::tensor::gemm_bitwise(Bench::Config.type, p));
    return result.cycles;
  }

  /// Runs p for some cycles, then resets.
  void abandon(const golden::tensor::problem& p, std::uint64_t cycles) {
    sim::tensor_memory memory(Bench::Config, p, {});
    for (std::uint64_t i = 0; i < cycles && !memory.done(); ++i) {
      const auto in = memory.drive();
      memory.observe(in, lockstep_.cycle(in));
    }
    lockstep_.reset();
  }

 private:
  sim::lockstep<Bench> lockstep_;
};

/// A bench for every array that was built in, and its name in a test.
#define WEFT_BENCH(V, Type, Rows, Cols) sim::tensor_bench<V, Type, Rows, Cols>
using benches = testing::Types<WEFT_TENSOR_CONFIGS(WEFT_BENCH)>;
#undef WEFT_BENCH

struct bench_name {
  template <class Bench>
  static std::string GetName(int) {
    return std::string(Bench::Config.type == golden::tensor::type_e::Fp16 ? "Fp16_" : "Int8_") +
           std::to_string(Bench::Config.rows) + "x" + std::to_string(Bench::Config.cols);
  }
};

}  // namespace weft
