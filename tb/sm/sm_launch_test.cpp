// SPDX-License-Identifier: Apache-2.0
//
// rtl/sm/weft_sm_launch.sv against sim/golden/sm/sm_launcher.hpp in lockstep: grids of random
// shapes, warps that arrive at barriers and end in random cycles.

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <memory>
#include <random>
#include <string>

#include "sim/golden/sm/sm_launcher.hpp"
#include "sim/harness/lockstep.hpp"
#include "sim/verilated/sm/sm_launch_ports.hpp"
#include "tb/harness/test_main.hpp"
#include "weft_sm_launch_configs.hpp"

namespace weft::sm_launch_test {
namespace {

using namespace golden::sm;

template <class V, class P>
struct ports : sim::sm_launch_ports<V, P> {
  static constexpr unsigned Warps = P::Warps, Threads = P::Threads, Words = P::SharedWords;
};

template <class Bench>
class SmLaunchRtl : public testing::Test {};

#define WEFT_BENCH(V, P) ports<V, P>
using benches = testing::Types<WEFT_SM_LAUNCH_CONFIGS(WEFT_BENCH)>;
#undef WEFT_BENCH
TYPED_TEST_SUITE(SmLaunchRtl, benches);

TYPED_TEST(SmLaunchRtl, EqualsGoldenUnderRandomGrids) {
  std::mt19937_64 rng(test_options().seed);
  const auto below = [&](unsigned n) { return static_cast<unsigned>(rng() % n); };
  sim::lockstep<TypeParam> both({.seed = test_options().seed, .wave = test_options().wave});
  std::uint64_t opened = 0, at_an_end = 0, in_one_cycle = 0, other_waits = 0;
  for (unsigned n = 0; n < 200; ++n) {
    if (n % 10 == 9) both.reset();
    // Blocks of threads of one warp, of all warps, of a part of a warp.
    const unsigned threads = TypeParam::Warps * TypeParam::Threads;
    const unsigned x = 1 + below(threads), y = 1 + below(threads / x);
    const launch l{.code         = {},
                   .grid_x       = 1 + below(5),
                   .grid_y       = 1 + below(5),
                   .block_x      = n % 4 == 0 ? 1 + below(TypeParam::Threads) : x,
                   .block_y      = n % 4 == 0 ? 1 : y,
                   .arguments    = {},
                   .shared_bytes = n % 3 == 0 ? 0 : 4 * below(TypeParam::Words + 1)};
    typename TypeParam::inputs in;
    in.start            = TypeParam::machine(l);
    std::uint64_t waits = 0, live = 0;
    const unsigned often = 1 + below(6);
    unsigned begun       = 0;
    both.cycle(in);
    in.start = nullptr;
    for (unsigned cycle = 0; cycle < 100'000; ++cycle) {
      in.arrived = in.ended = 0;
      for (unsigned w = 0; w < TypeParam::Warps; ++w) {
        if ((live & ~waits) >> w & 1 && below(often) == 0) {
          (below(4) == 0 ? in.ended : in.arrived) |= std::uint64_t{1} << w;
        }
      }
      const auto out = both.cycle(in);
      // A barrier that opens leaves others that wait.
      other_waits += out.opened != 0 && (waits & ~out.opened) != 0;
      waits = (waits | in.arrived) & ~out.opened;
      live  = live & ~in.ended;
      opened += out.opened != 0;
      at_an_end += !out.begins.empty() && in.ended != 0;
      in_one_cycle += std::popcount(in.arrived) > 1 && (in.arrived & ~out.opened) == 0;
      for (const auto& b : out.begins) {
        live |= std::uint64_t{1} << b.warp;
        ++begun;
      }
      if (!out.busy) break;
    }
    EXPECT_EQ(begun, l.ctas() * ((l.threads() + TypeParam::Threads - 1) / TypeParam::Threads));
    EXPECT_EQ(live, 0u);
  }
  EXPECT_GT(opened, 500u);
  EXPECT_GT(at_an_end, 100u);
  EXPECT_GT(in_one_cycle, 20u);
  EXPECT_GT(other_waits, 20u);
}

}  // namespace
}  // namespace weft::sm_launch_test
