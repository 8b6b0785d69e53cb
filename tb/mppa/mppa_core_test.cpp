// SPDX-License-Identifier: Apache-2.0
//
// rtl/mppa/weft_mppa_core.sv against sim/golden/mppa_core/mppa_core_model.hpp in lockstep: random
// legal bundles and the programs of docs/unit/mppa, every output in every cycle.

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "sim/golden/mppa_core/mppa_core_model.hpp"
#include "sim/harness/lockstep.hpp"
#include "sim/verilated/mppa_core/mppa_core_cases.hpp"
#include "sim/verilated/mppa_core/mppa_core_ports.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/mppa/mppa_core_kernels.hpp"
#include "weft_mppa_core_configs.hpp"

namespace weft::mppa_core_test {
namespace {

using namespace golden::mppa_core;
using sim::mppa_core_cases, sim::mppa_core_memory, sim::mppa_core_timing, sim::run_mppa_core;

/// Both sides as a machine. What it wants is golden's, which cycle() compares with the RTL's.
template <class Bench>
class both_machine {
 public:
  explicit both_machine(std::uint64_t seed)
      : both_(sim::run_options{.seed = seed, .wave = test_options().wave}, Bench::make_model()),
        model_(Bench::make_model()) {}

  outputs look() const { return model_.peek({}); }
  outputs cycle(const inputs& in) {
    auto out = both_.cycle(in);
    model_.step(in);
    return out;
  }
  void reset() {
    both_.reset();
    model_ = Bench::make_model();
  }

 private:
  sim::lockstep<Bench> both_;
  typename Bench::model model_;
};

template <class Bench>
class MppaCoreRtl : public testing::Test {};

#define WEFT_BENCH(V, P) sim::mppa_core_ports<V, P>
using benches = testing::Types<WEFT_MPPA_CORE_CONFIGS(WEFT_BENCH)>;
#undef WEFT_BENCH
TYPED_TEST_SUITE(MppaCoreRtl, benches);

TYPED_TEST(MppaCoreRtl, EqualsGoldenInEveryCycleUnderEveryTiming) {
  std::uint64_t seed = test_options().seed;
  std::array<std::uint64_t, Whys> whys{};
  both_machine<TypeParam> both(seed);
  for (const sim::timing& t : sim::timings()) {
    for (const auto& answer : {sim::always(), sim::randomly(0.5, 3)}) {
      for (const std::uint64_t latency : {1, 3, 20}) {
        SCOPED_TRACE(testing::Message() << t << " latency " << latency << " seed " << ++seed);
        auto memory       = mppa_core_cases::memory(seed);
        const auto result = run_mppa_core(both, mppa_core_cases(seed).program(250), memory,
                                          {t.source, t.sink, answer, latency, latency + 5});
        for (std::size_t i = 0; i < whys.size(); ++i) whys[i] += result.whys[i];
        EXPECT_FALSE(result.trap);
        both.reset();
      }
    }
  }
  // Every reason to wait was there.
  for (std::size_t i = 0; i < whys.size(); ++i) {
    const auto why = static_cast<why_e>(i);
    if (why != why_e::Trap && why != why_e::Queue) {
      EXPECT_NE(whys[i], 0) << why;
    }
  }
}

TYPED_TEST(MppaCoreRtl, TrapsAndDismissesAsGoldenDoes) {
  unsigned traps = 0;
  both_machine<TypeParam> both(test_options().seed);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << test_options().seed + seed);
    mppa_core_cases cases(test_options().seed + seed, {.traps = true, .computes = seed % 2 == 0});
    auto memory = mppa_core_cases::memory(seed);
    traps += run_mppa_core(both, cases.program(150), memory, {.latency = 2}).trap;
    both.reset();
  }
  EXPECT_GT(traps, 5);
}

TYPED_TEST(MppaCoreRtl, StartsFromAnyStateAndResetsInTheMiddle) {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << test_options().seed + seed);
    both_machine<TypeParam> both(test_options().seed + seed);
    const auto program = mppa_core_cases(seed).program(60);
    auto memory        = mppa_core_cases::memory(seed);
    // Loads are on their way, and a program in the middle.
    for (std::uint64_t i = 0; i < 60 + 7 * seed; ++i) {
      const auto pc = both.look().pc;
      both.cycle({.in = program[std::min<std::size_t>(pc, 100)], .rsp = {}});
    }
    both.reset();
    EXPECT_FALSE(run_mppa_core(both, program, memory).trap);
  }
}

TYPED_TEST(MppaCoreRtl, KernelsAreTheHostsArithmetic) {
  both_machine<TypeParam> both(test_options().seed);
  for (mppa_kernel& k : mppa_kernels(test_options().seed)) {
    SCOPED_TRACE(k.name);
    const auto result = run_mppa_core(both, k.text.bundles, k.before);
    EXPECT_FALSE(result.trap);
    EXPECT_TRUE(k.before == k.after);
    both.reset();
  }
}

}  // namespace
}  // namespace weft::mppa_core_test
